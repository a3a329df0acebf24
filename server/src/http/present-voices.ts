import type { Competitors, Source } from "@answerscope/api";
import type { CitedSource } from "../app/read-voices.ts";
import type { ScanTally } from "../app/stores.ts";
import type { Estimate } from "../domain/statistics/estimate.ts";
import { SITE_ESTIMAND } from "../domain/voices/cited-sites.ts";
import { VOICE_ESTIMAND, type Voice, type Voices, type VoicesAt } from "../domain/voices/share-of-voice.ts";
import { fraction, points } from "./present.ts";

const showRate = (rate: Estimate | null): number | null => rate && fraction(rate.value);

const showBounds = (rate: Estimate | null) =>
  rate && { low: fraction(rate.low), high: fraction(rate.high), level: rate.level };

const showVoice = ({ name, own, known, mentions, share }: Voice) => ({
  ...{ name, own, known, mentions },
  share_of_voice: showRate(share),
  interval: showBounds(share),
});

const showOthers = ({ mentions, others }: Pick<VoicesAt<unknown>, "mentions" | "others">) => ({
  ...others,
  share_of_voice: mentions === 0 ? null : fraction(others.mentions / mentions),
});

export const showCompetitors = (all: Voices<ScanTally>): Competitors => ({
  n: all.answers,
  mentions: all.mentions,
  scans: all.overTime.length,
  estimand: VOICE_ESTIMAND,
  voices: all.voices.map((voice) => ({
    ...showVoice(voice),
    n_effective: voice.share && points(voice.share.nEffective),
    mention_rate: showRate(voice.rate),
    mention_interval: showBounds(voice.rate),
    mentions_beside_own: voice.besideOwn,
  })),
  others: showOthers(all),
  over_time: all.overTime.map((at) => ({
    ...{ scan_id: at.scan.scanId, scanned_at: at.scan.scannedAt, n: at.answers, mentions: at.mentions },
    voices: at.voices.map(showVoice),
    others: showOthers(at),
  })),
});

export const showSource = ({ site, own, answers, withOwn, engines, share, names, pages }: CitedSource): Source => ({
  ...{ domain: site, own, answers },
  share: fraction(share.value),
  interval: showBounds(share),
  n: share.n,
  n_effective: points(share.nEffective),
  estimand: SITE_ESTIMAND,
  own_mentioned: withOwn,
  engines: engines.map(({ name, answers: citing }) => ({ engine: name, answers: citing })),
  competitors: names,
  pages: pages.map(({ name, answers: citing }) => ({ url: name, answers: citing })),
});
