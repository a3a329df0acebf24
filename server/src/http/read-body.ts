import type { Endpoint } from "@answerscope/api";
import { z } from "zod";
import { Problem } from "../app/problem.ts";
import { inWords, type JsonSchema, plain } from "./in-words.ts";

type Issue = z.core.$ZodIssue;

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
export function bodyReader(endpoint: Pick<Endpoint, "body">): BodyReader {
  const { body: definition } = endpoint;
  if (!definition) return () => undefined;
  const root = z.toJSONSchema(definition.schema, { io: "input" }) as JsonSchema;
  return (body) => {
    if (body === undefined) {
      if (!definition.required) return {};
      throw new Problem("invalid_request", `This request needs a JSON body: ${inWords(root)}.`);
    }
    const parsed = definition.schema.safeParse(body);
    if (parsed.success) return parsed.data;
    const faults = parsed.error.issues.slice(0, 5).map((issue) => describeFault(root, issue));
    throw new Problem("invalid_request", `${faults.join("; ")}.`);
  };
}
