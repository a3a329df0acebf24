import {
  type ApiKey,
  type Endpoint,
  endpoints,
  type InvitationCreated,
  type Member,
  type Prompt,
  type Recommendation,
  type Scan,
  type TopicDetail,
} from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../setup/browser.ts";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

/** Engines are nobody's: every brand sees the same ones. */
const WITH_ID = Object.entries(endpoints as Record<string, Endpoint>)
  .filter(([, { idOf }]) => idOf !== undefined && idOf !== "engine")
  .map(([operation, endpoint]) => ({ operation, ...endpoint }));
const BODIES: Record<string, object> = {
  changeTopic: { name: "Taken over" },
  changePrompt: { text: "Taken over?" },
  changeRecommendation: { status: "dismissed" },
  changeMember: { role: "viewer" },
};

describe.each(KINDS)("another brand's data on %s", (kind) => {
  let product: TestProduct;
  let theirKey: string;
  const theirs: Record<string, string> = {};
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    const brand = await product.makeBrand();
    theirKey = brand.key;
    const ask = { key: theirKey };
    const topic = await product.data<TopicDetail>("POST", "/topics", { ...ask, body: { name: "Their lantern" } });
    const scan = await product.data<Scan>("POST", "/scans", { ...ask, body: { engines: ["simulated"] } });
    await product.ended(scan.id, theirKey);
    const [prompt] = await product.data<Prompt[]>("GET", "/prompts", ask);
    const [key] = await product.data<ApiKey[]>("GET", "/keys", ask);
    Object.assign(theirs, { topic: topic.id, scan: scan.id, prompt: prompt?.id, key: key?.id });
    theirs.recommendation = await adviseThem(brand.id, topic.id);
    Object.assign(theirs, await invitePeople());
  });
  afterAll(() => product.close());

  /** A scan of a few answers is too little for the rules to say anything. */
  async function adviseThem(brandId: string, topic_id: string): Promise<string> {
    const { deps } = product.product;
    const [mine] = (await product.data<Recommendation[]>("GET", "/recommendations?limit=1")) as [Recommendation];
    const advice = { ...mine, id: deps.newId(), topic_id, scan_id: null, identity: "theirs" };
    await deps.write(brandId, (stores) => stores.recommendations.insert(brandId, [advice]));
    const [shown] = await product.data<Recommendation[]>("GET", "/recommendations", { key: theirKey });
    return shown?.id as string;
  }

  /** An owner who made a brand of their own would not do: these belong to the one brand alone. */
  async function invitePeople() {
    const invite = () =>
      product.data<InvitationCreated>("POST", "/invitations", { key: theirKey, body: { role: "editor" } });
    const { token } = await invite();
    const signedUp = await new Browser(product).signUp("Theirs", { invitation_token: token });
    expect(signedUp.status).toBe(200);
    const [member] = await product.data<Member[]>("GET", "/members", { key: theirKey });
    return { member: member?.id as string, invitation: (await invite()).id };
  }

  const everything = async () =>
    Promise.all(
      [
        "/topics?status=all",
        "/scans",
        `/scans/${theirs.scan}`,
        "/prompts",
        "/recommendations",
        "/brand",
        "/keys",
        "/members",
        "/invitations",
      ].map(async (address) => (await product.ask("GET", address, { key: theirKey })).text),
    );

  it("is there, for its own brand, at every address tried below", async () => {
    for (const { idOf } of WITH_ID) expect(theirs[idOf as string], idOf).toMatch(/^[0-9a-f-]{36}$/);
    expect((await product.ask("GET", `/topics/${theirs.topic}`, { key: theirKey })).status).toBe(200);
    expect((await product.ask("GET", `/scans/${theirs.scan}`, { key: theirKey })).status).toBe(200);
  });

  it.each(WITH_ID)("$operation answers as to an id that never existed, and leaves it alone", async (endpoint) => {
    const { operation, method, path, idOf } = endpoint;
    const before = await everything();
    const ask = { body: BODIES[operation] };
    const foreign = await product.ask(method, path.replace("{id}", theirs[idOf as string] as string), ask);
    const unused = await product.ask(method, path.replace("{id}", UNUSED_ID), ask);
    expect([foreign.status, unused.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(unused.text);
    const plain = ({ headers }: typeof foreign) =>
      Object.keys(headers).filter((name) => !name.startsWith("x-ratelimit") && name !== "date");
    expect(plain(foreign)).toEqual(plain(unused));
    expect(await everything()).toEqual(before);
  });

  it.each([
    ["/recommendations?topic_id=", "topic"],
    ["/prompts?topic_id=", "topic"],
    ["/analytics?type=engines&scan_id=", "scan"],
    ["/analytics?type=engines&form=b&scan_id=", "scan"],
  ])("GET %s filters as by an id that never existed", async (address, what) => {
    const foreign = await product.ask("GET", address + theirs[what]);
    const unused = await product.ask("GET", address + UNUSED_ID);
    expect([foreign.status, foreign.text]).toEqual([unused.status, unused.text]);
  });

  it("appears in none of this brand's lists", async () => {
    const mine = await Promise.all(
      [
        "/topics?status=all&limit=100",
        "/scans?limit=50",
        "/prompts?limit=100",
        "/recommendations?limit=100",
        "/keys",
        "/brand",
        "/members",
        "/invitations",
        "/usage",
        "/analytics?type=trends",
      ].map(async (address) => (await product.ask("GET", address)).text),
    );
    for (const id of Object.values(theirs)) expect(mine.join()).not.toContain(id);
    const engines = await product.data<{ engine_stats: object }>("GET", "/analytics?type=engines");
    expect(Object.keys(engines.engine_stats)).not.toContain("simulated");
  });
});
