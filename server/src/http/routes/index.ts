import type { Handlers } from "../bind.ts";
import { analyticsHandlers } from "./analytics.ts";
import { brandHandlers } from "./brand.ts";
import { changeHandlers } from "./changes.ts";
import { competitorHandlers } from "./competitors.ts";
import { keyHandlers } from "./keys.ts";
import { memberHandlers } from "./members.ts";
import { promptHandlers } from "./prompts.ts";
import { recommendationHandlers } from "./recommendations.ts";
import { rescoreHandlers } from "./rescores.ts";
import { scanHandlers } from "./scans.ts";
import { sessionHandlers } from "./session.ts";
import { sourceHandlers } from "./sources.ts";
import { topicHandlers } from "./topics.ts";

/** A missing handler is a type error. */
export const handlers: Handlers = {
  ...topicHandlers,
  ...scanHandlers,
  ...rescoreHandlers,
  ...analyticsHandlers,
  ...changeHandlers,
  ...competitorHandlers,
  ...sourceHandlers,
  ...recommendationHandlers,
  ...brandHandlers,
  ...promptHandlers,
  ...keyHandlers,
  ...sessionHandlers,
  ...memberHandlers,
};
