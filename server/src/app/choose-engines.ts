import { ENGINE_IDS, type Engine, type EngineId } from "@answerscope/api";
import { Problem } from "./problem.ts";
import type { BrandRecord } from "./stores.ts";

const isEngine = (id: string): id is EngineId => (ENGINE_IDS as string[]).includes(id);

/**
 * The engines a scan asks: those named, else the brand's own choice, else all that are available. The engine called
 * "simulated" is asked only by name: made-up answers must never slip into a real brand's figures.
 */
export function chooseEngines(known: Engine[], brand: BrandRecord, named: string[] | undefined): EngineId[] {
  const unknown = named?.filter((id) => !isEngine(id)) ?? [];
  if (unknown.length > 0) {
    const list = unknown.map((id) => JSON.stringify(id.slice(0, 60))).join(", ");
    throw new Problem("invalid_request", `engines: ${list} is not known. Known engines: ${ENGINE_IDS.join(", ")}.`);
  }
  const wanted = (named as EngineId[] | undefined) ?? brand.engines;
  if (!wanted) {
    const all = known.filter(({ available, id }) => available && id !== "simulated").map(({ id }) => id);
    if (all.length > 0) return all;
    throw new Problem(
      "invalid_request",
      "engines: no engine is available to this brand. GET /engines says why for each.",
    );
  }
  for (const id of wanted) {
    const engine = known.find((one) => one.id === id);
    if (!engine?.available)
      throw new Problem("invalid_request", `engines: ${id} is not available. ${engine?.reason ?? ""}`.trim());
  }
  return [...new Set(wanted)];
}
