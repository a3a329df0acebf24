import type { Scan } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Radar } from "lucide-react";
import { count, dayAndTime, exactPoints, fromNow, usd, wholeMoment } from "../format.ts";
import { EngineGlyph, engineName } from "../parts/engine.tsx";
import { LiveScan } from "../parts/live-scan.tsx";
import { Page } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { RunScan } from "../parts/run-scan.tsx";
import { ScanStatusMark } from "../parts/scan-status.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { scansQuery, scoredScansQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const route = getRouteApi("/scans");

export function Scans() {
  const { run = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { mayWrite } = usePermissions();
  const scans = useQuery(scansQuery);
  const running = scans.data?.find(({ status }) => status === "running" || status === "pending");
  const runButton = mayWrite && (
    <button
      type="button"
      className="button button-primary"
      disabled={running !== undefined}
      onClick={() => void navigate({ search: { run: true } })}
    >
      <Radar size={15} aria-hidden="true" />
      {t.scans.run}
    </button>
  );
  return (
    <Page title={t.nav.scans} lead={t.scans.lead} actions={runButton}>
      {running && (
        <div className="mb-4">
          <LiveScan id={running.id} />
        </div>
      )}
      <Load query={scans} skeleton={<Skeleton className="h-96 rounded-xl" />}>
        {(all) =>
          all.length === 0 ? (
            <div className="panel">
              <EmptyState title={t.scans.emptyTitle} text={t.scans.emptyText} action={runButton} />
            </div>
          ) : (
            <ScanList scans={all} />
          )
        }
      </Load>
      <RunScan isOpen={run} onClose={() => void navigate({ search: {} })} />
    </Page>
  );
}

function ScanList({ scans }: { scans: Scan[] }) {
  const { data: scored } = useQuery(scoredScansQuery);
  const scoreOf = (id: string) => scored?.find((one) => one.id === id)?.avg_score ?? null;
  return (
    <ul className="panel divide-y divide-line overflow-hidden">
      {scans.map((scan) => {
        const score = scoreOf(scan.id);
        return (
          <li key={scan.id}>
            <Link
              to="/scans/$id"
              params={{ id: scan.id }}
              className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 px-5 py-3.5 hover:bg-sunken md:grid-cols-[12rem_9rem_1fr_9rem_4rem]"
            >
              <span>
                <time dateTime={scan.created_at} title={wholeMoment(scan.created_at)} className="block font-medium">
                  {dayAndTime(scan.created_at)}
                </time>
                <span className="text-xs text-faint">
                  {fromNow(scan.created_at)},{" "}
                  {t.triggers[scan.metadata?.trigger as keyof typeof t.triggers] ?? scan.metadata?.trigger}
                </span>
              </span>
              <span className="text-[0.8125rem] max-md:order-3">
                <ScanStatusMark scan={scan} />
              </span>
              <span className="flex flex-wrap items-center gap-2.5 max-md:order-4 max-md:justify-end">
                {(scan.metadata?.engines ?? []).map((engine) => (
                  <span key={engine} title={engineName(engine)}>
                    <EngineGlyph engine={engine} size={12} />
                    <span className="sr-only">{engineName(engine)}</span>
                  </span>
                ))}
              </span>
              <span className="figures text-right text-[0.8125rem] text-quiet max-md:hidden">
                {t.scans.questions(count(scan.total_queries ?? 0))}
                <span className="block text-xs text-faint">
                  {scan.failed_queries
                    ? t.scans.failed(scan.failed_queries)
                    : scan.metadata?.simulated
                      ? t.simulated.short
                      : usd(scan.metadata?.cost_usd ?? 0)}
                </span>
              </span>
              <span className="figures text-right text-xl font-semibold tracking-tight max-md:order-2">
                {score === null ? t.none : exactPoints(score)}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
