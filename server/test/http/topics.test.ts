import {
  FUNNEL_STAGES,
  type Prompt,
  type Recommendation,
  type Scan,
  type ScanDetail,
  type TopicDetail,
  type TopicHistory,
  type TopicSummary,
} from "@answerscope/api";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { ROUNDING, rowsOf, topicScores } from "../setup/recompute.ts";

const DAY_MS = 86_400_000;

const BAD_BODIES: [what: string, body: unknown, names: string][] = [
  ["no name", {}, "name"],
  ["an empty name", { name: "" }, "name"],
  ["a name of blanks", { name: " \t\n" }, "name"],
  ["a name that is a number", { name: 7 }, "name"],
  ["a name of 201 characters", { name: "x".repeat(201) }, "name"],
  ["a name with NUL", { name: "a\u0000b" }, "name"],
  ["a name with half a surrogate pair", '{"name":"a\\ud800b"}', "name"],
  ["an alias with half a surrogate pair", '{"name":"a","aliases":["\\udc00"]}', "aliases.0"],
  ["aliases that are a text", { name: "a", aliases: "b" }, "aliases"],
  ["51 aliases", { name: "a", aliases: Array(51).fill("b") }, "aliases"],
  ["a price below zero", { name: "a", price: -1, currency: "USD" }, "price"],
  ["a price that is a text", { name: "a", price: "5", currency: "USD" }, "price"],
  ["a price past every number", '{"name":"a","price":1e999,"currency":"USD"}', "price"],
  ["a price without currency", { name: "a", price: 5 }, "currency"],
  ["a currency in lower case", { name: "a", price: 5, currency: "usd" }, "currency"],
  ["a url that is no url", { name: "a", url: "eskerfell" }, "url"],
  ["a url that runs code", { name: "a", url: "javascript:alert(1)" }, "url"],
  ["an image_url with NUL", { name: "a", image_url: "https://a.example/\u0000" }, "image_url"],
  ["an unknown status", { name: "a", status: "all" }, "status"],
  ["a weight of zero", { name: "a", weight: 0 }, "weight"],
  ["an unknown field", { name: "a", colour: "red" }, "colour"],
  ["a field named __proto__", '{"name":"a","__proto__":{"status":"inactive"}}', "__proto__"],
  ["a field named constructor", '{"name":"a","constructor":1}', "constructor"],
  ["a list", [], "body"],
  ["null", "null", "body"],
  ["a text", '"name"', "body"],
];

describe.each(KINDS)("topics on %s", (kind) => {
  let product: TestProduct;
  let gate: EngineGate;
  let first: TopicSummary;
  let latestScan: Scan;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    gate = new EngineGate(product);
    [first] = (await product.data<TopicSummary[]>("GET", "/topics?limit=1")) as [TopicSummary];
    [latestScan] = (await product.data<Scan[]>("GET", "/scans?limit=1")) as [Scan];
  });
  afterEach(() => gate.open());
  afterAll(() => product.close());

  const create = (body: unknown, key = product.key) => product.data<TopicDetail>("POST", "/topics", { key, body });
  const list = async (query: string) => {
    const { json } = await product.ask("GET", `/topics?${query}`);
    return { topics: json.data as unknown as TopicSummary[], pagination: json.pagination };
  };

  describe("GET /topics: 200", () => {
    it("lists active topics by default, and says how many there are", async () => {
      const { topics, pagination } = await list("");
      expect(new Set(topics.map(({ status }) => status))).toEqual(new Set(["active"]));
      expect(topics.length).toBeGreaterThanOrEqual(8);
      expect(pagination).toEqual({ page: 1, limit: 50, total: topics.length, total_pages: 1 });
    });

    it("lists inactive topics or all of them when asked to", async () => {
      const [active, inactive, all] = await Promise.all(["status=active", "status=inactive", "status=all"].map(list));
      expect(new Set(inactive?.topics.map(({ status }) => status))).toEqual(new Set(["inactive"]));
      const ids = (listed: typeof all) => listed?.topics.map(({ id }) => id) ?? [];
      expect(new Set(ids(all))).toEqual(new Set([...ids(active), ...ids(inactive)]));
      expect(ids(all).length).toBe(ids(active).length + ids(inactive).length);
    });

    it("gives every topic once, in one order, whatever the page size", async () => {
      const whole = await list("status=all");
      for (const limit of [1, 3, 4]) {
        const paged: TopicSummary[] = [];
        const pages = Math.ceil(whole.topics.length / limit);
        for (let page = 1; page <= pages; page++) {
          const part = await list(`status=all&limit=${limit}&page=${page}`);
          expect(part.pagination).toEqual({ page, limit, total: whole.topics.length, total_pages: pages });
          paged.push(...part.topics);
        }
        expect(paged).toEqual(whole.topics);
      }
    });

    it("gives an empty page past the end, with the true total", async () => {
      const total = (await list("")).topics.length;
      for (const page of [2, 1000, Number.MAX_SAFE_INTEGER]) {
        const { topics, pagination } = await list(`page=${page}`);
        expect(topics).toEqual([]);
        expect(pagination).toEqual({ page, limit: 50, total, total_pages: 1 });
      }
    });

    it("carries the scores of the latest completed scan, as they follow from its rows", async () => {
      const rows = await rowsOf(product, latestScan.id);
      for (const topic of (await list("")).topics.filter(({ last_scanned_at }) => last_scanned_at !== null)) {
        const { overall, stages } = topicScores(rows.filter(({ topic_id }) => topic_id === topic.id));
        expect(Math.abs((topic.visibility_score_overall as number) - overall)).toBeLessThan(ROUNDING);
        for (const stage of FUNNEL_STAGES) {
          const shown = topic[`visibility_score_${stage}`] as number;
          expect(Math.abs(shown - (stages[stage] as number)), stage).toBeLessThan(ROUNDING);
        }
        expect(topic.last_scanned_at).toBe(latestScan.completed_at);
      }
    });

    it("shows scores with at most two decimals", async () => {
      for (const topic of (await list("")).topics) {
        for (const stage of ["overall", ...FUNNEL_STAGES] as const) {
          const score = topic[`visibility_score_${stage}`];
          if (score !== null) expect(Number(score.toFixed(2))).toBe(score);
        }
      }
    });
  });

  describe("GET /topics/{id}: 200", () => {
    it("shows the topic as the list does, and the rows of its latest scan as the scan does", async () => {
      const topic = await product.data<TopicDetail>("GET", `/topics/${first.id}`);
      expect(topic).toMatchObject(first);
      const { results } = await product.data<ScanDetail>("GET", `/scans/${latestScan.id}`);
      expect(topic.latest_scan_results.length).toBeGreaterThan(0);
      expect(topic.latest_scan_results).toEqual(results.filter(({ topic_id }) => topic_id === first.id));
    });

    it("takes an id in capital letters for the same id", async () => {
      expect((await product.data<TopicDetail>("GET", `/topics/${first.id.toUpperCase()}`)).id).toBe(first.id);
    });

    it("scores answers into prompts, prompts into stages and stages into the topic, also when some fail", async () => {
      const brand = await product.makeBrand();
      const { id } = await create({ name: "Uneven", category: "Tents" }, brand.key);
      for (const text of ["Which tents do people trust?", "Who sells tents?"]) {
        await product.ask("POST", "/prompts", {
          key: brand.key,
          body: { topic_id: id, funnel_stage: "awareness", text },
        });
      }
      await product.ask("PATCH", "/brand", { key: brand.key, body: { sampling: { samples_per_prompt: 3 } } });
      let asked = 0;
      gate.refuseWhen((_, prompt) => prompt.startsWith("Which") && ++asked % 3 !== 0);
      const scan = await product.data<Scan>("POST", "/scans", { key: brand.key, body: { engines: ["simulated"] } });
      const ended = (await product.ended(scan.id, brand.key)) as ScanDetail;
      expect(ended).toMatchObject({ status: "completed", error: null });
      expect(ended.failed_queries).toBeGreaterThan(0);
      expect((ended.completed_queries as number) + (ended.failed_queries as number)).toBe(ended.total_queries);

      const rows = await rowsOf(product, scan.id, brand.key);
      expect(rows.length).toBe(ended.completed_queries);
      const { overall, stages } = topicScores(rows);
      const topic = await product.data<TopicDetail>("GET", `/topics/${id}`, { key: brand.key });
      expect(Math.abs((topic.visibility_score_overall as number) - overall)).toBeLessThan(ROUNDING);
      for (const stage of FUNNEL_STAGES) {
        const shown = topic[`visibility_score_${stage}`] as number;
        expect(Math.abs(shown - (stages[stage] as number)), stage).toBeLessThan(ROUNDING);
      }
    });
  });

  describe("GET /topics/{id}/history: 200", () => {
    const history = (query: string, id = first.id) =>
      product.data<TopicHistory>("GET", `/topics/${id}/history?${query}`);

    it("has one point per completed scan of the last ninety days, oldest first", async () => {
      const { data_points, ...rest } = await history("days=90");
      expect(rest).toEqual({ topic_id: first.id, topic_name: first.name, days: 90 });
      const scans = await product.data<Scan[]>("GET", "/scans?limit=50&status=completed");
      expect(data_points.length).toBeGreaterThanOrEqual(25);
      expect(data_points.map(({ scan_id, scanned_at }) => [scan_id, scanned_at])).toEqual(
        scans.toReversed().map(({ id, completed_at }) => [id, completed_at]),
      );
    });

    it("looks back thirty days unless told otherwise, and never further than told", async () => {
      const all = (await history("days=90")).data_points;
      for (const [query, days] of [["", 30] as const, ["days=1", 1] as const, ["days=45", 45] as const]) {
        const since = new Date(Date.now() - days * DAY_MS).toISOString();
        const answer = await history(query);
        expect(answer.days).toBe(days);
        expect(answer.data_points).toEqual(all.filter(({ scanned_at }) => scanned_at >= since));
      }
    });

    it("has points that follow from the rows of their scans", async () => {
      const { data_points } = await history("days=90");
      for (const point of [data_points[0], data_points[7], data_points.at(-1)]) {
        if (!point) throw new Error("the demo has too few scans");
        const rows = (await rowsOf(product, point.scan_id)).filter(({ topic_id }) => topic_id === first.id);
        const { overall, stages } = topicScores(rows);
        expect(Math.abs((point.overall_score as number) - overall)).toBeLessThan(ROUNDING);
        expect(Object.keys(point.stage_scores)).toEqual(Object.keys(stages));
        for (const stage of FUNNEL_STAGES) {
          expect(Math.abs((point.stage_scores[stage] as number) - (stages[stage] as number))).toBeLessThan(ROUNDING);
        }
        const mentioned = rows.filter(({ topic_mentioned }) => topic_mentioned).length;
        expect(point.total_queries).toBe(rows.length);
        expect(point.mention_rate).toBe(Math.round((mentioned / rows.length) * 10_000) / 10_000);
      }
    });

    it("is empty for a topic that no scan has measured", async () => {
      const { id } = await create({ name: "Unmeasured", status: "inactive" });
      expect((await history("days=90", id)).data_points).toEqual([]);
      const topic = await product.data<TopicDetail>("GET", `/topics/${id}`);
      expect(topic).toMatchObject({ visibility_score_overall: null, last_scanned_at: null, latest_scan_results: [] });
    });
  });

  describe("404", () => {
    it.each([
      ["GET", ""],
      ["GET", "/history"],
      ["PATCH", ""],
      ["DELETE", ""],
    ])("%s /topics/{id}%s knows neither an unused nor a malformed id", async (method, rest) => {
      const body = method === "PATCH" ? { name: "x" } : undefined;
      const unused = await product.ask(method, `/topics/${UNUSED_ID}${rest}`, { body });
      expect(unused.status).toBe(404);
      expect(unused.json).toEqual({ error: "There is no topic with this id.", code: "not_found" });
      for (const id of ["1", "%00", "..%2Fscans", `${first.id}x`, "x".repeat(300), "%F0%9F%98%80"]) {
        const malformed = await product.ask(method, `/topics/${id}${rest}`, { body });
        expect([malformed.status, malformed.text], id).toEqual([404, unused.text]);
      }
    });
  });

  describe("POST /topics: 201", () => {
    it("needs nothing but a name, and gives the topic prompts for every stage", async () => {
      const topic = await create({ name: "  Plain  " });
      expect(topic).toMatchObject({
        name: "Plain",
        brand: null,
        category: null,
        description: null,
        price: null,
        currency: null,
        url: null,
        image_url: null,
        status: "active",
        aliases: [],
        weight: 1,
        visibility_score_overall: null,
        last_scanned_at: null,
        latest_scan_results: [],
      });
      expect(topic.updated_at).toBe(topic.created_at);
      expect(await product.data("GET", `/topics/${topic.id}`)).toEqual(topic);
      const prompts = await product.data<Prompt[]>("GET", `/prompts?topic_id=${topic.id}`);
      expect(new Set(prompts.map(({ funnel_stage }) => funnel_stage))).toEqual(new Set(FUNNEL_STAGES));
      expect(new Set(prompts.map(({ origin }) => origin))).toEqual(new Set(["template"]));
    });

    it("keeps every field as it was sent, in any script", async () => {
      const fields = {
        name: "Zelt für Zwei 🏕️ テント \u202Eخيمة",
        brand: "Ёлка & Söhne",
        category: "テント",
        description: "\"quoted\" \\ 'single' <b>&amp;</b> \n second line $1 %s {{x}}",
        price: 389.99,
        currency: "EUR",
        url: "https://eskerfell.example/zelt?a=1&b=%C3%BC#top",
        image_url: "http://eskerfell.example/bild.png",
        status: "inactive",
        aliases: ["Zwei-Mann-Zelt", "𝕏", "{a,b}", 'with "quotes"', "NULL", "a\\b"],
        weight: 2.5,
      };
      const { id } = await create(fields);
      expect(await product.data("GET", `/topics/${id}`)).toMatchObject(fields);
    });

    it("puts the newest topic last in the list", async () => {
      const { id } = await create({ name: "Newest" });
      expect((await list("status=all&limit=100")).topics.at(-1)?.id).toBe(id);
    });
  });

  describe("POST and PATCH /topics: 400", () => {
    it.each(BAD_BODIES)("refuses %s and names what is wrong", async (what, body, names) => {
      const before = (await list("status=all&limit=100")).pagination;
      const posted = await product.ask("POST", "/topics", { body });
      expect(posted.status).toBe(400);
      expect(posted.json.error).toContain(names);
      expect((await list("status=all&limit=100")).pagination).toEqual(before);

      if (what === "no name") return;
      const { id } = await create({ name: "Unchanged", status: "inactive" });
      const unchanged = await product.data("GET", `/topics/${id}`);
      const patched = await product.ask("PATCH", `/topics/${id}`, { body });
      expect(patched.status).toBe(400);
      expect(patched.json.error).toContain(names);
      expect(await product.data("GET", `/topics/${id}`)).toEqual(unchanged);
    });

    it("refuses a request without a body", async () => {
      for (const [method, address] of [
        ["POST", "/topics"],
        ["PATCH", `/topics/${first.id}`],
      ] as const) {
        const answer = await product.ask(method, address);
        expect(answer.status).toBe(400);
        expect(answer.json.error).toMatch(/^This request needs a JSON body: an object with name, /);
      }
    });
  });

  describe("PATCH /topics/{id}: 200", () => {
    it("changes what is named and leaves the rest", async () => {
      const before = await create({ name: "Before", category: "Tents", price: 5, currency: "USD", aliases: ["B4"] });
      const changed = await product.data<TopicDetail>("PATCH", `/topics/${before.id}`, { body: { name: "After" } });
      expect(changed).toEqual({ ...before, name: "After", updated_at: changed.updated_at });
      expect(changed.updated_at >= before.updated_at).toBe(true);
      expect(await product.data("GET", `/topics/${before.id}`)).toEqual(changed);
    });

    it("clears a field with null, and changes nothing with an empty object", async () => {
      const { id } = await create({ name: "Full", category: "Tents", price: 5, currency: "USD" });
      const cleared = await product.data<TopicDetail>("PATCH", `/topics/${id}`, {
        body: { category: null, price: null, currency: null },
      });
      expect(cleared).toMatchObject({ category: null, price: null, currency: null });
      const same = await product.data<TopicDetail>("PATCH", `/topics/${id}`, { body: {} });
      expect({ ...same, updated_at: "" }).toEqual({ ...cleared, updated_at: "" });
    });

    it("refuses to leave a price without its currency", async () => {
      const { id } = await create({ name: "Priced", price: 5, currency: "USD" });
      const answer = await product.ask("PATCH", `/topics/${id}`, { body: { currency: null } });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain("currency");
    });
  });

  describe("DELETE /topics/{id}: 204", () => {
    it("takes the topic, its prompts and its recommendations from every list, and leaves past rows", async () => {
      const [about] = await product.data<Recommendation[]>("GET", "/recommendations?limit=1");
      const id = about?.topic_id as string;
      const rowsBefore = await rowsOf(product, latestScan.id);
      const answer = await product.ask("DELETE", `/topics/${id}`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect((await product.ask("GET", `/topics/${id}`)).status).toBe(404);
      expect((await product.ask("GET", `/topics/${id}/history`)).status).toBe(404);
      expect((await product.ask("DELETE", `/topics/${id}`)).status).toBe(404);
      expect((await list("status=all&limit=100")).topics.map((topic) => topic.id)).not.toContain(id);
      expect(await product.data("GET", `/prompts?topic_id=${id}`)).toEqual([]);
      expect(await product.data("GET", `/recommendations?topic_id=${id}`)).toEqual([]);
      expect(await rowsOf(product, latestScan.id)).toEqual(rowsBefore);
    });
  });

  describe("DELETE /topics/{id}: 409", () => {
    it("waits for the end of a scan in progress", async () => {
      const brand = await product.makeBrand();
      const { id } = await create({ name: "Busy" }, brand.key);
      gate.holdAfter(0);
      const scan = await product.data<Scan>("POST", "/scans", { key: brand.key, body: { engines: ["simulated"] } });
      const refused = await product.ask("DELETE", `/topics/${id}`, { key: brand.key });
      expect([refused.status, refused.json.code]).toEqual([409, "conflict"]);
      gate.open();
      await product.ended(scan.id, brand.key);
      expect((await product.ask("DELETE", `/topics/${id}`, { key: brand.key })).status).toBe(204);
    });
  });
});
