import { z } from "zod";
import { forPeople, get, patch, post, remove } from "../endpoint.ts";
import { Brand, BrandChange, BrandCreate, BrandDelete, Engine, EngineChange } from "../resources/brand.ts";

const tag = "Brand";

export const brand = {
  getBrand: get("/brand", {
    tag,
    extension: true,
    scope: "read",
    summary: "Read the brand that the key belongs to",
    status: 200,
    reply: z.object({ data: Brand }),
  }),
  changeBrand: patch("/brand", {
    tag,
    extension: true,
    scope: "write",
    summary: "Change the brand",
    body: { schema: BrandChange, required: true },
    status: 200,
    reply: z.object({ data: Brand }),
    problems: ["plan_limit"],
  }),
  createBrand: forPeople(
    "person",
    post("/brands", {
      tag,
      extension: true,
      scope: null,
      summary: "Make another brand, owned by whoever is signed in",
      body: { schema: BrandCreate, required: true },
      status: 201,
      reply: z.object({ data: Brand }),
      problems: ["forbidden"],
    }),
  ),
  deleteBrand: remove("/brand", {
    tag,
    extension: true,
    scope: "admin",
    summary: "Delete the brand and everything of it, for good",
    description: "For a signed-in owner; a key may not. The only brand of a server cannot be deleted.",
    body: { schema: BrandDelete, required: true },
    status: 204,
    problems: ["forbidden", "conflict"],
  }),
  listEngines: get("/engines", {
    tag,
    extension: true,
    scope: "read",
    summary: "List the engines and whether a scan can ask them",
    status: 200,
    reply: z.object({ data: z.array(Engine) }),
  }),
  changeEngine: patch("/engines/{id}", {
    tag,
    extension: true,
    scope: "admin",
    idOf: "engine",
    summary: "Give the brand a key of its own for an engine, or take it away",
    description: "The key is stored encrypted and never shown again. It is used instead of the server's.",
    body: { schema: EngineChange, required: true },
    status: 200,
    reply: z.object({ data: Engine }),
    problems: ["conflict"],
  }),
};
