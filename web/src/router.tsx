import { ENGINE_IDS, type EngineId, FUNNEL_STAGES, type FunnelStage } from "@answerscope/api/vocabulary";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { Gate } from "./parts/gate.tsx";
import { NotFound } from "./parts/not-found.tsx";

type Search = Record<string, unknown>;

const text = (search: Search, name: string): string | undefined => {
  const value = search[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

const oneOf = <T extends string>(search: Search, name: string, allowed: readonly T[]): T | undefined =>
  allowed.find((one) => one === search[name]);

const without = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;

export const SCAN_OUTCOMES = ["named", "absent"] as const;
export type ScanSearch = {
  engine?: EngineId;
  stage?: FunnelStage;
  topic?: string;
  outcome?: (typeof SCAN_OUTCOMES)[number];
  answer?: string;
};

const root = createRootRoute({ component: Gate, notFoundComponent: NotFound });
const under = () => root;

const overview = createRoute({
  getParentRoute: under,
  path: "/",
  component: lazyRouteComponent(() => import("./routes/overview.tsx"), "Overview"),
});
const topics = createRoute({
  getParentRoute: under,
  path: "/topics",
  validateSearch: (search: Search) =>
    without({ q: text(search, "q"), status: oneOf(search, "status", ["active", "inactive", "all"]) }),
  component: lazyRouteComponent(() => import("./routes/topics.tsx"), "Topics"),
});
const topic = createRoute({
  getParentRoute: under,
  path: "/topics/$id",
  component: lazyRouteComponent(() => import("./routes/topic.tsx"), "Topic"),
});
const scans = createRoute({
  getParentRoute: under,
  path: "/scans",
  validateSearch: (search: Search) => without({ run: search.run === true ? true : undefined }),
  component: lazyRouteComponent(() => import("./routes/scans.tsx"), "Scans"),
});
const scan = createRoute({
  getParentRoute: under,
  path: "/scans/$id",
  validateSearch: (search: Search): ScanSearch =>
    without({
      engine: oneOf(search, "engine", ENGINE_IDS),
      stage: oneOf(search, "stage", FUNNEL_STAGES),
      topic: text(search, "topic"),
      outcome: oneOf(search, "outcome", SCAN_OUTCOMES),
      answer: text(search, "answer"),
    }),
  component: lazyRouteComponent(() => import("./routes/scan.tsx"), "ScanPage"),
});
const analytics = createRoute({
  getParentRoute: under,
  path: "/analytics",
  validateSearch: (search: Search) =>
    without({ view: oneOf(search, "view", ["trends", "engines", "competitors", "sources"]) }),
  component: lazyRouteComponent(() => import("./routes/analytics.tsx"), "Analytics"),
});
const recommendations = createRoute({
  getParentRoute: under,
  path: "/recommendations",
  validateSearch: (search: Search) =>
    without({
      status: oneOf(search, "status", ["pending", "completed", "dismissed"]),
      stage: oneOf(search, "stage", FUNNEL_STAGES),
      topic: text(search, "topic"),
      open: text(search, "open"),
    }),
  component: lazyRouteComponent(() => import("./routes/recommendations.tsx"), "Recommendations"),
});
const developers = createRoute({
  getParentRoute: under,
  path: "/developers",
  component: lazyRouteComponent(() => import("./routes/developers.tsx"), "Developers"),
});
const settings = createRoute({
  getParentRoute: under,
  path: "/settings",
  component: lazyRouteComponent(() => import("./routes/settings.tsx"), "Settings"),
});
const start = createRoute({
  getParentRoute: under,
  path: "/start",
  component: lazyRouteComponent(() => import("./routes/start.tsx"), "Start"),
});
/** Shown by the gate itself, to whoever opens the link. */
const invitation = createRoute({
  getParentRoute: under,
  path: "/invitation",
  validateSearch: (search: Search) => without({ token: text(search, "token") }),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    topics,
    topic,
    scans,
    scan,
    analytics,
    recommendations,
    developers,
    settings,
    start,
    invitation,
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
