import { useQuery } from "@tanstack/react-query";
import { percent } from "../format.ts";
import { belongsTo, sourceCounts } from "../measures.ts";
import { brandQuery, scanQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { BarList } from "./bar-list.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { engineName } from "./engine.tsx";
import { NumberWithProof } from "./number.tsx";
import { Load, Skeleton } from "./states.tsx";

const BARS = 15;
const PER_ENGINE = 6;

/** On whose word the engines speak. */
export function SourcesView({ scanId }: { scanId: string }) {
  const scan = useQuery(scanQuery(scanId));
  const { data: brand } = useQuery(brandQuery);
  const own = brand?.domain ?? null;
  const rivals = brand?.competitors.flatMap(({ name, domain }) => (domain ? [{ name, domain }] : [])) ?? [];
  const markOf = (domain: string) =>
    belongsTo(domain, own) ? t.reader.ownSite : rivals.find((one) => belongsTo(domain, one.domain))?.name;
  return (
    <Load query={scan} skeleton={<Skeleton className="h-96 rounded-xl" />}>
      {({ results }) => {
        const sources = sourceCounts(results);
        const citing = results.filter((row) => (row.sources_cited?.length ?? 0) > 0).length;
        const ownCount = sources.filter(({ name }) => belongsTo(name, own)).reduce((sum, { count }) => sum + count, 0);
        const bar = (of: number) => (one: { name: string; count: number }) => {
          const mark = markOf(one.name);
          return {
            id: one.name,
            name: one.name,
            value: one.count,
            text: percent(one.count / of),
            isOwn: belongsTo(one.name, own),
            ...(mark ? { mark } : {}),
          };
        };
        return (
          <div className="grid gap-4">
            <div className="panel grid grid-cols-2 gap-6 p-5 md:grid-cols-3">
              <NumberWithProof
                label={t.sources.citing}
                value={citing / results.length}
                format={percent}
                basis={t.scan.of(citing, results.length)}
              />
              <NumberWithProof
                label={t.sources.own}
                value={own && citing > 0 ? ownCount / citing : null}
                format={percent}
                basis={own ? t.sources.ownBasis(ownCount, citing) : t.sources.noDomain}
              />
              <NumberWithProof label={t.sources.websites} value={sources.length} basis={t.sources.websitesBasis} />
            </div>
            <ChartFrame
              title={t.sources.title}
              summary={sources[0] ? t.sources.text(sources[0].name, ownCount > 0) : t.sources.none}
              source={t.sources.source(results.length)}
              filename="sources"
              table={{
                columns: [t.columns.domain, t.columns.count, t.columns.share],
                rows: sources.map(({ name, count }) => [name, count, percent(count / results.length)]),
              }}
            >
              <BarList label={t.sources.title} bars={sources.slice(0, BARS).map(bar(results.length))} />
            </ChartFrame>
            <div className="grid gap-4 lg:grid-cols-2">
              {[...Map.groupBy(results, ({ engine }) => engine)].map(([engine, rows]) => {
                const cited = sourceCounts(rows);
                return (
                  <ChartFrame
                    key={engine}
                    title={engineName(engine)}
                    summary={
                      cited[0]
                        ? t.sources.text(
                            cited[0].name,
                            cited.some(({ name }) => belongsTo(name, own)),
                          )
                        : t.sources.none
                    }
                    filename={`sources-${engine}`}
                    table={{
                      columns: [t.columns.domain, t.columns.count],
                      rows: cited.map(({ name, count }) => [name, count]),
                    }}
                  >
                    <BarList label={engineName(engine)} bars={cited.slice(0, PER_ENGINE).map(bar(rows.length))} />
                  </ChartFrame>
                );
              })}
            </div>
          </div>
        );
      }}
    </Load>
  );
}
