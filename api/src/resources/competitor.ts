import { z } from "zod";
import { fraction, rateInterval, timestamp } from "../fields.ts";

const count = z.int().min(0);
const shareOfVoice = fraction.nullable().describe("Its part of all mentions; null where nobody was mentioned.");

const shown = {
  name: z.string(),
  own: z.boolean().describe("The brand itself."),
  known: z.boolean().describe("The brand named it as a competitor, or it is the brand; false: found in answers."),
  mentions: count.describe("Answers that name it; for the brand, those that name the topic they are about."),
  share_of_voice: shareOfVoice,
  interval: rateInterval.describe("Of share_of_voice."),
};

const Voice = z
  .object({
    ...shown,
    n_effective: z.number().nullable().describe("How many independent mentions would tell as much as all of them."),
    mention_rate: fraction.nullable().describe("The part of all answers that name it; null where there are none."),
    mention_interval: rateInterval.describe("Of mention_rate."),
    mentions_beside_own: count.describe("Answers that name it and the brand, too."),
  })
  .meta({ id: "Voice" });

const Others = z.object({ names: count, mentions: count, share_of_voice: shareOfVoice }).meta({ id: "OtherVoices" });

const VoicePoint = z
  .object({
    scan_id: z.uuid(),
    scanned_at: timestamp,
    n: count.describe("Answers."),
    mentions: count.describe("Mentions of all names together."),
    voices: z.array(z.object(shown)).describe("The same names, in the same order, as over all scans."),
    others: Others,
  })
  .meta({ id: "VoicePoint" });

export const Competitors = z
  .object({
    n: count.describe("Answers."),
    mentions: count.describe("Mentions of all names together: an answer mentions each name at most once."),
    scans: count,
    estimand: z.string().describe("What the intervals are about."),
    voices: z.array(Voice).describe("The brand first, then by mentions."),
    others: Others.describe("All names beyond the limit, together."),
    over_time: z.array(VoicePoint).describe("One per completed scan, oldest first."),
  })
  .meta({ id: "Competitors" });
export type Competitors = z.output<typeof Competitors>;
