// One measurement of bench/scan.ts: the whole product in this process, asked for one large scan.

import { Sampling } from "@answerscope/api";
import { emptyBrand } from "../../server/src/app/first-start.ts";
import type { Deps } from "../../server/src/app/ports.ts";
import { readReply, subjectOf } from "../../server/src/app/read-reply.ts";
import { startScan } from "../../server/src/app/start-scan.ts";
import type { BrandRecord, NewTopic } from "../../server/src/app/stores.ts";
import { composeProduct } from "../../server/src/compose.ts";
import type { EngineReply } from "../../server/src/domain/engine-reply.ts";
import { DEFAULT_WEIGHTS } from "../../server/src/domain/score.ts";
import { createLogger } from "../../server/src/logger.ts";
import { CONCURRENCY, type Measured, QUERIES } from "../scan.ts";

const [address = "", url = "", folder = ""] = process.argv.slice(2);
const TOPICS = 20;
const PROMPTS_EACH = 10;
const SAMPLES = QUERIES / (TOPICS * PROMPTS_EACH);
const STAGES = ["awareness", "evaluation", "conversion"] as const;

const cpuSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

async function makeBrand(deps: Deps, topics: number): Promise<{ brand: BrandRecord; topics: NewTopic[] }> {
  const [id, accountId, at] = [deps.newId(), deps.newId(), deps.now()];
  const competitors = ["Rivalco", "Northpeak", "Kestrel"].map((name) => ({ name, aliases: [], domain: null }));
  const brand = {
    ...emptyBrand(id, accountId, at),
    name: "Fjordgear",
    competitors,
    sampling: Sampling.parse({ samples_per_prompt: SAMPLES }),
  };
  const made: NewTopic[] = [];
  await deps.write(id, async (stores) => {
    await stores.brands.insertAccount({ id: accountId, name: "Bench", at });
    await stores.brands.insert(brand);
    for (let nth = 0; nth < topics; nth++) {
      const topic: NewTopic = {
        ...{ id: deps.newId(), name: `Cloudberry ${nth}`, brand: null, category: "camping stoves", description: null },
        ...{ price: null, currency: null, url: null, image_url: null, status: "active", aliases: [], weight: 1 },
        ...{ created_at: at, updated_at: at },
      };
      made.push(topic);
      await stores.topics.insert(id, topic);
      await stores.prompts.insert(
        id,
        Array.from({ length: PROMPTS_EACH }, (_, index) => ({
          ...{ id: deps.newId(), topic_id: topic.id, funnel_stage: STAGES[index % 3] ?? "awareness", version: 1 },
          ...{ text: `Which stove number ${nth}.${index}?`, origin: "own" as const, created_at: at, updated_at: at },
        })),
      );
    }
  });
  return { brand, topics: made };
}

async function scan(deps: Deps, brandId: string): Promise<{ seconds: number; completed: number }> {
  const { id } = await startScan(deps, brandId, { engines: ["chatgpt"], trigger: "api" });
  const never = new AbortController().signal;
  for (;;) {
    const found = await deps.stores.scans.get(brandId, id);
    if (found?.status === "completed" || found?.status === "failed") {
      const ms = Date.parse(found.completed_at ?? "") - Date.parse(found.created_at);
      return { seconds: ms / 1000, completed: found.completed_queries };
    }
    await deps.pause(200, never);
  }
}

/** The same number of calls at the same concurrency, with nothing done about the answers. */
async function askOnly(deps: Deps, brand: BrandRecord): Promise<{ cpuMs: number; replies: EngineReply[] }> {
  const question = {
    prompt: "Which stove?",
    locale: { country: brand.country, language: brand.language },
    scene: { brand, topic: { name: "", aliases: [], category: null, url: null, price: null, currency: null } },
    seed: "",
    askedAt: deps.now(),
  };
  const never = new AbortController().signal;
  const replies: EngineReply[] = [];
  const before = process.cpuUsage();
  let left = QUERIES;
  const takeTurns = async () => {
    while (left-- > 0) {
      const access = { demo: false, keys: {} };
      replies.push(await deps.engines.ask("chatgpt", question as never, never, access));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, takeTurns));
  return { cpuMs: cpuSince(before) / QUERIES, replies };
}

function readOnly(brand: BrandRecord, topic: NewTopic, replies: EngineReply[]): number {
  const subject = subjectOf(brand, topic);
  const before = process.cpuUsage();
  for (const reply of replies)
    readReply("id", { subject, weights: DEFAULT_WEIGHTS }, reply, "2026-01-01T00:00:00.000Z");
  return cpuSince(before) / replies.length;
}

const product = await composeProduct({
  local: true,
  trustedProxies: [],
  database: { url: url || undefined, folder: folder || undefined },
  first: { demo: false, bootstrapKey: undefined },
  engines: {
    variables: { OPENAI_API_KEY: "sk-bench", OPENAI_BASE_URL: address },
    timeoutMs: 60_000,
    concurrency: CONCURRENCY,
  },
  defaultWeights: DEFAULT_WEIGHTS,
  secretKey: undefined,
  rates: { readsPerMinute: 1, writesPerMinute: 1, store: "memory" },
  logger: createLogger("error"),
  onLost: (error) => {
    throw error;
  },
  onProgress: () => undefined,
});
const { deps } = product;
// The first calls of a process compile it, the embedded database's code too: that is no part of what a query costs.
const warm = await makeBrand(deps, TOPICS / 2);
await scan(deps, warm.brand.id);

const { brand, topics } = await makeBrand(deps, TOPICS);
let memoryMb = 0;
const watching = setInterval(() => {
  memoryMb = Math.max(memoryMb, process.memoryUsage.rss() / 1024 / 1024);
}, 100);
const before = process.cpuUsage();
const { seconds, completed } = await scan(deps, brand.id);
const all = cpuSince(before) / QUERIES;
clearInterval(watching);
const asked = await askOnly(deps, brand);
const reading = readOnly(brand, topics[0] as NewTopic, asked.replies);
const measured: Measured = { seconds, completed, memoryMb, cpuMs: { all, engine: asked.cpuMs, reading } };
process.send?.(measured);
await product.stop();
