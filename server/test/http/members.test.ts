import {
  type ApiKeyCreated,
  type Brand,
  type Invitation,
  type InvitationCreated,
  type InvitedTo,
  type Member,
  ROLES,
  type Role,
  type Scan,
  type Session,
  type Usage,
} from "@answerscope/api";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, emailOf } from "../setup/browser.ts";
import { KINDS } from "../setup/databases.ts";
import { EngineGate } from "../setup/engine-gate.ts";
import { type Answer, TestProduct, UNUSED_ID } from "../setup/product.ts";

const codeOf = ({ status, json }: Answer) => [status, json.code];

describe.each(KINDS)("people and their brands on %s", (kind) => {
  let product: TestProduct;
  let owner: Browser;
  let demoId: string;
  let count = 0;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    owner = new Browser(product);
    await owner.signUp("Owner");
    demoId = (await owner.session()).brands[0]?.id as string;
  });
  afterAll(() => product.close());

  const newName = () => `Person${++count}`;
  const invite = (by: Browser, brandId: string, role: Role, email: string | null = null) =>
    by.data<InvitationCreated>("POST", "/invitations", { brandId, body: { role, email } });
  const makeBrand = (by: Browser, name = "Cloudberry") => by.data<Brand>("POST", "/brands", { body: { name } });
  const idOf = async (browser: Browser) => (await browser.session()).user?.id as string;

  /** Somebody new, who came by invitation. */
  async function join(by: Browser, brandId: string, role: Role): Promise<Browser> {
    const { token } = await invite(by, brandId, role);
    const browser = new Browser(product);
    const answer = await browser.signUp(newName(), { invitation_token: token });
    expect(answer.status, answer.text).toBe(200);
    return browser;
  }

  describe("roles", () => {
    const TRIES: [what: string, method: string, address: string, body: object | undefined, least: Role][] = [
      ["read", "GET", "/topics", undefined, "viewer"],
      ["see the members", "GET", "/members", undefined, "viewer"],
      ["write", "POST", "/topics", { name: "Lantern" }, "editor"],
      ["change the brand", "PATCH", "/brand", { country: "de" }, "editor"],
      ["see keys", "GET", "/keys", undefined, "owner"],
      ["see usage", "GET", "/usage", undefined, "owner"],
      ["make keys", "POST", "/keys", { name: "ci", scopes: ["read"] }, "owner"],
      ["see invitations", "GET", "/invitations", undefined, "owner"],
      ["invite", "POST", "/invitations", { role: "viewer" }, "owner"],
      ["change roles", "PATCH", `/members/${UNUSED_ID}`, { role: "viewer" }, "owner"],
      ["delete the brand", "DELETE", "/brand", { name: "another name" }, "owner"],
    ];

    it.each(ROLES)("a person who is %s may do what that role may, and nothing else", async (role) => {
      const browser = await join(owner, demoId, role);
      for (const [what, method, address, body, least] of TRIES) {
        const answer = await browser.ask(method, address, { body });
        const may = ROLES.indexOf(role) <= ROLES.indexOf(least);
        if (may) expect(answer.json.code, `${what}: ${answer.text}`).not.toBe("insufficient_scope");
        else expect(codeOf(answer), what).toEqual([403, "insufficient_scope"]);
      }
      expect((await browser.session()).brands).toMatchObject([{ id: demoId, role }]);
    });

    it("a changed role counts from the next request on", async () => {
      const browser = await join(owner, demoId, "viewer");
      const body = { name: "Lantern" };
      expect((await browser.ask("POST", "/topics", { body })).status).toBe(403);
      await owner.data("PATCH", `/members/${await idOf(browser)}`, { brandId: demoId, body: { role: "editor" } });
      expect((await browser.ask("POST", "/topics", { body })).status).toBe(201);
      expect((await owner.ask("DELETE", `/members/${await idOf(browser)}`, { brandId: demoId })).status).toBe(204);
      expect(codeOf(await browser.ask("GET", "/topics"))).toEqual([403, "forbidden"]);
    });

    it("a scan that a person starts says that it came from the dashboard", async () => {
      const { id } = await owner.data<Scan>("POST", "/scans", { brandId: demoId, body: { engines: ["chatgpt"] } });
      expect(await owner.data("GET", `/scans/${id}`, { brandId: demoId })).toMatchObject({
        metadata: { trigger: "dashboard" },
      });
      await product.ended(id);
    });

    it("a key that a person makes works by itself", async () => {
      const body = { name: "ci", scopes: ["read"], expires_at: "2999-01-01T00:00:00Z", response_form: "b" };
      const made = await owner.data<ApiKeyCreated>("POST", "/keys", { brandId: demoId, body });
      expect(made).toMatchObject({ response_form: "b", expires_at: "2999-01-01T00:00:00.000Z" });
      expect((await product.ask("GET", "/topics", { key: made.key })).status).toBe(200);
    });

    it("a retried request of a person gives the first reply again, also after signing in anew", async () => {
      const sent = { brandId: demoId, body: { name: "ci", scopes: ["read"] }, headers: { "idempotency-key": "one" } };
      const first = await owner.ask("POST", "/keys", sent);
      const again = new Browser(product);
      await again.signIn("Owner");
      const second = await again.ask("POST", "/keys", sent);
      expect([second.status, second.text, second.headers["idempotency-replayed"]]).toEqual([201, first.text, "true"]);
    });
  });

  describe("brands", () => {
    it("a person makes brands, owns them, and says which is meant", async () => {
      const maker = await join(owner, demoId, "viewer");
      const body = { name: "Cloudberry", domain: "cloudberry.example", country: "no", language: "nb" };
      const made = await maker.data<Brand>("POST", "/brands", { body });
      expect(made).toMatchObject({ ...body, demo: false, engines: null });
      const second = await makeBrand(maker, "Second");
      expect((await maker.session()).brands.map(({ id, role }) => [id, role])).toEqual([
        [demoId, "viewer"],
        [made.id, "owner"],
        [second.id, "owner"],
      ]);
      for (const { id } of [made, second]) {
        expect((await maker.data<Brand>("GET", "/brand", { brandId: id.toUpperCase() })).id).toBe(id);
      }
      const unsaid = await maker.ask("GET", "/brand");
      expect(codeOf(unsaid)).toEqual([400, "invalid_request"]);
      expect(unsaid.json.error).toContain("X-Brand-Id");
      const { rows } = await sql<{ n: number }>`select count(distinct account_id)::int as n from brands
        where id in (${made.id}, ${second.id})`.execute(product.product.database.db);
      expect(rows[0]?.n).toBe(1);
    });

    it("takes a name, and no key", async () => {
      expect(codeOf(await owner.ask("POST", "/brands", { body: {} }))).toEqual([400, "invalid_request"]);
      expect(codeOf(await owner.ask("POST", "/brands", { body: { name: "A", domain: "https://a" } }))).toEqual([
        400,
        "invalid_request",
      ]);
      expect(codeOf(await product.ask("POST", "/brands", { body: { name: "A" } }))).toEqual([401, "unauthorized"]);
    });

    it("another's brand is as unknown as one that never was", async () => {
      const stranger = await join(owner, demoId, "owner");
      const { id } = await makeBrand(stranger, "Theirs");
      for (const [method, address, body] of [
        ["GET", "/brand", undefined],
        ["POST", "/topics", { name: "Lantern" }],
        ["DELETE", "/brand", { name: "Theirs" }],
        ["GET", "/members", undefined],
      ] as const) {
        const foreign = await owner.ask(method, address, { brandId: id, body });
        const unused = await owner.ask(method, address, { brandId: UNUSED_ID, body });
        expect([foreign.status, foreign.text]).toEqual([404, unused.text]);
      }
      for (const brandId of ["", "x", "null", `${id},${demoId}`]) {
        expect((await owner.ask("GET", "/brand", { brandId })).status, brandId).toBe(404);
      }
    });

    it("a deleted brand is gone with everything of it, even in the middle of a scan", async () => {
      const maker = await join(owner, demoId, "viewer");
      const { id } = await makeBrand(maker, "Short-lived");
      const at = { brandId: id };
      await maker.data("POST", "/topics", { ...at, body: { name: "Lantern" } });
      const { key } = await maker.data<ApiKeyCreated>("POST", "/keys", {
        ...at,
        body: { name: "k", scopes: ["read"] },
      });
      const { token } = await invite(maker, id, "viewer");
      const gate = new EngineGate(product);
      gate.holdAfter(1);
      await maker.data("POST", "/scans", { ...at, body: { engines: ["simulated"] } });
      expect((await maker.ask("DELETE", "/brand", { ...at, body: { name: "short-lived" } })).status).toBe(400);
      const { key: adminKey } = await product.insertKey({ brandId: id });
      const byKey = await product.ask("DELETE", "/brand", { key: adminKey, body: { name: "Short-lived" } });
      expect(codeOf(byKey)).toEqual([403, "forbidden"]);
      expect((await maker.ask("DELETE", "/brand", { ...at, body: { name: "Short-lived" } })).status).toBe(204);
      gate.open();
      expect((await product.ask("GET", "/topics", { key })).status).toBe(401);
      expect((await maker.ask("GET", "/brand", at)).status).toBe(404);
      expect((await maker.session()).brands.map((brand) => brand.id)).toEqual([demoId]);
      expect((await owner.ask("GET", `/invitations/lookup?token=${token}`)).status).toBe(404);
      const { db } = product.product.database;
      const tables = await sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'brand_id'`.execute(db);
      expect(tables.rows.length).toBeGreaterThan(10);
      for (const { name } of tables.rows) {
        const left = await sql`select 1 from ${sql.table(name)} where brand_id = ${id} limit 1`.execute(db);
        expect(left.rows, name).toEqual([]);
      }
    });
  });

  describe("invitations", () => {
    const lookUp = (token: string) => new Browser(product).ask("GET", `/invitations/lookup?token=${token}`);
    const accept = (browser: Browser, token: string) => browser.ask("POST", "/invitations/accept", { body: { token } });

    it("lead somebody new in, once", async () => {
      const { id, token, link, expires_at } = await invite(owner, demoId, "editor");
      expect(link).toBe(`http://localhost:4000/invitation?token=${token}`);
      expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(7);
      const open = await owner.ask("GET", "/invitations", { brandId: demoId });
      expect((open.json.data as unknown as Invitation[]).map((one) => one.id)).toContain(id);
      expect(open.text).not.toContain(token);
      const looked = (await lookUp(token)).json.data as unknown as InvitedTo;
      expect(looked).toMatchObject({ brand: { id: demoId }, role: "editor", email: null });

      const [one, two] = [new Browser(product), new Browser(product)];
      const both = await Promise.all(
        [one, two].map((browser) => browser.signUp(newName(), { invitation_token: token })),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const used = await lookUp(token);
      expect(codeOf(used)).toEqual([409, "conflict"]);
      expect(used.json.error).toContain("accepted already");
      const left = await owner.data<Invitation[]>("GET", "/invitations", { brandId: demoId });
      expect(left.map((one) => one.id)).not.toContain(id);
    });

    it("lead somebody known into another brand, and may be accepted again by the same person", async () => {
      const { id: brandId } = await makeBrand(owner, "Shared");
      const guest = await join(owner, demoId, "viewer");
      const { token } = await invite(owner, brandId, "editor");
      expect((await accept(guest, token)).status).toBe(200);
      expect((await accept(guest, token)).status).toBe(200);
      expect((await guest.session()).brands.map((brand) => [brand.id, brand.role])).toEqual([
        [demoId, "viewer"],
        [brandId, "editor"],
      ]);
      expect(codeOf(await accept(await join(owner, demoId, "viewer"), token))).toEqual([409, "conflict"]);
      const more = await invite(owner, brandId, "owner");
      const already = await accept(guest, more.token);
      expect([already.status, already.json.error]).toEqual([409, "You are a member of Shared already."]);
      expect((await lookUp(more.token)).status).toBe(200);
    });

    it("are accepted once, however many accept at once", async () => {
      const { id: brandId } = await makeBrand(owner, "Contested");
      const guests = [await join(owner, demoId, "viewer"), await join(owner, demoId, "viewer")];
      const { token } = await invite(owner, brandId, "viewer");
      const answers = await Promise.all(guests.map((guest) => accept(guest, token)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await owner.data("GET", "/members", { brandId })).toHaveLength(2);
    });

    it("end after seven days, or when they are taken back", async () => {
      const [expired, revoked] = [await invite(owner, demoId, "viewer"), await invite(owner, demoId, "viewer")];
      await sql`update invitations set expires_at = now() where id = ${expired.id}`.execute(
        product.product.database.db,
      );
      expect((await owner.ask("DELETE", `/invitations/${revoked.id}`, { brandId: demoId })).status).toBe(204);
      const guest = await join(owner, (await makeBrand(owner, "Elsewhere")).id, "viewer");
      for (const [{ token }, says] of [
        [expired, "has expired"],
        [revoked, "was taken back"],
      ] as const) {
        for (const answer of [
          await lookUp(token),
          await accept(guest, token),
          await new Browser(product).signUp(newName(), { invitation_token: token }),
        ]) {
          expect(codeOf(answer)).toEqual([409, "conflict"]);
          expect(answer.json.error).toContain(says);
        }
      }
      const open = await owner.data<Invitation[]>("GET", "/invitations", { brandId: demoId });
      expect(open.map(({ id }) => id)).not.toContain(expired.id);
      expect(open.map(({ id }) => id)).not.toContain(revoked.id);
    });

    it("for one e-mail address are no one else's", async () => {
      const name = newName();
      const { token } = await invite(owner, demoId, "viewer", emailOf(name).toUpperCase());
      const other = await join(owner, (await makeBrand(owner, "Elsewhere")).id, "viewer");
      expect(codeOf(await accept(other, token))).toEqual([403, "forbidden"]);
      const wrong = await new Browser(product).signUp(newName(), { invitation_token: token });
      expect(codeOf(wrong)).toEqual([403, "forbidden"]);
      expect((await new Browser(product).signUp(name, { invitation_token: token })).status).toBe(200);
    });

    it("tell somebody who has signed up before to sign in, and stay open", async () => {
      const { token } = await invite(owner, demoId, "viewer");
      const answer = await new Browser(product).signUp("Owner", { invitation_token: token });
      expect(codeOf(answer)).toEqual([409, "conflict"]);
      expect(answer.json.error).toContain("Sign in");
      expect((await lookUp(token)).status).toBe(200);
    });

    it("that never were are unknown", async () => {
      for (const token of ["x", "x".repeat(200), "%00"]) expect((await lookUp(token)).status).toBe(404);
      expect(codeOf(await accept(owner, "x"))).toEqual([404, "not_found"]);
      expect((await new Browser(product).signUp(newName(), { invitation_token: "x" })).status).toBe(404);
      expect(codeOf(await accept(new Browser(product), "x"))).toEqual([401, "unauthorized"]);
    });

    it("are stored as a hash alone", async () => {
      const { token } = await invite(owner, demoId, "viewer");
      const { rows } = await sql<{ all: string }>`select string_agg(i::text, '') as all from invitations i`.execute(
        product.product.database.db,
      );
      expect(rows[0]?.all).not.toContain(token);
    });
  });

  describe("the last owner", () => {
    it("stays, and stays an owner, until there is another", async () => {
      const { id: brandId } = await makeBrand(owner, "Kept");
      const [ownerId, at] = [await idOf(owner), { brandId }];
      const editor = await join(owner, brandId, "editor");
      const demote = (id: string) => owner.ask("PATCH", `/members/${id}`, { ...at, body: { role: "viewer" } });
      expect(codeOf(await demote(ownerId))).toEqual([409, "conflict"]);
      expect(codeOf(await owner.ask("DELETE", `/members/${ownerId}`, at))).toEqual([409, "conflict"]);
      const editorId = await idOf(editor);
      await owner.data("PATCH", `/members/${editorId}`, { ...at, body: { role: "owner" } });
      const leave = await Promise.all([
        owner.ask("DELETE", `/members/${ownerId}`, at),
        editor.ask("DELETE", `/members/${editorId}`, at),
      ]);
      expect(leave.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    });

    it("is the only one who cannot leave: whoever else may, and may not remove others", async () => {
      const { id: brandId } = await makeBrand(owner, "Left");
      const viewer = await join(owner, brandId, "viewer");
      const members = await viewer.data<Member[]>("GET", "/members", { brandId });
      expect(members.map(({ role }) => role)).toEqual(["owner", "viewer"]);
      const [first, second] = members as [Member, Member];
      expect(codeOf(await viewer.ask("DELETE", `/members/${first.id}`, { brandId }))).toEqual([
        403,
        "insufficient_scope",
      ]);
      expect((await viewer.ask("DELETE", `/members/${second.id}`, { brandId })).status).toBe(204);
      expect((await viewer.session()).brands).toEqual([]);
      expect(codeOf(await viewer.ask("GET", "/brand"))).toEqual([403, "forbidden"]);
    });
  });

  it("the only brand of a server stays", async () => {
    const { stores } = product.product.deps;
    const { db } = product.product.database;
    await db.deleteFrom("brands").where("id", "<>", demoId).execute();
    const { name } = await stores.brands.get(demoId);
    const at = { brandId: demoId, body: { name } };
    expect(codeOf(await owner.ask("DELETE", "/brand", at))).toEqual([409, "conflict"]);
    const other = await makeBrand(owner, "Another");
    expect((await owner.ask("DELETE", "/brand", at)).status).toBe(204);
    expect((await owner.data<Session>("GET", "/session")).brands.map(({ id }) => id)).toEqual([other.id]);
    expect((await owner.session()).demo_available).toBe(false);
  });
});

const HOMES = [
  { kind: "pglite", rateStore: "memory" },
  { kind: "postgres", rateStore: "postgres" },
] as const;

describe.each(HOMES)("requests of people on $kind, counted in $rateStore", ({ kind, rateStore }) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind, { rateStore, rates: { readsPerMinute: 8, writesPerMinute: 5 } });
  });
  afterAll(() => product.close());

  it("are counted per person, not per session, and GET /usage tells what is left of each", async () => {
    const [here, there] = [new Browser(product), new Browser(product)];
    await here.signUp("Ada");
    await there.signIn("Ada");
    for (let left = 7; left >= 4; left--) {
      const answer = await (left % 2 ? here : there).ask("GET", "/brand");
      expect(answer.headers["x-ratelimit-remaining"]).toBe(String(left));
    }
    await here.ask("POST", "/topics", { body: { name: "Lantern" } });
    await product.ask("GET", "/topics");
    const { keys, people } = await here.data<Usage>("GET", "/usage");
    expect(people).toMatchObject([
      { name: "Ada", reads: { limit: 8, remaining: 3 }, writes: { limit: 5, remaining: 4 } },
    ]);
    expect(keys).toMatchObject([{ reads: { remaining: 7 }, writes: { remaining: 5, resets_at: null } }]);
    expect(Date.parse(people[0]?.reads.resets_at as string)).toBeGreaterThan(Date.now());
    for (let n = 0; n < 3; n++) await there.ask("GET", "/brand");
    expect(codeOf(await here.ask("GET", "/brand"))).toEqual([429, "rate_limited"]);
    expect((await product.ask("GET", "/brand")).status).toBe(200);
  });
});
