import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { TestProduct } from "../../../server/test/setup/product.ts";

const INSTALLED = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The Chromium that npm carries runs on x64 Linux; elsewhere the machine's own, or the one that CHROMIUM names. */
async function launch(): Promise<Browser> {
  const own = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  if (process.platform === "linux" && process.arch === "x64" && process.env.CHROMIUM === undefined) {
    const { default: packed } = await import("@sparticuz/chromium");
    return chromium.launch({ executablePath: await packed.executablePath(), args: packed.args });
  }
  if (own === undefined) throw new Error("No Chromium here: install one, or say where it is with CHROMIUM=/path.");
  return chromium.launch({ executablePath: own, args: ["--no-sandbox"] });
}

/** The real server on a database of its own, and a real browser that reports whatever goes wrong in it. */
export class Dashboard {
  readonly address: string;
  readonly #product: TestProduct;
  readonly #browser: Browser;
  readonly #faults: string[] = [];

  private constructor(address: string, product: TestProduct, browser: Browser) {
    this.address = address;
    this.#product = product;
    this.#browser = browser;
  }

  static async open(content: "demo" | "empty" = "demo"): Promise<Dashboard> {
    const [product, browser] = await Promise.all([TestProduct.open("pglite", { content }), launch()]);
    const address = await product.product.app.listen({ port: 0, host: "127.0.0.1" });
    return new Dashboard(address, product, browser);
  }

  /** A browser of its own, that nobody has signed in with yet. */
  async visit(width = 1280): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.address,
      viewport: { width, height: 900 },
      locale: "en-US",
      timezoneId: "Europe/Berlin",
    });
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("console", (message) => message.type() === "error" && this.#faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => this.#faults.push(`error: ${error.message}`));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== this.address) this.#faults.push(`outside: ${request.url()}`);
    });
    return page;
  }

  /** The same, in the demo. */
  async visitDemo(width?: number): Promise<Page> {
    const page = await this.visit(width);
    await page.goto("/");
    await page.getByRole("button", { name: "Explore the demo" }).click();
    await page.getByRole("heading", { name: /How AI answers see/ }).waitFor();
    return page;
  }

  /** Closes every browser that was opened, and fails when one of them complained or asked another host for anything. */
  async leave(): Promise<void> {
    await Promise.all(this.#browser.contexts().map((context) => context.close()));
    this.expectQuiet();
  }

  /** A refusal that is meant to happen is no fault, though the browser reports it as one. */
  forgive(pattern: RegExp): void {
    const left = this.#faults.splice(0).filter((fault) => !pattern.test(fault));
    this.#faults.push(...left);
  }

  /** Fails when the browser complained, or asked another host for anything, since it was asked last. */
  expectQuiet(): void {
    expect(this.#faults.splice(0)).toEqual([]);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await this.#product.close();
  }
}
