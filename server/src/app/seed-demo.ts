import { setImmediate as breathe } from "node:timers/promises";
import { type EngineId, FUNNEL_STAGES, type Prompt, Sampling } from "@answerscope/api";
import { type PanelPrompt, planQueries } from "../domain/plan-queries.ts";
import { changeRecommendation } from "./change-recommendation.ts";
import { monthOf } from "./check-budget.ts";
import demo from "./demo-brand.json" with { type: "json" };
import { finishScan } from "./finish-scan.ts";
import { newScan } from "./new-scan.ts";
import type { Deps } from "./ports.ts";
import { type Reader, readReply, sceneOf, subjectOf } from "./read-reply.ts";
import type { AnsweredQuery, BrandRecord, NewTopic, PlannedQuery, ScanRecord, Stores } from "./stores.ts";

const ENGINES: EngineId[] = ["chatgpt", "google_ai", "perplexity", "claude"];
const HISTORY_DAYS = 90;
const DAY_MS = 86_400_000;
const SCAN_WEEKDAYS = [1, 4];
const SCAN_HOUR_UTC = 6;
const SCAN_SPAN_MS = 240_000;

type DemoDeps = Pick<Deps, "engines" | "newId" | "defaultWeights">;
type DemoTopic = (typeof demo.topics)[number];
type Panel = { texts: Map<string, string>; topics: Map<string, NewTopic>; prompts: PanelPrompt[] };

export const demoBrand = (id: string, accountId: string, at: string): BrandRecord => ({
  id,
  accountId,
  name: demo.brand.name,
  domain: demo.brand.domain,
  aliases: demo.brand.aliases,
  competitors: demo.brand.competitors,
  engines: ENGINES,
  // None: with a real key on the server, a schedule would spend money on a brand that does not exist.
  schedule: null,
  sampling: Sampling.parse({ samples_per_prompt: 1 }),
  country: demo.brand.country,
  language: demo.brand.language,
  demo: true,
  monthly_budget_usd: null,
  score_weights: null,
  judge: null,
  next_scan_at: null,
  created_at: at,
  updated_at: at,
});

/** Mondays and Thursdays, early, over the last ninety days. */
export function demoScanTimes(now: string): string[] {
  const end = Date.parse(now) - SCAN_SPAN_MS;
  const times: string[] = [];
  for (let day = HISTORY_DAYS; day >= 0; day--) {
    const date = new Date(end - day * DAY_MS);
    const at = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), SCAN_HOUR_UTC);
    const inside = at <= end && at > end - HISTORY_DAYS * DAY_MS;
    if (inside && SCAN_WEEKDAYS.includes(new Date(at).getUTCDay())) times.push(new Date(at).toISOString());
  }
  return times;
}

async function storeTopics(deps: DemoDeps, stores: Stores, brandId: string, at: string): Promise<Panel> {
  const panel: Panel = { texts: new Map(), topics: new Map(), prompts: [] };
  for (const source of demo.topics as DemoTopic[]) {
    const { prompts: texts, status, ...fields } = source;
    const topic: NewTopic = {
      id: deps.newId(),
      ...fields,
      brand: demo.brand.name,
      status: status as NewTopic["status"],
      weight: 1,
      created_at: at,
      updated_at: at,
    };
    await stores.topics.insert(brandId, topic);
    panel.topics.set(topic.id, topic);
    const prompts = FUNNEL_STAGES.flatMap((stage) =>
      (texts?.[stage] ?? []).map((text): Prompt => {
        const id = deps.newId();
        panel.texts.set(id, text);
        if (topic.status === "active") panel.prompts.push({ topicId: topic.id, promptId: id, version: 1, stage });
        const common = { version: 1, origin: "own" as const, created_at: at, updated_at: at };
        return { id, topic_id: topic.id, funnel_stage: stage, text, ...common };
      }),
    );
    await stores.prompts.insert(brandId, prompts);
  }
  return panel;
}

type AnsweredScan = { scan: ScanRecord; queries: PlannedQuery[]; answered: AnsweredQuery[] };

const later = (startedAt: string, part: number): string =>
  new Date(Date.parse(startedAt) + part * SCAN_SPAN_MS).toISOString();

/** Asks and reads a whole scan, with pauses in which the storing of the one before can go on. */
async function answerScan(deps: DemoDeps, brand: BrandRecord, panel: Panel, startedAt: string): Promise<AnsweredScan> {
  const queries = planQueries(panel.prompts, ENGINES, 1).map((query) => ({ id: deps.newId(), ...query }));
  const weights = deps.defaultWeights;
  const readers = new Map([...panel.topics].map(([id, topic]) => [id, { subject: subjectOf(brand, topic), weights }]));
  const answered: AnsweredQuery[] = [];
  for (const [index, { id, topicId, promptId, stage, engine, sample }] of queries.entries()) {
    if (index % 8 === 0) await breathe();
    const question = {
      prompt: panel.texts.get(promptId) as string,
      locale: { country: brand.country, language: brand.language },
      scene: sceneOf(brand, panel.topics.get(topicId) as NewTopic, stage),
      // Not by id: the demo tells the same story on every machine.
      seed: `demo:${startedAt.slice(0, 10)}:${sample}`,
      askedAt: startedAt,
    };
    const reply = await deps.engines.simulate(engine, question);
    const at = later(startedAt, (index + 1) / (queries.length + 1));
    answered.push(readReply(id, readers.get(topicId) as Reader, reply, at));
  }
  const plan = {
    id: deps.newId(),
    trigger: "demo",
    engines: ENGINES,
    simulated: true,
    queries,
    weights,
    judge: null,
    at: startedAt,
  } as const;
  return { scan: { ...newScan(plan), status: "running", started_at: startedAt }, queries, answered };
}

async function storeScan(deps: DemoDeps, stores: Stores, brandId: string, done: AnsweredScan): Promise<void> {
  const { scan, queries, answered } = done;
  await stores.scans.insert(brandId, scan);
  await stores.results.plan(brandId, scan.id, queries);
  await stores.results.answer(brandId, scan.id, answered, monthOf(scan.created_at));
  const now = () => later(scan.created_at, 1);
  await finishScan({ write: (_, work) => work(stores), newId: deps.newId, now }, brandId, scan.id);
}

/** What a person would have done half-way: one thing carried out, one put aside. */
async function decideSome(stores: Stores, brandId: string, at: string): Promise<void> {
  const { rows } = await stores.recommendations.list(brandId, { status: "pending" }, { limit: 4, offset: 0 });
  const deps = { write: <T>(_: string, work: (stores: Stores) => Promise<T>) => work(stores), now: () => at };
  const [first, second, third] = rows;
  if (first) await changeRecommendation(deps, brandId, first.id, { status: "completed" });
  if (second) {
    const reason = "Handled by the retail partner's own campaign.";
    await changeRecommendation(deps, brandId, second.id, { status: "dismissed", reason });
  }
  if (third) await changeRecommendation(deps, brandId, third.id, { status: "completed" });
}

/** Fills the demo brand through the same steps that a real scan takes, so that every number follows from an answer. */
export async function seedDemo(
  deps: DemoDeps,
  stores: Stores,
  brand: BrandRecord,
  now: string,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const times = demoScanTimes(now);
  const panel = await storeTopics(deps, stores, brand.id, brand.created_at);
  let next = answerScan(deps, brand, panel, times[0] as string);
  for (const [index, at] of times.entries()) {
    const done = await next;
    const stored = storeScan(deps, stores, brand.id, done);
    // The embedded database works in a thread of its own: read the next answers while it stores these.
    const following = times[index + 1];
    if (following !== undefined) next = answerScan(deps, brand, panel, following);
    // Thrown in the next round; until then it is nobody's, and an unheard failure would end the process.
    next.catch(() => undefined);
    await stored;
    onProgress(index + 1, times.length);
    if (index === Math.floor(times.length / 2)) {
      await decideSome(stores, brand.id, new Date(Date.parse(at) + DAY_MS).toISOString());
    }
  }
}
