import { BASE_PATH, type Endpoint, endpoints } from "@answerscope/api";
import pino from "pino";
import { expect, inject, vi } from "vitest";
import { z } from "zod";
import { keyRecord, newSecret } from "../../src/app/api-keys.ts";
import { composeProduct, type Product } from "../../src/compose.ts";
import { copyDatabase, type DatabaseCopy, type Kind } from "./databases.ts";

type Json = Record<string, unknown>;
export type Answer = { status: number; headers: Record<string, unknown>; text: string; json: Json & { data?: never } };
export type Ask = { key?: string | null; headers?: Record<string, string>; body?: unknown };
type Rates = { readsPerMinute: number; writesPerMinute: number };

const ErrorReply = z.object({ error: z.string().min(1), code: z.string() });
const PLENTY: Rates = { readsPerMinute: 1_000_000, writesPerMinute: 1_000_000 };

/** Which operation a request was for, so that its reply can be held against its own schema. */
function endpointOf(method: string, path: string): Endpoint | undefined {
  return Object.values(endpoints as Record<string, Endpoint>).find(
    (one) => one.method === method && new RegExp(`^${one.path.replace("{id}", "[^/]+")}$`).test(path),
  );
}

function checkReply(method: string, address: string, answer: Answer): void {
  if (answer.status >= 400) {
    expect(ErrorReply.safeParse(answer.json).error, answer.text).toBeUndefined();
    return;
  }
  const endpoint = endpointOf(method, address.split("?")[0] as string);
  if (!endpoint?.reply) return;
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

  static async open(kind: Kind, options: { rates?: Rates; content?: "demo" | "empty" } = {}): Promise<TestProduct> {
    const copy = await copyDatabase(kind, options.content);
    const product = await composeProduct({
      database: copy,
      first: { demo: false, bootstrapKey: inject("key") },
      rates: { ...(options.rates ?? PLENTY), store: "memory" },
      logger: pino({ level: "silent" }),
      onLost: () => undefined,
      onProgress: () => undefined,
    });
    return new TestProduct(product, copy);
  }

  /** Sends a request to /api/v1 and holds the reply against the schema that the interface promises for it. */
  async ask(method: string, address: string, { key = this.key, headers = {}, body }: Ask = {}): Promise<Answer> {
    const response = await this.product.app.inject({
      method: method as "GET",
      url: BASE_PATH + address,
      headers: {
        ...(key === null ? {} : { "x-api-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
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

  /** A brand of another account, with a key of its own. */
  async makeBrand(fields: { demo?: boolean } = {}): Promise<{ id: string; key: string }> {
    const { deps } = this.product;
    const [id, accountId, at] = [deps.newId(), deps.newId(), deps.now()];
    const key = newSecret(deps.randomBytes);
    await deps.write(id, async (stores) => {
      await stores.brands.insertAccount({ id: accountId, name: "Other", at });
      await stores.brands.insert({
        id,
        accountId,
        name: "Other brand",
        domain: null,
        aliases: [],
        competitors: [],
        engines: null,
        schedule: null,
        sampling: { samples_per_prompt: 1 },
        country: "us",
        language: "en",
        demo: fields.demo ?? false,
        created_at: at,
        updated_at: at,
      });
      const owner = { name: "other", scopes: ["read", "write", "admin"] as const, response_form: "a" as const };
      await stores.keys.insert(
        keyRecord(deps.newId(), id, key, { ...owner, scopes: [...owner.scopes], expires_at: null }, at),
      );
    });
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
