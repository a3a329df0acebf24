import {
  FUNNEL_STAGES,
  type Recommendation,
  type ScanResultRow,
  type TopicDetail,
  type TopicHistory,
} from "@answerscope/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { ArrowRight, Pencil } from "lucide-react";
import { useState } from "react";
import { api } from "../api.ts";
import { exactPoints, longDay, percent, points } from "../format.ts";
import { intervalOf } from "../interval.ts";
import { summarise } from "../measures.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { EngineGlyph, engineName } from "../parts/engine.tsx";
import { EnginesByStage } from "../parts/engines-by-stage.tsx";
import { HowScore } from "../parts/how-score.tsx";
import { LineChart, type LineSeries } from "../parts/line-chart.tsx";
import { NumberWithProof } from "../parts/number.tsx";
import { Page, Panel } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { PromptEditor } from "../parts/prompt-editor.tsx";
import { RecommendationLink } from "../parts/recommendation-link.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { useToast } from "../parts/toaster.tsx";
import { TopicCompetitors, TopicSources } from "../parts/topic-charts.tsx";
import { TopicForm } from "../parts/topic-form.tsx";
import { historyQuery, recommendationsQuery, topicQuery, trendsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const route = getRouteApi("/topics/$id");

type Point = TopicHistory["data_points"][number];

export function Topic() {
  const { id } = route.useParams();
  const topic = useQuery(topicQuery(id));
  const history = useQuery(historyQuery(id));
  return (
    <Load query={topic} skeleton={<Skeleton className="h-[40rem] rounded-xl" />}>
      {(detail) => (
        <Page
          title={detail.name}
          lead={
            <>
              {detail.status === "inactive" && <Tag>{t.topics.statuses.inactive}</Tag>}{" "}
              {[detail.category, detail.description].filter(Boolean).join(". ")}
            </>
          }
          actions={<TopicActions topic={detail} />}
        >
          <div className="grid gap-4">
            {detail.latest_scan_results.length === 0 ? (
              <div className="panel">
                <EmptyState title={t.topic.emptyTitle} text={t.topic.emptyText} />
              </div>
            ) : (
              <Measured topic={detail} history={history.data ?? []} />
            )}
            <PromptEditor topicId={id} />
          </div>
        </Page>
      )}
    </Load>
  );
}

function Measured({ topic, history }: { topic: TopicDetail; history: Point[] }) {
  const rows = topic.latest_scan_results;
  const scanId = history.at(-1)?.scan_id;
  return (
    <>
      <Figures topic={topic} history={history} />
      {history.length > 1 && <HistoryChart topic={topic} history={history} />}
      <div className="grid gap-4 lg:grid-cols-2">
        <EnginesByStage rows={rows} answersAt={scanId && `/scans/${scanId}?topic=${topic.id}&`} />
        <Answers rows={rows} topicId={topic.id} scanId={scanId} />
        <TopicSources rows={rows} />
        <TopicCompetitors rows={rows} />
      </div>
      <Recommended topicId={topic.id} />
    </>
  );
}

function Figures({ topic, history }: { topic: TopicDetail; history: Point[] }) {
  const { data: trends } = useQuery(trendsQuery);
  const prediction = trends?.topic_predictions.find(({ topic_id }) => topic_id === topic.id);
  const summary = summarise(topic.latest_scan_results);
  const past = history.flatMap((one) =>
    one.overall_score === null ? [] : [{ value: one.overall_score, ...intervalOf(one) }],
  );
  const range = prediction?.interval_2w;
  return (
    <div className="panel grid grid-cols-2 gap-x-6 gap-y-8 p-5 lg:grid-cols-[1.6fr_1fr_1fr_1.2fr]">
      <NumberWithProof
        label={t.overview.score}
        value={topic.visibility_score_overall}
        interval={intervalOf(topic)}
        size="large"
        history={past}
        basis={summary ? t.answers(summary.answers) : t.none}
        how={<HowScore />}
      />
      <NumberWithProof
        label={t.columns.named}
        value={summary?.mentionRate ?? null}
        format={percent}
        basis={summary ? t.scan.of(summary.mentions, summary.answers) : t.none}
      />
      <NumberWithProof
        label={t.columns.recommended}
        value={summary ? summary.recommended / summary.answers : null}
        format={percent}
        basis={summary ? t.scan.of(summary.recommended, summary.answers) : t.none}
      />
      {prediction && (
        <NumberWithProof
          label={t.columns.expected}
          value={range ? prediction.predicted_2w : null}
          basis={
            range
              ? t.topic.expected(points(range.low), points(range.high), percent(range.level))
              : (prediction.reason ?? t.none)
          }
        />
      )}
    </div>
  );
}

const STAGE_COLORS = {
  awareness: "var(--engine-amber)",
  evaluation: "var(--engine-pink)",
  conversion: "var(--engine-teal)",
};
const STAGE_DASHES = { awareness: "5 3", evaluation: "2 3", conversion: "8 3" };

function HistoryChart({ topic, history }: { topic: TopicDetail; history: Point[] }) {
  const navigate = useNavigate();
  const scored = history.filter(({ overall_score }) => overall_score !== null);
  const series: LineSeries[] = [
    {
      id: "overall",
      label: t.topic.overall,
      color: "var(--accent)",
      points: scored.map((one) => ({
        atMs: Date.parse(one.scanned_at),
        value: one.overall_score as number,
        ...intervalOf(one),
      })),
    },
    ...FUNNEL_STAGES.map((stage) => ({
      id: stage,
      label: t.stages[stage],
      color: STAGE_COLORS[stage],
      dash: STAGE_DASHES[stage],
      points: scored.flatMap((one) => {
        const value = one.stage_scores[stage];
        return value === undefined ? [] : [{ atMs: Date.parse(one.scanned_at), value }];
      }),
    })),
  ];
  const values = scored.map(({ overall_score }) => overall_score as number);
  const summary = t.topic.history(
    topic.name,
    points(values.at(-1) ?? 0),
    t.range(points(Math.min(...values)), points(Math.max(...values))),
    values.length,
  );
  return (
    <ChartFrame
      title={t.topic.historyTitle}
      summary={summary}
      source={t.topic.historySource}
      filename={`${topic.name}-history`}
      table={{
        columns: [t.columns.scan, t.columns.score, ...Object.values(t.stages), t.columns.named, t.columns.answers],
        rows: scored.map((one) => [
          longDay(one.scanned_at),
          exactPoints(one.overall_score as number),
          ...FUNNEL_STAGES.map((stage) =>
            one.stage_scores[stage] === undefined ? null : exactPoints(one.stage_scores[stage]),
          ),
          percent(one.mention_rate),
          one.total_queries,
        ]),
      }}
    >
      <LineChart
        label={summary}
        series={series}
        onOpen={(index) =>
          void navigate({
            to: "/scans/$id",
            params: { id: (scored[index] as Point).scan_id },
            search: { topic: topic.id },
          })
        }
      />
    </ChartFrame>
  );
}

const ANSWERS_SHOWN = 6;

function Answers({ rows, topicId, scanId }: { rows: ScanResultRow[]; topicId: string; scanId: string | undefined }) {
  const best = rows.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, ANSWERS_SHOWN);
  return (
    <Panel
      title={t.topic.answers}
      text={t.topic.answersText}
      actions={
        scanId && (
          <Link to="/scans/$id" params={{ id: scanId }} search={{ topic: topicId }} className="link text-[0.8125rem]">
            {t.topic.readAll(rows.length)}
          </Link>
        )
      }
    >
      <ul className="-mx-2">
        {best.map((row) => (
          <li key={row.id}>
            <Link
              to="/scans/$id"
              params={{ id: scanId ?? "" }}
              search={{ topic: topicId, answer: row.id }}
              className="flex items-center gap-3 rounded-lg px-2 py-2 hover:bg-sunken"
            >
              <span className="figures w-8 text-right font-semibold">
                {row.score === null ? t.none : points(row.score)}
              </span>
              <EngineGlyph engine={row.engine} />
              <span className="min-w-0 flex-1 truncate">
                {engineName(row.engine)}, {t.stages[row.funnel_stage].toLowerCase()}
              </span>
              <span className="text-xs text-quiet">
                {row.topic_mentioned ? t.reader.position(row.mention_position ?? 1) : t.reader.absent}
              </span>
              <ArrowRight size={14} className="text-faint" aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Recommended({ topicId }: { topicId: string }) {
  const { data = [] } = useQuery(recommendationsQuery({ topic_id: topicId }));
  const open = data.filter(({ status }: Recommendation) => status === "pending");
  if (open.length === 0) return null;
  return (
    <Panel title={t.nav.recommendations} text={t.topic.recommended(open.length)}>
      <ul className="-mx-2">
        {open.map((one) => (
          <li key={one.id}>
            <RecommendationLink one={one} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function TopicActions({ topic }: { topic: TopicDetail }) {
  const { mayWrite } = usePermissions();
  const [isEditing, setIsEditing] = useState(false);
  const queryClient = useQueryClient();
  const { say, complain } = useToast();
  const isActive = topic.status === "active";
  const change = useMutation({
    mutationFn: () => api.changeTopic({ id: topic.id, body: { status: isActive ? "inactive" : "active" } }),
    onSuccess: async () => {
      say(isActive ? t.topic.deactivated : t.topic.activated);
      await queryClient.invalidateQueries({ queryKey: ["topics"] });
    },
    onError: complain,
  });
  if (!mayWrite) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setIsEditing(true)}>
        <Pencil size={14} aria-hidden="true" /> {t.topic.edit}
      </button>
      <button type="button" className="button" disabled={change.isPending} onClick={() => change.mutate()}>
        {isActive ? t.topic.deactivate : t.topic.activate}
      </button>
      <TopicForm topic={topic} isOpen={isEditing} onClose={() => setIsEditing(false)} />
    </>
  );
}
