import { isIP } from "node:net";
import { API_KEY_PREFIX, ScoreWeights } from "@answerscope/api";
import { z } from "zod";
import { DEFAULT_WEIGHTS } from "./domain/score.ts";
import { ENGINE_VARIABLES } from "./engines/index.ts";

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

const whole = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= low && value <= high);

/** Text that is JSON of a given shape. */
const json = <T>(shape: z.ZodType<T>) =>
  z.string().transform((text, context): T => {
    try {
      return shape.parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom" });
      return z.NEVER;
    }
  });
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && (bits === undefined ? most > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** Every setting: what it takes, in words, and how it is read. An empty variable counts as unset. */
const SETTINGS = {
  PORT: { takes: "a port number from 1 to 65535", schema: whole(1, 65_535).default(4000) },
  HOST: {
    takes: "an address to listen on, such as 127.0.0.1 or 0.0.0.0",
    schema: z
      .string()
      .regex(/^[\w.:-]+$/)
      .default("127.0.0.1"),
  },
  DATA_DIR: { takes: "a folder for the embedded database", schema: z.string().default(".answerscope") },
  DATABASE_URL: {
    takes: "a PostgreSQL address such as postgres://user:password@localhost:5432/answerscope",
    schema: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  },
  BOOTSTRAP_API_KEY: {
    takes: `${API_KEY_PREFIX} followed by at least 32 letters or digits`,
    schema: z
      .string()
      .regex(/^apin_[A-Za-z0-9]{32,200}$/)
      .optional(),
  },
  DEMO: { takes: "on or off", schema: z.enum(["on", "off"]).default("on") },
  READ_RATE_PER_MINUTE: { takes: "a whole number from 1 to 1000000", schema: whole(1, 1_000_000).default(60) },
  WRITE_RATE_PER_MINUTE: { takes: "a whole number from 1 to 1000000", schema: whole(1, 1_000_000).default(20) },
  TRUSTED_PROXIES: {
    takes: "addresses or networks of the proxies in front, separated by commas, such as 127.0.0.1 or 10.0.0.0/8",
    schema: z
      .string()
      .transform((list) => list.split(",").map((one) => one.trim()))
      .refine((list) => list.every(isNetwork))
      .default([]),
  },
  RATE_LIMIT_STORE: {
    takes: "memory (one process) or postgres (several processes that share DATABASE_URL)",
    schema: z.enum(["memory", "postgres"]).default("memory"),
  },
  ENGINE_CONCURRENCY: { takes: "a whole number from 1 to 1000", schema: whole(1, 1000).default(8) },
  ENGINE_TIMEOUT_SECONDS: { takes: "a whole number from 1 to 900", schema: whole(1, 900).default(120) },
  SCORE_WEIGHTS: {
    takes: `JSON such as ${JSON.stringify(DEFAULT_WEIGHTS)}, each from 0 to 1 (own_source to 0.9), the first three summing to 1`,
    schema: json(ScoreWeights).default(DEFAULT_WEIGHTS),
  },
  SECRET_KEY: {
    takes: "at least 32 characters, kept secret: it encrypts the brands' own engine keys and signs sessions",
    schema: z.string().min(32).optional(),
  },
  LOG_LEVEL: { takes: `one of ${LOG_LEVELS.join(", ")}`, schema: z.enum(LOG_LEVELS).default("info") },
};

/** Never repeated in an error message: they may hold a secret. */
const SECRET = new Set(["DATABASE_URL", "BOOTSTRAP_API_KEY", "SECRET_KEY"]);

type Settings = { [K in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[K]["schema"]> };

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { takes, schema }] of Object.entries(SETTINGS)) {
    const raw = environment[name]?.trim() || undefined;
    const parsed = schema.safeParse(raw);
    if (parsed.success) values[name] = parsed.data;
    else faults.push(`${name} takes ${takes}; it is ${SECRET.has(name) ? "something else" : JSON.stringify(raw)}.`);
  }
  for (const name of ENGINE_VARIABLES.filter((variable) => variable.endsWith("_BASE_URL"))) {
    const address = environment[name]?.trim() || undefined;
    if (address === undefined || (/^https?:\/\//i.test(address) && URL.canParse(address))) continue;
    faults.push(`${name} takes an address such as https://engine.example/v1; it is ${JSON.stringify(address)}.`);
  }
  const settings = values as Settings;
  if (faults.length === 0 && settings.RATE_LIMIT_STORE === "postgres" && settings.DATABASE_URL === undefined) {
    faults.push("RATE_LIMIT_STORE=postgres needs DATABASE_URL.");
  }
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return {
    port: settings.PORT,
    host: settings.HOST,
    database: { url: settings.DATABASE_URL, folder: settings.DATA_DIR },
    first: { demo: settings.DEMO === "on", bootstrapKey: settings.BOOTSTRAP_API_KEY },
    rates: {
      readsPerMinute: settings.READ_RATE_PER_MINUTE,
      writesPerMinute: settings.WRITE_RATE_PER_MINUTE,
      store: settings.RATE_LIMIT_STORE,
    },
    engines: {
      variables: Object.fromEntries(ENGINE_VARIABLES.map((name) => [name, environment[name]?.trim() || undefined])),
      concurrency: settings.ENGINE_CONCURRENCY,
      timeoutMs: settings.ENGINE_TIMEOUT_SECONDS * 1000,
    },
    defaultWeights: settings.SCORE_WEIGHTS,
    trustedProxies: settings.TRUSTED_PROXIES,
    secretKey: settings.SECRET_KEY,
    logLevel: settings.LOG_LEVEL,
    startedByNpm: environment.npm_lifecycle_event !== undefined,
  };
}
