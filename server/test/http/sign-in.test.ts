import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setupToken } from "../../src/app/sign-up.ts";
import { Browser, emailOf, PASSWORD } from "../setup/browser.ts";
import { KINDS, type Kind } from "../setup/databases.ts";
import { type Answer, TestProduct } from "../setup/product.ts";

const NEW_PASSWORD = "another long password";
const BAD_SIGN_UPS: [what: string, fields: object, says: string][] = [
  ["a password of nine characters", { password: "123456789" }, "password: must have at least 10 characters"],
  ["a password of 129 characters", { password: "x".repeat(129) }, "password: must have at most 128 characters"],
  ["the address as password", { password: emailOf("Ada") }, "password: must not be the e-mail address"],
  ["no password", { password: undefined }, "password"],
  ["an address without a host", { email: "ada" }, "email: must be an e-mail address"],
  ["a name of spaces", { name: "  " }, "name"],
  ["a name with NUL", { name: "a\u0000" }, "name"],
];

const codeOf = ({ status, json }: Answer) => [status, json.code];

async function countOf(product: TestProduct, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    product.product.database.db,
  );
  return rows[0]?.n ?? -1;
}
const PEOPLE_TABLES = ["users", "credentials", "sessions", "memberships"];
const peopleIn = (product: TestProduct) => Promise.all(PEOPLE_TABLES.map((table) => countOf(product, table)));

describe.each(KINDS)("the first owner on %s", (kind) => {
  let product: TestProduct;
  let browser: Browser;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    browser = new Browser(product);
    await product.makeBrand();
  });
  afterAll(() => product.close());

  it("is wanted where nobody has signed up", async () => {
    const none = { user: null, brands: [], needs_owner: true, needs_setup_token: false, demo_available: true };
    expect(await browser.session()).toEqual(none);
  });

  it.each(BAD_SIGN_UPS)("does not sign up with %s", async (_, fields, says) => {
    const answer = await browser.signUp("Ada", fields);
    expect(codeOf(answer)).toEqual([400, "invalid_request"]);
    expect(answer.json.error).toContain(says);
    expect(answer.json.message).toBe(answer.json.error);
    expect(await peopleIn(product)).toEqual([0, 0, 0, 0]);
  });

  it("leaves nothing behind when the last step fails, and can try again", async () => {
    const { db } = product.product.database;
    await sql`alter table memberships add constraint broken check (role = 'none')`.execute(db);
    expect(codeOf(await browser.signUp("Ada"))).toEqual([500, "internal"]);
    expect(await peopleIn(product)).toEqual([0, 0, 0, 0]);
    await sql`alter table memberships drop constraint broken`.execute(db);
  });

  it("is one, of several who sign up at once, and owns everything that is there", async () => {
    const names = ["Ada", "Bea", "Cleo"];
    const browsers = names.map(() => new Browser(product));
    const answers = await Promise.all(browsers.map((one, index) => one.signUp(names[index] as string)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect(await peopleIn(product)).toEqual([1, 1, 1, 2]);
    const owner = browsers[answers.findIndex(({ status }) => status === 200)] as Browser;
    const { user, brands, needs_owner } = await owner.session();
    expect(names).toContain(user?.name);
    expect(brands.map(({ role, demo }) => [role, demo])).toEqual([
      ["owner", true],
      ["owner", false],
    ]);
    expect(needs_owner).toBe(false);
  });

  it("is the last who needs no invitation", async () => {
    const answer = await new Browser(product).signUp("Dora");
    expect(codeOf(answer)).toEqual([403, "forbidden"]);
    expect(answer.json.error).toContain("invitation");
  });
});

describe.each(KINDS)("passwords and sessions on %s", (kind) => {
  let product: TestProduct;
  let ada: Browser;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    ada = new Browser(product);
    expect((await ada.signUp("Ada")).status).toBe(200);
  });
  afterAll(() => product.close());

  const signedIn = async (password = PASSWORD): Promise<Browser> => {
    const browser = new Browser(product);
    expect((await browser.signIn("Ada", password)).status).toBe(200);
    return browser;
  };
  const works = async (browser: Browser) => (await browser.ask("GET", "/brand")).status;

  it("a session is a cookie that no script reads and no other site sends", async () => {
    const browser = await signedIn();
    expect(browser.lastSetCookies).toHaveLength(1);
    expect(browser.lastSetCookies[0]).toMatch(
      /^answerscope\.session_token=\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    expect(await works(browser)).toBe(200);
  });

  it("a wrong password and an unknown address are refused in the same words", async () => {
    const [wrong, unknown] = [await ada.signIn("Ada", "wrong"), await ada.signIn("Nobody", "wrong")];
    expect(codeOf(wrong)).toEqual([401, "unauthorized"]);
    expect([unknown.status, unknown.text]).toEqual([401, wrong.text]);
    expect(ada.lastSetCookies).toEqual([]);
  });

  it("the address may be written in capitals", async () => {
    const browser = new Browser(product);
    const body = { email: emailOf("Ada").toUpperCase(), password: PASSWORD };
    expect((await browser.auth("/sign-in/email", body)).status).toBe(200);
  });

  it("a cookie that is no session's is refused, and GET /session says that nobody is signed in", async () => {
    const browser = new Browser(product);
    for (const value of ["", "x", "x.y", `${[...ada.cookies.values()][0]}x`, "%00", "%F0%9F%98%80.a"]) {
      browser.cookies.set("answerscope.session_token", value);
      expect(codeOf(await browser.ask("GET", "/brand")), value).toEqual([401, "unauthorized"]);
      browser.cookies.set("answerscope.session_token", value);
      expect((await browser.session()).user).toBeNull();
    }
  });

  it("a session ends when its time is over", async () => {
    const browser = await signedIn();
    const { db } = product.product.database;
    const token = decodeURIComponent(browser.cookies.get("answerscope.session_token") as string).split(".")[0];
    await sql`update sessions set expires_at = now() - interval '1 second' where token = ${token}`.execute(db);
    expect(await works(browser)).toBe(401);
    expect((await browser.session()).user).toBeNull();
  });

  it("GET /session lets a session that is in use last longer", async () => {
    const browser = await signedIn();
    const { db } = product.product.database;
    const token = decodeURIComponent(browser.cookies.get("answerscope.session_token") as string).split(".")[0];
    const left = async () => {
      const { rows } = await sql<{ days: number }>`select extract(epoch from expires_at - now())::float / 86400 as days
        from sessions where token = ${token}`.execute(db);
      return Math.round(rows[0]?.days ?? 0);
    };
    await sql`update sessions set expires_at = now() + interval '3 days' where token = ${token}`.execute(db);
    await browser.ask("GET", "/brand");
    expect([await left(), browser.lastSetCookies]).toEqual([3, []]);
    await browser.session();
    expect([await left(), browser.lastSetCookies.length]).toEqual([30, 1]);
  });

  it("signing out ends this session, and signing out everywhere all of them", async () => {
    const [one, two, three] = [await signedIn(), await signedIn(), await signedIn()];
    const kept = new Map(one.cookies);
    expect((await one.auth("/sign-out")).status).toBe(200);
    expect(one.cookies.size).toBe(0);
    for (const [name, value] of kept) one.cookies.set(name, value);
    expect([await works(one), await works(two)]).toEqual([401, 200]);
    expect((await two.auth("/revoke-other-sessions")).status).toBe(200);
    expect([await works(two), await works(three)]).toEqual([200, 401]);
    const four = await signedIn();
    expect((await two.auth("/revoke-sessions")).status).toBe(200);
    expect([await works(two), await works(four)]).toEqual([401, 401]);
  });

  it("a changed password ends the other sessions, and takes the present one to change", async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const change = (currentPassword: string, newPassword: string) =>
      here.auth("/change-password", { currentPassword, newPassword });
    expect((await change("wrong password", NEW_PASSWORD)).json.error).toBe("currentPassword: is wrong.");
    expect((await change(PASSWORD, "short")).json.error).toContain("at least 10 characters");
    expect([await works(here), await works(there)]).toEqual([200, 200]);
    expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(200);
    expect([await works(here), await works(there)]).toEqual([200, 401]);
    expect((await new Browser(product).signIn("Ada")).status).toBe(401);
    expect((await here.auth("/change-password", { currentPassword: NEW_PASSWORD, newPassword: PASSWORD })).status).toBe(
      200,
    );
    expect(
      (await new Browser(product).auth("/change-password", { currentPassword: "x", newPassword: PASSWORD })).status,
    ).toBe(401);
  });

  it("GET /auth/get-session gives the person, or null", async () => {
    const browser = await signedIn();
    expect((await browser.send("GET", "/auth/get-session")).json.user).toMatchObject({ email: emailOf("Ada") });
    const stranger = await new Browser(product).send("GET", "/auth/get-session");
    expect([stranger.status, stranger.text]).toEqual([200, "null"]);
  });

  it.each(["/delete-user", "/update-user", "/open-session", "/request-password-reset", "/sign-in/social", "/error"])(
    "there is nothing at /auth%s",
    async (path) => {
      const browser = await signedIn();
      expect((await browser.auth(path, { personId: "x" })).status).toBe(404);
      expect((await browser.send("GET", `/auth${path}`)).status).toBe(404);
    },
  );

  it("no password is stored or shown in the clear", async () => {
    const { rows } = await sql<{ all: string }>`select string_agg(c::text, '') as all from credentials c`.execute(
      product.product.database.db,
    );
    expect(rows[0]?.all).not.toContain(PASSWORD);
    expect((await ada.signIn("Ada")).text).not.toContain(PASSWORD);
  });
});

describe.each(KINDS)("where requests with a session come from, on %s", (kind) => {
  let product: TestProduct;
  let ada: Browser;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    ada = new Browser(product);
    await ada.signUp("Ada");
  });
  afterAll(() => product.close());

  const HOST = { host: "localhost:4000" };
  const REFUSED: [string, Record<string, string>][] = [
    ["nowhere", HOST],
    ["another site", { ...HOST, origin: "https://evil.example" }],
    ["another port", { ...HOST, origin: "http://localhost:3000" }],
    ["another scheme", { ...HOST, origin: "https://localhost:4000" }],
    ["a page without an origin", { ...HOST, origin: "null" }],
    ["another site, by the browser's word", { ...HOST, "sec-fetch-site": "cross-site" }],
    ["another port, by the browser's word", { ...HOST, "sec-fetch-site": "same-site" }],
    ["a lying Origin", { ...HOST, origin: "http://localhost:4000", "sec-fetch-site": "cross-site" }],
  ];
  const ACCEPTED: [string, Record<string, string>][] = [
    ["the same origin", { ...HOST, origin: "http://localhost:4000" }],
    ["the same origin, by the browser's word", { ...HOST, "sec-fetch-site": "same-origin" }],
    ["behind a proxy that hides the name", { ...HOST, origin: "https://a.example", "sec-fetch-site": "same-origin" }],
  ];
  const from = (site: Record<string, string>) => {
    const browser = new Browser(product);
    for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
    browser.site = site;
    return browser;
  };
  const write = (browser: Browser) => browser.ask("POST", "/topics", { body: { name: "Lantern" } });

  it.each(REFUSED)("a change from %s is refused, and reading is not", async (_, site) => {
    const answer = await write(from(site));
    expect(codeOf(answer)).toEqual([403, "forbidden"]);
    expect((await from(site).auth("/sign-out")).status).toBe(403);
    expect((await from(site).ask("GET", "/brand")).status).toBe(200);
  });

  it.each(ACCEPTED)("a change from %s is taken", async (_, site) => {
    expect((await write(from(site))).status).toBe(201);
  });

  it("nobody is signed in from another site", async () => {
    const browser = new Browser(product);
    browser.site = { ...HOST, origin: "https://evil.example" };
    expect((await browser.signIn("Ada")).status).toBe(403);
    expect((await browser.ask("POST", "/session/demo")).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  it("a key counts for more than a cookie, and comes from anywhere", async () => {
    const browser = from({ ...HOST, origin: "https://evil.example" });
    const body = { name: "Lantern" };
    expect((await browser.ask("POST", "/topics", { body, headers: { "x-api-key": product.key } })).status).toBe(201);
    const wrong = { "x-api-key": "apin_wrong" };
    expect(codeOf(await from(ACCEPTED[0]?.[1] ?? {}).ask("GET", "/brand", { headers: wrong }))).toEqual([
      401,
      "unauthorized",
    ]);
  });
});

const LIMITS = [
  { kind: "pglite", rateStore: "memory" },
  { kind: "postgres", rateStore: "postgres" },
] as const;

describe.each(LIMITS)("tried passwords on $kind, counted in $rateStore", ({ kind, rateStore }) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind, { rateStore });
    await new Browser(product).signUp("Ada");
  });
  afterAll(() => product.close());

  const guess = (name: string, from: string, password = "wrong password") =>
    new Browser(product).signIn(name, password, from);
  const statuses = (answers: Answer[]) => answers.map(({ status }) => status);

  it("are ten for one address of e-mail, wherever they come from, and then a 429 that says how long", async () => {
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => guess("Ada", `10.0.0.${n}`)));
    expect(statuses(guesses).toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
    const right = await guess("Ada", "10.0.1.1", PASSWORD);
    expect(codeOf(right)).toEqual([429, "rate_limited"]);
    const wait = Number(right.headers["retry-after"]);
    expect(wait).toBeGreaterThan(200);
    expect(right.json.error).toBe(`Too many passwords were tried for this e-mail address. Try again in ${wait} s.`);
  });

  it("are twenty from one address, whomever they are for", async () => {
    const guesses: Answer[] = [];
    for (let n = 0; n < 22; n++) guesses.push(await guess(`Name${n}`, "10.9.9.9"));
    expect(statuses(guesses)).toEqual([...Array(20).fill(401), 429, 429]);
    expect(guesses.at(-1)?.json.error).toContain("from this address");
  });

  it("that were right do not count", async () => {
    const { db } = product.product.database;
    await sql`update users set email = ${emailOf("Zoe")}`.execute(db);
    for (let n = 0; n < 25; n++) expect((await guess("Zoe", "10.8.8.8", PASSWORD)).status).toBe(200);
  });
});

describe("a server that others can reach", () => {
  const open = async (kind: Kind, trustedProxies: string[] = []) =>
    TestProduct.open(kind, { local: false, trustedProxies });

  it.each(KINDS)("takes its first owner by the printed token only, and opens no demo, on %s", async (kind) => {
    const product = await open(kind);
    try {
      const token = product.product.setupToken as string;
      expect(token).toMatch(/^[0-9a-f]{32}$/);
      expect(await setupToken(product.product.deps)).toBe(token);
      const browser = new Browser(product);
      expect(await browser.session()).toMatchObject({ needs_setup_token: true, demo_available: false });
      for (const setup_token of [undefined, "", "0".repeat(32), `${token}0`]) {
        const answer = await browser.signUp("Ada", { setup_token });
        expect(codeOf(answer)).toEqual([403, "forbidden"]);
        expect(answer.json.error).toContain("set-up token");
      }
      expect(codeOf(await browser.ask("POST", "/session/demo"))).toEqual([403, "forbidden"]);
      expect(await peopleIn(product)).toEqual([0, 0, 0, 0]);
      expect((await browser.signUp("Ada", { setup_token: token })).status).toBe(200);
      expect((await new Browser(product).signUp("Eve", { setup_token: token })).status).toBe(403);
      expect(await browser.session()).toMatchObject({ needs_owner: false, needs_setup_token: false });
    } finally {
      await product.close();
    }
  });

  it("sends its cookies by https alone when a proxy that it trusts was reached by https", async () => {
    const product = await open("postgres", ["127.0.0.1"]);
    try {
      const browser = new Browser(product);
      browser.site = {
        host: "127.0.0.1:4000",
        origin: "https://scope.example",
        "x-forwarded-proto": "https",
        "x-forwarded-host": "scope.example",
      };
      const token = product.product.setupToken;
      expect((await browser.signUp("Ada", { setup_token: token })).status).toBe(200);
      expect(browser.lastSetCookies[0]).toMatch(/^__Secure-answerscope\.session_token=.+; Secure; SameSite=Strict$/);
      expect((await browser.session()).user).not.toBeNull();
      const body = { role: "viewer" };
      const { link } = await browser.data<{ link: string }>("POST", "/invitations", { body });
      expect(link).toMatch(/^https:\/\/scope\.example\/invitation\?token=/);
      const elsewhere = new Browser(product);
      elsewhere.site = browser.site;
      await elsewhere.auth("/sign-in/email", { email: emailOf("Ada"), password: PASSWORD }, { from: "192.0.2.1" });
      expect(elsewhere.lastSetCookies).toEqual([]);
    } finally {
      await product.close();
    }
  });
});

describe.each(KINDS)("the demo, on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
  });
  afterAll(() => product.close());

  const start = (site: Record<string, string>, from?: string) => {
    const browser = new Browser(product);
    browser.site = site;
    return browser.ask("POST", "/session/demo", from === undefined ? {} : { from });
  };

  it.each([
    ["a proxy", { host: "localhost:4000", "x-forwarded-for": "192.0.2.1" }],
    ["a name that was made to point here", { host: "evil.example:4000" }],
  ])("does not open through %s", async (_, site: Record<string, string>) => {
    expect(codeOf(await start(site))).toEqual([403, "forbidden"]);
    const browser = new Browser(product);
    browser.site = site;
    expect((await browser.session()).needs_setup_token).toBe(true);
    expect((await browser.signUp("Ada")).status).toBe(403);
  });

  it("does not open to another machine", async () => {
    expect((await start({ host: "localhost:4000" }, "192.0.2.1")).status).toBe(403);
  });

  it.each(["localhost:4000", "127.0.0.1:4000", "[::1]:4000"])("opens at %s", async (host) => {
    expect((await start({ host })).status).toBe(200);
  });

  it("is its person's to use as an owner would, but not to keep, to give away or to delete", async () => {
    const [one, two] = [new Browser(product), new Browser(product)];
    const session = await one.data<{ user: { id: string } }>("POST", "/session/demo");
    expect(await two.data("POST", "/session/demo")).toEqual(session);
    expect((await one.ask("POST", "/keys", { body: { name: "a", scopes: ["read"] } })).status).toBe(201);
    expect(await one.data("GET", "/members")).toEqual([]);
    expect((await one.ask("PATCH", `/members/${session.user.id}`, { body: { role: "viewer" } })).status).toBe(404);
    expect(codeOf(await one.ask("POST", "/brands", { body: { name: "Mine" } }))).toEqual([403, "forbidden"]);
    const { name } = await one.data<{ name: string }>("GET", "/brand");
    expect(codeOf(await one.ask("DELETE", "/brand", { body: { name } }))).toEqual([403, "forbidden"]);
  });

  it("leaves the first owner to come, who then owns the demo", async () => {
    const browser = new Browser(product);
    expect((await browser.session()).needs_owner).toBe(true);
    expect((await browser.signUp("Ada")).status).toBe(200);
    expect(await browser.session()).toMatchObject({ needs_owner: false, brands: [{ demo: true, role: "owner" }] });
    expect((await start({ host: "localhost:4000" })).status).toBe(200);
  });
});
