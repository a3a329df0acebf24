import type { ScanAnswer, ScanDetail } from "@answerscope/api";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { api } from "../api.ts";
import { count, dayAndTime, duration, percent, usd } from "../format.ts";
import { summarise } from "../measures.ts";
import { AnswerFilters } from "../parts/answer-filters.tsx";
import { AnswerList } from "../parts/answer-list.tsx";
import { AnswerReader } from "../parts/answer-reader.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { engineName } from "../parts/engine.tsx";
import { HowScore } from "../parts/how-score.tsx";
import { LiveScan } from "../parts/live-scan.tsx";
import { NumberWithProof } from "../parts/number.tsx";
import { Page, Panel } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { ScanStatusMark } from "../parts/scan-status.tsx";
import { EmptyState, ErrorState, Load, Skeleton } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { useToast } from "../parts/toaster.tsx";
import { answersQuery, brandQuery, scanQuery, scoredScansQuery, topicsQuery } from "../queries.ts";
import type { ScanSearch } from "../router.tsx";
import { t } from "../texts/index.ts";

const route = getRouteApi("/scans/$id");

export function ScanPage() {
  const { id } = route.useParams();
  const scan = useQuery(scanQuery(id));
  return (
    <Load query={scan} skeleton={<Skeleton className="h-96 rounded-xl" />}>
      {(detail) => {
        const isActive = detail.status === "running" || detail.status === "pending";
        return (
          <Page
            title={t.scan.title(dayAndTime(detail.created_at))}
            lead={
              <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
                <ScanStatusMark scan={detail} />
                <span>{t.scan.asked((detail.metadata?.engines ?? []).map(engineName))}</span>
                {detail.metadata?.simulated && <Tag tone="warn">{t.simulated.short}</Tag>}
              </span>
            }
            actions={!isActive && <DeleteScan id={id} />}
          >
            <div className="grid gap-4">
              {isActive && <LiveScan id={id} />}
              {detail.error && <Problems detail={detail} />}
              {!isActive && detail.results.length > 0 && <Figures detail={detail} />}
              {!detail.error && <Failures detail={detail} />}
              {!isActive && detail.results.length > 0 && <Answers detail={detail} />}
              {!isActive && detail.results.length === 0 && (
                <EmptyState title={t.scan.noAnswers} text={t.scan.noAnswersText} />
              )}
            </div>
          </Page>
        );
      }}
    </Load>
  );
}

function Figures({ detail }: { detail: ScanDetail }) {
  const { data: scored } = useQuery(scoredScansQuery);
  const summary = summarise(detail.results);
  const score = scored?.find(({ id }) => id === detail.id)?.avg_score ?? null;
  if (!summary) return null;
  const tookS =
    detail.started_at && detail.completed_at
      ? (Date.parse(detail.completed_at) - Date.parse(detail.started_at)) / 1000
      : null;
  return (
    <div className="panel grid grid-cols-2 gap-6 p-5 md:grid-cols-4">
      <NumberWithProof label={t.overview.score} value={score} basis={t.answers(summary.answers)} how={<HowScore />} />
      <NumberWithProof
        label={t.columns.named}
        value={summary.mentionRate}
        format={percent}
        basis={t.scan.of(summary.mentions, summary.answers)}
      />
      <NumberWithProof
        label={t.columns.recommended}
        value={summary.recommended / summary.answers}
        format={percent}
        basis={t.scan.of(summary.recommended, summary.answers)}
      />
      <NumberWithProof
        label={t.scan.cost}
        value={detail.metadata?.cost_usd ?? 0}
        format={usd}
        basis={tookS === null ? t.none : t.scan.took(duration(tookS))}
      />
    </div>
  );
}

function Problems({ detail }: { detail: ScanDetail }) {
  return (
    <Panel title={detail.metadata?.cancelled ? t.scan.cancelled : t.scan.failed} text={detail.error}>
      <Failures detail={detail} />
      <p className="text-quiet">{t.scan.kept}</p>
    </Panel>
  );
}

function Failures({ detail }: { detail: ScanDetail }) {
  const failures = detail.metadata?.failures ?? [];
  if (failures.length === 0) return null;
  return (
    <ul className="space-y-1 rounded-xl bg-warn-soft px-5 py-3">
      {failures.map(({ engine, reason, queries }) => (
        <li key={`${engine}${reason}`}>
          <strong className="font-semibold">{engineName(engine)}</strong>: {t.scan.failure(queries, reason)}
        </li>
      ))}
    </ul>
  );
}

const MATCHES_WANTED = 25;

function matches(detail: ScanDetail, search: ScanSearch) {
  return detail.results.filter(
    (row) =>
      (!search.engine || row.engine === search.engine) &&
      (!search.stage || row.funnel_stage === search.stage) &&
      (!search.topic || row.topic_id === search.topic) &&
      (!search.outcome || row.topic_mentioned === (search.outcome === "named")),
  );
}

function Answers({ detail }: { detail: ScanDetail }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: topics = [] } = useQuery(topicsQuery);
  const { data: brand } = useQuery(brandQuery);
  const filter = {
    ...(search.engine && { engine: search.engine }),
    ...(search.stage && { stage: search.stage }),
    ...(search.topic && { topic_id: search.topic }),
  };
  const answers = useInfiniteQuery(answersQuery(detail.id, filter));
  const rows = new Map(detail.results.map((row) => [row.id, row]));
  const wanted = matches(detail, search);
  const wantedIds = new Set(wanted.map(({ id }) => id));
  const loaded = (answers.data?.pages ?? []).flatMap(({ data }) => data);
  const shown = loaded.filter(({ id }) => wantedIds.has(id));
  const { hasNextPage, isFetching, fetchNextPage } = answers;
  useEffect(() => {
    if (hasNextPage && !isFetching && shown.length < MATCHES_WANTED) void fetchNextPage();
  }, [hasNextPage, isFetching, shown.length, fetchNextPage]);

  const linked = useLinkedAnswer(detail, search.answer, loaded);
  const current = search.answer ? linked : shown[0];
  const index = current ? shown.findIndex(({ id }) => id === current.id) : -1;
  const open = (answer: string | undefined) =>
    void navigate({
      to: "/scans/$id",
      params: { id: detail.id },
      search: { ...search, answer } as ScanSearch,
      replace: true,
      resetScroll: false,
    });
  const move = (step: 1 | -1) => {
    const next = shown[index + step];
    if (next) open(next.id);
    if (index + step > shown.length - 5 && hasNextPage) void fetchNextPage();
  };
  useStepKeys(move);
  const nameOf = (topicId: string) => topics.find(({ id }) => id === topicId)?.name ?? t.scan.goneTopic;

  return (
    <section aria-label={t.scan.answers}>
      <AnswerFilters search={search} detail={detail} topics={topics} matching={wanted.length} />
      {answers.error && <ErrorState error={answers.error} retry={() => void answers.refetch()} />}
      {wanted.length === 0 ? (
        <div className="panel">
          <EmptyState
            title={t.scan.noMatch}
            text={t.scan.noMatchText}
            action={
              <Link to="/scans/$id" params={{ id: detail.id }} search={{}} className="button">
                {t.scan.clear}
              </Link>
            }
          />
        </div>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
          <div className={search.answer ? "max-lg:hidden" : ""}>
            <AnswerList
              answers={shown}
              rows={rows}
              selectedId={current?.id}
              nameOf={nameOf}
              onOpen={open}
              onEnd={() => hasNextPage && void fetchNextPage()}
              total={wanted.length}
            />
          </div>
          <div className={`min-w-0 ${search.answer ? "" : "max-lg:hidden"}`}>
            {current ? (
              <AnswerReader
                answer={current}
                row={rows.get(current.id)}
                topicName={nameOf(current.topic_id)}
                ownDomain={brand?.domain ?? null}
                place={index < 0 ? "" : t.reader.place(count(index + 1), count(wanted.length))}
                onMove={move}
                onBack={() => open(undefined)}
              />
            ) : (
              <Skeleton className="h-[36rem] rounded-xl" />
            )}
          </div>
        </div>
      )}
    </section>
  );
}

/** An answer named in the address may be far down the list: it is then asked for by its topic, engine and stage. */
function useLinkedAnswer(detail: ScanDetail, id: string | undefined, loaded: ScanAnswer[]): ScanAnswer | undefined {
  const here = loaded.find((one) => one.id === id);
  const row = detail.results.find((one) => one.id === id);
  const cell = row ? { engine: row.engine as never, topic_id: row.topic_id, stage: row.funnel_stage } : {};
  const found = useInfiniteQuery({
    ...answersQuery(detail.id, cell),
    enabled: row !== undefined && here === undefined,
  });
  return here ?? found.data?.pages.flatMap(({ data }) => data).find((one) => one.id === id);
}

function useStepKeys(move: (step: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest("input, textarea, select, [role=menu], [role=dialog]");
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "j" || event.key === "ArrowRight") move(1);
      if (event.key === "k" || event.key === "ArrowLeft") move(-1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [move]);
}

function DeleteScan({ id }: { id: string }) {
  const { mayWrite } = usePermissions();
  const { say, complain } = useToast();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => api.deleteScan({ id }),
    onSuccess: async () => {
      say(t.scan.deleted);
      await navigate({ to: "/scans" });
      await queryClient.invalidateQueries();
    },
    onError: complain,
  });
  if (!mayWrite) return null;
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => setIsAsking(true)}>
        <Trash2 size={15} aria-hidden="true" /> {t.scan.delete}
      </button>
      <Confirm
        title={t.scan.deleteTitle}
        text={t.scan.deleteText}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        does={t.scan.delete}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
}
