import type { ScanAnswer, ScanResultRow } from "@answerscope/api";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, ChevronLeft, ChevronRight, Link2 } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { count, duration, exactPoints, usd, wholeMoment } from "../format.ts";
import { belongsTo } from "../measures.ts";
import { t } from "../texts/index.ts";
import { AnswerText } from "./answer-text.tsx";
import { EngineLabel } from "./engine.tsx";
import { MARK_KINDS, marksOf } from "./evidence-marks.ts";
import { ScoreParts } from "./score-parts.tsx";
import { Tag } from "./tag.tsx";
import { useToast } from "./toaster.tsx";

type Props = {
  answer: ScanAnswer;
  row: ScanResultRow | undefined;
  topicName: string;
  ownDomain: string | null;
  place: string;
  onMove: (step: 1 | -1) => void;
  onBack: () => void;
};

/** One answer as proof: its words, what in them decided, and how that makes the score. */
export function AnswerReader({ answer, row, topicName, ownDomain, place, onMove, onBack }: Props) {
  const marks = useMemo(() => marksOf(answer), [answer]);
  const present = MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind));
  return (
    <article className="panel min-w-0" aria-label={t.reader.label}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 text-[0.8125rem]">
        <button type="button" className="button button-quiet button-small -ml-2 lg:hidden" onClick={onBack}>
          <ArrowLeft size={14} aria-hidden="true" /> {t.reader.back}
        </button>
        <EngineLabel engine={answer.engine} />
        <Link to="/topics/$id" params={{ id: answer.topic_id }} className="link min-w-0 truncate">
          {topicName}
        </Link>
        <span className="text-quiet">{t.stages[answer.funnel_stage]}</span>
        {answer.surface === "simulated" && <Tag tone="warn">{t.simulated.short}</Tag>}
        <div className="-mr-2 ml-auto flex items-center">
          <span className="figures mr-2 text-faint">{place}</span>
          <CopyLink />
          <Step label={t.reader.previous} onClick={() => onMove(-1)}>
            <ChevronLeft size={16} aria-hidden="true" />
          </Step>
          <Step label={t.reader.next} onClick={() => onMove(1)}>
            <ChevronRight size={16} aria-hidden="true" />
          </Step>
        </div>
      </div>
      <div className="px-5 py-5">
        <p className="text-xs text-faint">{t.reader.question}</p>
        <h2 className="mt-0.5 text-lg leading-snug font-semibold">{answer.prompt}</h2>
        <Verdict answer={answer} row={row} />
        <ScoreParts answer={answer} />
        <Legend kinds={present} cited={answer.cited.length > 0} />
        <AnswerText answer={answer.answer} marks={marks} />
        <Sources answer={answer} ownDomain={ownDomain} />
        <Details answer={answer} />
      </div>
    </article>
  );
}

function Step({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="button button-quiet button-small px-1.5"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function CopyLink() {
  const { say } = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    say(t.reader.linkCopied);
  };
  return (
    <Step label={t.reader.copyLink} onClick={() => void copy()}>
      <Link2 size={15} aria-hidden="true" />
    </Step>
  );
}

function Verdict({ answer, row }: { answer: ScanAnswer; row: ScanResultRow | undefined }) {
  return (
    <div className="mt-4 mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-2">
      <span className="figures text-3xl font-semibold tracking-tight">
        {answer.score === null ? t.none : exactPoints(answer.score)}
      </span>
      <span className="text-quiet">{t.reader.of100}</span>
      {row && (
        <span className="flex flex-wrap gap-1.5">
          <Tag tone={row.topic_mentioned ? "accent" : "quiet"}>
            {row.topic_mentioned ? t.reader.named : t.reader.absent}
          </Tag>
          {row.mention_position !== null && <Tag>{t.reader.position(row.mention_position)}</Tag>}
          {row.sentiment && (
            <Tag tone={row.sentiment === "positive" ? "up" : row.sentiment === "negative" ? "down" : "quiet"}>
              {t.sentiments[row.sentiment]}
            </Tag>
          )}
          {row.action_recommendation && <Tag tone="up">{t.reader.recommended}</Tag>}
        </span>
      )}
    </div>
  );
}

function Legend({ kinds, cited }: { kinds: readonly (keyof typeof t.marks)[]; cited: boolean }) {
  const shown = cited ? [...kinds, "citation" as const] : kinds;
  if (shown.length === 0) return <hr className="my-5 border-line" />;
  return (
    <ul
      aria-label={t.reader.legend}
      className="my-5 flex flex-wrap gap-x-4 gap-y-1.5 border-y border-line py-2.5 text-xs"
    >
      {shown.map((kind) => (
        <li key={kind} className={`mark-${kind}`}>
          {t.marks[kind]}
        </li>
      ))}
    </ul>
  );
}

type Source = { address: string; domain: string; rest: string };

function readable(address: string): Source | null {
  try {
    const url = new URL(address);
    if (url.protocol !== "https:" && url.protocol !== "http:") return null;
    return {
      address: url.href,
      domain: url.hostname.replace(/^www\./, ""),
      rest: url.pathname === "/" ? "" : url.pathname,
    };
  } catch {
    return null;
  }
}

function Sources({ answer, ownDomain }: { answer: ScanAnswer; ownDomain: string | null }) {
  const cited = answer.cited.flatMap((address) => readable(address) ?? []);
  if (cited.length === 0) return <p className="mt-6 border-t border-line pt-4 text-quiet">{t.reader.noSources}</p>;
  return (
    <section className="mt-6 border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{t.reader.sources(cited.length)}</h3>
      <ol className="space-y-1">
        {cited.map(({ address, domain, rest }) => (
          <li key={address} className="flex min-w-0 items-baseline gap-2">
            <a
              href={address}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link min-w-0 truncate"
              title={address}
            >
              {domain}
              <span className="text-faint">{rest}</span>
            </a>
            {belongsTo(domain, ownDomain) && <Tag tone="accent">{t.reader.ownSite}</Tag>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Details({ answer }: { answer: ScanAnswer }) {
  const [isOpen, setIsOpen] = useState(false);
  const facts: [string, string][] = [
    [t.reader.asked, wholeMoment(answer.answered_at)],
    [t.reader.model, answer.model],
    [t.reader.surface, t.surfaces[answer.surface]],
    [t.reader.took, duration(answer.latency_ms / 1000)],
    [t.reader.cost, answer.cost_usd === null ? t.reader.unknown : usd(answer.cost_usd)],
    [t.reader.tokens, answer.tokens_out === null ? t.reader.unknown : count(answer.tokens_out)],
    [t.reader.searches, answer.search_queries.join("; ") || (answer.searched ? t.reader.unknown : t.reader.noSearch)],
    [t.reader.lookedAt, t.reader.pages(answer.retrieved.length)],
    [t.reader.rules, t.reader.versions(answer.rule_version, answer.prompt_version)],
  ];
  return (
    <details
      className="mt-5 border-t border-line pt-4"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="cursor-pointer font-semibold">{t.reader.details}</summary>
      <dl className="mt-3 grid gap-x-6 gap-y-1.5 text-[0.8125rem] sm:grid-cols-[10rem_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-quiet">{name}</dt>
            <dd className="min-w-0 break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
