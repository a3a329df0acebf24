import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Sentiment } from "@answerscope/api/vocabulary";

/** A real answer; `brands` are those of the products that a model read from it. */
export type BenchAnswer = {
  id: string;
  engine: string;
  query_set: string;
  answer: string;
  sources: string[];
  brands: string[];
};

/** What an answer offers, in order, by hand; `char` is where the product's name starts. */
export type GoldList = { id: string; items: { brand: string; product: string; char: number }[] };

/** An answer that ranks known companies, by its own numbering. */
export type RankRow = { answer: string; gold_rank: Record<string, number> };

/** One mention with what two people made of it; text.slice(from, to) === target. */
export type TargetRow = {
  id: string;
  text: string;
  target: string;
  from: number;
  to: number;
  label: Sentiment;
  recommended?: boolean;
};

/** A hand-written answer, the trap in it, and what a careful person would record. */
export type TrapCase = {
  id: string;
  trap: string;
  topic: { name: string; brand?: string; aliases?: string[]; url?: string };
  competitors?: { name: string; aliases?: string[] }[];
  citations?: string[];
  language?: string;
  answer: string;
  expect: {
    topic_mentioned?: boolean;
    mention_position?: number | null;
    sentiment?: Sentiment | null;
    action_recommendation?: boolean | null;
    sources_cited?: string[];
    /** Brands that competitors_mentioned has to hold, in any order. */
    competitors?: string[];
    /** Names that it must not hold. */
    not_competitors?: string[];
  };
};

const DATA = new URL("./data/", import.meta.url);
const CASES = new URL("./cases/", import.meta.url);

export function loadRows<T>(file: string | URL): T[] {
  const bytes = readFileSync(file);
  const text = String(file).endsWith(".gz") ? gunzipSync(bytes).toString() : bytes.toString();
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

export const loadBench = () => loadRows<BenchAnswer>(new URL("product-bench.jsonl.gz", DATA));
export const loadLists = () => loadRows<GoldList>(new URL("lists-gold.jsonl", DATA));
export const loadAnswerTargets = () => loadRows<TargetRow>(new URL("sentiment-gold.jsonl", DATA));
export const loadGeneralTargets = () =>
  ["mams-val-sample.jsonl.gz", "newsmtsc-dev-sample.jsonl.gz"].map((file) => loadRows<TargetRow>(new URL(file, DATA)));

export function loadCases(): TrapCase[] {
  const files = readdirSync(CASES).filter((file) => file.endsWith(".json"));
  return files.sort().flatMap((file) => JSON.parse(readFileSync(new URL(file, CASES), "utf8")) as TrapCase[]);
}
