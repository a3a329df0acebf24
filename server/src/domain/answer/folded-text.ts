/** Text made plain for comparison; starts[i] and ends[i] say where its i-th character stood in the source. */
export type FoldedText = {
  source: string;
  text: string;
  starts: ArrayLike<number>;
  ends: ArrayLike<number>;
  /** Nothing but ASCII: then patterns do that know no other letters, and take a fraction of the time. */
  isPlain: boolean;
  /** Folding only dropped characters, and never made two of one. */
  isShortened: boolean;
};

// Letters that Unicode does not take apart into a base letter and a mark.
const PLAIN_LETTERS: Record<string, string> = {
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  ı: "i",
  þ: "th",
};
/** Stands for a character that is not for reading: no letter, digit, space or mark, and still ASCII. */
export const COVER = "\x7f";
const SPACES = /^[^\S\n]$/u;
const HYPHENS = new Set(["-", "\u2010", "\u2011"]);
const APOSTROPHES = new Set(["\u2019", "\u2018", "\u02bc", "`"]);
/** Zero-width spaces and joiners, soft hyphens and the like: a name is the same name with one inside. */
const INVISIBLE = new Set(["\u00ad", "\u200b", "\u200c", "\u200d", "\u2060", "\ufeff"]);
const MARK = /^\p{M}+$/u;

/**
 * Case, accents and emphasis go; a run of spaces and hyphens becomes one space, so that "Oral-B" and "Oral B" meet.
 * Line breaks stay: a name does not run from one list item into the next.
 */
export function foldText(source: string): FoldedText {
  return isPlain(source) ? foldPlain(source) : foldAny(source);
}

export function isPlain(text: string): boolean {
  return !/[^\n -\x7f]/.test(text);
}

const UNITS = new TextDecoder("latin1");
const SPACE = " ".charCodeAt(0);

/** The same for what most answers are: no character is longer folded, and each is looked up. */
function foldPlain(source: string): FoldedText {
  const units = new Uint8Array(source.length);
  const starts = new Int32Array(source.length);
  const ends = new Int32Array(source.length);
  let count = 0;
  for (let at = 0; at < source.length; at++) {
    const folded = ASCII_UNITS[source.charCodeAt(at)] as number;
    if (folded === NOTHING) continue;
    if (folded === SPACE && count > 0 && units[count - 1] === SPACE) {
      ends[count - 1] = at + 1;
      continue;
    }
    units[count] = folded;
    starts[count] = at;
    ends[count++] = at + 1;
  }
  return {
    source,
    text: UNITS.decode(units.subarray(0, count)),
    starts: starts.subarray(0, count),
    ends: ends.subarray(0, count),
    isPlain: true,
    isShortened: true,
  };
}

function foldAny(source: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = "";
  // Asking the growing text itself would copy it each time.
  let last = "";
  let at = 0;
  while (at < source.length) {
    const from = at;
    const code = source.charCodeAt(at);
    const ascii = ASCII[code];
    const character = ascii === undefined ? String.fromCodePoint(source.codePointAt(at) as number) : "";
    at += ascii === undefined ? character.length : 1;
    const folded = ascii ?? foldCharacter(character);
    const extendsLast = folded === "" ? code !== ASTERISK && code !== BACKSLASH : folded === " " && last === " ";
    if (extendsLast) {
      if (ends.length > 0) ends[ends.length - 1] = at;
      continue;
    }
    text += folded;
    last = folded;
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(from);
      ends.push(at);
    }
  }
  return { source, text, starts, ends, isPlain: isPlain(text), isShortened: false };
}

/** Where in the folded text the source's `offset` stands. */
export function placeOf({ source, text, starts, isShortened }: FoldedText, offset: number): number {
  // Not behind the offset, then, and not further ahead of it than characters were dropped.
  let low = isShortened ? Math.max(0, offset - (source.length - text.length)) : 0;
  let high = isShortened ? Math.min(starts.length, offset) : starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a span of the source is in folded text, as `foldPhrase` would have it. */
export function foldedSlice(folded: FoldedText, from: number, to: number): string {
  return folded.text.slice(placeOf(folded, from), placeOf(folded, to)).trim();
}

/** A word or phrase as it appears in folded text. */
export function foldPhrase(phrase: string): string {
  if (isPlain(phrase)) return foldPlainPhrase(phrase);
  let text = "";
  let last = " ";
  for (let at = 0; at < phrase.length; ) {
    const ascii = ASCII[phrase.charCodeAt(at)];
    const character = ascii === undefined ? String.fromCodePoint(phrase.codePointAt(at) as number) : "";
    at += ascii === undefined ? character.length : 1;
    const folded = ascii ?? foldCharacter(character);
    if (folded === "" || (folded === " " && last === " ")) continue;
    text += folded;
    last = folded;
  }
  return text.trim();
}

function foldPlainPhrase(phrase: string): string {
  const lower = phrase.toLowerCase();
  if (!/[^a-z0-9 ]| {2}/.test(lower)) return lower.trim();
  return lower.replace(/[*\\]/g, "").replace(/`/g, "'").replace(/[ -]+/g, " ").trim();
}

function foldCharacter(character: string): string {
  if (character === COVER || (character >= "a" && character <= "z")) return character;
  if (character === "*" || character === "\\") return "";
  if (SPACES.test(character) || HYPHENS.has(character)) return " ";
  if (APOSTROPHES.has(character)) return "'";
  if (MARK.test(character) || INVISIBLE.has(character)) return "";
  const bare = character.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  return PLAIN_LETTERS[bare] ?? bare;
}

const ASTERISK = "*".charCodeAt(0);
const BACKSLASH = "\\".charCodeAt(0);
/** Nearly every character of nearly every answer: looked up rather than worked out. */
const ASCII: readonly string[] = Array.from({ length: 128 }, (_, code) => foldCharacter(String.fromCharCode(code)));
const NOTHING = 0;
const ASCII_UNITS = Uint8Array.from(ASCII, (folded) => (folded === "" ? NOTHING : folded.charCodeAt(0)));
