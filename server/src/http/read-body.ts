import type { Endpoint } from "@answerscope/api";
import { z } from "zod";
import { Problem } from "../app/problem.ts";

type JsonSchema = {
  type?: string;
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
};
type Issue = z.core.$ZodIssue;

const range = (low: number | undefined, high: number | undefined, unit: string): string => {
  if (high === undefined || high === Number.MAX_SAFE_INTEGER)
    return low === undefined ? "" : ` of at least ${low}${unit}`;
  return ` from ${low ?? 0} to ${high}${unit}`;
};

/** What a part of the body accepts, in words, from the same schema that checks it. */
function inWords(root: JsonSchema, schema: JsonSchema): string {
  const { type, enum: words, anyOf } = plain(root, schema);
  const part = plain(root, schema);
  if (anyOf) return anyOf.map((one) => inWords(root, one)).join(", or ");
  if (words) return `one of ${words.join(", ")}`;
  if (type === "integer") return `a whole number${range(part.minimum, part.maximum, "")}`;
  if (type === "number") return `a number${range(part.minimum, part.maximum, "")}`;
  if (type === "array") return `a list${range(part.minItems, part.maxItems, " entries")}`;
  if (type === "object") return `an object with ${Object.keys(part.properties ?? {}).join(", ")}`;
  if (type === "boolean") return "true or false";
  if (type === "null") return "null";
  if (part.format === "uuid") return "a UUID";
  if (part.format === "date-time") return "a time such as 2027-01-31T12:00:00Z";
  return `a text${range(part.minLength, part.maxLength, " characters")}`;
}

const plain = (root: JsonSchema, schema: JsonSchema): JsonSchema =>
  schema.$ref ? (root.$defs?.[schema.$ref.replace("#/$defs/", "")] ?? {}) : schema;

function schemaAt(root: JsonSchema, path: PropertyKey[]): JsonSchema {
  let here = plain(root, root);
  for (const step of path) {
    const object =
      here.anyOf?.map((one) => plain(root, one)).find(({ type }) => type === "object" || type === "array") ?? here;
    here = plain(root, (typeof step === "number" ? object.items : object.properties?.[String(step)]) ?? {});
  }
  return here;
}

const { localeError } = z.locales.en();

function describeFault(root: JsonSchema, issue: Issue): string {
  const place = issue.path.join(".") || "body";
  const known = schemaAt(root, issue.path);
  if (issue.code === "unrecognized_keys") {
    const names = issue.keys.slice(0, 5).map((name) => JSON.stringify(name.slice(0, 60)));
    return `${place}: ${names.join(", ")} is not known here; it takes ${Object.keys(known.properties ?? {}).join(", ")}`;
  }
  // A message that a schema brings along says more than its shape does.
  const { message: _, ...raw } = issue;
  const standard = localeError(raw as Parameters<typeof localeError>[0]);
  const usual = typeof standard === "string" ? standard : standard?.message;
  if (issue.message !== usual && !issue.message.startsWith("Invalid input: expected"))
    return `${place}: ${issue.message}`;
  return `${place}: takes ${inWords(root, known)}`;
}

export type BodyReader = (body: unknown) => unknown;

/** Checks a body, and says of each fault what is accepted instead. */
export function bodyReader(endpoint: Endpoint): BodyReader {
  const { body: definition } = endpoint;
  if (!definition) return () => undefined;
  const root = z.toJSONSchema(definition.schema, { io: "input" }) as JsonSchema;
  return (body) => {
    if (body === undefined) {
      if (!definition.required) return {};
      throw new Problem("invalid_request", `This request needs a JSON body: ${inWords(root, root)}.`);
    }
    const parsed = definition.schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const faults = parsed.error.issues.slice(0, 5).map((issue) => describeFault(root, issue));
    throw new Problem("invalid_request", `${faults.join("; ")}.`);
  };
}
