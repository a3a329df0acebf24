import { FUNNEL_STAGES, type Prompt, type TopicChange, type TopicCreate } from "@answerscope/api";
import { templatePrompts } from "../domain/prompt-templates.ts";
import { checkTopicLimit } from "./check-plan.ts";
import type { Deps } from "./ports.ts";
import { found, Problem } from "./problem.ts";
import type { NewTopic, TopicRecord } from "./stores.ts";

/** A topic with no price has no use for a currency, but a price without one says nothing. */
function checkPrice({ price, currency }: { price: number | null; currency: string | null }): void {
  if (price !== null && currency === null) {
    throw new Problem("invalid_request", "currency: a price needs its currency, a three-letter code such as USD.");
  }
}

export async function createTopic(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  input: TopicCreate,
): Promise<TopicRecord> {
  return deps.write(brandId, async (stores) => {
    const brand = await stores.brands.get(brandId);
    const at = deps.now();
    const topic: NewTopic = {
      id: deps.newId(),
      name: input.name,
      brand: input.brand ?? null,
      category: input.category ?? null,
      description: input.description ?? null,
      price: input.price ?? null,
      currency: input.currency ?? null,
      url: input.url ?? null,
      image_url: input.image_url ?? null,
      status: input.status ?? "active",
      aliases: input.aliases ?? [],
      weight: input.weight ?? 1,
      created_at: at,
      updated_at: at,
    };
    checkPrice(topic);
    if (topic.status === "active") await checkTopicLimit(stores, brandId);
    await stores.topics.insert(brandId, topic);
    const texts = templatePrompts(topic, brand.name, brand.language);
    const prompts = FUNNEL_STAGES.flatMap((stage) =>
      texts[stage].map(
        (text): Prompt => ({
          id: deps.newId(),
          topic_id: topic.id,
          funnel_stage: stage,
          text,
          version: 1,
          origin: "template",
          created_at: at,
          updated_at: at,
        }),
      ),
    );
    await stores.prompts.insert(brandId, prompts);
    return found(await stores.topics.get(brandId, topic.id), "topic");
  });
}

export async function changeTopic(
  deps: Pick<Deps, "write" | "now">,
  brandId: string,
  id: string,
  change: TopicChange,
): Promise<TopicRecord> {
  return deps.write(brandId, async (stores) => {
    const before = found(await stores.topics.get(brandId, id), "topic");
    checkPrice({ ...before, ...change } as TopicRecord);
    if (change.status === "active" && before.status !== "active") await checkTopicLimit(stores, brandId);
    if (Object.keys(change).length > 0) await stores.topics.change(brandId, id, change, deps.now());
    return found(await stores.topics.get(brandId, id), "topic");
  });
}

export async function deleteTopic(deps: Pick<Deps, "write" | "now">, brandId: string, id: string): Promise<void> {
  await deps.write(brandId, async (stores) => {
    found(await stores.topics.get(brandId, id), "topic");
    if (await stores.scans.activeId(brandId)) {
      throw new Problem(
        "conflict",
        "A scan is in progress. Delete the topic when it has ended, or cancel the scan first.",
      );
    }
    await stores.topics.delete(brandId, id, deps.now());
  });
}
