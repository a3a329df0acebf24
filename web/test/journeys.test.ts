import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Dashboard } from "./setup/browser.ts";

const SCAN_MS = 60_000;

// A server, its database and a browser.
const START_MS = 120_000;

describe("a person at the dashboard", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await Dashboard.open();
  }, START_MS);
  afterEach(() => dashboard.leave());
  afterAll(() => dashboard?.close());

  it("creates the owner's account and sees a score, in words and with what it rests on", async () => {
    const page = await dashboard.visit();
    await page.goto("/");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("a long pass phrase");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByText(/Eskerfell scores \d+ of 100\. Over \d+ scans/).waitFor();
    await page.getByText("216 answers, 9 topics, 4 engines").waitFor();
    await page.getByText("Simulated data.").waitFor();
  });

  it("is told what is wrong with a password and keeps what was typed", async () => {
    const page = await dashboard.visit();
    await page.goto("/topics");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("not the pass phrase");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("ada@example.com");
    await page.getByLabel("Password").fill("a long pass phrase");
    dashboard.forgive(/status of 401/);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Topics" }).waitFor();
  });

  it("runs a scan to its end and watches every engine get there", { timeout: SCAN_MS * 2 }, async () => {
    const page = await dashboard.visitDemo();
    await page.getByRole("link", { name: "Run a scan" }).click();
    await page.getByRole("button", { name: "Run a scan (216 questions, free, simulated)" }).click();
    await page.getByText(/Scan running, \d+% done/).waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(4);
    await page.getByText("Completed", { exact: true }).waitFor({ timeout: SCAN_MS });
    await page.getByRole("heading", { name: "216 answers" }).waitFor();
    expect(await page.getByRole("progressbar").count()).toBe(0);
  });

  it("reads an answer with its deciding words marked, steps on by keyboard, and sends the link to it", async () => {
    const page = await dashboard.visitDemo();
    await page.getByRole("link", { name: "Scans" }).first().click();
    await page
      .getByRole("link", { name: /Completed/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Named", exact: true }).click();
    const reader = page.getByRole("article", { name: "Answer" });
    await reader.locator("mark.mark-mention").first().waitFor();
    await reader.getByRole("img", { name: /^The parts of the score/ }).waitFor();
    const first = await reader.getByRole("heading").first().textContent();
    await page.keyboard.press("j");
    await page.waitForURL(/answer=/);
    await reader.getByText(/^2 of \d+$/).waitFor();
    const link = page.url();
    const second = await reader.getByRole("heading").first().textContent();
    await page.keyboard.press("k");
    await reader.getByText(/^1 of \d+$/).waitFor();
    expect(await reader.getByRole("heading").first().textContent()).toBe(first);
    await page.goto(link);
    await reader.getByRole("heading", { name: second as string }).waitFor();
  });

  it("opens a number into the answers behind it in one click", async () => {
    const page = await dashboard.visitDemo();
    await page.getByRole("link", { name: /^ChatGPT, Awareness: score/ }).click();
    await page.waitForURL(/\/scans\/.*engine=chatgpt.*stage=awareness/);
    await page.getByRole("heading", { name: "18 answers" }).waitFor();
  });

  it("creates a key that works, and revokes it", async () => {
    const page = await dashboard.visitDemo();
    await page.getByRole("link", { name: "Developers" }).first().click();
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByLabel("Name").fill("weekly report");
    await page.getByRole("dialog").getByRole("button", { name: "Create a key" }).click();
    const key = (await page.locator("code[data-secret]").textContent()) as string;
    const ask = async () =>
      (await fetch(`${dashboard.address}/api/v1/topics`, { headers: { "x-api-key": key } })).status;
    expect(await ask()).toBe(200);
    await page.getByRole("button", { name: "I have copied it" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "weekly report" });
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("button", { name: "Revoke now" }).click();
    await row.getByText(/^Revoked/).waitFor();
    expect(await ask()).toBe(401);
  });

  it("completes a recommendation after reading its evidence", async () => {
    const page = await dashboard.visitDemo();
    await page.getByRole("link", { name: "Recommendations" }).first().click();
    await page.getByRole("listitem").getByRole("button").first().click();
    const drawer = page.getByRole("dialog");
    await drawer.getByText(/^Evidence from \d+ answers$/).waitFor();
    await drawer.getByRole("button", { name: "Mark as completed" }).click();
    await drawer.getByRole("button", { name: "Open it again" }).waitFor();
  });

  it("uses everything on a phone, by its bottom bar", async () => {
    const page = await dashboard.visitDemo(390);
    await page.getByRole("link", { name: "Topics" }).last().click();
    await page.getByRole("link", { name: "Cragline Hiking Boots" }).click();
    await page.getByRole("heading", { name: "Questions that scans ask" }).waitFor();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Developers" }).click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    const wide = await page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
    expect(wide).toBe(false);
  });
});

describe("a new server without the demo", () => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await Dashboard.open("empty");
  }, START_MS);
  afterEach(() => dashboard.leave());
  afterAll(() => dashboard?.close());

  it("leads its owner from an empty brand to a first topic", async () => {
    const page = await dashboard.visit();
    await page.goto("/");
    expect(await page.getByRole("button", { name: "Explore the demo" }).count()).toBe(0);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("a long pass phrase");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.getByRole("link", { name: "Set up your first scan" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Acme Anvil");
    await page.getByLabel("Category").fill("anvils");
    await page.getByRole("button", { name: "Add a topic" }).click();
    await page.getByText("So far: Acme Anvil.").waitFor();
  });
});
