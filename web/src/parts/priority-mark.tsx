import type { Priority } from "@answerscope/api";
import { t } from "../texts/index.ts";

const BARS: Record<Priority, number> = { high: 3, medium: 2, low: 1 };

/** How urgent, as bars of rising height and as words. */
export function PriorityMark({ priority }: { priority: Priority | null }) {
  const filled = priority ? BARS[priority] : 0;
  const label = priority ? t.priorities[priority] : t.priorities.none;
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" role="img" aria-label={label} className="mt-0.5 shrink-0">
      <title>{label}</title>
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={1 + bar * 5}
          y={10 - bar * 4}
          width="3.5"
          height={5 + bar * 4}
          rx="1"
          fill={bar < filled ? "var(--ink)" : "var(--line-strong)"}
        />
      ))}
    </svg>
  );
}
