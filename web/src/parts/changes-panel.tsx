import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { exactPoints } from "../format.ts";
import { trendsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { Panel } from "./page.tsx";
import { Load, Skeleton } from "./states.tsx";
import { type Verdict, VerdictChip } from "./verdict-chip.tsx";

const VERDICTS: Record<string, Verdict> = { improving: "up", declining: "down", stable: "within_noise" };
const SHOWN = 5;

/** Which topics leave their range, and which only seem to. */
export function ChangesPanel() {
  const trends = useQuery(trendsQuery);
  return (
    <Panel title={t.changes.title} text={t.changes.text}>
      <Load query={trends} skeleton={<Skeleton className="h-40" />}>
        {({ topic_predictions }) => {
          const moving = topic_predictions.filter(({ trajectory }) => trajectory !== "stable");
          const rest = topic_predictions
            .filter(({ trajectory }) => trajectory === "stable")
            .toSorted(
              (a, b) => Math.abs(b.predicted_2w - b.current_score) - Math.abs(a.predicted_2w - a.current_score),
            );
          if (topic_predictions.length === 0) return <p className="text-quiet">{t.changes.none}</p>;
          return (
            <>
              {moving.length === 0 && (
                <p className="mb-2 text-quiet">{t.changes.allStable(topic_predictions.length)}</p>
              )}
              <ul className="-mx-2">
                {[...moving, ...rest].slice(0, SHOWN).map((one) => (
                  <li key={one.topic_id}>
                    <Link
                      to="/topics/$id"
                      params={{ id: one.topic_id }}
                      className="flex items-center gap-3 rounded-lg px-2 py-2 hover:bg-sunken"
                    >
                      <span className="min-w-0 flex-1 truncate">{one.topic_name}</span>
                      <span className="figures text-[0.8125rem] text-quiet">
                        {t.changes.path(exactPoints(one.current_score), exactPoints(one.predicted_2w))}
                      </span>
                      <VerdictChip
                        verdict={VERDICTS[one.trajectory] as Verdict}
                        text={t.trajectories[one.trajectory]}
                      />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </Load>
    </Panel>
  );
}
