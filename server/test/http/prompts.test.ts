import { FUNNEL_STAGES, type Prompt, type Scan, type TopicDetail } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";
import { rowsOf } from "../setup/recompute.ts";

describe.each(KINDS)("prompts on %s", (kind) => {
  let product: TestProduct;
  let topic: TopicDetail;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    topic = await product.data<TopicDetail>("POST", "/topics", { body: { name: "Lantern", category: "Lamps" } });
  });
  afterAll(() => product.close());

  const list = (query: string) => product.data<Prompt[]>("GET", `/prompts?limit=100&${query}`);
  const create = (text: string, funnel_stage = "awareness") =>
    product.data<Prompt>("POST", "/prompts", { body: { topic_id: topic.id, funnel_stage, text } });

  describe("GET /prompts: 200", () => {
    it("lists the prompts of every topic, and filters by topic and stage", async () => {
      const all = await list("");
      expect(all.length).toBeGreaterThanOrEqual(50);
      expect(new Set(all.map(({ funnel_stage }) => funnel_stage))).toEqual(new Set(FUNNEL_STAGES));
      for (const stage of FUNNEL_STAGES) {
        expect(await list(`stage=${stage}`)).toEqual(all.filter(({ funnel_stage }) => funnel_stage === stage));
        expect(await list(`topic_id=${topic.id}&stage=${stage}`)).toEqual(
          all.filter(({ funnel_stage, topic_id }) => funnel_stage === stage && topic_id === topic.id),
        );
      }
    });

    it("gives every prompt once, in one order, whatever the page size, and empty pages past the end", async () => {
      const all = await list("");
      const paged: Prompt[] = [];
      const pages = Math.ceil(all.length / 7);
      for (let page = 1; page <= pages + 1; page++) {
        const { json } = await product.ask("GET", `/prompts?limit=7&page=${page}`);
        expect(json.pagination).toEqual({ page, limit: 7, total: all.length, total_pages: pages });
        paged.push(...(json.data as unknown as Prompt[]));
      }
      expect(paged).toEqual(all);
    });

    it("knows nothing of another brand's topic, as of one that is not there", async () => {
      const other = await product.makeBrand();
      const theirs = await product.data<TopicDetail>("POST", "/topics", { key: other.key, body: { name: "Theirs" } });
      const foreign = await product.ask("GET", `/prompts?topic_id=${theirs.id}`);
      const unused = await product.ask("GET", `/prompts?topic_id=${UNUSED_ID}`);
      expect([foreign.status, foreign.text]).toEqual([200, unused.text]);
    });
  });

  describe("POST /prompts: 201", () => {
    it("adds a prompt of the caller's own, first version, in any script", async () => {
      const text = 'Welche Lampe? 🔦 「どれ」 "quoted" \\ {x} $1 \u202E';
      const prompt = await create(text, "evaluation");
      expect(prompt).toMatchObject({
        topic_id: topic.id,
        funnel_stage: "evaluation",
        text,
        version: 1,
        origin: "own",
        updated_at: prompt.created_at,
      });
      expect((await list(`topic_id=${topic.id}`)).find(({ id }) => id === prompt.id)).toEqual(prompt);
    });

    it("shows the topic's id as everywhere, though it was sent in capital letters", async () => {
      const body = { topic_id: topic.id.toUpperCase(), funnel_stage: "awareness", text: "Which lamps?" };
      expect((await product.data<Prompt>("POST", "/prompts", { body })).topic_id).toBe(topic.id);
    });
  });

  describe("POST /prompts: 400 and 404", () => {
    const good = { funnel_stage: "awareness", text: "Which lamps?" };
    const bad: [what: string, body: object, names: string][] = [
      ["no topic", good, "topic_id"],
      ["a malformed topic", { ...good, topic_id: "x" }, "topic_id"],
      ["an unknown stage", { ...good, topic_id: UNUSED_ID, funnel_stage: "checkout" }, "funnel_stage"],
      ["no text", { ...good, topic_id: UNUSED_ID, text: "" }, "text"],
      ["a text with NUL", { ...good, topic_id: UNUSED_ID, text: "a\u0000" }, "text"],
      ["a text of 2001 characters", { ...good, topic_id: UNUSED_ID, text: "x".repeat(2001) }, "text"],
      ["an unknown field", { ...good, topic_id: UNUSED_ID, version: 3 }, "version"],
    ];
    it.each(bad)("refuses %s and names what is wrong", async (_, body, names) => {
      const answer = await product.ask("POST", "/prompts", { body });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(names);
    });

    it("knows no topic of another brand, as none that is not there", async () => {
      const other = await product.makeBrand();
      const theirs = await product.data<TopicDetail>("POST", "/topics", { key: other.key, body: { name: "Theirs" } });
      const foreign = await product.ask("POST", "/prompts", { body: { ...good, topic_id: theirs.id } });
      const unused = await product.ask("POST", "/prompts", { body: { ...good, topic_id: UNUSED_ID } });
      expect([foreign.status, unused.status]).toEqual([404, 404]);
      expect(foreign.text).toBe(unused.text);
    });
  });

  describe("PATCH /prompts/{id}", () => {
    it("rewords a prompt as a new version of the caller's own, and the same words change nothing", async () => {
      const [template] = (await list(`topic_id=${topic.id}`)).filter(({ origin }) => origin === "template");
      const id = template?.id as string;
      const reworded = await product.data<Prompt>("PATCH", `/prompts/${id}`, { body: { text: "Other words?" } });
      expect(reworded).toEqual({
        ...template,
        text: "Other words?",
        version: 2,
        origin: "own",
        updated_at: reworded.updated_at,
      });
      expect(await product.data("PATCH", `/prompts/${id}`, { body: { text: " Other words? " } })).toEqual(reworded);
    });

    it("leaves past rows with the words that were asked", async () => {
      const { key } = await product.makeBrand();
      await product.data("POST", "/topics", { key, body: { name: "Lantern" } });
      const scan = await product.data<Scan>("POST", "/scans", { key, body: { engines: ["simulated"] } });
      await product.ended(scan.id, key);
      const before = await rowsOf(product, scan.id, key);
      const [first, second] = (await product.data<Prompt[]>("GET", "/prompts", { key })) as [Prompt, Prompt];
      expect(before.map(({ query }) => query)).toContain(first.text);
      await product.data("PATCH", `/prompts/${first.id}`, { key, body: { text: "Something else entirely?" } });
      expect((await product.ask("DELETE", `/prompts/${second.id}`, { key })).status).toBe(204);
      expect(await rowsOf(product, scan.id, key)).toEqual(before);

      const next = await product.data<Scan>("POST", "/scans", { key, body: { engines: ["simulated"] } });
      await product.ended(next.id, key);
      const asked = (await rowsOf(product, next.id, key)).map(({ query }) => query);
      expect(asked).toContain("Something else entirely?");
      expect(asked).not.toContain(first.text);
      expect(asked).not.toContain(second.text);
    });

    it.each([
      ["no text", {}, "text"],
      ["an empty text", { text: "  " }, "text"],
      ["another stage, which is not to be changed", { text: "x", funnel_stage: "conversion" }, "funnel_stage"],
    ])("refuses %s with 400", async (_, body, names) => {
      const { id } = await create("Which lamp lasts?");
      const answer = await product.ask("PATCH", `/prompts/${id}`, { body });
      expect(answer.status).toBe(400);
      expect(answer.json.error).toContain(names);
    });
  });

  describe("DELETE /prompts/{id}: 204", () => {
    it("takes the prompt from the list for good", async () => {
      const { id } = await create("Which lamp is brightest?");
      const answer = await product.ask("DELETE", `/prompts/${id}`);
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect((await list("")).map((prompt) => prompt.id)).not.toContain(id);
      expect((await product.ask("DELETE", `/prompts/${id}`)).status).toBe(404);
      expect((await product.ask("PATCH", `/prompts/${id}`, { body: { text: "x" } })).status).toBe(404);
    });
  });

  describe("404", () => {
    it.each(["PATCH", "DELETE"])("%s knows neither an unused nor a malformed id", async (method) => {
      const body = method === "PATCH" ? { text: "x" } : undefined;
      const unused = await product.ask(method, `/prompts/${UNUSED_ID}`, { body });
      const malformed = await product.ask(method, "/prompts/first", { body });
      expect([unused.status, malformed.status]).toEqual([404, 404]);
      expect(unused.json).toEqual({ error: "There is no prompt with this id.", code: "not_found" });
      expect(malformed.text).toBe(unused.text);
    });
  });
});
