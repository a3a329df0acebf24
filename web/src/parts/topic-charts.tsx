import type { ScanResultRow } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { percent } from "../format.ts";
import { belongsTo, competitorCounts, sourceCounts } from "../measures.ts";
import { brandQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { BarList } from "./bar-list.tsx";
import { ChartFrame } from "./chart-frame.tsx";

const BARS = 8;

/** What the answers on a topic cite. */
export function TopicSources({ rows }: { rows: ScanResultRow[] }) {
  const { data: brand } = useQuery(brandQuery);
  const sources = sourceCounts(rows);
  const own = brand?.domain ?? null;
  if (sources.length === 0) return null;
  return (
    <ChartFrame
      title={t.sources.title}
      summary={t.sources.text(
        sources[0]?.name ?? "",
        sources.some(({ name }) => belongsTo(name, own)),
      )}
      source={t.sources.source(rows.length)}
      filename="topic-sources"
      table={{ columns: [t.columns.domain, t.columns.answers], rows: sources.map(({ name, count }) => [name, count]) }}
    >
      <BarList
        label={t.sources.title}
        bars={sources.slice(0, BARS).map(({ name, count }) => ({
          id: name,
          name,
          value: count,
          text: percent(count / rows.length),
          isOwn: belongsTo(name, own),
          ...(belongsTo(name, own) ? { mark: t.reader.ownSite } : {}),
        }))}
      />
    </ChartFrame>
  );
}

/** Whom the answers on a topic name. */
export function TopicCompetitors({ rows }: { rows: ScanResultRow[] }) {
  const { data: brand } = useQuery(brandQuery);
  const mentions = rows.filter((row) => row.topic_mentioned).length;
  const all = [
    { name: brand?.name ?? t.yourBrand, count: mentions, isOwn: true },
    ...competitorCounts(rows).map((one) => ({ ...one, isOwn: false })),
  ].sort((a, b) => b.count - a.count);
  const rank = all.findIndex(({ isOwn }) => isOwn) + 1;
  return (
    <ChartFrame
      title={t.competitors.title}
      summary={t.competitors.text(rank, all.length, all[0]?.name ?? "")}
      source={t.competitors.source(rows.length)}
      filename="topic-competitors"
      table={{ columns: [t.columns.brand, t.columns.answers], rows: all.map(({ name, count }) => [name, count]) }}
    >
      <BarList
        label={t.competitors.title}
        bars={all.slice(0, BARS).map(({ name, count, isOwn }) => ({
          id: name,
          name,
          value: count,
          text: percent(count / rows.length),
          isOwn,
        }))}
      />
    </ChartFrame>
  );
}
