/** What PostgreSQL can hold of a text: it takes neither NUL nor half of a surrogate pair. */
export const storableText = (text: string): string => text.replaceAll("\u0000", "").toWellFormed();

/** JSON text whose strings are all storable. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part) => (typeof part === "string" ? storableText(part) : part));
