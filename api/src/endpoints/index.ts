import { analytics } from "./analytics.ts";
import { brand } from "./brand.ts";
import { changes } from "./changes.ts";
import { competitors } from "./competitors.ts";
import { keys } from "./keys.ts";
import { members } from "./members.ts";
import { prompts } from "./prompts.ts";
import { recommendations } from "./recommendations.ts";
import { rescores } from "./rescores.ts";
import { scans } from "./scans.ts";
import { session } from "./session.ts";
import { sources } from "./sources.ts";
import { topics } from "./topics.ts";
import { usage } from "./usage.ts";

/** The whole interface, by operation. */
export const endpoints = {
  ...topics,
  ...scans,
  ...rescores,
  ...analytics,
  ...changes,
  ...competitors,
  ...sources,
  ...recommendations,
  ...brand,
  ...prompts,
  ...keys,
  ...usage,
  ...session,
  ...members,
};
export type Endpoints = typeof endpoints;
export type OperationId = keyof Endpoints;

export const BASE_PATH = "/api/v1";
