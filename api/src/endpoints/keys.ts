import { z } from "zod";
import { get, post, remove } from "../endpoint.ts";
import { ApiKey, ApiKeyCreate, ApiKeyCreated } from "../resources/key.ts";

const tag = "Keys";

export const keys = {
  listKeys: get("/keys", {
    tag,
    extension: true,
    scope: "admin",
    summary: "List the brand's API keys",
    status: 200,
    reply: z.object({ data: z.array(ApiKey) }),
  }),
  createKey: post("/keys", {
    tag,
    extension: true,
    scope: "admin",
    summary: "Create an API key",
    description: "The reply holds the key itself, this once.",
    body: { schema: ApiKeyCreate, required: true },
    status: 201,
    reply: z.object({ data: ApiKeyCreated }),
  }),
  revokeKey: remove("/keys/{id}", {
    tag,
    extension: true,
    scope: "admin",
    idOf: "key",
    summary: "Revoke an API key at once",
    status: 204,
  }),
};
