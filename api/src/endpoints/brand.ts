import { z } from "zod";
import { get, patch } from "../endpoint.ts";
import { Brand, BrandChange, Engine, EngineChange } from "../resources/brand.ts";

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
