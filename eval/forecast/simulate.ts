import { type SeededRandom, seededRandom } from "../../server/src/domain/seeded-random.ts";
import { pointOn, type Series } from "./load.ts";

/**
 * How a brand's scores come about. A share of answers names the topic; its log odds walk by `walk` a week, jump by one with
 * the chance `shift`, and a scan with the chance `odd` shows anything at all.
 */
type Behaviour = { answers: number; walk: number; gapDays(random: SeededRandom): number; shift?: number; odd?: number };

const weekly = () => 7;
const BEHAVIOURS: Record<string, Behaviour & { logOdds?(topic: number): number }> = {
  quiet: { answers: 90, walk: 0.03, gapDays: weekly },
  restless: { answers: 60, walk: 0.2, gapDays: weekly },
  "at odd times": { answers: 40, walk: 0.12, gapDays: (random) => 0.2 - 6 * Math.log(1 - random.next()) },
  daily: { answers: 30, walk: 0.15, gapDays: () => 1 },
  "with jumps": { answers: 80, walk: 0.05, gapDays: weekly, shift: 0.04 },
  "with odd scans": { answers: 80, walk: 0.05, gapDays: weekly, odd: 0.04 },
  "of mixed scales": { answers: 60, walk: 0.15, gapDays: weekly, logOdds: (topic) => (topic % 2 === 0 ? 0.8 : -4.5) },
};

const POOLS = 12;
const TOPICS = 5;
const SCANS = 30;

/** Pools of simulated scans, by how they behave; the same on every machine. */
export function simulatedScans(): { behaviour: string; pools: Series[][] }[] {
  return Object.entries(BEHAVIOURS).map(([behaviour, how]) => ({
    behaviour,
    pools: Array.from({ length: POOLS }, (_, pool) =>
      Array.from({ length: TOPICS }, (_, topic) => {
        const id = `${behaviour} ${pool}:${topic}`;
        const random = seededRandom(id);
        return { id, points: scansOf(how, how.logOdds?.(topic) ?? random.between(-2.5, 1.5), random) };
      }),
    ),
  }));
}

function scansOf({ answers, walk, gapDays, shift = 0, odd = 0 }: Behaviour, start: number, random: SeededRandom) {
  const leastScore = random.between(20, 60);
  let logOdds = start;
  let days = 20_000;
  return Array.from({ length: SCANS }, () => {
    const gap = gapDays(random);
    days += gap;
    logOdds += walk * normal(random) * Math.sqrt(gap / 7);
    if (random.chance(shift)) logOdds += random.pick([-1, 1]);
    const share = 1 / (1 + Math.exp(-logOdds));
    let sum = 0;
    for (let i = 0; i < answers; i++) if (random.chance(share)) sum += random.between(leastScore, 100);
    return pointOn(days, random.chance(odd) ? random.between(0, 100) : sum / answers);
  });
}

function normal(random: SeededRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}
