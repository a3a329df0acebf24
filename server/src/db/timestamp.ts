/**
 * PostgreSQL's text for a timestamptz(3) in a UTC session, as ISO 8601 with milliseconds. Timestamps stay strings
 * everywhere: making Date objects only to print them again is most of the cost of reading a list.
 */
export function isoTimestamp(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : "";
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0").slice(0, 3)}Z`;
}

/** OIDs of timestamptz and bigint: what both drivers must read our way. */
export const TIMESTAMPTZ_OID = 1184;
export const BIGINT_OID = 20;
