import { z } from "zod";
import { fraction, rateInterval } from "../fields.ts";

const count = z.int().min(0);

export const Source = z
  .object({
    domain: z.string().describe("What its owner registered: acme.co.uk for https://shop.acme.co.uk/anvils."),
    own: z.boolean().describe("The brand's own domain."),
    answers: count.describe("Answers that cite a page of it."),
    share: fraction.describe("Those as a part of all answers that cite anything."),
    interval: rateInterval.describe("Of share."),
    n: count.describe("Answers that cite anything."),
    n_effective: z.number().nullable().describe("How many independent answers would tell as much as these."),
    estimand: z.string().describe("What the interval is about."),
    own_mentioned: count.describe("Answers that cite it and name the brand."),
    engines: z.array(z.object({ engine: z.string(), answers: count })).describe("Who cites it, the most often first."),
    competitors: z
      .array(z.object({ name: z.string(), answers: count }))
      .describe("The three competitors that are named most in the answers that cite it."),
    pages: z.array(z.object({ url: z.string(), answers: count })).describe("Its five most cited pages."),
  })
  .meta({ id: "Source" });
export type Source = z.output<typeof Source>;
