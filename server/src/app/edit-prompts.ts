import type { FunnelStage, Prompt } from "@answerscope/api";
import type { Deps } from "./ports.ts";
import { found } from "./problem.ts";

export async function createPrompt(
  deps: Pick<Deps, "write" | "now" | "newId">,
  brandId: string,
  input: { topic_id: string; funnel_stage: FunnelStage; text: string },
): Promise<Prompt> {
  return deps.write(brandId, async (stores) => {
    found(await stores.topics.get(brandId, input.topic_id), "topic");
    const at = deps.now();
    const prompt: Prompt = { id: deps.newId(), ...input, version: 1, origin: "own", created_at: at, updated_at: at };
    await stores.prompts.insert(brandId, [prompt]);
    return prompt;
  });
}

export async function rewordPrompt(
  deps: Pick<Deps, "write" | "now">,
  brandId: string,
  id: string,
  text: string,
): Promise<Prompt> {
  return deps.write(brandId, async (stores) => {
    const before = found(await stores.prompts.get(brandId, id), "prompt");
    // The same words are the same prompt: a new version would break comparison for nothing.
    if (before.text === text) return before;
    await stores.prompts.reword(brandId, id, text, deps.now());
    return found(await stores.prompts.get(brandId, id), "prompt");
  });
}

export async function deletePrompt(deps: Pick<Deps, "write" | "now">, brandId: string, id: string): Promise<void> {
  await deps.write(brandId, async (stores) => {
    found((await stores.prompts.delete(brandId, id, deps.now())) || null, "prompt");
  });
}
