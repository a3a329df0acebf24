import type { z } from "zod";

const MOST_FAULTS = 5;

/** A line's JSON as the schema takes it, or what is wrong with it in words. */
export function parseLine<T>(schema: z.ZodType<T>, line: string): { value: T } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { fault: `not valid JSON (${(error as Error).message}); a line takes one JSON object` };
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return { value: parsed.data };
  const faults = parsed.error.issues.slice(0, MOST_FAULTS);
  return { fault: faults.map(({ path, message }) => `${path.join(".") || "it"} ${message}`).join("; ") };
}
