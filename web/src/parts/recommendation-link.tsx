import type { Recommendation } from "@answerscope/api";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { t } from "../texts/index.ts";
import { PriorityMark } from "./priority-mark.tsx";

/** One line of a short list of recommendations; it opens the evidence. */
export function RecommendationLink({ one, children }: { one: Recommendation; children?: ReactNode }) {
  return (
    <Link
      to="/recommendations"
      search={{ open: one.id }}
      className="flex items-start gap-3 rounded-lg px-2 py-2.5 hover:bg-sunken"
    >
      <PriorityMark priority={one.priority} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium">{one.title}</span>
        {one.impact_estimate && (
          <span className="block text-[0.8125rem] text-quiet">{t.recommendations.worth(one.impact_estimate)}</span>
        )}
      </span>
      {children}
    </Link>
  );
}
