import { type EnginesAnalytics, SENTIMENTS } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count, decimal, exactPoints, longDay, percent, points } from "../format.ts";
import { intervalOf } from "../interval.ts";
import { engineAnalyticsQuery, type ScoredScan } from "../queries.ts";
import { t } from "../texts/index.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { DotWhisker } from "./dot-whisker.tsx";
import { engineName } from "./engine.tsx";
import { HeatMap } from "./heat-map.tsx";
import { StackedBar } from "./stacked-bar.tsx";
import { Load, Skeleton } from "./states.tsx";

type Statistics = EnginesAnalytics["engine_stats"][string];

/** The engines side by side: what they think of the brand, and whether they agree. */
export function EnginesView({ scans }: { scans: ScoredScan[] }) {
  const [scanId, setScanId] = useState<string | undefined>();
  const analytics = useQuery(engineAnalyticsQuery(scanId));
  return (
    <>
      <div className="mb-3 flex items-center gap-2">
        <select
          aria-label={t.columns.scan}
          className="chip"
          value={scanId ?? ""}
          onChange={(event) => setScanId(event.target.value || undefined)}
        >
          <option value="">{t.engines.allScans}</option>
          {scans.map(({ id, created_at }) => (
            <option key={id} value={id}>
              {longDay(created_at)}
            </option>
          ))}
        </select>
      </div>
      <Load query={analytics} skeleton={<Skeleton className="h-[32rem] rounded-xl" />}>
        {(data) => {
          const engines = Object.entries(data.engine_stats).sort(([, a], [, b]) => b.avg_score - a.avg_score);
          return (
            <div className="grid gap-4 lg:grid-cols-2">
              <Scores engines={engines} />
              <Mentions engines={engines} />
              <Tone engines={engines} />
              <Agreement data={data} engines={engines.map(([engine]) => engine)} />
            </div>
          );
        }}
      </Load>
    </>
  );
}

type Engines = [string, Statistics][];

const tableOf = (engines: Engines) => ({
  columns: [
    t.columns.engine,
    t.columns.score,
    t.columns.named,
    t.columns.recommended,
    t.columns.position,
    t.columns.citations,
    t.columns.positive,
    t.columns.answers,
  ],
  rows: engines.map(([engine, one]) => [
    engineName(engine),
    exactPoints(one.avg_score),
    percent(one.mention_rate),
    percent(one.recommendation_rate),
    decimal(one.avg_position),
    decimal(one.avg_citations),
    percent(one.sentiment.positive),
    one.n,
  ]),
});

const basisOf = (engines: Engines): string =>
  t.engines.basis(count(engines.reduce((sum, [, { n }]) => sum + (n ?? 0), 0)));

function Scores({ engines }: { engines: Engines }) {
  const most = Math.min(100, Math.max(20, ...engines.map(([, one]) => intervalOf(one)?.high ?? one.avg_score)) * 1.1);
  const [first, last] = [engines[0], engines.at(-1)];
  return (
    <ChartFrame
      title={t.engines.scores}
      summary={
        first && last
          ? t.overview.enginesText(
              engineName(first[0]),
              points(first[1].avg_score),
              engineName(last[0]),
              points(last[1].avg_score),
            )
          : ""
      }
      source={basisOf(engines)}
      filename="engine-scores"
      table={tableOf(engines)}
    >
      <DotWhisker
        label={t.engines.scores}
        most={most}
        format={points}
        dots={engines.map(([engine, one]) => ({
          id: engine,
          engine,
          name: engineName(engine),
          value: one.avg_score,
          low: intervalOf(one)?.low,
          high: intervalOf(one)?.high,
          text: exactPoints(one.avg_score),
        }))}
      />
    </ChartFrame>
  );
}

function Mentions({ engines }: { engines: Engines }) {
  return (
    <ChartFrame
      title={t.engines.mentions}
      summary={t.engines.mentionsText}
      source={basisOf(engines)}
      filename="engine-mentions"
      table={tableOf(engines)}
    >
      <DotWhisker
        label={t.engines.mentions}
        most={1}
        format={percent}
        dots={engines.map(([engine, one]) => ({
          id: engine,
          engine,
          name: engineName(engine),
          value: one.mention_rate,
          text: percent(one.mention_rate),
        }))}
      />
    </ChartFrame>
  );
}

const TONES = { positive: "var(--up)", neutral: "var(--other-3)", negative: "var(--down)" };

function Tone({ engines }: { engines: Engines }) {
  return (
    <ChartFrame
      title={t.engines.tone}
      summary={t.engines.toneText}
      source={t.engines.toneSource}
      filename="engine-tone"
      table={tableOf(engines)}
    >
      <ul className="space-y-3">
        {engines.map(([engine, { sentiment }]) => (
          <li key={engine}>
            <p className="mb-1 flex justify-between text-[0.8125rem]">
              <span>{engineName(engine)}</span>
              <span className="figures text-quiet">
                {t.engines.toneWords(
                  percent(sentiment.positive),
                  percent(sentiment.neutral),
                  percent(sentiment.negative),
                )}
              </span>
            </p>
            <StackedBar
              label={engineName(engine)}
              isLegendShown={false}
              total={1}
              stacks={[
                {
                  id: engine,
                  name: "",
                  parts: SENTIMENTS.map((one) => ({
                    id: one,
                    name: t.sentiments[one],
                    value: sentiment[one],
                    color: TONES[one],
                    text: percent(sentiment[one]),
                  })),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

function Agreement({ data, engines }: { data: EnginesAnalytics; engines: string[] }) {
  const strengthOf = (a: string, b: string) => data.correlation_matrix[a]?.[b] ?? null;
  const numberOf = (a: string, b: string) => data.correlation_n[a]?.[b] ?? 0;
  return (
    <ChartFrame
      title={t.engines.agreement}
      summary={t.engines.agreementText}
      source={t.engines.agreementSource}
      filename="engine-correlation"
      table={{
        columns: [t.columns.engine, t.columns.other, t.columns.correlation, t.columns.prompts],
        rows: engines.flatMap((a) =>
          engines.map((b) => [
            engineName(a),
            engineName(b),
            strengthOf(a, b) === null ? null : decimal(strengthOf(a, b) as number),
            numberOf(a, b),
          ]),
        ),
      }}
    >
      <HeatMap
        label={t.engines.agreement}
        columns={engines.map((engine) => engineName(engine))}
        full={1}
        rows={engines.map((a) => ({
          id: a,
          name: engineName(a),
          engine: a,
          cells: engines.map((b) => {
            const value = a === b ? null : strengthOf(a, b);
            return {
              value,
              text: value === null ? (a === b ? "" : t.none) : decimal(value),
              ...(a === b ? {} : { under: t.engines.n(numberOf(a, b)) }),
              label: "",
            };
          }),
        }))}
      />
    </ChartFrame>
  );
}
