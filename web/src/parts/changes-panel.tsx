import type { Change } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { changesQuery } from "../queries.ts";
import { t } from "../texts/index.ts";
import { engineName } from "./engine.tsx";
import { Panel } from "./page.tsx";
import { Load, Skeleton } from "./states.tsx";
import { VerdictChip } from "./verdict-chip.tsx";

const SHOWN = 6;
const isChange = ({ verdict }: Change): boolean => verdict === "up" || verdict === "down";

/** What moved since the scan before: real changes first, then the largest of what may be chance. */
export function ChangesPanel({ scanId }: { scanId: string }) {
  const changes = useQuery(changesQuery(scanId));
  return (
    <Panel title={t.changes.title} text={t.changes.text}>
      <Load query={changes} skeleton={<Skeleton className="h-40" />}>
        {(found) => {
          const [brand, ...parts] = found;
          if (!brand) return <p className="text-quiet">{t.changes.none}</p>;
          const size = ({ difference }: Change) => Math.abs(difference ?? 0);
          const inOrder = parts.toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || size(b) - size(a));
          return (
            <>
              <p className="mb-3">{brand.summary}</p>
              {!parts.some(isChange) && <p className="mb-2 text-quiet">{t.changes.allNoise(parts.length)}</p>}
              <ul className="-mx-2">
                {inOrder.slice(0, SHOWN).map((one) => (
                  <ChangeRow key={one.id} change={one} />
                ))}
              </ul>
            </>
          );
        }}
      </Load>
    </Panel>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { topic_id, topic_name, engine, verdict, difference, interval, summary } = change;
  const row = (
    <>
      <span className="min-w-0 flex-1 truncate">{topic_name ?? engineName(engine ?? "")}</span>
      {difference !== null && interval !== null && (
        <span className="figures text-[0.8125rem] text-quiet">
          {t.changes.moved(difference, (interval.high - interval.low) / 2)}
        </span>
      )}
      <VerdictChip verdict={verdict} />
    </>
  );
  const look = "flex items-center gap-3 rounded-lg px-2 py-2";
  return (
    <li title={summary}>
      {topic_id ? (
        <Link to="/topics/$id" params={{ id: topic_id }} className={`${look} hover:bg-sunken`}>
          {row}
        </Link>
      ) : (
        <Link to="/analytics" className={`${look} hover:bg-sunken`}>
          {row}
        </Link>
      )}
    </li>
  );
}
