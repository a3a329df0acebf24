import { useQueries, useQuery } from "@tanstack/react-query";
import { percent, shortDay } from "../format.ts";
import { shareOfVoice } from "../measures.ts";
import { brandQuery, scanQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { type Stack, StackedBar } from "./stacked-bar.tsx";
import { Skeleton } from "./states.tsx";

const SHOWN = 5;

/** Who is named how often, scan by scan, the own brand first. */
export function ShareOfVoice({ scanIds }: { scanIds: string[] }) {
  const { data: brand } = useQuery(brandQuery);
  const scans = useQueries({ queries: scanIds.map((id) => scanQuery(id)) });
  const loaded = scans.flatMap(({ data }) => (data ? [data] : []));
  if (!brand || loaded.length < scanIds.length) return <Skeleton className="h-48 rounded-xl" />;
  const known = brand.competitors.map(({ name }) => name);
  const voices = loaded
    .map((scan) => ({ scan, voice: shareOfVoice(scan.results, known) }))
    .filter(({ voice }) => voice.total > 0);
  const latest = voices.at(-1);
  if (!latest || known.length === 0) return null;
  const order = latest.voice.others.slice(0, SHOWN).map(({ name }) => name);
  const stacks: Stack[] = voices.map(({ scan, voice }) => ({
    id: scan.id,
    name: shortDay(scan.completed_at ?? scan.created_at),
    parts: [
      {
        id: "own",
        name: brand.name,
        value: voice.own / voice.total,
        color: "var(--accent)",
        text: percent(voice.own / voice.total),
      },
      ...order.map((name, index) => {
        const share = (voice.others.find((one) => one.name === name)?.count ?? 0) / voice.total;
        return { id: name, name, value: share, color: `var(--other-${index + 1})`, text: percent(share) };
      }),
    ],
  }));
  const first = order[0];
  const rank = 1 + latest.voice.others.filter(({ count }) => count > latest.voice.own).length;
  return (
    <ChartFrame
      title={t.voice.title}
      summary={t.voice.text(
        brand.name,
        percent(latest.voice.own / latest.voice.total),
        rank,
        known.length + 1,
        first ?? "",
      )}
      source={t.voice.source}
      filename="share-of-voice"
      table={{
        columns: [t.columns.scan, brand.name, ...order],
        rows: stacks.map((stack) => [stack.name, ...stack.parts.map(({ text }) => text)]),
      }}
    >
      <StackedBar label={t.voice.title} stacks={stacks} total={1} />
    </ChartFrame>
  );
}
