const WORD_CHARACTER = /[\p{L}\p{N}_]/u;
// Scripts that put no space between words: there a neighbouring letter says nothing about where a word ends.
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}ー]/u;
const KATAKANA = /\p{Script=Katakana}/u;
const LONGEST_ENDING_CHARS = 3;
const SHORTEST_INFLECTED_CHARS = 4;
const SHORTEST_GLUED_CHARS = 5;
/** "Acmes", German for Acme's, and how Slavic languages decline a name. */
const LATIN_ENDINGS = new Set(["s", "es"]);
const CYRILLIC_ENDINGS = new Set("а у ом ем е ы и ой ю я ов ам ами ах ью ої ові і".split(" "));

/** Whether the name stands there as a word of its own, at most with an ending that its language gives it. */
export function isWholeWord(text: string, from: number, to: number, mayInflect: boolean): boolean {
  const mayBeGlued = mayInflect && to - from >= SHORTEST_GLUED_CHARS;
  const opens = !joins(characterBefore(text, from), characterAt(text, from));
  if (!opens && !(mayBeGlued && isJoint(text, from))) return false;
  if (!joins(characterAt(text, to), characterBefore(text, to)) || (mayBeGlued && isJoint(text, to))) return true;
  return mayInflect && to - from >= SHORTEST_INFLECTED_CHARS && hasEnding(text, from, to);
}

/** "Netgear OrbiTP-Link DecoGoogle Nest": lists lose the breaks between their items. */
function isJoint(text: string, at: number): boolean {
  return /\p{Ll}/u.test(characterBefore(text, at)) && /\p{Lu}/u.test(characterAt(text, at));
}

function hasEnding(text: string, from: number, to: number): boolean {
  const rest = /^\p{L}+/u.exec(text.slice(to, to + LONGEST_ENDING_CHARS + 1))?.[0] ?? "";
  if (CYRILLIC_ENDINGS.has(rest)) return /\p{Script=Cyrillic}/u.test(characterBefore(text, to));
  return LATIN_ENDINGS.has(rest) && /\p{Lu}/u.test(characterAt(text, from));
}

function joins(neighbour: string, edge: string): boolean {
  if (!WORD_CHARACTER.test(neighbour) || UNSPACED.test(neighbour)) return false;
  if (KATAKANA.test(neighbour)) return KATAKANA.test(edge);
  return !UNSPACED.test(edge) && !KATAKANA.test(edge) && WORD_CHARACTER.test(edge);
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function characterBefore(text: string, at: number): string {
  const last = text.charAt(at - 1);
  return /[\uDC00-\uDFFF]/.test(last) ? text.slice(Math.max(0, at - 2), at) : last;
}

/** "acme.example" or "@acme" points somewhere, it does not speak of Acme; "works well.Acme is" and "Acme.com is" do. */
export function isInAddress(text: string, from: number, to: number): boolean {
  const before = text.charAt(from - 1);
  if (before === "@") return true;
  if (before === "." && /[a-z0-9]/.test(text.charAt(from - 2)) && /[./]/.test(text.charAt(to))) return true;
  if (text.charAt(to) !== "." || !/^[a-z]{2}/.test(text.slice(to + 1, to + 3))) return false;
  return !/\p{Lu}/u.test(text.charAt(from)) || /[[(/]/.test(before);
}
