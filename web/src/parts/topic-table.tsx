import { FUNNEL_STAGES, type TopicSummary } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { exactPoints, fromNow, wholeMoment } from "../format.ts";
import { intervalOf } from "../interval.ts";
import { historyQuery, trendsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { Sparkline } from "./sparkline.tsx";
import { Tag } from "./tag.tsx";
import { type Verdict, VerdictChip } from "./verdict-chip.tsx";

type SortKey = "name" | "overall" | "awareness" | "evaluation" | "conversion" | "last";
type Sort = { key: SortKey; isDown: boolean };

const COLUMNS =
  "grid grid-cols-[1fr_auto] gap-x-4 md:grid-cols-[minmax(12rem,1fr)_9rem_7rem_5.5rem_5.5rem_5.5rem_6.5rem]";
const ROW = 64;

const scoreOf = (topic: TopicSummary, key: SortKey): number | string | null => {
  if (key === "name") return topic.name.toLowerCase();
  if (key === "last") return topic.last_scanned_at;
  return topic[`visibility_score_${key}`];
};

/** What was not measured comes last, whichever way it is sorted. */
function sorted(topics: TopicSummary[], { key, isDown }: Sort): TopicSummary[] {
  return topics.toSorted((a, b) => {
    const [left, right] = [scoreOf(a, key), scoreOf(b, key)];
    if (left === null || right === null) return left === right ? 0 : left === null ? 1 : -1;
    const order = left < right ? -1 : left > right ? 1 : 0;
    return isDown ? -order : order;
  });
}

/** All topics, only the visible rows of which are drawn: a thousand are as quick as ten. */
export function TopicTable({ topics }: { topics: TopicSummary[] }) {
  const [sort, setSort] = useState<Sort>({ key: "overall", isDown: true });
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => setTop(box.current?.offsetTop ?? 0), []);
  const rows = sorted(topics, sort);
  const list = useWindowVirtualizer({ count: rows.length, estimateSize: () => ROW, overscan: 6, scrollMargin: top });
  const head = (key: SortKey, label: string, className = "") => (
    <SortHead sort={sort} column={key} label={label} className={className} onSort={setSort} />
  );
  return (
    <div role="table" aria-label={t.nav.topics} aria-rowcount={rows.length + 1} className="panel overflow-hidden">
      <div role="rowgroup">
        <div role="row" className={`${COLUMNS} border-b border-line px-5 py-2.5 text-xs text-quiet`}>
          {head("name", t.columns.topic)}
          <span role="columnheader" className="max-md:hidden">
            {t.topics.trend}
          </span>
          {head("overall", t.columns.score, "text-right")}
          {FUNNEL_STAGES.map((stage) => (
            <span key={stage} role="presentation" className="contents max-md:hidden">
              {head(stage, t.stages[stage], "text-right max-md:hidden")}
            </span>
          ))}
          {head("last", t.topics.last, "text-right max-md:hidden")}
        </div>
      </div>
      <div ref={box} role="rowgroup" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <TopicRow
            key={rows[index]?.id}
            topic={rows[index] as TopicSummary}
            isStill={!list.isScrolling}
            index={index}
            top={start - list.options.scrollMargin}
          />
        ))}
      </div>
    </div>
  );
}

function SortHead({
  sort,
  column,
  label,
  className,
  onSort,
}: {
  sort: Sort;
  column: SortKey;
  label: string;
  className: string;
  onSort: (sort: Sort) => void;
}) {
  const isOn = sort.key === column;
  const Arrow = sort.isDown ? ArrowDown : ArrowUp;
  return (
    <span
      role="columnheader"
      aria-sort={isOn ? (sort.isDown ? "descending" : "ascending") : "none"}
      className={className}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-ink"
        onClick={() => onSort({ key: column, isDown: isOn ? !sort.isDown : column !== "name" })}
      >
        {label} {isOn && <Arrow size={12} aria-hidden="true" />}
      </button>
    </span>
  );
}

const VERDICTS: Record<string, Verdict> = { improving: "up", declining: "down" };

type RowProps = { topic: TopicSummary; index: number; top: number; isStill: boolean };

function TopicRow({ topic, index, top, isStill }: RowProps) {
  const { data: trends } = useQuery(trendsQuery);
  const trajectory = trends?.topic_predictions.find(({ topic_id }) => topic_id === topic.id)?.trajectory ?? "stable";
  const verdict = VERDICTS[trajectory];
  const interval = intervalOf(topic);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`${COLUMNS} absolute inset-x-0 items-center border-b border-line px-5 hover:bg-sunken`}
      style={{ top, height: ROW }}
    >
      <span role="cell" className="min-w-0">
        <Link
          to="/topics/$id"
          params={{ id: topic.id }}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {topic.name}
        </Link>
        <span className="flex items-center gap-2 truncate text-xs text-faint">
          {topic.category ?? topic.brand}
          {topic.status === "inactive" && <Tag>{t.topics.statuses.inactive}</Tag>}
        </span>
      </span>
      <span role="cell" className="max-md:hidden">
        <History id={topic.id} name={topic.name} isWanted={isStill && topic.last_scanned_at !== null} />
      </span>
      <span role="cell" className="text-right">
        <span className="figures text-lg font-semibold tracking-tight">{shown(topic.visibility_score_overall)}</span>
        {interval && (
          <span className="figures ml-1.5 text-xs text-quiet">
            {t.plusMinus(exactPoints((interval.high - interval.low) / 2))}
          </span>
        )}
        {verdict && (
          <span className="ml-2 align-middle">
            <VerdictChip verdict={verdict} text={t.trajectories[trajectory]} />
          </span>
        )}
      </span>
      {FUNNEL_STAGES.map((stage) => (
        <span key={stage} role="cell" className="figures text-right text-quiet max-md:hidden">
          {shown(topic[`visibility_score_${stage}`])}
        </span>
      ))}
      <span role="cell" className="text-right text-xs text-faint max-md:hidden">
        {topic.last_scanned_at ? (
          <time dateTime={topic.last_scanned_at} title={wholeMoment(topic.last_scanned_at)}>
            {fromNow(topic.last_scanned_at)}
          </time>
        ) : (
          t.topics.never
        )}
      </span>
    </div>
  );
}

const shown = (score: number | null): string => (score === null ? t.none : exactPoints(score));

/** Read for rows that stay in view, not for those that fly by. */
function History({ id, name, isWanted }: { id: string; name: string; isWanted: boolean }) {
  const { data = [] } = useQuery({ ...historyQuery(id), enabled: isWanted });
  const points = data.flatMap((one) =>
    one.overall_score === null ? [] : [{ value: one.overall_score, ...intervalOf(one) }],
  );
  return <Sparkline points={points} label={t.number.sparkline(name)} width={128} />;
}
