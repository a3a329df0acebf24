import { EngineError } from "../domain/engine-error.ts";
import { type LanguageModel, structureWithSdk } from "./ask-with-sdk.ts";
import { auditCopy } from "./audit-copy.ts";
import { classifyError } from "./classify-error.ts";
import type { Connector, Credentials } from "./connector.ts";
import { costUsdOf } from "./prices.ts";

/** One question, with everything that is needed to ask it. */
export type Call = {
  prompt: string;
  /** ISO 3166, upper case: the spelling that nearly every engine takes. */
  country: string;
  language: string;
  apiKey: string;
  baseUrl: string;
  model: string;
  signal: AbortSignal;
  fetch: typeof fetch;
};

/** What a connector found in a reply, in the engine's own order; duplicates and stray values may be among it. */
export type Found = {
  answer: string;
  cited: string[];
  retrieved: string[];
  /** How often the engine searched: 0 when it answered from memory. */
  searches: number;
  searchQueries: string[];
  model: string | null;
  tokensIn: number | null;
  tokensOut: number | null;
  /** What the engine itself says the call cost. */
  reportedCostUsd?: number | null;
  /** The row of the price table, where it is not the model's; null where no row can be right. */
  pricedAs?: string | null;
  raw: unknown;
};

type Facts = Omit<Connector, "ask" | "structure"> & { defaultBaseUrl: string | null };

/** The way to an engine, without a question. */
export type Line = Pick<Call, "apiKey" | "baseUrl" | "model" | "signal" | "fetch">;

/** The engine's plain model, without search, for what is asked of it in a given shape. */
type Plain = {
  model: (line: Line) => Promise<LanguageModel>;
  /** False where no row of the price table can be right. */
  isPriced?: boolean;
};

/** Makes a connector of what is known about an engine and of the way it is asked. */
export function connect(
  { defaultBaseUrl, ...facts }: Facts,
  answer: (call: Call) => Promise<Found>,
  plain?: Plain,
): Connector {
  const onLine = async <T>(credentials: Credentials, { signal, fetch }: Means, work: (line: Line) => Promise<T>) => {
    try {
      signal.throwIfAborted();
      throwIfUnset(facts, credentials);
      return await work({
        apiKey: credentials.apiKey,
        baseUrl: baseUrlOf(credentials.baseUrl, defaultBaseUrl, facts.variables.baseUrl),
        model: credentials.model ?? facts.defaultModel ?? "",
        signal,
        fetch,
      });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw classifyError(error, facts, secretsOf(credentials));
    }
  };
  return {
    ...facts,
    ask: (credentials, { prompt, locale }, means) =>
      onLine(credentials, means, async (line) => {
        const country = locale.country.toUpperCase();
        const found = await answer({ ...line, prompt, country, language: locale.language });
        return replyOf(found, credentials.model ?? facts.defaultModel, facts.vendor, secretsOf(credentials));
      }),
    ...(plain && {
      structure: (credentials, request, means) =>
        onLine(credentials, means, async (line) => {
          const { value, model, tokensIn, tokensOut, reportedCostUsd } = await structureWithSdk(
            await plain.model(line),
            line.signal,
            request,
          );
          const price = plain.isPriced === false ? null : (model ?? line.model);
          const listed = costUsdOf({ model: price, tokensIn, tokensOut, searches: 0 });
          return { value, model: model ?? line.model, costUsd: isCost(reportedCostUsd) ? reportedCostUsd : listed };
        }),
    }),
  };
}

type Means = { signal: AbortSignal; fetch: typeof fetch };

function throwIfUnset(
  { required, variables }: Pick<Connector, "required" | "variables">,
  credentials: Credentials,
): void {
  for (const setting of required) {
    if (credentials[setting]) continue;
    throw new EngineError(
      setting === "apiKey" ? "auth" : "bad_request",
      `${variables[setting] ?? setting} is not set.`,
    );
  }
  // No header could carry it.
  if (/[^ -~]/.test(credentials.apiKey)) {
    throw new EngineError("auth", `${variables.apiKey} holds characters that are in no key.`);
  }
}

function replyOf(found: Found, askedModel: string | null, vendor: string, secrets: string[]) {
  if (found.answer.trim() === "") throw new EngineError("malformed", `${vendor} replied without an answer.`);
  const cited = webAddresses(found.cited);
  const model = found.model ?? askedModel ?? vendor;
  const tokensIn = countOrNull(found.tokensIn);
  const tokensOut = countOrNull(found.tokensOut);
  const searches = Math.max(0, found.searches);
  const price = found.pricedAs === undefined ? model : found.pricedAs;
  const reported = found.reportedCostUsd ?? null;
  return {
    model,
    answer: found.answer,
    cited,
    retrieved: [...new Set([...webAddresses(found.retrieved), ...cited])],
    searched: searches > 0,
    searchQueries: [...new Set(found.searchQueries.filter((query) => query.trim() !== ""))],
    tokensIn,
    tokensOut,
    costUsd: isCost(reported) ? reported : costUsdOf({ model: price, tokensIn, tokensOut, searches }),
    raw: auditCopy(found.raw, secrets),
  };
}

const webAddresses = (urls: string[]): string[] => [...new Set(urls.filter((url) => /^https?:\/\/./i.test(url)))];

/** Whoever says more is mistaken, and the database could not hold it. */
const MOST_TOKENS = 2 ** 31 - 1;
const MOST_USD = 1000;

const isCost = (usd: number | null): usd is number => usd !== null && usd >= 0 && usd <= MOST_USD;

const countOrNull = (count: number | null): number | null =>
  count !== null && Number.isInteger(count) && count > 0 && count <= MOST_TOKENS ? count : null;

/** An address that names only a host gets the path that the engine's own address has. */
function baseUrlOf(given: string | undefined, fallback: string | null, variable: string): string {
  const address = given ?? fallback;
  if (address === null || !/^https?:\/\//i.test(address) || !URL.canParse(address)) {
    throw new EngineError("bad_request", `${variable} has to be an address such as https://engine.example/v1.`);
  }
  const bare = address.replace(/\/+$/, "");
  return new URL(bare).pathname === "/" && fallback !== null
    ? bare + new URL(fallback).pathname.replace(/\/$/, "")
    : bare;
}

/** Every spelling in which a key may come back to us. */
function secretsOf({ apiKey }: Credentials): string[] {
  const spellings = [
    apiKey,
    encodeURIComponent(apiKey.toWellFormed()),
    Buffer.from(apiKey).toString("base64"),
    ...apiKey.split(":"),
  ];
  // Shorter ones are no keys, and blotting them out would spoil whole words.
  return [...new Set(spellings)].filter((spelling) => spelling.length >= 8);
}
