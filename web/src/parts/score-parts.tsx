import type { ScanAnswer } from "@answerscope/api";
import { exactPoints, percent } from "../format.ts";
import { t } from "../texts/index.ts";
import { type Part, StackedBar } from "./stacked-bar.tsx";

type Parts = { mentioned?: boolean; warmth?: number; position?: number; recommended?: number; cited?: number | null };

/** The parts of one answer's score, which add up to it. */
export function ScoreParts({ answer }: { answer: ScanAnswer }) {
  const parts = answer.score_parts as Parts;
  if (answer.score === null) return null;
  if (!parts.mentioned) return <p className="text-quiet">{t.reader.notNamed}</p>;
  const warmth = parts.warmth ?? 1;
  const bars: Part[] = [
    {
      id: "position",
      name: t.parts.position,
      value: (parts.position ?? 0) * warmth,
      color: "var(--stage-3)",
      text: "",
    },
    {
      id: "recommended",
      name: t.parts.recommended,
      value: (parts.recommended ?? 0) * warmth,
      color: "var(--up)",
      text: "",
    },
    { id: "cited", name: t.parts.cited, value: (parts.cited ?? 0) * warmth, color: "var(--engine-amber)", text: "" },
  ].map((part) => ({ ...part, text: exactPoints(part.value) }));
  return (
    <div>
      <StackedBar
        label={t.parts.label(exactPoints(answer.score))}
        stacks={[{ id: "score", name: "", parts: bars }]}
        total={100}
      />
      <p className="mt-2 text-xs text-faint">
        {warmth < 1 ? t.parts.cooled(percent(warmth)) : t.parts.warm} {parts.cited === null && t.parts.noCitations}
      </p>
    </div>
  );
}
