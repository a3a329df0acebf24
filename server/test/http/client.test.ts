import type { AddressInfo } from "node:net";
import { FUNNEL_STAGES } from "@answerscope/api";
import { AnswerscopeError, type Client, createClient } from "@answerscope/api/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

describe.each(KINDS)("the typed client over a real connection, on %s", (kind) => {
  let product: TestProduct;
  let client: Client;
  let baseUrl: string;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    await product.product.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = product.product.app.server.address() as AddressInfo;
    baseUrl = `http://127.0.0.1:${port}`;
    client = createClient({ baseUrl: `${baseUrl}/`, apiKey: product.key });
  });
  afterAll(() => product.close());

  it("lists, reads and pages", async () => {
    const { data, pagination } = await client.listTopics({ query: { limit: 2, status: "all" } });
    expect(data).toHaveLength(2);
    expect(pagination.total).toBeGreaterThan(2);
    const topic = await client.getTopic({ id: data[0]?.id as string });
    expect(topic.data.name).toBe(data[0]?.name);
    const history = await client.getTopicHistory({ id: topic.data.id, query: { days: 90 } });
    expect(history.data.data_points.length).toBeGreaterThan(20);
  });

  it("creates, changes and deletes", async () => {
    const { data: topic } = await client.createTopic({ body: { name: "Lantern" } });
    const { data: prompt } = await client.createPrompt({
      body: { topic_id: topic.id, funnel_stage: FUNNEL_STAGES[0], text: "Which lantern?" },
    });
    expect((await client.changePrompt({ id: prompt.id, body: { text: "Which lamp?" } })).data.version).toBe(2);
    expect((await client.changeTopic({ id: topic.id, body: { status: "inactive" } })).data.status).toBe("inactive");
    expect(await client.deletePrompt({ id: prompt.id })).toBeUndefined();
    expect(await client.deleteTopic({ id: topic.id })).toBeUndefined();
  });

  it("starts a scan without a body and follows it to its end", async () => {
    const { data: queued, message } = await client.startScan({ body: { engines: ["chatgpt"] } });
    expect(message).toContain(queued.id);
    await vi.waitFor(async () => expect((await client.getScan({ id: queued.id })).data.status).toBe("completed"), {
      timeout: 20_000,
    });
    expect(await client.deleteScan({ id: queued.id })).toBeUndefined();
  });

  it("gets form A, which its types promise, whatever the key prefers", async () => {
    const key = await product.makeKey({ scopes: ["read"], response_form: "b" });
    const other = createClient({ baseUrl, apiKey: key });
    const { data: scans } = await other.listScans({ query: { limit: 1 } });
    expect(scans[0]?.metadata?.engines.length).toBeGreaterThan(0);
    expect((await other.getScan({ id: scans[0]?.id as string })).data.results.length).toBeGreaterThan(0);
    expect((await other.getAnalytics({ query: { type: "trends" } })).data).toHaveProperty("brand_prediction");
  });

  it("sends an idempotency key along", async () => {
    const input = { body: { name: "Once" }, idempotencyKey: "client-1" };
    expect(await client.createTopic(input)).toEqual(await client.createTopic(input));
  });

  it("throws a refusal with its status, its words and its body", async () => {
    const refused = await client.getTopic({ id: UNUSED_ID }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AnswerscopeError);
    expect(refused).toMatchObject({
      status: 404,
      message: "There is no topic with this id.",
      body: { code: "not_found" },
    });
    const stranger = createClient({ baseUrl, apiKey: "apin_nobody" });
    await expect(stranger.getBrand()).rejects.toMatchObject({ status: 401 });
  });

  it("says that an id is missing before it asks, and takes any id for an id", async () => {
    await expect(client.getTopic()).rejects.toThrow("needs an id");
    await expect(client.getTopic({ id: "../scans" })).rejects.toMatchObject({ status: 404 });
  });

  it("can be called off", async () => {
    await expect(client.listTopics({ signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
  });
});
