import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Page, Panel } from "../parts/page.tsx";
import { usePermissions } from "../parts/permissions.ts";
import { BrandSettings } from "../parts/settings/brand-settings.tsx";
import { CompetitorSettings } from "../parts/settings/competitor-settings.tsx";
import { DangerZone } from "../parts/settings/danger-zone.tsx";
import { EngineSettings } from "../parts/settings/engine-settings.tsx";
import { MemberSettings } from "../parts/settings/member-settings.tsx";
import { PasswordSettings } from "../parts/settings/password-settings.tsx";
import { ScanSettings } from "../parts/settings/scan-settings.tsx";
import { Load, Skeleton } from "../parts/states.tsx";
import { brandQuery } from "../queries.ts";
import { t } from "../texts/index.ts";

const SECTIONS = ["brand", "competitors", "engines", "schedule", "members", "account", "danger"] as const;

export function Settings() {
  const brand = useQuery(brandQuery);
  const { mayWrite } = usePermissions();
  return (
    <Page title={t.nav.settings} lead={mayWrite ? undefined : t.settings.viewer}>
      <div className="grid items-start gap-8 lg:grid-cols-[10rem_1fr]">
        <nav aria-label={t.nav.settings} className="sticky top-6 hidden flex-col gap-1 lg:flex">
          {SECTIONS.map((section) => (
            <a
              key={section}
              href={`#${section}`}
              className="rounded-md px-3 py-1.5 text-[0.8125rem] text-quiet hover:bg-sunken hover:text-ink"
            >
              {t.settings.sections[section]}
            </a>
          ))}
        </nav>
        <Load query={brand} skeleton={<Skeleton className="h-[40rem] rounded-xl" />}>
          {(data) => (
            <div className="grid min-w-0 gap-4" key={data.id}>
              <BrandSettings brand={data} />
              <CompetitorSettings brand={data} />
              <Panel
                title={t.settings.questions}
                text={t.settings.questionsText}
                actions={
                  <Link to="/topics" className="button">
                    {t.settings.questionsAction}
                  </Link>
                }
              />
              <EngineSettings brand={data} />
              <ScanSettings brand={data} />
              <MemberSettings />
              <PasswordSettings />
              <DangerZone brand={data} />
            </div>
          )}
        </Load>
      </div>
    </Page>
  );
}
