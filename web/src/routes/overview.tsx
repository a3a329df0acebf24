import type { TrendsAnalytics } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowRight, CalendarClock, Radar } from "lucide-react";
import { dayAndTime, exactPoints, fromNow, longDay, percent, points, wholeMoment } from "../format.ts";
import { intervalOf } from "../interval.ts";
import { summarise } from "../measures.ts";
import { ChangesPanel } from "../parts/changes-panel.tsx";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { EnginesByStage } from "../parts/engines-by-stage.tsx";
import { HowScore } from "../parts/how-score.tsx";
import { type Fan, LineChart } from "../parts/line-chart.tsx";
import { NumberWithProof } from "../parts/number.tsx";
import { Page, Panel } from "../parts/page.tsx";
import { useBrandName, usePermissions } from "../parts/permissions.ts";
import { RecommendationLink } from "../parts/recommendation-link.tsx";
import { ShareOfVoice } from "../parts/share-of-voice.tsx";
import { StageFunnel } from "../parts/stage-funnel.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import {
  brandQuery,
  changesQuery,
  recommendationsQuery,
  type ScoredScan,
  scanQuery,
  scoredScansQuery,
  trendsQuery,
} from "../queries.ts";
import { t } from "../texts/index.ts";

const DAY_MS = 86_400_000;

const isScored = (scan: ScoredScan): scan is ScoredScan & { avg_score: number; completed_at: string } =>
  scan.status === "completed" && scan.avg_score !== null && scan.completed_at !== null;

/** How visible are we, how sure is that, what changed, why, what do we do. */
export function Overview() {
  const scans = useQuery(scoredScansQuery);
  return (
    <Load query={scans} skeleton={<OverviewSkeleton />}>
      {(all) => {
        const scored = all.filter(isScored).toReversed();
        return scored.length === 0 ? <NothingYet /> : <Measured scans={scored} />;
      }}
    </Load>
  );
}

type Scored = ScoredScan & { avg_score: number; completed_at: string };

function Measured({ scans }: { scans: Scored[] }) {
  const brand = useQuery(brandQuery);
  const latest = scans.at(-1) as Scored;
  const name = useBrandName();
  return (
    <Page title={t.overview.title(name)} actions={<NextScan nextAt={brand.data?.next_scan_at ?? null} />}>
      <div className="grid gap-4">
        <Hero scans={scans} name={name} />
        <div className="grid gap-4 lg:grid-cols-[1fr_1.25fr]">
          <StageFunnel scanId={latest.id} />
          <LatestEngines scanId={latest.id} />
        </div>
        <div className="grid gap-4 lg:grid-cols-2">
          <ChangesPanel scanId={latest.id} />
          <TopRecommendations />
        </div>
        <ShareOfVoice scanIds={scans.slice(-4).map(({ id }) => id)} />
      </div>
    </Page>
  );
}

function NextScan({ nextAt }: { nextAt: string | null }) {
  const { mayWrite } = usePermissions();
  return (
    <>
      <span className="mr-2 inline-flex items-center gap-2 text-[0.8125rem] text-quiet">
        <CalendarClock size={15} aria-hidden="true" />
        {nextAt ? (
          <time dateTime={nextAt} title={wholeMoment(nextAt)}>
            {t.overview.nextScan(dayAndTime(nextAt))}
          </time>
        ) : (
          <Link to="/settings" hash="schedule" className="hover:text-ink hover:underline">
            {t.overview.noSchedule}
          </Link>
        )}
      </span>
      {mayWrite && (
        <Link to="/scans" search={{ run: true }} className="button button-primary">
          <Radar size={15} aria-hidden="true" />
          {t.scans.run}
        </Link>
      )}
    </>
  );
}

function fanOf(trends: ReturnType<typeof useTrends>, lastMs: number): Fan | undefined {
  const brand = trends?.brand_prediction;
  if (!brand?.interval_2w || !brand.interval_4w) return undefined;
  return {
    level: brand.interval_2w.level,
    steps: [
      { atMs: lastMs + 14 * DAY_MS, value: brand.predicted_2w, ...brand.interval_2w },
      { atMs: lastMs + 28 * DAY_MS, value: brand.predicted_4w, ...brand.interval_4w },
    ],
  };
}

const useTrends = () => useQuery(trendsQuery).data;

function Hero({ scans, name }: { scans: Scored[]; name: string }) {
  const navigate = useNavigate();
  const trends = useTrends();
  const latest = scans.at(-1) as Scored;
  const scan = useQuery(scanQuery(latest.id));
  const change = useQuery(changesQuery(latest.id)).data?.[0];
  const summary = scan.data ? summarise(scan.data.results) : null;
  const scores = scans.map(({ avg_score }) => avg_score);
  const fan = fanOf(trends, Date.parse(latest.completed_at));
  const series = scans.map((one) => ({ atMs: Date.parse(one.completed_at), value: one.avg_score, ...intervalOf(one) }));
  const range = t.range(points(Math.min(...scores)), points(Math.max(...scores)));
  const words = [
    t.overview.sentence(name, points(latest.avg_score), scans.length, range),
    change?.summary ?? "",
    summary ? t.overview.named(percent(summary.mentionRate), summary.answers) : "",
    fan?.steps[0]
      ? t.overview.forecast(points(fan.steps[0].low), points(fan.steps[0].high), percent(fan.level))
      : (trends?.brand_prediction.reason ?? ""),
  ].filter(Boolean);
  return (
    <ChartFrame
      title={t.overview.score}
      filename="visibility"
      source={t.overview.trendSource}
      table={{
        columns: [t.columns.scan, t.columns.score],
        rows: scans.map((one) => [longDay(one.completed_at), exactPoints(one.avg_score)]),
      }}
    >
      <div className="mb-6 grid items-start gap-x-10 gap-y-5 md:grid-cols-[auto_1fr]">
        <NumberWithProof
          label={t.overview.latest(fromNow(latest.completed_at))}
          value={latest.avg_score}
          interval={intervalOf(latest)}
          verdict={change && { verdict: change.verdict }}
          size="large"
          basis={summary ? t.overview.basis(summary.answers, latest.topics_scanned, latest.engines.length) : t.loading}
          how={<HowScore scanId={latest.id} />}
        />
        <div className="md:border-l md:border-line md:pl-10">
          <p className="max-w-xl text-[0.9375rem] leading-relaxed">{words.join(" ")}</p>
          {trends && <Outlook prediction={trends.brand_prediction} />}
        </div>
      </div>
      <LineChart
        label={words.join(" ")}
        series={[{ id: "score", label: t.overview.score, color: "var(--accent)", points: series }]}
        fan={fan}
        onOpen={(index) => void navigate({ to: "/scans/$id", params: { id: (scans[index] as Scored).id } })}
      />
    </ChartFrame>
  );
}

function Outlook({ prediction }: { prediction: TrendsAnalytics["brand_prediction"] }) {
  const facts: [string, string][] = [
    [t.overview.heading, t.trajectories[prediction.trajectory]],
    [t.overview.confidence, t.confidences[prediction.confidence]],
  ];
  if (prediction.backtest_mae !== null) {
    facts.push([t.overview.pastError, t.plusMinus(exactPoints(prediction.backtest_mae))]);
  }
  return (
    <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-[0.8125rem]">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-faint">{name}</dt>
          <dd className="figures font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function LatestEngines({ scanId }: { scanId: string }) {
  const scan = useQuery(scanQuery(scanId));
  return (
    <Load query={scan} skeleton={<Skeleton className="panel h-72" />}>
      {({ results }) => <EnginesByStage rows={results} answersAt={`/scans/${scanId}?`} />}
    </Load>
  );
}

function TopRecommendations() {
  const recommendations = useQuery(recommendationsQuery());
  return (
    <Panel
      title={t.overview.todo}
      text={t.overview.todoText}
      actions={
        <Link to="/recommendations" className="link text-[0.8125rem]">
          {t.all}
        </Link>
      }
    >
      <Load query={recommendations} skeleton={<Skeleton className="h-40" />}>
        {(all) => {
          const open = all.filter(({ status }) => status === "pending").slice(0, 3);
          if (open.length === 0) return <p className="text-quiet">{t.overview.nothingToDo}</p>;
          return (
            <ol className="-mx-2">
              {open.map((one) => (
                <li key={one.id}>
                  <RecommendationLink one={one}>
                    <ArrowRight size={15} className="mt-1 shrink-0 text-faint" aria-hidden="true" />
                  </RecommendationLink>
                </li>
              ))}
            </ol>
          );
        }}
      </Load>
    </Panel>
  );
}

function NothingYet() {
  return (
    <Page title={t.overview.title(useBrandName())}>
      <div className="panel">
        <EmptyState
          title={t.overview.emptyTitle}
          text={t.overview.emptyText}
          action={
            <Link to="/start" className="button button-primary">
              {t.overview.emptyAction}
            </Link>
          }
        />
      </div>
    </Page>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-8 w-72" />
      <Skeleton className="h-[28rem] rounded-xl" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    </div>
  );
}
