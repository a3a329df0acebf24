import { ENGINE_IDS, ENGINES, type Engine, type EngineId } from "@answerscope/api";
import type { EngineDirectory } from "../app/ports.ts";
import { simulateAnswer } from "./simulated.ts";

const simulatedModel = (id: EngineId): string => `simulated-${id}-1`;

/** What one brand can ask. Until an engine has a connector and a key, only the demo brand gets a simulation of it. */
function describe(id: EngineId, demo: boolean): Engine {
  const label = ENGINES[id];
  if (id === "simulated") {
    const reason = "Answers are made up by a seeded model. Asked only when a scan names it.";
    return { id, label, available: true, reason, surface: "simulated", model: simulatedModel(id) };
  }
  if (demo) {
    const reason = `No real engine is asked: the demo brand's ${label} is simulated.`;
    return { id, label, available: true, reason, surface: "simulated", model: simulatedModel(id) };
  }
  const reason = "No connector for this engine is configured on this server.";
  return { id, label, available: false, reason, surface: null, model: null };
}

export const engineDirectory = (): EngineDirectory => ({
  list: ({ demo }) => ENGINE_IDS.map((id) => describe(id, demo)),
  ask: async (engine, question) => simulateAnswer(engine, question),
});
