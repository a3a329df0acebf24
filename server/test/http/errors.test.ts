import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { BASE_PATH } from "@answerscope/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KINDS } from "../setup/databases.ts";
import { TestProduct, UNUSED_ID } from "../setup/product.ts";

const LIMIT_BYTES = 64 * 1024;

describe.each(KINDS)("mistakes of every kind on %s", (kind) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await TestProduct.open(kind);
    await product.product.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => product.close());

  const send = async (method: string, url: string, headers: Record<string, string> = {}, payload?: string | Buffer) => {
    const response = await product.product.app.inject({
      method: method as "GET",
      url,
      headers: { "x-api-key": product.key, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, headers: response.headers, text: response.body };
  };
  const expectProblem = (answer: { status: number; text: string; headers: object }, status: number, code: string) => {
    expect(answer.status, answer.text).toBe(status);
    const body = JSON.parse(answer.text);
    expect(body).toMatchObject({ error: expect.stringMatching(/./), code });
    expect(answer.headers).toMatchObject({ "content-type": "application/json; charset=utf-8" });
    return body.error as string;
  };

  describe("404: nothing at the address", () => {
    it.each([
      "/api",
      "/api/v1",
      "/api/v1/",
      "/api/v2/topics",
      "/api/v1/nothing",
      "/api/v1/topics/",
      "/api/v1//topics",
      "/api/v1/Topics",
      "/api/v1/topics/x/y/z",
      "/api/v1/topics/%",
      "/api/v1/topics/%zz/history",
      "/api/v1/%00",
      "/api/v1/../../etc/passwd",
      "/nothing?x=%",
      "/favicon.ico",
      "/%E0%A4%A",
      "//",
      "/.env",
    ])("%s", async (url) => {
      expectProblem(await send("GET", url), 404, "not_found");
      expectProblem(await send("POST", url, { "content-type": "application/json" }, "{"), 404, "not_found");
    });

    it("an id longer than any", async () => {
      expectProblem(await send("GET", `/api/v1/topics/${"x".repeat(5000)}`), 404, "not_found");
    });

    it("also without a key: there is nothing to protect", async () => {
      expectProblem(await send("GET", "/api/v1/nothing", { "x-api-key": "" }), 404, "not_found");
    });
  });

  describe("405: not this method", () => {
    it.each([
      ["PUT", "/topics", "GET, HEAD, POST"],
      ["DELETE", "/topics", "GET, HEAD, POST"],
      ["POST", `/topics/${UNUSED_ID}`, "GET, HEAD, PATCH, DELETE"],
      ["POST", `/topics/${UNUSED_ID}/history`, "GET, HEAD"],
      ["PATCH", "/scans", "GET, HEAD, POST"],
      ["PUT", `/scans/${UNUSED_ID}`, "GET, HEAD, DELETE"],
      ["GET", `/scans/${UNUSED_ID}/cancel`, "POST"],
      ["POST", "/analytics", "GET, HEAD"],
      ["POST", "/recommendations", "GET, HEAD"],
      ["GET", `/recommendations/${UNUSED_ID}`, "PATCH"],
      ["POST", "/brand", "GET, HEAD, PATCH, DELETE"],
      ["GET", "/brands", "POST"],
      ["POST", "/engines", "GET, HEAD"],
      ["OPTIONS", "/keys", "GET, HEAD, POST"],
      ["PATCH", `/keys/${UNUSED_ID}`, "DELETE"],
      ["TRACE", "/prompts", "GET, HEAD, POST"],
      ["PROPFIND", "/prompts?page=1", "GET, HEAD, POST"],
      ["QUERY", "/prompts", "GET, HEAD, POST"],
      ["POST", "/openapi.json", "GET, HEAD"],
    ])("%s %s is told that the address takes %s", async (method, address, allowed) => {
      const answer = await send(method, BASE_PATH + address);
      const error = expectProblem(answer, 405, "method_not_allowed");
      expect(String(answer.headers.allow).split(", ").toSorted()).toEqual(allowed.split(", ").toSorted());
      expect(error).toContain(method);
    });

    it("is said whatever the body is", async () => {
      for (const type of ["application/json", "text/plain", "nonsense"]) {
        const answer = await send("PUT", `${BASE_PATH}/topics`, { "content-type": type }, "{");
        expectProblem(answer, 405, "method_not_allowed");
      }
    });

    it.each(["/healthz", "/readyz", "/metrics"])("POST %s", async (url) => {
      expectProblem(await send("POST", url), 405, "method_not_allowed");
    });
  });

  describe("HEAD", () => {
    it("answers as GET does, without the body", async () => {
      for (const address of ["/topics", `/topics/${UNUSED_ID}`, "/topics?limit=0", "/keys"]) {
        const [get, head] = [await send("GET", BASE_PATH + address), await send("HEAD", BASE_PATH + address)];
        expect([head.status, head.text]).toEqual([get.status, ""]);
        expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      }
      expect((await send("HEAD", `${BASE_PATH}/topics`, { "x-api-key": "" })).status).toBe(401);
      expect((await send("HEAD", `${BASE_PATH}/nothing`)).status).toBe(404);
    });
  });

  describe("400: unreadable JSON", () => {
    it.each([
      "{",
      "{'name':'x'}",
      "name=x",
      '{"name":"x"}{"name":"y"}',
      '{"name":"x",}',
      '{"name":NaN}',
      "\u0000",
      '{"name":"a\nb"}',
      "undefined",
      "\ufeff{}x",
    ])("%j", async (payload) => {
      const answer = await send("POST", `${BASE_PATH}/topics`, { "content-type": "application/json" }, payload);
      expect(expectProblem(answer, 400, "invalid_request")).toBe("The body is not readable as JSON.");
    });

    it("also when the bytes are no UTF-8, rather than keeping something else than was sent", async () => {
      const payload = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
      const answer = await send("POST", `${BASE_PATH}/topics`, { "content-type": "application/json" }, payload);
      expect(expectProblem(answer, 400, "invalid_request")).toBe("The body is not readable as JSON.");
    });

    it("ten thousand open brackets", async () => {
      const answer = await send(
        "POST",
        `${BASE_PATH}/topics`,
        { "content-type": "application/json" },
        "[".repeat(10_000),
      );
      expectProblem(answer, 400, "invalid_request");
    });

    it("takes deep JSON where it does not belong for what it is", async () => {
      const deep = `{"name":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
      const answer = await send("POST", `${BASE_PATH}/topics`, { "content-type": "application/json" }, deep);
      expect(expectProblem(answer, 400, "invalid_request")).toContain("name");
    });
  });

  describe("415: not JSON", () => {
    it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml"])(
      "%s",
      async (type) => {
        for (const [method, address] of [
          ["POST", "/topics"],
          ["POST", "/scans"],
          ["PATCH", "/brand"],
        ] as const) {
          const answer = await send(method, BASE_PATH + address, { "content-type": type }, '{"name":"x"}');
          expectProblem(answer, 415, "unsupported_media_type");
        }
      },
    );

    it.each(["nonsense", "application/", "/json", "application/json-patch+json", "application/jsonx", "a b/c"])(
      "a content type such as %s",
      async (type) => {
        const answer = await send("POST", `${BASE_PATH}/topics`, { "content-type": type }, '{"name":"x"}');
        expectProblem(answer, 415, "unsupported_media_type");
      },
    );

    it("a body without a content type", async () => {
      const { port } = product.product.app.server.address() as AddressInfo;
      const body = '{"name":"x"}';
      const answer = await raw(
        port,
        `POST ${BASE_PATH}/topics HTTP/1.1\r\nHost: x\r\nX-API-Key: ${product.key}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      expect(answer.status).toBe(415);
      expect(JSON.parse(answer.body)).toMatchObject({ code: "unsupported_media_type" });
    });

    it.each(["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"])(
      "but not %s",
      async (type) => {
        const answer = await send("PATCH", `${BASE_PATH}/brand`, { "content-type": type }, "{}");
        expect(answer.status, answer.text).toBe(200);
      },
    );

    it("but not an empty body, whatever it claims to be", async () => {
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
        const answer = await send("DELETE", `${BASE_PATH}/topics/${UNUSED_ID}`, { "content-type": type }, "");
        expectProblem(answer, 404, "not_found");
      }
    });
  });

  describe("413: over 64 kB", () => {
    const padded = (bytes: number) => {
      const start = '{"description":"';
      return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
    };
    const post = (payload: string) =>
      send("POST", `${BASE_PATH}/topics`, { "content-type": "application/json" }, payload);

    it("reads a body of 64 kB and refuses one byte more", async () => {
      expectProblem(await post(padded(LIMIT_BYTES)), 400, "invalid_request");
      const error = expectProblem(await post(padded(LIMIT_BYTES + 1)), 413, "payload_too_large");
      expect(error).toBe("The body is larger than 64 kB.");
    });

    it("counts bytes, not characters", async () => {
      expectProblem(await post(`{"name":"${"é".repeat(40_000)}"}`), 413, "payload_too_large");
    });

    it("does not read the body of whoever has no key", async () => {
      const answer = await send("POST", `${BASE_PATH}/topics`, { "x-api-key": "" }, padded(LIMIT_BYTES + 1));
      expectProblem(answer, 401, "unauthorized");
    });

    it("also when the size is not announced", async () => {
      const { port } = product.product.app.server.address() as AddressInfo;
      const chunk = "x".repeat(0x8000);
      const chunks = Array(3).fill(`8000\r\n${chunk}\r\n`).join("");
      const answer = await raw(
        port,
        `POST ${BASE_PATH}/topics HTTP/1.1\r\nHost: x\r\nX-API-Key: ${product.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`,
      );
      expect(answer.status).toBe(413);
    });
  });

  /** Sends bytes as they are, and reads the status line and the body of what comes back. */
  async function raw(port: number, text: string): Promise<{ status: number; head: string; body: string }> {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part) => {
      received += part;
    });
    socket.write(text);
    await once(socket, "close");
    const [head = "", ...body] = received.split("\r\n\r\n");
    return { status: Number(head.split(" ")[1]), head, body: body.join("\r\n\r\n") };
  }

  describe("requests that are no HTTP", () => {
    it.each([
      ["an unknown method", "FROB /api/v1/topics HTTP/1.1\r\nHost: x\r\n\r\n"],
      ["a broken request line", "hello there\r\n\r\n"],
      ["a broken header", "GET /healthz HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n"],
      ["two sizes", "POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"],
    ])("%s gets 400 in the Error shape", async (_, text) => {
      const { port } = product.product.app.server.address() as AddressInfo;
      const { status, head, body } = await raw(port, text);
      expect(status).toBe(400);
      expect(head).toMatch(/content-type: application\/json/i);
      expect(JSON.parse(body)).toEqual({ error: "The request is not readable as HTTP.", code: "invalid_request" });
    });

    it("headers over the limit get 431 in the Error shape", async () => {
      const { port } = product.product.app.server.address() as AddressInfo;
      const long = `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`;
      const { status, body } = await raw(port, long);
      expect(status).toBe(431);
      expect(JSON.parse(body)).toMatchObject({ error: expect.any(String), code: "invalid_request" });
    });

    it("the server goes on after all of them", async () => {
      const { port } = product.product.app.server.address() as AddressInfo;
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    });
  });

  describe("500: the service's own error", () => {
    it("says nothing of what went wrong inside", async () => {
      const { deps } = product.product;
      const list = deps.stores.topics.list;
      deps.stores.topics.list = async () => {
        throw new Error("connection to 10.0.0.1 refused for user postgres");
      };
      try {
        const answer = await product.ask("GET", "/topics");
        expect([answer.status, answer.json.code]).toEqual([500, "internal"]);
        expect(answer.text).not.toMatch(/10\.0\.0\.1|postgres|stack/);
        expect(answer.headers["x-ratelimit-limit"]).toBeDefined();
      } finally {
        deps.stores.topics.list = list;
      }
    });
  });
});
