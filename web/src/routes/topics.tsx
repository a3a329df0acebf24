import type { TopicSummary } from "@answerscope/api";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus, Search } from "lucide-react";
import { useState } from "react";
import { count, exactPoints } from "../format.ts";
import { Chip } from "../parts/answer-filters.tsx";
import { Page } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { EmptyState, Load, Skeleton } from "../parts/states.tsx";
import { TopicForm } from "../parts/topic-form.tsx";
import { TopicTable } from "../parts/topic-table.tsx";
import { topicsQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const route = getRouteApi("/topics");

export function Topics() {
  const topics = useQuery(topicsQuery);
  const { mayWrite } = usePermissions();
  const [isAdding, setIsAdding] = useState(false);
  const add = mayWrite && (
    <button type="button" className="button button-primary" onClick={() => setIsAdding(true)}>
      <Plus size={15} aria-hidden="true" /> {t.topics.add}
    </button>
  );
  return (
    <Page title={t.nav.topics} lead={topics.data && <Lead topics={topics.data} />} actions={add}>
      <Load query={topics} skeleton={<Skeleton className="h-[32rem] rounded-xl" />}>
        {(all) =>
          all.length === 0 ? (
            <div className="panel">
              <EmptyState title={t.topics.emptyTitle} text={t.topics.emptyText} action={add} />
            </div>
          ) : (
            <Filtered topics={all} />
          )
        }
      </Load>
      <TopicForm isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </Page>
  );
}

function Lead({ topics }: { topics: TopicSummary[] }) {
  const scored = topics.filter(
    ({ status, visibility_score_overall }) => status === "active" && visibility_score_overall !== null,
  );
  const sorted = scored.toSorted((a, b) => (b.visibility_score_overall ?? 0) - (a.visibility_score_overall ?? 0));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  if (!best || !worst || best === worst) return t.topics.lead;
  return t.topics.sentence(
    best.name,
    exactPoints(best.visibility_score_overall ?? 0),
    worst.name,
    exactPoints(worst.visibility_score_overall ?? 0),
  );
}

function Filtered({ topics }: { topics: TopicSummary[] }) {
  const { q = "", status = "active" } = route.useSearch();
  const navigate = route.useNavigate();
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = topics.filter(
    (topic) =>
      (status === "all" || topic.status === status) &&
      words.every((word) => `${topic.name} ${topic.category ?? ""} ${topic.brand ?? ""}`.toLowerCase().includes(word)),
  );
  const set = (change: { q?: string; status?: "active" | "inactive" | "all" }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <label className="relative w-full sm:w-72">
          <span className="sr-only">{t.topics.search}</span>
          <Search size={15} className="absolute top-1/2 left-3 -translate-y-1/2 text-faint" aria-hidden="true" />
          <input
            type="search"
            className="field pl-9!"
            placeholder={t.topics.search}
            value={q}
            onChange={(event) => set({ q: event.target.value })}
          />
        </label>
        {(["active", "inactive", "all"] as const).map((one) => (
          <Chip key={one} isOn={status === one} onClick={() => set({ status: one })}>
            {t.topics.statuses[one]}
          </Chip>
        ))}
        <span className="figures ml-auto text-[0.8125rem] text-faint">{t.topics.shown(count(shown.length))}</span>
      </div>
      {shown.length === 0 ? (
        <div className="panel">
          <EmptyState title={t.topics.noMatch} text={t.topics.noMatchText} />
        </div>
      ) : (
        <TopicTable topics={shown} />
      )}
    </>
  );
}
