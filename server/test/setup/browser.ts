import { BASE_PATH, BRAND_HEADER, type Session } from "@answerscope/api";
import { expect } from "vitest";
import { type Answer, checkReply, type TestProduct } from "./product.ts";

export const PASSWORD = "correct horse battery";

type Sent = { body?: unknown; brandId?: string; headers?: Record<string, string>; from?: string };

/** Keeps cookies and says where its requests come from, as a browser does with a page of the server. */
export class Browser {
  readonly product: TestProduct;
  readonly cookies = new Map<string, string>();
  /** What it sends along with every request; a test that plays another site changes it. */
  site: Record<string, string> = { host: "localhost:4000", origin: "http://localhost:4000" };
  lastSetCookies: string[] = [];

  constructor(product: TestProduct) {
    this.product = product;
  }

  async send(method: string, url: string, { body, brandId, headers = {}, from }: Sent = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await this.product.product.app.inject({
      method: method as "GET",
      url,
      headers: {
        ...this.site,
        ...(cookie === "" ? {} : { cookie }),
        ...(brandId === undefined ? {} : { [BRAND_HEADER]: brandId }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(from === undefined ? {} : { remoteAddress: from }),
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    this.lastSetCookies = [response.headers["set-cookie"] ?? []].flat();
    for (const line of this.lastSetCookies) this.#keep(line);
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      json: text.startsWith("{") ? JSON.parse(text) : {},
    };
  }

  #keep(line: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0\b/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  /** A request to the interface; its reply is held against the schema that is promised for it. */
  async ask(method: string, address: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.send(method, BASE_PATH + address, sent);
    checkReply(method, address, answer);
    return answer;
  }

  async data<T = Record<string, unknown>>(method: string, address: string, sent: Sent = {}): Promise<T> {
    const { status, text, json } = await this.ask(method, address, sent);
    expect(status, text).toBeLessThan(300);
    return json.data as T;
  }

  auth(path: string, body?: object, sent: Sent = {}): Promise<Answer> {
    return this.send("POST", `/auth${path}`, { ...sent, ...(body ? { body } : {}) });
  }

  signUp(name: string, more: object = {}): Promise<Answer> {
    return this.auth("/sign-up/email", { name, email: emailOf(name), password: PASSWORD, ...more });
  }

  signIn(name: string, password = PASSWORD, from?: string): Promise<Answer> {
    return this.auth("/sign-in/email", { email: emailOf(name), password }, from === undefined ? {} : { from });
  }

  session(): Promise<Session> {
    return this.data<Session>("GET", "/session");
  }
}

export const emailOf = (name: string): string => `${name.toLowerCase()}@people.example`;
