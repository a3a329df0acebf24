import type { EngineId, Engine as EngineInfo, ResponseForm, Scope } from "@answerscope/api";
import type { EngineReply, Question } from "../domain/engine-reply.ts";
import type { ScoreWeights } from "../domain/score.ts";
import type { AdaptiveGate } from "./adaptive-gate.ts";
import type { Job, Stores } from "./stores.ts";

/** What the use cases need from the outside. The adapters in db/ and engines/ provide it, and compose.ts the rest. */

/** Everything inside happens or nothing does. The brand's data version rises with it, and its writes take turns. */
export type Write = <T>(brandId: string, work: (stores: Stores) => Promise<T>) => Promise<T>;

/** Several reads of one and the same moment. */
export type Snapshot = <T>(work: (stores: Stores) => Promise<T>) => Promise<T>;

export type EngineKey = { apiKey: string; baseUrl: string | null; model: string | null };
/** By what right a brand asks: its own keys, and whether a simulation may stand in for an engine without any. */
export type EngineAccess = { demo: boolean; keys: Partial<Record<EngineId, EngineKey>> };

/** A question whose answer is data of a given shape. What is asked about goes apart from what is asked. */
export type StructuredRequest = { instructions: string; data: string; name: string; schema: object };
export type StructuredReply = {
  /** Checked by nobody yet; null when it was no JSON. */
  value: unknown;
  model: string;
  costUsd: number | null;
};

export type EngineDirectory = {
  list(access: EngineAccess): EngineInfo[];
  /** Throws an EngineError when there is no answer. */
  ask(engine: EngineId, question: Question, signal: AbortSignal, access: EngineAccess): Promise<EngineReply>;
  /** Throws an EngineError when there is no reply; only for engines that are listed with structured output. */
  structure(
    engine: EngineId,
    request: StructuredRequest,
    signal: AbortSignal,
    access: EngineAccess,
  ): Promise<StructuredReply>;
  /** What an answer costs by the list price, if it is of usual length; null where no price is known. */
  typicalCostUsd(engine: EngineId, access: EngineAccess): number | null;
  /** Never a real engine, whatever keys there are. */
  simulate(engine: EngineId, question: Question): Promise<EngineReply>;
};

/** Keeps a brand's secrets at rest; null on a server that was given no SECRET_KEY. */
export type Vault = { seal: (text: string) => string; unseal: (sealed: string) => string };

export type Deps = {
  stores: Stores;
  write: Write;
  snapshot: Snapshot;
  engines: EngineDirectory;
  /** For brands that have no weights of their own. */
  defaultWeights: ScoreWeights;
  /** ISO 8601, UTC, milliseconds. */
  now: () => string;
  newId: () => string;
  randomBytes: (count: number) => Uint8Array;
  vault: Vault | null;
  /** How many calls to an engine may run at a time, over all lanes of this process. */
  gateOf: (engine: EngineId) => AdaptiveGate;
  /** How long outcomes may be kept back so that they share a transaction: what that saves depends on the database. */
  gatherMs: number;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** From 0 to 1. */
  luck: () => number;
};

/** `lost` is aborted when the lock went, with its connection, to somebody else. */
export type JobLock = { release: () => Promise<void>; lost: AbortSignal };

/** Says which jobs are being done. A lock ends with the process that took it, however that ends. */
export type JobLocks = {
  /** null when another process has it. */
  take(job: Job): Promise<JobLock | null>;
  /** Those of the jobs that some process has. */
  taken<J extends Job>(jobs: J[]): Promise<Set<J>>;
  close(): Promise<void>;
};

/** Whoever sent an authenticated request. */
export type Caller = { keyId: string; brandId: string; scopes: Scope[]; form: ResponseForm };
