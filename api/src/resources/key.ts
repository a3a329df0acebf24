import { z } from "zod";
import { text, timestamp } from "../fields.ts";
import { RESPONSE_FORMS, SCOPES } from "../vocabulary.ts";

export const ApiKey = z
  .object({
    id: z.uuid(),
    name: z.string(),
    prefix: z.string().describe("The key's first characters, to tell keys apart."),
    scopes: z.array(z.enum(SCOPES)),
    response_form: z.enum(RESPONSE_FORMS),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
    last_used_at: timestamp.nullable().describe("Noted at most once a minute."),
    created_at: timestamp,
  })
  .meta({ id: "ApiKey" });

export const ApiKeyCreated = ApiKey.extend({
  key: z.string().describe("The key itself. It is shown this once; only its hash is stored."),
}).meta({ id: "ApiKeyCreated" });

export const ApiKeyCreate = z
  .strictObject({
    name: text(100),
    scopes: z
      .array(z.enum(SCOPES))
      .min(1)
      .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
    expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
    response_form: z.enum(RESPONSE_FORMS).default("a"),
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKey = z.output<typeof ApiKey>;
export type ApiKeyCreate = z.output<typeof ApiKeyCreate>;
export type ApiKeyCreated = z.output<typeof ApiKeyCreated>;
