import { ENGINE_IDS, ENGINES, type Engine, type EngineId } from "@answerscope/api";
import type { EngineAccess, EngineDirectory } from "../app/ports.ts";
import { EngineError } from "../domain/engine-error.ts";
import type { EngineReply, Question } from "../domain/engine-reply.ts";
import type { Connector, Credentials } from "./connector.ts";
import { CONNECTORS } from "./connectors.ts";
import { costUsdOf } from "./prices.ts";
import { simulateAnswer } from "./simulated.ts";

export type DirectorySettings = {
  /** The environment variables that the connectors name. */
  variables: Record<string, string | undefined>;
  fetch: typeof fetch;
  timeoutMs: number;
};

/** Every environment variable that some connector takes. */
export const ENGINE_VARIABLES: readonly string[] = [
  ...new Set(
    CONNECTORS.flatMap(({ variables }) => Object.values(variables).filter((name): name is string => name !== null)),
  ),
];

type Route = { connector: Connector; credentials: Credentials };

/** A question with one search: most of the tokens are what the search found. */
const TYPICAL_USE = { tokensIn: 8000, tokensOut: 800, searches: 1 };

const simulatedModel = (id: EngineId): string => `simulated-${id}-1`;

/** The way to the real engine: by the brand's own key, else by the server's; null when there is neither. */
function routeTo(settings: DirectorySettings, id: EngineId, { keys }: EngineAccess): Route | null {
  const own = keys[id];
  for (const connector of CONNECTORS.filter((one) => one.id === id)) {
    const { apiKey, baseUrl, model } = connector.variables;
    const credentials = {
      apiKey: own?.apiKey ?? settings.variables[apiKey] ?? "",
      // A key of the brand's own never goes to an address that the brand did not choose along with it.
      baseUrl: own ? (own.baseUrl ?? undefined) : settings.variables[baseUrl],
      model: own?.model ?? (model === null ? undefined : settings.variables[model]),
    };
    if (connector.required.every((setting) => credentials[setting])) return { connector, credentials };
  }
  return null;
}

const missingReason = (id: EngineId): string => {
  const needed = CONNECTORS.filter((one) => one.id === id).map(({ required, variables }) =>
    required.map((setting) => variables[setting]).join(" and "),
  );
  return `No key is configured. Set ${needed.join(", or ")} on the server, or give this brand a key of its own.`;
};

const NOTHING = { structured_output: false, own_key: false };

function describe(settings: DirectorySettings, id: EngineId, access: EngineAccess): Engine {
  const label = ENGINES[id];
  const simulated = (reason: string): Engine => {
    return { id, label, available: true, reason, surface: "simulated", model: simulatedModel(id), ...NOTHING };
  };
  if (id === "simulated") return simulated("Answers are made up by a seeded model. Asked only when a scan names it.");
  const route = routeTo(settings, id, access);
  if (route) {
    const { connector, credentials } = route;
    const model = credentials.model ?? connector.defaultModel;
    const own_key = access.keys[id] !== undefined;
    const structured_output = connector.structure !== undefined;
    return { id, label, available: true, reason: null, surface: connector.surface, model, structured_output, own_key };
  }
  if (access.demo) return simulated(`No real engine is asked: the demo brand's ${label} is simulated.`);
  return { id, label, available: false, reason: missingReason(id), surface: null, model: null, ...NOTHING };
}

/** Nobody is waited for longer than the setting says. */
async function withinLimit<T>(
  { vendor }: Connector,
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!signal.aborted && limit.aborted) {
      throw new EngineError("timeout", `${vendor} did not answer within ${timeoutMs / 1000} s.`);
    }
    throw error;
  }
}

async function askReal(
  { connector, credentials }: Route,
  question: Question,
  { fetch, timeoutMs }: DirectorySettings,
  signal: AbortSignal,
): Promise<EngineReply> {
  const began = performance.now();
  const reply = await withinLimit(connector, timeoutMs, signal, (within) =>
    connector.ask(credentials, question, { signal: within, fetch }),
  );
  return { ...reply, engine: connector.id, surface: connector.surface, latencyMs: performance.now() - began };
}

/** Who can be asked, and asking. */
export const engineDirectory = (settings: DirectorySettings): EngineDirectory => ({
  list: (access) => ENGINE_IDS.map((id) => describe(settings, id, access)),
  ask: async (engine, question, signal, access) => {
    const route = engine === "simulated" ? null : routeTo(settings, engine, access);
    if (route) return askReal(route, question, settings, signal);
    if (engine === "simulated" || access.demo) return simulateAnswer(engine, question);
    throw new EngineError("auth", missingReason(engine));
  },
  structure: async (engine, request, signal, access) => {
    const route = engine === "simulated" ? null : routeTo(settings, engine, access);
    if (!route) throw new EngineError("auth", missingReason(engine));
    const { connector, credentials } = route;
    const { structure } = connector;
    if (!structure) throw new EngineError("auth", `${connector.vendor} gives no structured output.`);
    return withinLimit(connector, settings.timeoutMs, signal, (within) =>
      structure(credentials, request, { signal: within, fetch: settings.fetch }),
    );
  },
  typicalCostUsd: (engine, access) => {
    const route = routeTo(settings, engine, access);
    if (!route) return null;
    const { connector, credentials } = route;
    const model = connector.pricedAs ?? credentials.model ?? connector.defaultModel;
    return costUsdOf({ model, ...TYPICAL_USE });
  },
  simulate: async (engine, question) => simulateAnswer(engine, question),
});
