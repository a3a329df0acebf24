import { FUNNEL_STAGES, RECOMMENDATION_STATUSES, type Recommendation, type TopicSummary } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { exactPoints, fromNow, points } from "../format.ts";
import { Chip } from "../parts/answer-filters.tsx";
import { Page } from "../parts/page.tsx";
import { PriorityMark } from "../parts/priority-mark.tsx";
import { RecommendationDrawer } from "../parts/recommendation-drawer.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { recommendationsQuery, topicsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const route = getRouteApi("/recommendations");

export function Recommendations() {
  const all = useQuery(recommendationsQuery());
  const { data: topics = [] } = useQuery(topicsQuery);
  return (
    <Page title={t.nav.recommendations} lead={t.recommendations.lead}>
      <Load query={all} skeleton={<Skeleton className="h-[32rem] rounded-xl" />}>
        {(recommendations) =>
          recommendations.length === 0 ? (
            <div className="panel">
              <EmptyState title={t.recommendations.emptyTitle} text={t.recommendations.emptyText} />
            </div>
          ) : (
            <Filtered recommendations={recommendations} topics={topics} />
          )
        }
      </Load>
    </Page>
  );
}

function Filtered({ recommendations, topics }: { recommendations: Recommendation[]; topics: TopicSummary[] }) {
  const { status = "pending", stage, topic, open } = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    void navigate({
      search: (before) => ({ ...before, ...change }) as typeof before,
      replace: true,
      resetScroll: false,
    });
  const fitting = recommendations.filter(
    (one) => (!stage || one.funnel_stage === stage) && (!topic || one.topic_id === topic),
  );
  const shown = fitting.filter((one) => one.status === status);
  const opened = recommendations.find(({ id }) => id === open);
  const nameOf = (id: string | null) => topics.find((one) => one.id === id)?.name ?? null;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {RECOMMENDATION_STATUSES.map((one) => (
          <Chip key={one} isOn={status === one} onClick={() => set({ status: one })}>
            {t.recommendations.statuses[one]}{" "}
            <span className="figures">{fitting.filter((each) => each.status === one).length}</span>
          </Chip>
        ))}
        <span className="mx-1 h-4 w-px bg-line" aria-hidden="true" />
        {FUNNEL_STAGES.map((one) => (
          <Chip key={one} isOn={stage === one} onClick={() => set({ stage: stage === one ? undefined : one })}>
            {t.stages[one]}
          </Chip>
        ))}
        <select
          aria-label={t.columns.topic}
          className="chip max-w-48"
          value={topic ?? ""}
          onChange={(event) => set({ topic: event.target.value || undefined })}
        >
          <option value="">{t.scan.allTopics}</option>
          {topics.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
      {shown.length === 0 ? (
        <div className="panel">
          <EmptyState title={t.recommendations.noneTitle[status]} text={t.recommendations.noneText} />
        </div>
      ) : (
        <ul className="panel divide-y divide-line overflow-hidden">
          {shown.map((one) => (
            <li key={one.id}>
              <Row recommendation={one} topicName={nameOf(one.topic_id)} onOpen={() => set({ open: one.id })} />
            </li>
          ))}
        </ul>
      )}
      <RecommendationDrawer
        recommendation={opened}
        topicName={nameOf(opened?.topic_id ?? null)}
        onClose={() => set({ open: undefined })}
      />
    </>
  );
}

function Row({
  recommendation,
  topicName,
  onOpen,
}: {
  recommendation: Recommendation;
  topicName: string | null;
  onOpen: () => void;
}) {
  const { priority, title, impact_estimate, funnel_stage, score_before, score_after, created_at, dismissed_reason } =
    recommendation;
  return (
    <button
      type="button"
      className="flex w-full items-start gap-4 px-5 py-4 text-left hover:bg-sunken"
      onClick={onOpen}
    >
      <PriorityMark priority={priority} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-[0.8125rem] text-quiet">
          {dismissed_reason
            ? t.recommendations.because(dismissed_reason)
            : impact_estimate && t.recommendations.worth(impact_estimate)}
        </span>
        <span className="mt-2 flex flex-wrap gap-1.5">
          {topicName && <Tag>{topicName}</Tag>}
          {funnel_stage && <Tag>{t.stages[funnel_stage]}</Tag>}
        </span>
      </span>
      <span className="figures shrink-0 text-right text-xs text-faint">
        {score_before !== null ? (
          <>
            <span className="block text-base font-semibold text-ink">
              {points(score_before)} → {score_after === null ? t.none : exactPoints(score_after)}
            </span>
            {score_after === null ? t.recommendations.waiting : t.recommendations.beforeAfter}
          </>
        ) : (
          fromNow(created_at)
        )}
      </span>
    </button>
  );
}
