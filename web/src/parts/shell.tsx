import type { Session } from "@answerscope/api";
import { Menu } from "@base-ui/react/menu";
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet } from "@tanstack/react-router";
import {
  ChartLine,
  ChevronsUpDown,
  CodeXml,
  Ellipsis,
  FlaskConical,
  LayoutDashboard,
  Lightbulb,
  ListChecks,
  type LucideIcon,
  Monitor,
  Moon,
  Radar,
  Settings2,
  Sun,
} from "lucide-react";
import type { ReactNode } from "react";
import { chooseBrand } from "../api.ts";
import { percent } from "../format.ts";
import { scansQuery } from "../queries.ts";
import { queryClient } from "../query-client.ts";
import { type SessionBrand, signOut, signOutEverywhere } from "../session.ts";
import { t } from "../texts/index.ts";
import { type Theme, useTheme } from "./theme.ts";
import { Toaster } from "./toaster.tsx";

type Item = { to: string; label: string; icon: LucideIcon };

const ITEMS: Item[] = [
  { to: "/", label: t.nav.overview, icon: LayoutDashboard },
  { to: "/topics", label: t.nav.topics, icon: ListChecks },
  { to: "/scans", label: t.nav.scans, icon: Radar },
  { to: "/analytics", label: t.nav.analytics, icon: ChartLine },
  { to: "/recommendations", label: t.nav.recommendations, icon: Lightbulb },
  { to: "/developers", label: t.nav.developers, icon: CodeXml },
  { to: "/settings", label: t.nav.settings, icon: Settings2 },
];
const ON_PHONE = 4;

export function Shell({ session, brand }: { session: Session; brand: SessionBrand }) {
  return (
    <Toaster>
      <a href="#content" className="button button-primary fixed top-2 left-2 z-50 -translate-y-16 focus:translate-y-0">
        {t.nav.skip}
      </a>
      <div className="mx-auto flex min-h-dvh max-w-[1480px]">
        <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r border-line px-3 py-4 md:flex">
          <BrandSwitcher session={session} brand={brand} />
          <nav aria-label={t.nav.label} className="mt-5 flex flex-col gap-0.5">
            {ITEMS.map((item) => (
              <RailLink key={item.to} item={item} />
            ))}
          </nav>
          <RunningScan />
          <div className="mt-auto flex flex-col gap-2 px-1">
            <ThemeChoice />
            <Person session={session} />
          </div>
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="sticky top-0 z-20 flex items-center border-b border-line bg-paper/90 px-3 py-2 backdrop-blur md:hidden">
            <BrandSwitcher session={session} brand={brand} />
          </header>
          {brand.demo && <SimulatedMark />}
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-[1200px] min-w-0 flex-1 px-4 py-6 pb-28 outline-none md:px-8 md:py-8"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <PhoneBar />
    </Toaster>
  );
}

function RailLink({ item: { to, label, icon: Icon } }: { item: Item }) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === "/", includeSearch: false }}
      className="flex h-9 items-center gap-3 rounded-lg px-3 text-quiet hover:bg-sunken hover:text-ink"
      activeProps={{ className: "bg-sunken font-medium text-ink!" }}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {label}
    </Link>
  );
}

/** Made-up answers are never taken for real ones: said on every page. */
export function SimulatedMark() {
  return (
    <aside
      aria-label={t.simulated.title}
      className="flex items-center gap-2 border-b border-line px-4 py-1.5 text-xs text-quiet md:px-8"
    >
      <FlaskConical size={13} className="shrink-0 text-warn" aria-hidden="true" />
      <p>
        <strong className="font-semibold text-warn">{t.simulated.title}</strong> {t.simulated.text}
      </p>
    </aside>
  );
}

const POPUP = "float min-w-56 p-1 text-sm outline-none";
const ENTRY = "flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 outline-none data-highlighted:bg-sunken";

function Popup({ children, align = "start" }: { children: ReactNode; align?: "start" | "end" }) {
  return (
    <Menu.Portal>
      <Menu.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-40">
        <Menu.Popup className={POPUP}>{children}</Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

function BrandSwitcher({ session, brand }: { session: Session; brand: SessionBrand }) {
  const choose = async (id: string) => {
    chooseBrand(id);
    await queryClient.resetQueries();
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="flex w-full min-w-0 items-center gap-3 rounded-lg p-2 text-left hover:bg-sunken">
        <span
          className="grid size-8 shrink-0 place-items-center rounded-lg bg-ink text-sm font-semibold text-paper"
          aria-hidden="true"
        >
          {brand.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{brand.name}</span>
          <span className="block truncate text-xs text-faint">{brand.domain ?? t.nav.noDomain}</span>
          <span className="sr-only">{t.nav.switchBrand}</span>
        </span>
        <ChevronsUpDown size={14} className="shrink-0 text-faint" aria-hidden="true" />
      </Menu.Trigger>
      <Popup>
        {session.brands.map((one) => (
          <Menu.Item key={one.id} className={ENTRY} onClick={() => void choose(one.id)}>
            <span className="min-w-0 flex-1 truncate">{one.name}</span>
            {one.demo && <span className="text-xs text-warn">{t.nav.demo}</span>}
            {one.id === brand.id && <span className="text-accent">●</span>}
          </Menu.Item>
        ))}
        <Menu.Item className={`${ENTRY} mt-1 border-t border-line`} render={<Link to="/start" />}>
          {t.nav.addBrand}
        </Menu.Item>
      </Popup>
    </Menu.Root>
  );
}

const WATCH_MS = 15_000;

function RunningScan() {
  const { data } = useQuery({ ...scansQuery, refetchInterval: WATCH_MS });
  const running = data?.find(({ status }) => status === "running" || status === "pending");
  if (!running) return null;
  const done = (running.completed_queries ?? 0) + (running.failed_queries ?? 0);
  const share = running.total_queries ? done / running.total_queries : 0;
  return (
    <Link
      to="/scans/$id"
      params={{ id: running.id }}
      className="mt-4 rounded-lg border border-line bg-panel p-3 hover:border-line-strong"
    >
      <span className="flex justify-between text-xs">
        <span className="font-medium">{t.nav.scanRunning}</span>
        <span className="figures text-quiet">{percent(share)}</span>
      </span>
      <span className="mt-2 block h-1.5 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
    </Link>
  );
}

const THEMES: { theme: Theme; icon: LucideIcon }[] = [
  { theme: "light", icon: Sun },
  { theme: "dark", icon: Moon },
  { theme: "system", icon: Monitor },
];

function ThemeChoice() {
  const [theme, choose] = useTheme();
  return (
    <fieldset className="flex w-fit rounded-lg border border-line p-0.5">
      <legend className="sr-only">{t.theme.label}</legend>
      {THEMES.map(({ theme: one, icon: Icon }) => (
        <button
          key={one}
          type="button"
          aria-pressed={theme === one}
          aria-label={t.theme[one]}
          title={t.theme[one]}
          className="rounded-md px-2 py-1 text-faint hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
          onClick={() => choose(one)}
        >
          <Icon size={14} aria-hidden="true" />
        </button>
      ))}
    </fieldset>
  );
}

async function leave(end: () => Promise<void>): Promise<void> {
  await end();
  queryClient.clear();
  location.assign("/");
}

function Person({ session }: { session: Session }) {
  return (
    <Menu.Root>
      <Menu.Trigger className="flex items-center gap-2 rounded-lg py-1.5 text-left text-[0.8125rem] text-quiet hover:text-ink">
        <span className="min-w-0 truncate">{session.user?.email}</span>
        <ChevronsUpDown size={12} className="shrink-0" aria-hidden="true" />
      </Menu.Trigger>
      <Popup>
        <Leaving />
      </Popup>
    </Menu.Root>
  );
}

function Leaving() {
  return (
    <>
      <Menu.Item className={ENTRY} onClick={() => void leave(signOut)}>
        {t.session.signOut}
      </Menu.Item>
      <Menu.Item className={ENTRY} onClick={() => void leave(signOutEverywhere)}>
        {t.session.signOutEverywhere}
      </Menu.Item>
    </>
  );
}

const TAB = "flex flex-1 flex-col items-center gap-1 rounded-lg py-1.5 text-[0.6875rem] text-quiet";

function PhoneBar() {
  return (
    <nav
      aria-label={t.nav.label}
      className="fixed inset-x-0 bottom-0 z-30 flex border-t border-line bg-panel px-2 pt-1.5 pb-[max(0.375rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {ITEMS.slice(0, ON_PHONE).map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === "/", includeSearch: false }}
          className={TAB}
          activeProps={{ className: "text-accent! font-medium" }}
        >
          <Icon size={19} strokeWidth={1.75} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <Menu.Root>
        <Menu.Trigger className={TAB}>
          <Ellipsis size={19} aria-hidden="true" />
          {t.nav.more}
        </Menu.Trigger>
        <Popup align="end">
          {ITEMS.slice(ON_PHONE).map(({ to, label, icon: Icon }) => (
            <Menu.Item key={to} className={ENTRY} render={<Link to={to} />}>
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </Menu.Item>
          ))}
          <div className="my-1 border-t border-line px-2 pt-2">
            <ThemeChoice />
          </div>
          <Leaving />
        </Popup>
      </Menu.Root>
    </nav>
  );
}
