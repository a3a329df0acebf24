import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CompetitorsView } from "../parts/competitors-view.tsx";
import { EnginesView } from "../parts/engines-view.tsx";
import { Page } from "../parts/page.tsx";
import { SourcesView } from "../parts/sources-view.tsx";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { TrendsView } from "../parts/trends-view.tsx";
import { type ScoredScan, scoredScansQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const route = getRouteApi("/analytics");
const VIEWS = ["trends", "engines", "competitors", "sources"] as const;
type View = (typeof VIEWS)[number];

export function Analytics() {
  const { view = "trends" } = route.useSearch();
  const navigate = route.useNavigate();
  const scans = useQuery(scoredScansQuery);
  return (
    <Page title={t.nav.analytics} lead={t.analytics.leads[view]}>
      <Tabs.Root
        value={view}
        onValueChange={(next) => void navigate({ search: { view: next as View }, replace: true })}
      >
        <Tabs.List className="mb-5 flex gap-6 overflow-x-auto border-b border-line">
          {VIEWS.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className="-mb-px cursor-pointer border-b-2 border-transparent pb-2.5 text-quiet hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink"
            >
              {t.analytics.views[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Load query={scans} skeleton={<Skeleton className="h-[32rem] rounded-xl" />}>
          {(all) => {
            const completed = all.filter(({ status }) => status === "completed");
            return completed.length === 0 ? <Nothing /> : <Panels view={view} scans={completed} />;
          }}
        </Load>
      </Tabs.Root>
    </Page>
  );
}

function Panels({ view, scans }: { view: View; scans: ScoredScan[] }) {
  const ids = scans.map(({ id }) => id);
  const panels: Record<View, ReactNode> = {
    trends: <TrendsView />,
    engines: <EnginesView scans={scans} />,
    competitors: <CompetitorsView scanIds={ids} />,
    sources: <SourcesView scanId={ids[0] as string} />,
  };
  return VIEWS.map((one) => (
    <Tabs.Panel key={one} value={one} className="outline-none">
      {one === view && panels[one]}
    </Tabs.Panel>
  ));
}

function Nothing() {
  return (
    <div className="panel">
      <EmptyState
        title={t.analytics.emptyTitle}
        text={t.analytics.emptyText}
        action={
          <Link to="/scans" search={{ run: true }} className="button button-primary">
            {t.scans.run}
          </Link>
        }
      />
    </div>
  );
}
