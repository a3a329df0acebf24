import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** What /metrics shows. Labels are operations and statuses, never addresses, keys or brands. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: "answerscope_http_request_duration_seconds",
    help: "Time to answer a request, by operation and status.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3],
    registers: [registry],
  });
  const lanes = new Counter({
    name: "answerscope_lanes_total",
    help: "Engine parts of scans that were run, by engine and outcome.",
    labelNames: ["engine", "outcome"],
    registers: [registry],
  });
  return { registry, requestSeconds, lanes };
}
export type Metrics = ReturnType<typeof createMetrics>;
