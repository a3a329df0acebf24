import { FUNNEL_STAGES, type ScanDetail, type TopicSummary } from "@answerscope/api";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ScanSearch } from "../router.tsx";
import { t } from "../texts/index.ts";
import { EngineGlyph, engineName } from "./engine.tsx";

type Props = { search: ScanSearch; detail: ScanDetail; topics: TopicSummary[]; matching: number };

/** Filters as chips, kept in the address so that what is seen can be sent. */
export function AnswerFilters({ search, detail, topics, matching }: Props) {
  const navigate = useNavigate();
  const set = (change: { [K in keyof ScanSearch]: ScanSearch[K] | undefined }) => {
    const next = { ...search, answer: undefined, ...change };
    void navigate({
      to: "/scans/$id",
      params: { id: detail.id },
      search: next as ScanSearch,
      replace: true,
      resetScroll: false,
    });
  };
  const asked = [...new Set(detail.results.map(({ topic_id }) => topic_id))];
  const engines = [...new Set(detail.results.map(({ engine }) => engine))] as NonNullable<ScanSearch["engine"]>[];
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <h2 className="mr-2 font-semibold">{t.answers(matching)}</h2>
      {engines.map((engine) => (
        <Chip
          key={engine}
          isOn={search.engine === engine}
          onClick={() => set({ engine: search.engine === engine ? undefined : engine })}
        >
          <EngineGlyph engine={engine} size={9} /> {engineName(engine)}
        </Chip>
      ))}
      <Gap />
      {FUNNEL_STAGES.map((stage) => (
        <Chip
          key={stage}
          isOn={search.stage === stage}
          onClick={() => set({ stage: search.stage === stage ? undefined : stage })}
        >
          {t.stages[stage]}
        </Chip>
      ))}
      <Gap />
      {(["named", "absent"] as const).map((outcome) => (
        <Chip
          key={outcome}
          isOn={search.outcome === outcome}
          onClick={() => set({ outcome: search.outcome === outcome ? undefined : outcome })}
        >
          {t.scan.outcomes[outcome]}
        </Chip>
      ))}
      <select
        aria-label={t.columns.topic}
        className="chip max-w-48"
        value={search.topic ?? ""}
        onChange={(event) => set({ topic: event.target.value || undefined })}
      >
        <option value="">{t.scan.allTopics}</option>
        {topics
          .filter(({ id }) => asked.includes(id))
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </select>
    </div>
  );
}

export function Chip({ isOn, onClick, children }: { isOn: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onClick}>
      {children}
    </button>
  );
}

const Gap = () => <span className="mx-1 h-4 w-px bg-line" aria-hidden="true" />;
