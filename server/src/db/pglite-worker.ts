// Runs PGlite in a thread of its own: a slow query would otherwise stop every request for as long as it takes.
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { isOnlyData, PgliteStatements } from "./pglite-statements.ts";
import { BIGINT_OID, isoTimestamp, TIMESTAMPTZ_OID } from "./timestamp.ts";

export type Call =
  | { id: number; kind: "query"; sql: string; parameters: unknown[] }
  | { id: number; kind: "exec"; sql: string }
  | { id: number; kind: "listen"; channel: string }
  | { id: number; kind: "close" };
export type Reply =
  | { kind: "done"; id: number; result: unknown }
  | { kind: "failed"; id: number; error: Record<string, unknown> & { message: string } }
  | { kind: "notified"; channel: string; payload: string };

const port = parentPort as MessagePort;
const { folder } = workerData as { folder: string | undefined };

const database = await PGlite.create({
  ...(folder === undefined ? {} : { dataDir: folder }),
  parsers: { [TIMESTAMPTZ_OID]: isoTimestamp, [BIGINT_OID]: Number },
});
await database.exec("set timezone to 'UTC'");
const statements = new PgliteStatements(database);

async function perform(call: Call): Promise<unknown> {
  switch (call.kind) {
    case "query":
      return statements.query(call.sql, call.parameters);
    case "exec": {
      const results = await database.exec(call.sql);
      if (!isOnlyData(call.sql)) await statements.forget();
      return results.map(({ rows }) => ({ rows }));
    }
    case "listen":
      await database.listen(call.channel, (payload) =>
        port.postMessage({ kind: "notified", channel: call.channel, payload } satisfies Reply),
      );
      return undefined;
    case "close":
      return database.close();
  }
}

port.on("message", (call: Call) => {
  perform(call).then(
    (result) => port.postMessage({ kind: "done", id: call.id, result } satisfies Reply),
    // An Error loses its fields when it is cloned into another thread, and `code` is what callers look at.
    (error: Error) =>
      port.postMessage({ kind: "failed", id: call.id, error: { ...error, message: error.message } } satisfies Reply),
  );
});
port.postMessage({ kind: "done", id: 0, result: undefined } satisfies Reply);
