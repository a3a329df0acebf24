import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKey, revokeKey } from "../../src/app/api-keys.ts";
import { changeRecommendation } from "../../src/app/change-recommendation.ts";
import { changeBrand } from "../../src/app/edit-brand.ts";
import { createPrompt, deletePrompt, rewordPrompt } from "../../src/app/edit-prompts.ts";
import { changeTopic, createTopic, deleteTopic } from "../../src/app/edit-topics.ts";
import { cancelScan, deleteScan } from "../../src/app/end-scan.ts";
import { runLane } from "../../src/app/run-lane.ts";
import { startScan } from "../../src/app/start-scan.ts";
import { KINDS } from "../setup/databases.ts";
import { firstBrandId, type OpenDeps, openDeps } from "../setup/open-deps.ts";
import { makeSmallBrand } from "../setup/small-brand.ts";

const unending = new AbortController().signal;
const never = { signal: unending, draining: unending };

describe.each(KINDS)("a brand's data version on %s", (kind) => {
  let opened: OpenDeps;
  beforeAll(async () => {
    opened = await openDeps(kind);
  });
  afterAll(() => opened.close());

  async function version(brandId: string): Promise<number> {
    const { data_version } = await opened.database.db
      .selectFrom("brands")
      .where("id", "=", brandId)
      .select("data_version")
      .executeTakeFirstOrThrow();
    return data_version;
  }

  it("rises with every use case that writes, and another brand's does not", async () => {
    const { deps, queue } = opened;
    const { brandId } = await makeSmallBrand(deps);
    const demoId = await firstBrandId(deps);
    const demoVersion = await version(demoId);
    async function raises<T>(name: string, work: () => Promise<T>): Promise<T> {
      const before = await version(brandId);
      const result = await work();
      expect(await version(brandId), name).toBeGreaterThan(before);
      return result;
    }
    const topic = await raises("createTopic", () => createTopic(deps, brandId, { name: "Lantern" }));
    await raises("changeTopic", () => changeTopic(deps, brandId, topic.id, { status: "inactive" }));
    const input = { topic_id: topic.id, funnel_stage: "awareness" as const, text: "Which lantern is best?" };
    const prompt = await raises("createPrompt", () => createPrompt(deps, brandId, input));
    await raises("rewordPrompt", () => rewordPrompt(deps, brandId, prompt.id, "Which lantern is brightest?"));
    await raises("deletePrompt", () => deletePrompt(deps, brandId, prompt.id));
    await raises("deleteTopic", () => deleteTopic(deps, brandId, topic.id));
    await raises("changeBrand", () => changeBrand(deps, brandId, { name: "Fjordgear AS" }));
    const newKey = { name: "second", scopes: ["read" as const], response_form: "a" as const };
    const key = await raises("createKey", () => createKey(deps, brandId, newKey));
    await raises("revokeKey", () => revokeKey(deps, brandId, key.id));
    const start = () => startScan(deps, brandId, { engines: undefined, trigger: "api" });
    const scan = await raises("startScan", start);
    const lane = queue.find(({ scanId }) => scanId === scan.id) ?? expect.unreachable();
    await raises("runLane", () => runLane(deps, lane, never));
    expect((await deps.stores.scans.get(brandId, scan.id))?.status).toBe("completed");
    const next = await raises("startScan again", start);
    await raises("cancelScan", () => cancelScan(deps, brandId, next.id));
    await raises("deleteScan", () => deleteScan(deps, brandId, next.id));
    expect(await version(demoId)).toBe(demoVersion);
  });

  it("rises when a recommendation is decided on", async () => {
    const { deps } = opened;
    const brandId = await firstBrandId(deps);
    const before = await version(brandId);
    const [one] = await deps.stores.recommendations.all(brandId);
    await changeRecommendation(deps, brandId, one?.id ?? "", { status: "dismissed", reason: "No." });
    expect(await version(brandId)).toBe(before + 1);
  });

  it("stays when the use case is refused, and so does everything else", async () => {
    const { deps } = opened;
    const { brandId } = await makeSmallBrand(deps, []);
    const before = await version(brandId);
    await expect(startScan(deps, brandId, { engines: undefined, trigger: "api" })).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(createTopic(deps, brandId, { name: "Lantern", price: 3 })).rejects.toThrow(/currency/);
    const failing = deps.write(brandId, async (stores) => {
      await stores.brands.change(brandId, { name: "Half-way" }, deps.now());
      throw new Error("half-way");
    });
    await expect(failing).rejects.toThrow("half-way");
    expect(await version(brandId)).toBe(before);
    expect((await deps.stores.brands.get(brandId)).name).toBe("Fjordgear");
  });

  it("counts every one of many writes at once", async () => {
    const { deps } = opened;
    const { brandId } = await makeSmallBrand(deps, []);
    const before = await version(brandId);
    await Promise.all(Array.from({ length: 20 }, (_, n) => changeBrand(deps, brandId, { name: `Name ${n}` })));
    expect(await version(brandId)).toBe(before + 20);
  });
});
