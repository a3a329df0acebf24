import { type Brand, ENGINE_IDS, type Engine } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct } from "../setup/product.ts";

const CHANGES: Partial<Brand>[] = [
  { name: "Ёлка テント 🏕️" },
  { domain: "xn--80ak6aa92e.example" },
  { domain: null },
  { aliases: ['with "quotes"', "{a,b}", "back\\slash", "NULL"] },
  { aliases: [] },
  { competitors: [{ name: "Tarn & Tor", aliases: ["T&T"], domain: "tarnandtor.example" }] },
  { competitors: [] },
  { engines: ["chatgpt", "grok"] },
  { engines: null },
  { schedule: { cron: "0 6 * * 1,4", time_zone: "Europe/Berlin" } },
  { schedule: null },
  { sampling: { samples_per_prompt: 20, target_half_width: null, max_samples_per_prompt: 10 } },
  { sampling: { samples_per_prompt: 1, target_half_width: 2.5, max_samples_per_prompt: 40 } },
  { country: "de", language: "fr" },
  { score_weights: { prominence: 0.7, recommendation: 0.2, own_source: 0.1, neutral: 0.5, negative: 0 } },
  { score_weights: { prominence: 0.1, recommendation: 0.2, own_source: 0.7, neutral: 1, negative: 1 } },
  { score_weights: null },
];

const WEIGHTS = { prominence: 0.6, recommendation: 0.3, own_source: 0.1, neutral: 0.8, negative: 0.25 };

const BAD_BODIES: [what: string, body: unknown, names: string][] = [
  ["an empty name", { name: " " }, "name"],
  ["a name that is null", { name: null }, "name"],
  ["a name with NUL", { name: "a\u0000" }, "name"],
  ["a domain that is an address", { domain: "https://eskerfell.example/" }, "domain"],
  ["a domain of one word", { domain: "localhost" }, "domain"],
  ["an alias with half a surrogate pair", '{"aliases":["\\ud800"]}', "aliases.0"],
  ["a competitor without a name", { competitors: [{ domain: "a.example" }] }, "competitors.0.name"],
  ["a competitor with an unknown field", { competitors: [{ name: "a", url: "b" }] }, "url"],
  ["the same competitor twice", { competitors: [{ name: "Velstrand" }, { name: "VELSTRAND" }] }, "competitors"],
  ["101 competitors", { competitors: Array.from({ length: 101 }, (_, n) => ({ name: `c${n}` })) }, "competitors"],
  ["an unknown engine", { engines: ["askjeeves"] }, "engines"],
  ["no engine at all", { engines: [] }, "engines"],
  ["a schedule that never comes round", { schedule: { cron: "0 6 30 2 *" } }, "schedule.cron"],
  ["a schedule with a minute that no hour has", { schedule: { cron: "99 6 * * *" } }, "schedule.cron"],
  ["a schedule of four fields", { schedule: { cron: "0 6 * *" } }, "schedule.cron"],
  ["a schedule in no known time zone", { schedule: { cron: "0 6 * * 1", time_zone: "Mars/Base" } }, "time_zone"],
  ["no samples", { sampling: { samples_per_prompt: 0 } }, "samples_per_prompt"],
  ["21 samples", { sampling: { samples_per_prompt: 21 } }, "samples_per_prompt"],
  ["a target of nothing", { sampling: { samples_per_prompt: 1, target_half_width: 0 } }, "a number from 0.5 to 50"],
  ["a target in words", { sampling: { samples_per_prompt: 1, target_half_width: "5" } }, "target_half_width"],
  ["a bound below three", { sampling: { samples_per_prompt: 1, max_samples_per_prompt: 2 } }, "max_samples_per_prompt"],
  [
    "a bound below the samples that a first scan takes",
    { sampling: { samples_per_prompt: 12, target_half_width: 5 } },
    "sampling.max_samples_per_prompt: with a target_half_width, must be at least samples_per_prompt",
  ],
  ["half a sample", { sampling: { samples_per_prompt: 1.5 } }, "samples_per_prompt"],
  [
    "weights that do not sum to 1",
    { score_weights: { ...WEIGHTS, prominence: 0.5 } },
    "must sum to 1; they sum to 0.9",
  ],
  [
    "a weight below 0",
    { score_weights: { ...WEIGHTS, prominence: -0.6, own_source: 0.9 } },
    "score_weights.prominence",
  ],
  ["a score of citations alone", { score_weights: { ...WEIGHTS, own_source: 1 } }, "a number from 0 to 0.9"],
  [
    "a factor above 1",
    { score_weights: { ...WEIGHTS, neutral: 1.1 } },
    "score_weights.neutral: takes a number from 0 to 1",
  ],
  ["half of the weights", { score_weights: { prominence: 1 } }, "score_weights.recommendation"],
  ["a weight that nobody knows", { score_weights: { ...WEIGHTS, luck: 0 } }, "luck"],
  ["a country in capitals", { country: "US" }, "country"],
  ["a language with a region", { language: "pt-BR" }, "language"],
  ["the field demo, which is not to be changed", { demo: false }, "demo"],
  ["the field id, which is not to be changed", { id: "x" }, "id"],
  ["a field named __proto__", '{"__proto__":{"name":"x"}}', "__proto__"],
  ["a list", [], "body"],
];

describe.each(KINDS)("brand on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  const read = (key = product.key) => product.data<Brand>("GET", "/brand", { key });

  describe("GET /brand: 200", () => {
    it("shows the demo brand with its competitors, engines and sampling, and no schedule that could cost money", async () => {
      const brand = await read();
      expect(brand).toMatchObject({ demo: true, sampling: { samples_per_prompt: 1 } });
      expect(brand.competitors.length).toBeGreaterThan(0);
      expect(brand.engines?.length).toBeGreaterThan(0);
      expect(brand).toMatchObject({ schedule: null, next_scan_at: null });
      expect(Object.keys(brand)).not.toContain("accountId");
    });

    it("shows each key its own brand", async () => {
      const other = await product.makeBrand();
      expect(await read(other.key)).toMatchObject({ id: other.id, name: "Other brand", demo: false });
      expect((await read()).id).not.toBe(other.id);
    });
  });

  describe("PATCH /brand: 200", () => {
    it.each(CHANGES)("changes %j and nothing else", async (change) => {
      const { key } = await product.makeBrand();
      const before = await read(key);
      const changed = await product.data<Brand>("PATCH", "/brand", { key, body: change });
      const { updated_at, next_scan_at } = changed;
      expect(changed).toEqual({ ...before, ...change, updated_at, next_scan_at });
      expect(next_scan_at !== null).toBe(changed.schedule !== null);
      expect(await read(key)).toEqual(changed);
    });

    it("fills in what a competitor and a schedule leave out", async () => {
      const { key } = await product.makeBrand();
      const body = { competitors: [{ name: "Velstrand" }], schedule: { cron: "0 6 * * 1" }, domain: "  Example.COM " };
      expect(await product.data("PATCH", "/brand", { key, body })).toMatchObject({
        competitors: [{ name: "Velstrand", aliases: [], domain: null }],
        schedule: { cron: "0 6 * * 1", time_zone: "UTC" },
        domain: "example.com",
      });
    });

    it("keeps each chosen engine once", async () => {
      const { key } = await product.makeBrand();
      const body = { engines: ["grok", "chatgpt", "grok"] };
      expect((await product.data<Brand>("PATCH", "/brand", { key, body })).engines).toEqual(["grok", "chatgpt"]);
    });
  });

  describe("PATCH /brand: 400", () => {
    it.each(BAD_BODIES)("refuses %s and names what is wrong", async (_, body, names) => {
      const before = await read();
      const answer = await product.ask("PATCH", "/brand", { body });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(names);
      expect(await read()).toEqual(before);
    });

    it("names no more than the first few faults", async () => {
      const answer = await product.ask("PATCH", "/brand", { body: { aliases: Array(50).fill("") } });
      expect(answer.status).toBe(400);
      expect(answer.text.length).toBeLessThan(1000);
    });
  });

  describe("GET /engines: 200", () => {
    it("lists every engine, simulated for the demo brand and saying so", async () => {
      const engines = await product.data<Engine[]>("GET", "/engines");
      expect(engines.map(({ id }) => id)).toEqual(ENGINE_IDS);
      for (const engine of engines) {
        expect(engine).toMatchObject({ available: true, surface: "simulated" });
        expect(engine.reason).toMatch(/simulated|made up/);
      }
    });

    it("says for a real brand why an engine is not available", async () => {
      const { key } = await product.makeBrand();
      for (const engine of await product.data<Engine[]>("GET", "/engines", { key })) {
        if (engine.available) expect(engine.id).toBe("simulated");
        else expect(engine.reason).toMatch(/./);
      }
    });
  });
});
