import type { TrendsAnalytics } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { exactPoints, percent, points } from "../format.ts";
import { trendsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { DotWhisker } from "./dot-whisker.tsx";
import { NumberWithProof } from "./number.tsx";
import { Load, Skeleton } from "./states.tsx";
import { type Verdict, VerdictChip } from "./verdict-chip.tsx";

const VERDICTS: Record<string, Verdict> = { improving: "up", declining: "down", stable: "within_noise" };

/** Where the brand and its topics are heading, and how far that can be trusted. */
export function TrendsView() {
  const trends = useQuery(trendsQuery);
  return (
    <Load query={trends} skeleton={<Skeleton className="h-[32rem] rounded-xl" />}>
      {(data) => (
        <div className="grid gap-4">
          <BrandForecast prediction={data.brand_prediction} />
          {data.topic_predictions.length > 0 && <TopicForecasts predictions={data.topic_predictions} />}
        </div>
      )}
    </Load>
  );
}

function BrandForecast({ prediction }: { prediction: TrendsAnalytics["brand_prediction"] }) {
  const {
    current_score,
    predicted_2w,
    predicted_4w,
    interval_2w,
    interval_4w,
    trajectory,
    confidence,
    backtest_mae,
    scans_used,
    method,
    reason,
  } = prediction;
  const range = (interval: typeof interval_2w) =>
    interval
      ? t.topic.expected(points(interval.low), points(interval.high), percent(interval.level))
      : (reason ?? t.none);
  return (
    <section className="panel p-5">
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <h2 className="font-semibold">{t.trends.brand}</h2>
        <VerdictChip verdict={VERDICTS[trajectory] as Verdict} text={t.trajectories[trajectory]} />
        <span className="text-quiet">{t.trends.confidence(t.confidences[confidence].toLowerCase())}</span>
      </div>
      <div className="grid grid-cols-2 gap-6 md:grid-cols-4">
        <NumberWithProof label={t.trends.now} value={current_score} basis={t.trends.scans(scans_used)} />
        <NumberWithProof
          label={t.trends.in2}
          value={interval_2w ? predicted_2w : null}
          interval={interval_2w}
          basis={range(interval_2w)}
        />
        <NumberWithProof
          label={t.trends.in4}
          value={interval_4w ? predicted_4w : null}
          interval={interval_4w}
          basis={range(interval_4w)}
        />
        <NumberWithProof
          label={t.trends.error}
          value={backtest_mae}
          format={exactPoints}
          basis={t.trends.errorText}
          how={<p>{t.trends.method(method)}</p>}
        />
      </div>
      {reason && <p className="mt-4 text-quiet">{reason}</p>}
    </section>
  );
}

function TopicForecasts({ predictions }: { predictions: TrendsAnalytics["topic_predictions"] }) {
  const moving = predictions.filter(({ trajectory }) => trajectory !== "stable");
  const most = Math.min(
    100,
    Math.max(20, ...predictions.map(({ interval_2w, predicted_2w }) => interval_2w?.high ?? predicted_2w)) * 1.08,
  );
  return (
    <ChartFrame
      title={t.trends.topics}
      summary={
        moving.length === 0
          ? t.trends.allStable(predictions.length)
          : t.trends.moving(
              moving.map(({ topic_name, trajectory }) => `${topic_name} (${t.trajectories[trajectory].toLowerCase()})`),
            )
      }
      source={t.trends.topicsSource}
      filename="topic-forecasts"
      table={{
        columns: [
          t.columns.topic,
          t.columns.score,
          t.columns.expected,
          t.columns.low,
          t.columns.high,
          t.overview.heading,
          t.overview.confidence,
        ],
        rows: predictions.map((one) => [
          one.topic_name,
          exactPoints(one.current_score),
          exactPoints(one.predicted_2w),
          one.interval_2w && exactPoints(one.interval_2w.low),
          one.interval_2w && exactPoints(one.interval_2w.high),
          t.trajectories[one.trajectory],
          t.confidences[one.confidence],
        ]),
      }}
    >
      <DotWhisker
        label={t.trends.topics}
        most={most}
        format={points}
        dots={predictions.map((one) => ({
          id: one.topic_id,
          name: one.topic_name,
          value: one.predicted_2w,
          low: one.interval_2w?.low,
          high: one.interval_2w?.high,
          text: one.interval_2w
            ? t.trends.range(points(one.predicted_2w), points((one.interval_2w.high - one.interval_2w.low) / 2))
            : points(one.predicted_2w),
          href: `/topics/${one.topic_id}`,
        }))}
      />
    </ChartFrame>
  );
}
