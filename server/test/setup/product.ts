import { BASE_PATH, type Endpoint, endpoints, SCOPES } from "@answerscope/api";
import pino from "pino";
import { expect, inject, vi } from "vitest";
import { z } from "zod";
import { keyRecord, newSecret } from "../../src/app/api-keys.ts";
import { emptyBrand } from "../../src/app/first-start.ts";
import type { KeyRecord } from "../../src/app/stores.ts";
import { composeProduct, type Product } from "../../src/compose.ts";
import { DEFAULT_WEIGHTS } from "../../src/domain/score.ts";
import { copyDatabase, type DatabaseCopy, type Kind } from "./databases.ts";

type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Record<string, unknown>; text: string; json: Json & { data?: never } };
/** `from` is the address that the request seems to come from. */
export type Ask = { key?: string | null; headers?: Record<string, string>; body?: unknown; from?: string };
type Rates = { readsPerMinute: number; writesPerMinute: number };
type Options = {
  rates?: Rates;
  rateStore?: "memory" | "postgres";
  content?: "demo" | "empty";
  local?: boolean;
  trustedProxies?: string[];
  variables?: Record<string, string>;
};
type KeyFields = Partial<Pick<KeyRecord, "scopes" | "response_form" | "expires_at">> & { brandId?: string };

/** A well-formed id that nothing has. */
export const UNUSED_ID = "00000000-0000-4000-8000-000000000000";

const ErrorReply = z.object({ error: z.string().min(1), code: z.string() });
const PLENTY: Rates = { readsPerMinute: 1_000_000, writesPerMinute: 1_000_000 };

/** Which operation a request was for, so that its reply can be held against its own schema. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  return Object.values(endpoints as Record<string, Endpoint>).find(
    (one) => one.method === method && new RegExp(`^${one.path.replace("{id}", "[^/]+")}$`).test(path),
  );
}

export function checkReply(method: string, address: string, answer: Answer): void {
  if (answer.status >= 400) {
    expect(ErrorReply.safeParse(answer.json).error, answer.text).toBeUndefined();
    return;
  }
  const endpoint = endpointOf(method, address.split("?")[0] as string);
  if (!endpoint?.reply || endpoint.streams) return;
  const accepted = [endpoint.reply, endpoint.formB?.reply].filter((schema) => schema !== undefined);
  const faults = accepted.map((schema) => schema.safeParse(answer.json)).filter(({ success }) => !success);
  expect(faults.length, `${method} ${address} ${faults[0]?.error?.message}`).toBeLessThan(accepted.length);
}

export class TestProduct {
  readonly product: Product;
  readonly key: string = inject("key");
  readonly #copy: DatabaseCopy;

  constructor(product: Product, copy: DatabaseCopy) {
    this.product = product;
    this.#copy = copy;
  }

  static async open(kind: Kind, options: Options = {}): Promise<TestProduct> {
    const copy = await copyDatabase(kind, options.content);
    const product = await composeProduct({
      database: copy,
      first: { demo: false, bootstrapKey: inject("key") },
      engines: { variables: options.variables ?? {}, timeoutMs: 5000, concurrency: 8 },
      defaultWeights: DEFAULT_WEIGHTS,
      secretKey: "a secret that only the tests know, long enough",
      rates: { ...(options.rates ?? PLENTY), store: options.rateStore ?? "memory" },
      local: options.local ?? true,
      trustedProxies: options.trustedProxies ?? [],
      logger: pino({ level: "silent" }),
      onLost: () => undefined,
      onProgress: () => undefined,
    });
    return new TestProduct(product, copy);
  }

  /** Sends a request to /api/v1 and holds the reply against the schema that the interface promises for it. */
  async ask(method: string, address: string, { key = this.key, headers = {}, body, from }: Ask = {}): Promise<Answer> {
    const response = await this.product.app.inject({
      method: method as "GET",
      url: BASE_PATH + address,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(from === undefined ? {} : { remoteAddress: from }),
      ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = response.body;
    const json = text.startsWith("{") ? JSON.parse(text) : {};
    const answer = { status: response.statusCode, headers: response.headers, text, json };
    checkReply(method, address, answer);
    return answer;
  }

  /** The `data` of a reply that must succeed. */
  async data<T = Json>(method: string, address: string, ask: Ask = {}): Promise<T> {
    const { status, text, json } = await this.ask(method, address, ask);
    expect(status, text).toBeLessThan(300);
    return json.data as T;
  }

  /** Another key of the demo brand. */
  async makeKey(fields: Json): Promise<string> {
    const { key } = await this.data<{ key: string }>("POST", "/keys", { body: { name: "test", ...fields } });
    return key;
  }

  /** A key that no request has made, so that it may break the rules of making one and no rate limit counts it. */
  async insertKey(fields: KeyFields = {}): Promise<{ id: string; key: string }> {
    const { deps } = this.product;
    const brandId = fields.brandId ?? ((await deps.stores.brands.first()) as { id: string }).id;
    const [id, key] = [deps.newId(), newSecret(deps.randomBytes)];
    const { scopes = [...SCOPES], response_form = "a", expires_at = null } = fields;
    const record = keyRecord(id, brandId, key, { name: "inserted", scopes, response_form, expires_at }, deps.now());
    await deps.write(brandId, (stores) => stores.keys.insert(record));
    return { id, key };
  }

  /** A brand of another account, with a key of its own. */
  async makeBrand(fields: { demo?: boolean } = {}): Promise<{ id: string; key: string }> {
    const { deps } = this.product;
    const [id, accountId, at] = [deps.newId(), deps.newId(), deps.now()];
    await deps.write(id, async (stores) => {
      await stores.brands.insertAccount({ id: accountId, name: "Other", at });
      const demo = fields.demo ?? false;
      await stores.brands.insert({ ...emptyBrand(id, accountId, at), name: "Other brand", demo });
    });
    const { key } = await this.insertKey({ brandId: id });
    return { id, key };
  }

  /** Waits for a scan to end by itself. */
  async ended(id: string, key = this.key): Promise<Json> {
    return vi.waitFor(
      async () => {
        const scan = await this.data("GET", `/scans/${id}`, { key });
        expect(["completed", "failed"]).toContain(scan.status);
        return scan;
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  async close(): Promise<void> {
    await this.product.stop();
    await this.#copy.drop();
  }
}
