import { useQuery } from "@tanstack/react-query";
import { percent } from "../format.ts";
import { competitorCounts, summarise } from "../measures.ts";
import { brandQuery, scanQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { BarList } from "./bar-list.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { engineName } from "./engine.tsx";
import { HeatMap } from "./heat-map.tsx";
import { ShareOfVoice } from "./share-of-voice.tsx";
import { Load, Skeleton } from "./states.tsx";

const BARS = 12;
const RIVALS = 5;
const SCANS = 8;

/** Who else is named, how often, and by which engine. */
export function CompetitorsView({ scanIds }: { scanIds: string[] }) {
  const latestId = scanIds[0] as string;
  const scan = useQuery(scanQuery(latestId));
  const { data: brand } = useQuery(brandQuery);
  const known = new Set(brand?.competitors.map(({ name }) => name));
  return (
    <Load query={scan} skeleton={<Skeleton className="h-96 rounded-xl" />}>
      {({ results }) => {
        const rivals = competitorCounts(results);
        const own = { name: brand?.name ?? t.yourBrand, count: results.filter((row) => row.topic_mentioned).length };
        const all = [{ ...own, isOwn: true }, ...rivals.map((one) => ({ ...one, isOwn: false }))].sort(
          (a, b) => b.count - a.count,
        );
        const rank = all.findIndex(({ isOwn }) => isOwn) + 1;
        const engines = [...Map.groupBy(results, ({ engine }) => engine)];
        const top = rivals.slice(0, RIVALS).map(({ name }) => name);
        return (
          <div className="grid gap-4">
            <ShareOfVoice scanIds={scanIds.slice(0, SCANS).toReversed()} />
            <div className="grid items-start gap-4 lg:grid-cols-2">
              <ChartFrame
                title={t.competitors.title}
                summary={t.competitors.text(rank, all.length, all[0]?.name ?? "")}
                source={`${t.competitors.source(results.length)} ${t.competitors.discovered}`}
                filename="competitors"
                table={{
                  columns: [t.columns.brand, t.columns.count, t.columns.share],
                  rows: all.map(({ name, count }) => [name, count, percent(count / results.length)]),
                }}
              >
                <BarList
                  label={t.competitors.title}
                  bars={all.slice(0, BARS).map(({ name, count, isOwn }) => ({
                    id: name,
                    name,
                    value: count,
                    text: percent(count / results.length),
                    isOwn,
                    ...(isOwn || known.has(name) ? {} : { mark: t.competitors.new }),
                  }))}
                />
              </ChartFrame>
              <ChartFrame
                title={t.competitors.byEngine}
                summary={t.competitors.byEngineText}
                source={t.competitors.source(results.length)}
                filename="competitors-by-engine"
                table={{
                  columns: [t.columns.brand, ...engines.map(([engine]) => engineName(engine))],
                  rows: top.map((name) => [
                    name,
                    ...engines.map(([, rows]) =>
                      percent(rows.filter((row) => row.competitors_mentioned?.includes(name)).length / rows.length),
                    ),
                  ]),
                }}
              >
                <HeatMap
                  label={t.competitors.byEngine}
                  columns={engines.map(([engine]) => engineName(engine))}
                  full={1}
                  rows={[own.name, ...top].map((name, index) => ({
                    id: name,
                    name,
                    cells: engines.map(([, rows]) => {
                      const share =
                        index === 0
                          ? (summarise(rows)?.mentionRate ?? 0)
                          : rows.filter((row) => row.competitors_mentioned?.includes(name)).length / rows.length;
                      return { value: share, text: percent(share), label: "" };
                    }),
                  }))}
                />
              </ChartFrame>
            </div>
          </div>
        );
      }}
    </Load>
  );
}
