import { COVER, foldPhrase } from "./folded-text.ts";
import structureWords from "./words/structure-words.json" with { type: "json" };

const SOURCE_TITLES = new Set(structureWords.sourceTitles.map(foldPhrase));
/** Few lines open like one of the titles, after the marks around it; the others need not be looked at closely. */
const OPENS_SOURCES = new RegExp(
  `^[^\\p{L}]*(?:[^\\p{ASCII}]|${[...new Set([...SOURCE_TITLES].map((title) => title.slice(0, 2)))].join("|")})`,
  "iu",
);
/** With room for the marks around it. */
const LONGEST_SOURCE_TITLE = 20 + Math.max(...structureWords.sourceTitles.map((title) => title.length));

/**
 * The answer with everything covered that only looks like speaking of a brand: code, addresses, source lists, an
 * engine's own boilerplate. Same length, so that offsets hold in the original.
 */
export function visibleText(markdown: string): string {
  const boilerplate = structureWords.boilerplate.filter((phrase) => markdown.includes(phrase));
  let fence: string | null = null;
  let inSources = false;
  const lines = coverComments(markdown)
    .split("\n")
    .map((line) => {
      const trimmed = line.trim();
      const mark = fenceOf(trimmed);
      if (fence !== null) {
        // Only the same mark, as long or longer and with nothing behind it, closes what it opened.
        if (mark?.startsWith(fence) && mark.length === trimmed.length) fence = null;
        return cover(line);
      }
      if (mark !== null) {
        fence = mark;
        return cover(line);
      }
      if (trimmed.startsWith("#")) inSources = false;
      inSources ||= isSourceTitle(trimmed);
      return inSources || isSourceLine(trimmed)
        ? cover(line)
        : coverAddresses(coverCitations(coverBoilerplate(line, boilerplate)));
    });
  return lines.join("\n");
}

/** The marks that open or close a block of code; "```npm install```" on one line is no block. */
function fenceOf(line: string): string | null {
  if (!line.startsWith("```") && !line.startsWith("~~~")) return null;
  const mark = /^(?:`{3,}|~{3,})/.exec(line)?.[0] ?? null;
  return mark?.startsWith("`") && line.includes("`", mark.length) ? null : mark;
}

function cover(text: string): string {
  return COVER.repeat(text.length);
}

/** Nobody who reads the answer sees these; one without an end hides the rest. */
function coverComments(markdown: string): string {
  if (!markdown.includes("<!--")) return markdown;
  return markdown.replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) => comment.replace(/[^\n]/g, COVER));
}

function isSourceTitle(line: string): boolean {
  if (line.length > LONGEST_SOURCE_TITLE || !OPENS_SOURCES.test(line)) return false;
  const title = foldPhrase(line.replace(/^#{1,6} /, ""))
    .replace(/[:_\s]/g, " ")
    .trim();
  return SOURCE_TITLES.has(title);
}

/** "Sources: ..." on one line, and footnotes such as "[1]: https://..." */
function isSourceLine(line: string): boolean {
  if (/^\[\^?\d{1,3}\]/.test(line)) return /https?:\/\//.test(line) || line.charAt(line.indexOf("]") + 1) === ":";
  const colon = line.indexOf(":");
  return colon > 0 && colon < 40 && isSourceTitle(line.slice(0, colon));
}

function coverBoilerplate(line: string, phrases: string[]): string {
  for (const phrase of phrases) {
    const at = line.indexOf(phrase);
    if (at !== -1) return line.slice(0, at) + cover(line.slice(at));
  }
  return line;
}

// Bounded repetitions only: an answer made to be slow must not be.
const LINK = String.raw`\[[^\][()\n]{1,80}\](?:\([^()\s]{0,500}\)|\[[^\][]{1,10}\])`;
const CITATION = new RegExp(
  String.raw`\((?:${LINK}[,;]?\s?)+\)|【[^【】]{1,80}】|\((?:source|sources|via|quelle|fuente|fonte|bron):? [^()]{1,80}\)|(?<=[\p{L}%)"”][.!]["”]?\s?)${LINK}(?=\s{0,4}(?:\[|$))`,
  "giu",
);

/** "... is light ([The Verge](https://...))": whose word it is, not what it is about. */
function coverCitations(line: string): string {
  return /[[(【]/.test(line) ? line.replace(CITATION, cover) : line;
}

/** Link targets, bare addresses and inline code, in one pass from left to right. */
function coverAddresses(line: string): string {
  const parts: string[] = [];
  let shownTo = 0;
  const starts = /\]\(|https?:\/\/|www\.|`/g;
  for (let start = starts.exec(line); start !== null; start = starts.exec(line)) {
    const from = start[0] === "](" ? start.index + 2 : start.index;
    const to = addressEnd(line, start[0], from);
    // An opening without its end hides nothing, and looking for that end again and again would take quadratic time.
    if (to === -1) {
      if (line.indexOf(start[0], from + 1) === -1) continue;
      return parts.join("") + coverBareAddresses(line.slice(shownTo));
    }
    parts.push(line.slice(shownTo, from), cover(line.slice(from, to)));
    shownTo = to;
    starts.lastIndex = to;
  }
  return parts.join("") + line.slice(shownTo);
}

function addressEnd(line: string, opening: string, from: number): number {
  if (opening === "](") return line.indexOf(")", from);
  if (opening === "`") {
    const close = line.indexOf("`", from + 1);
    return close === -1 ? -1 : close + 1;
  }
  let to = from;
  while (to < line.length && !/[\s)\]>"|]/.test(line.charAt(to))) to++;
  return to;
}

function coverBareAddresses(text: string): string {
  return text.replace(/(?:https?:\/\/|www\.)[^\s)\]>"|]*/g, cover);
}
