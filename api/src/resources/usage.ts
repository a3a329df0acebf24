import { z } from "zod";
import { timestamp } from "../fields.ts";

const Allowance = z
  .object({
    limit: z.int().describe("Requests in a window of a minute."),
    remaining: z.int().describe("What is left of it now."),
    resets_at: timestamp.nullable().describe("When the window ends; null where none has begun."),
  })
  .meta({ id: "Allowance" });

const user = { id: z.uuid(), name: z.string(), reads: Allowance, writes: Allowance };

export const Usage = z
  .object({
    keys: z.array(z.object(user)).describe("Every key that works."),
    people: z.array(z.object(user)).describe("Every member; a person's brands share one allowance."),
  })
  .meta({ id: "Usage" });
export type Usage = z.output<typeof Usage>;
