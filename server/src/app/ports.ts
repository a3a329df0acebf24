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

export type Person = { id: string; name: string; email: string; demo: boolean };
/** What a request says of who sent it. `secure`: it came by https, and so shall its cookies only. */
export type Visit = { headers: Headers; secure: boolean };
export type SignedIn = { person: Person | null; cookies: string[] };

/** Passwords and sessions. What they refuse, they refuse with a Problem. */
export type Sessions = {
  /** Whether there is a session cookie at all, be it right or wrong. */
  arePresent(headers: Headers): boolean;
  /** Who is signed in. To renew is to let a session that is in use last longer, by the cookies that come with it. */
  find(visit: Visit, renew: boolean): Promise<SignedIn>;
  /** Signs a person in, without a password. */
  open(visit: Visit, personId: string): Promise<{ cookies: string[] }>;
  /** Any of the operations that come with the library, by its path. */
  ask(visit: Visit, method: "GET" | "POST", path: string, body?: object): Promise<{ body: unknown; cookies: string[] }>;
};

/** Everything inside happens or nothing does, for what no single brand is concerned with. */
export type Transact = <T>(work: (inside: { stores: Stores; sessions: Sessions }) => Promise<T>) => Promise<T>;

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

/** What only those need who let people in. */
export type PeopleDeps = {
  transact: Transact;
  sessions: Sessions;
  /** A secret of this server for one purpose: the same in all its processes and after every start. */
  secretFor: (purpose: string) => Promise<string>;
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

/** Whoever sent an authenticated request, by a key or as a person; `id` is the one's or the other's. */
export type Caller = {
  id: string;
  personId: string | null;
  brandId: string;
  scopes: readonly Scope[];
  form: ResponseForm;
};
