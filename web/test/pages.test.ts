import axe from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { Dashboard } from "./setup/browser.ts";

const FIRST_LOAD_KB = 250;
const PAGES = {
  overview: "/",
  topics: "/topics",
  scans: "/scans",
  trends: "/analytics",
  engines: "/analytics?view=engines",
  competitors: "/analytics?view=competitors",
  sources: "/analytics?view=sources",
  recommendations: "/recommendations",
  developers: "/developers",
  settings: "/settings",
  start: "/start",
  nowhere: "/no-such-page",
};

type Violation = { id: string; impact: string; nodes: { html: string }[] };

/** What axe finds serious or worse, in both themes, each named with where it is. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: Violation[] }>("axe.run()");
    for (const { id, impact, nodes } of violations) {
      if (impact === "serious" || impact === "critical") found.push(`${colorScheme} ${id}: ${nodes[0]?.html}`);
    }
  }
  return found;
}

/** Everything that was to come is there. */
async function settled(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => page.locator(".skeleton").count(), { timeout: 15_000 }).toBe(0);
}

// A server, its database and a browser.
const START_MS = 120_000;

describe("every page", () => {
  let dashboard: Dashboard;
  let page: Page;
  beforeAll(async () => {
    dashboard = await Dashboard.open();
    page = await dashboard.visitDemo();
  }, START_MS);
  afterEach(() => dashboard.expectQuiet());
  afterAll(() => dashboard?.close());

  it.each(Object.entries(PAGES))("%s has no serious barrier, in light and in dark", async (_, path) => {
    await page.goto(path);
    await settled(page);
    expect(await violations(page)).toEqual([]);
  });

  it("one topic has none either", async () => {
    await page.goto("/topics");
    await page.getByRole("link", { name: "Tarnlight 2P" }).click();
    await page.getByRole("heading", { name: "Questions that scans ask" }).waitFor();
    await settled(page);
    expect(await violations(page)).toEqual([]);
  });

  it("one scan and its answers have none either", async () => {
    await page.goto("/scans");
    await page
      .getByRole("link", { name: /Completed/ })
      .first()
      .click();
    await page.getByRole("article", { name: "Answer" }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("the start of a scan has none either", async () => {
    await page.goto("/scans?run=true");
    await page.getByRole("button", { name: /^Run a scan \(/ }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("one recommendation and its evidence have none either", async () => {
    await page.goto("/recommendations");
    await page.getByRole("listitem").getByRole("button").first().click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it("the sign-in has none, and can be reached at any address", async () => {
    const visitor = await dashboard.visit();
    await visitor.goto("/analytics?view=engines");
    await visitor.getByRole("heading", { name: "Create the owner's account" }).waitFor();
    expect(await violations(visitor)).toEqual([]);
  });

  it("allows scripts and requests of its own alone", async () => {
    const response = await page.goto("/");
    const policy = response?.headers()["content-security-policy"] ?? "";
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain("unsafe");
    expect(await response?.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=/);
  });

  it(`loads less than ${FIRST_LOAD_KB} kB of script, compressed, before the overview shows`, async () => {
    const visitor = await dashboard.visit();
    const sizes: Promise<number>[] = [];
    visitor.on("response", (response) => {
      if (response.url().endsWith(".js"))
        sizes.push(
          response
            .request()
            .sizes()
            .then((size) => size.responseBodySize),
        );
    });
    await visitor.goto("/");
    await visitor.getByRole("button", { name: "Explore the demo" }).click();
    await visitor.getByRole("heading", { name: /How AI answers see/ }).waitFor();
    const kb = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1000;
    expect(kb).toBeGreaterThan(0);
    expect(kb).toBeLessThan(FIRST_LOAD_KB);
  });

  it("shows a chart as a table, and saves its figures", async () => {
    await page.goto("/");
    await page.getByRole("button", { name: "Engines by stage: table and downloads" }).click();
    await page.getByRole("menuitem", { name: "Show as table" }).click();
    await page.getByRole("columnheader", { name: "Named in" }).waitFor();
    await page.getByRole("button", { name: "Engines by stage: table and downloads" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Download CSV" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("engines-by-stage.csv");
  });
});
