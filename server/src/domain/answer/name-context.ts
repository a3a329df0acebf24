import structureWords from "./words/structure-words.json" with { type: "json" };

const CALENDAR = new Set(structureWords.calendar);
const CALENDAR_BEFORE = new Set(structureWords.calendarBefore);
const PRODUCT_VERBS = new Set(structureWords.productVerbs);
const NAME_VERBS = new Set(structureWords.nameVerbs);

/** What the writing says of an ordinary word: surely a name, perhaps one, or just the word. */
export type Evidence = "name" | "weak" | "word";

/**
 * "Target offers" names Target, "your target" does not, and "Target heart rates" at a sentence's head may: there every
 * word has a capital.
 */
export function judgeCommonName(text: string, from: number, to: number): Evidence {
  const written = text.slice(from, to);
  const words = written.split(/[\s-]+/);
  if (!words.every((word) => /^[^\p{L}]*\p{Lu}|^\p{Ll}+\p{Lu}/u.test(word) || /^(?:of|and|the|in|for|&)$/.test(word))) {
    return /\p{Lo}/u.test(written) ? "name" : "word";
  }
  const before = text.slice(Math.max(0, from - 24), from);
  const after = text.slice(to, to + 24);
  if (isCalendarWord(written) && isDate(before, after)) return "word";
  if (/^[^.!?\n]{0,20}[®™℠]/.test(after)) return "name";
  if (/^(?:['’]s?\b|[+]|\.com\b|\.io\b|\.ai\b)/.test(after)) return "name";
  // Latin letters in Japanese or Chinese are no English word, and "LINE" in capitals is no line.
  if (/^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(after)) return "name";
  const next = /^\s+([\p{L}'’]+)/u.exec(after)?.[1]?.toLowerCase().replaceAll("’", "'");
  // Several capitals in a row are no accident of where a sentence starts.
  if (words.length > 1 && !isShouted(text, from, to)) return "name";
  if (!opensSentence(before)) return isShouted(text, from, to) ? "weak" : "name";
  if (next !== undefined && PRODUCT_VERBS.has(next)) return "name";
  if (isCalendarWord(written)) return "weak";
  if (/[,;:] ?\d{1,2}[.)] ?$/.test(before)) return "name";
  // "Zoom, Teams and Meet": the first of several names.
  if (/^, \p{Lu}/u.test(after)) return "name";
  return next !== undefined && (NAME_VERBS.has(next) || next.endsWith("n't")) ? "name" : "weak";
}

/** "Monday" is a day first, whoever else bears the name. */
export function isCalendarWord(word: string): boolean {
  return CALENDAR.has(word.toLowerCase());
}

function isDate(before: string, after: string): boolean {
  const last = /([\p{L}]+)[\s,]+$/u.exec(before)?.[1]?.toLowerCase();
  if (last !== undefined && CALENDAR_BEFORE.has(last)) return true;
  return /^s\b|^(?:\s|,)+(?:\d{1,2}\b|morning|night|evening|afternoon|to|through|and|or|–|-)/i.test(after);
}

/** At the head of a line, a sentence, a label or a cell, where a capital says nothing. */
function opensSentence(before: string): boolean {
  const trimmed = before.replace(/(?:[\s*_["“'(]|\p{Extended_Pictographic}|\uFE0F)+$/u, "");
  return trimmed === "" || /[.!?:;|\n\x7f#>–—•)-]$/u.test(trimmed) || /\n\s*[\d#>*+-][^\p{L}]*$/u.test(before);
}

/** In "BEST TARGET PRICE" capitals say nothing. */
function isShouted(text: string, from: number, to: number): boolean {
  if (!/^[\p{Lu}\s]{3,}$/u.test(text.slice(from, to))) return false;
  const around = `${text.slice(Math.max(0, from - 20), from)} ${text.slice(to, to + 20)}`;
  const letters = around.match(/\p{L}/gu)?.length ?? 0;
  return letters > 4 && (around.match(/\p{Lu}/gu)?.length ?? 0) > 0.8 * letters;
}
