import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "../src/config.ts";

const KEY = `apin_${"Ab1".repeat(12)}`;
const SECRET = "a secret of more than thirty-two characters";
const URL_WITH_PASSWORD = "postgres://someone:hunter2@db.example:5433/scope";

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message.split("\n");
  }
  return [];
}

const DEFAULTS = {
  port: 4000,
  host: "127.0.0.1",
  database: { url: undefined, folder: ".answerscope" },
  first: { demo: true, bootstrapKey: undefined },
  rates: { readsPerMinute: 60, writesPerMinute: 20, store: "memory" },
  engines: { variables: expect.objectContaining({ OPENAI_API_KEY: undefined }), concurrency: 8, timeoutMs: 120_000 },
  trustedProxies: [],
  secretKey: undefined,
  startedByNpm: false,
  logLevel: "info",
};

describe("readConfig", () => {
  it("has a default for everything", () => {
    expect(readConfig({})).toEqual(DEFAULTS);
  });

  it("reads every variable", () => {
    const environment = {
      PORT: "8080",
      HOST: "0.0.0.0",
      DATA_DIR: "/var/lib/scope",
      DATABASE_URL: URL_WITH_PASSWORD,
      BOOTSTRAP_API_KEY: KEY,
      DEMO: "off",
      READ_RATE_PER_MINUTE: "600",
      WRITE_RATE_PER_MINUTE: "1",
      RATE_LIMIT_STORE: "postgres",
      ENGINE_CONCURRENCY: "20",
      ENGINE_TIMEOUT_SECONDS: "30",
      TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8,::1",
      SECRET_KEY: SECRET,
      OPENAI_API_KEY: "sk-1",
      LOG_LEVEL: "trace",
    };
    expect(readConfig(environment)).toEqual({
      port: 8080,
      host: "0.0.0.0",
      database: { url: URL_WITH_PASSWORD, folder: "/var/lib/scope" },
      first: { demo: false, bootstrapKey: KEY },
      rates: { readsPerMinute: 600, writesPerMinute: 1, store: "postgres" },
      engines: { variables: expect.objectContaining({ OPENAI_API_KEY: "sk-1" }), concurrency: 20, timeoutMs: 30_000 },
      trustedProxies: ["127.0.0.1", "10.0.0.0/8", "::1"],
      secretKey: SECRET,
      startedByNpm: false,
      logLevel: "trace",
    });
  });

  it.each([
    ["PORT", "1", "65535"],
    ["HOST", "::1", "scope.internal"],
    ["DATABASE_URL", "postgresql://localhost/scope", URL_WITH_PASSWORD],
    ["BOOTSTRAP_API_KEY", `apin_${"a".repeat(32)}`, KEY],
    ["DEMO", "on", "off"],
    ["READ_RATE_PER_MINUTE", "1", "1000000"],
    ["WRITE_RATE_PER_MINUTE", "1", "1000000"],
    ["TRUSTED_PROXIES", "::/0", "10.0.0.0/32,fe80::/128"],
    ["LOG_LEVEL", "fatal", "silent"],
  ])("%s takes what lies at its edges", (name, ...values) => {
    for (const value of values) expect(faultsOf({ [name]: value })).toEqual([]);
  });

  it.each([
    ["PORT", ["0", "65536", "80.5", "-1", "http", "4000x", "1e3"], "a port number from 1 to 65535"],
    ["HOST", ["http://localhost", "a b"], "an address to listen on"],
    ["DEMO", ["yes", "OFF", "0"], "on or off"],
    ["READ_RATE_PER_MINUTE", ["0", "1000001", "many"], "a whole number from 1 to 1000000"],
    ["WRITE_RATE_PER_MINUTE", ["0", "1000001", "2.5"], "a whole number from 1 to 1000000"],
    [
      "TRUSTED_PROXIES",
      ["on", "proxy.internal", "10.0.0.0/33", "::/129", "1.2.3.4,", "1/2/3"],
      "addresses or networks",
    ],
    ["RATE_LIMIT_STORE", ["redis"], "memory (one process) or postgres"],
    ["LOG_LEVEL", ["verbose", "INFO"], "one of fatal, error, warn, info, debug, trace, silent"],
  ])("a wrong %s is named, with what it is and what it takes", (name, values, takes) => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value });
      expect(faults, value).toHaveLength(1);
      expect(faults[0]).toMatch(new RegExp(`^${name} takes `));
      expect(faults[0]).toContain(takes);
      expect(faults[0]).toContain(JSON.stringify(value));
    }
  });

  it.each([
    ["BOOTSTRAP_API_KEY", ["apin_short1234567890", "s3cretS3cretS3cretS3cretS3cretS3cret", `apin_${"a-".repeat(20)}`]],
    ["DATABASE_URL", ["mysql://someone:s3cret@localhost/scope", "s3cret", "someone:s3cret@localhost"]],
  ])("a wrong %s is named, and never repeated", (name, values) => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(new RegExp(`^${name} takes .+; it is something else\\.$`));
      expect(faults[0]).not.toContain(value);
      expect(faults[0]).not.toContain("s3cret");
    }
  });

  it.each(["", "   "])("counts an empty variable (%j) as unset", (empty) => {
    const names = ["PORT", "HOST", "DATA_DIR", "DATABASE_URL", "BOOTSTRAP_API_KEY", "DEMO", "LOG_LEVEL"];
    const rates = ["READ_RATE_PER_MINUTE", "WRITE_RATE_PER_MINUTE", "RATE_LIMIT_STORE"];
    expect(readConfig(Object.fromEntries([...names, ...rates].map((name) => [name, empty])))).toEqual(DEFAULTS);
  });

  it("names every fault at once, a line each", () => {
    const faults = faultsOf({ PORT: "x", DEMO: "maybe", LOG_LEVEL: "loud", HOST: "0.0.0.0" });
    expect(faults.map((line) => line.split(" ")[0])).toEqual(["PORT", "DEMO", "LOG_LEVEL"]);
  });

  it("refuses to count requests in a PostgreSQL that is not there", () => {
    expect(faultsOf({ RATE_LIMIT_STORE: "postgres" })).toEqual(["RATE_LIMIT_STORE=postgres needs DATABASE_URL."]);
  });
});
