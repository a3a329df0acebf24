import type { ScanAnswer, ScanResultRow } from "@answerscope/api";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { points } from "../format.ts";
import { t } from "../texts/index.ts";
import { EngineGlyph, engineName } from "./engine.tsx";

type Props = {
  answers: ScanAnswer[];
  rows: Map<string, ScanResultRow>;
  selectedId: string | undefined;
  nameOf: (topicId: string) => string;
  onOpen: (id: string) => void;
  onEnd: () => void;
  total: number;
};

const ROW = 74;

export function AnswerList({ answers, rows, selectedId, nameOf, onOpen, onEnd, total }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: answers.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const items = list.getVirtualItems();
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= answers.length - 3 && answers.length < total) onEnd();
  }, [lastShown, answers.length, total, onEnd]);
  const selected = answers.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    if (selected >= 0) list.scrollToIndex(selected);
  }, [selected, list]);
  return (
    <div ref={box} className="panel h-[36rem] overflow-y-auto lg:sticky lg:top-4 lg:h-[calc(100dvh-3rem)]">
      <ul aria-label={t.scan.answers} className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const answer = answers[index] as ScanAnswer;
          const row = rows.get(answer.id);
          const isSelected = answer.id === selectedId;
          return (
            <li key={answer.id} className="absolute inset-x-0" style={{ top: start, height: ROW }}>
              <button
                type="button"
                aria-current={isSelected ? "true" : undefined}
                className={`flex h-full w-full items-start gap-3 border-b border-line px-4 py-3 text-left ${isSelected ? "bg-accent-soft" : "hover:bg-sunken"}`}
                onClick={() => onOpen(answer.id)}
              >
                <span
                  className={`figures mt-0.5 w-7 shrink-0 text-right font-semibold ${row?.topic_mentioned ? "" : "text-faint"}`}
                >
                  {answer.score === null ? t.none : points(answer.score)}
                </span>
                <span className="min-w-0">
                  <span className="line-clamp-1 text-[0.8125rem] font-medium">{answer.prompt}</span>
                  <span className="mt-1 flex items-center gap-1.5 text-xs text-quiet">
                    <EngineGlyph engine={answer.engine} size={9} />
                    <span className="truncate">
                      {engineName(answer.engine)} · {nameOf(answer.topic_id)} · {t.stages[answer.funnel_stage]}
                    </span>
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
