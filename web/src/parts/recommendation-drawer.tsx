import type { Recommendation, RecommendationStatus } from "@answerscope/api";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../api.ts";
import { decimal, exactPoints, longDay, percent } from "../format.ts";
import { belongsTo } from "../measures.ts";
import { brandQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { BarList } from "./bar-list.tsx";
import { TextArea } from "./field.tsx";
import { Modal } from "./modal.tsx";
import { usePermissions } from "./permissions.ts";
import { PriorityMark } from "./priority-mark.tsx";
import { Tag } from "./tag.tsx";
import { useToast } from "./toaster.tsx";

/** Evidence is the server's to shape: each piece is shown if it is there. */
type Evidence = {
  answers?: number;
  mentions?: number;
  recommended?: number;
  own_site_cited?: number;
  answers_with_citations?: number;
  average_position?: number | null;
  negative?: number;
  competitors?: { name: string; count: number }[];
  sources?: { domain: string; count: number }[];
  quotes?: { text: string; result_id: string }[];
};

type Props = { recommendation: Recommendation | undefined; topicName: string | null; onClose: () => void };

/** Why this is recommended, and what became of it. */
export function RecommendationDrawer({ recommendation, topicName, onClose }: Props) {
  return (
    <Modal place="side" title={recommendation?.title ?? ""} isOpen={recommendation !== undefined} onClose={onClose}>
      {recommendation && <Content recommendation={recommendation} topicName={topicName} />}
    </Modal>
  );
}

function Content({ recommendation, topicName }: { recommendation: Recommendation; topicName: string | null }) {
  const { priority, funnel_stage, topic_id, description, impact_estimate } = recommendation;
  const [found, todo] = description.split(" This week: ");
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2 text-[0.8125rem]">
        <PriorityMark priority={priority} />
        {priority && t.priorities[priority]}
        {topic_id && topicName && (
          <Link to="/topics/$id" params={{ id: topic_id }} className="link">
            {topicName}
          </Link>
        )}
        {funnel_stage && <Tag>{t.stages[funnel_stage]}</Tag>}
      </p>
      <p className="leading-relaxed">{found}</p>
      {todo && (
        <section className="rounded-xl bg-accent-soft p-4">
          <h3 className="mb-1 font-semibold text-accent">{t.recommendations.thisWeek}</h3>
          <p className="leading-relaxed">{todo.charAt(0).toUpperCase() + todo.slice(1)}</p>
        </section>
      )}
      {impact_estimate && <p className="text-quiet">{t.recommendations.worth(impact_estimate)}</p>}
      <Outcome recommendation={recommendation} />
      <EvidenceParts recommendation={recommendation} />
      <Decide key={recommendation.id} recommendation={recommendation} />
    </div>
  );
}

function Outcome({
  recommendation: { status, score_before, score_after, applied_at, dismissed_reason },
}: {
  recommendation: Recommendation;
}) {
  if (status === "dismissed")
    return dismissed_reason && <p className="text-quiet">{t.recommendations.because(dismissed_reason)}</p>;
  if (score_before === null) return null;
  return (
    <section className="panel flex items-center gap-8 p-4">
      <Score label={t.recommendations.before} value={exactPoints(score_before)} />
      <span className="text-2xl text-faint" aria-hidden="true">
        →
      </span>
      <Score label={t.recommendations.after} value={score_after === null ? t.none : exactPoints(score_after)} />
      <p className="text-xs text-faint">
        {applied_at && t.recommendations.appliedAt(longDay(applied_at))}{" "}
        {score_after === null && t.recommendations.waiting}
      </p>
    </section>
  );
}

function Score({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <p className="text-xs text-quiet">{label}</p>
      <p className="figures text-2xl font-semibold">{value}</p>
    </div>
  );
}

function factsOf(evidence: Evidence): [string, string][] {
  const { answers, mentions, recommended, own_site_cited, answers_with_citations, average_position, negative } =
    evidence;
  const share = (part: number | undefined, of: number | undefined): string | null =>
    part === undefined || !of ? null : `${part} / ${of} (${percent(part / of)})`;
  const facts: [string, string | null][] = [
    [t.evidence.named, share(mentions, answers)],
    [t.evidence.recommended, share(recommended, answers)],
    [t.evidence.ownSite, share(own_site_cited, answers_with_citations)],
    [t.evidence.negative, negative ? share(negative, mentions) : null],
    [t.evidence.position, typeof average_position === "number" ? decimal(average_position) : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

function EvidenceParts({ recommendation }: { recommendation: Recommendation }) {
  const { data: brand } = useQuery(brandQuery);
  const evidence = (recommendation.evidence ?? {}) as Evidence;
  const { competitors = [], sources = [], quotes = [], answers = 0 } = evidence;
  const own = brand?.domain ?? null;
  const shareOf = (count: number) => (answers > 0 ? percent(count / answers) : String(count));
  return (
    <section className="flex flex-col gap-5">
      <h3 className="font-semibold">{t.evidence.title(answers)}</h3>
      <dl className="grid grid-cols-2 gap-4">
        {factsOf(evidence).map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-quiet">{name}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      {competitors.length > 0 && (
        <div>
          <h4 className="mb-2 text-[0.8125rem] text-quiet">{t.evidence.competitors}</h4>
          <BarList
            label={t.evidence.competitors}
            bars={competitors.map(({ name, count }) => ({ id: name, name, value: count, text: shareOf(count) }))}
          />
        </div>
      )}
      {sources.length > 0 && (
        <div>
          <h4 className="mb-2 text-[0.8125rem] text-quiet">{t.evidence.sources}</h4>
          <BarList
            label={t.evidence.sources}
            bars={sources.map(({ domain, count }) => ({
              id: domain,
              name: domain,
              value: count,
              text: shareOf(count),
              isOwn: belongsTo(domain, own),
            }))}
          />
        </div>
      )}
      {quotes.map(({ text, result_id }) => (
        <blockquote key={result_id} className="border-l-2 border-line-strong pl-4 text-[0.8125rem] text-quiet">
          <p>
            …{" "}
            {text
              .replaceAll(/[*#_`]+/g, "")
              .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
              .trim()}{" "}
            …
          </p>
          {recommendation.scan_id && (
            <Link
              to="/scans/$id"
              params={{ id: recommendation.scan_id }}
              search={{ answer: result_id }}
              className="link mt-1 inline-block"
            >
              {t.evidence.read}
            </Link>
          )}
        </blockquote>
      ))}
    </section>
  );
}

function Decide({ recommendation: { id, status } }: { recommendation: Recommendation }) {
  const { mayWrite } = usePermissions();
  const { say, complain } = useToast();
  const queryClient = useQueryClient();
  const [isDismissing, setIsDismissing] = useState(false);
  const [reason, setReason] = useState("");
  const change = useMutation({
    mutationFn: (body: { status: RecommendationStatus; reason?: string }) => api.changeRecommendation({ id, body }),
    onSuccess: async (_, { status }) => {
      say(t.recommendations.changed[status]);
      setIsDismissing(false);
      await queryClient.invalidateQueries({ queryKey: ["recommendations"] });
    },
    onError: complain,
  });
  if (!mayWrite) return null;
  if (status !== "pending") {
    return (
      <button type="button" className="button self-start" onClick={() => change.mutate({ status: "pending" })}>
        {t.recommendations.reopen}
      </button>
    );
  }
  if (!isDismissing) {
    return (
      <div className="sticky -bottom-5 -mx-6 -mb-5 flex gap-2 border-t border-line bg-panel px-6 py-4">
        <button
          type="button"
          className="button button-primary"
          disabled={change.isPending}
          onClick={() => change.mutate({ status: "completed" })}
        >
          {t.recommendations.complete}
        </button>
        <button type="button" className="button" onClick={() => setIsDismissing(true)}>
          {t.recommendations.dismiss}
        </button>
      </div>
    );
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ status: "dismissed", ...(reason.trim() ? { reason: reason.trim() } : {}) });
      }}
    >
      <TextArea
        label={t.recommendations.reason}
        hint={t.recommendations.reasonHint}
        rows={2}
        maxLength={1000}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex gap-2">
        <button type="submit" className="button" disabled={change.isPending}>
          {t.recommendations.dismiss}
        </button>
        <button type="button" className="button button-quiet" onClick={() => setIsDismissing(false)}>
          {t.cancel}
        </button>
      </div>
    </form>
  );
}
