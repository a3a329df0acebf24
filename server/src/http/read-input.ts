import { type Endpoint, RESPONSE_FORMS, type ResponseForm } from "@answerscope/api";
import { z } from "zod";
import { Problem } from "../app/problem.ts";
import { inWords, type JsonSchema } from "./in-words.ts";

type Parameter = { name: string; integer: boolean; takes: string };

const parametersOf = (query: z.ZodObject): Parameter[] =>
  Object.entries(query.shape).map(([name, field]) => {
    const schema = z.toJSONSchema(field as z.ZodType, { io: "input" }) as JsonSchema;
    return { name, integer: schema.type === "integer", takes: inWords(schema) };
  });

/** Number() alone would also take "", " 5", "0x10" and "1e3". A page beyond what a double can count is just past the end. */
const wholeNumber = (text: string): number =>
  /^-?\d+$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : Number.NaN;

const shown = (value: string): string => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);

function single(raw: Record<string, unknown>, name: string, takes: string): string | undefined {
  const value = raw[name];
  if (Array.isArray(value)) throw new Problem("invalid_request", `${name} is given more than once; it takes ${takes}.`);
  return value as string | undefined;
}

type QueryReader = (raw: Record<string, unknown>) => Record<string, unknown>;

function queryReader(query: z.ZodObject | undefined): QueryReader {
  if (!query) return () => ({});
  const parameters = parametersOf(query);
  return (raw) => {
    const values: Record<string, unknown> = {};
    for (const { name, integer, takes } of parameters) {
      const text = single(raw, name, takes);
      if (text === undefined) continue;
      values[name] = integer ? wholeNumber(text) : text;
    }
    const parsed = query.safeParse(values);
    if (parsed.success) return parsed.data;
    const name = String(parsed.error.issues[0]?.path[0]);
    const takes = parameters.find((parameter) => parameter.name === name)?.takes;
    const text = raw[name] as string | undefined;
    const got = text === undefined ? "it is missing" : `got ${shown(text)}`;
    throw new Problem("invalid_request", `${name} takes ${takes}; ${got}.`);
  };
}

/** Reads query and form together, since form B has wider bounds. */
export function inputReader(endpoint: Endpoint) {
  const readA = queryReader(endpoint.query);
  const readB = endpoint.formB?.query ? queryReader(endpoint.formB.query) : readA;
  const takes = `one of ${RESPONSE_FORMS.join(", ")}`;
  return (
    raw: Record<string, unknown>,
    preferred: ResponseForm,
  ): { query: Record<string, unknown>; form: ResponseForm } => {
    if (!endpoint.formB) return { query: readA(raw), form: "a" };
    const asked = single(raw, "form", takes) ?? preferred;
    if (asked !== "a" && asked !== "b")
      throw new Problem("invalid_request", `form takes ${takes}; got ${shown(asked)}.`);
    return { query: asked === "b" ? readB(raw) : readA(raw), form: asked };
  };
}
