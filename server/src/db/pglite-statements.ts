import { type PGlite, parse, protocol } from "@electric-sql/pglite";

type Messages = Awaited<ReturnType<PGlite["execProtocolStream"]>>;
type Prepared = { name: string; parameterTypes: number[]; columns: Messages };
type Rows = { rows: unknown[]; affectedRows: number | undefined };

const { serialize } = protocol;
const MOST_STATEMENTS = 150;
/** Longer ones are written for the rows they hold, and do not come again. */
const LONGEST_SQL_CHARS = 8000;
const COMES_AGAIN = /^\s*(?:with|select|insert|update|delete|begin|commit|rollback)\b/i;

/** Whether tables stay as they are, and with them what a prepared statement gives. */
export const isOnlyData = (sql: string): boolean => !/\b(?:create|alter|drop|discard|deallocate)\b/i.test(sql);

/**
 * Statements that PGlite has read and planned before. Its own `query` does both each time, and crosses into the database
 * once for every message of the protocol: for a short statement that is most of what it costs.
 */
export class PgliteStatements {
  #database: PGlite;
  /** In the order of their last use. */
  #prepared = new Map<string, Prepared>();
  #made = 0;

  constructor(database: PGlite) {
    this.#database = database;
  }

  async query(sql: string, parameters: unknown[]): Promise<Rows> {
    if (sql.length > LONGEST_SQL_CHARS || !COMES_AGAIN.test(sql)) {
      const { rows, affectedRows } = await this.#database.query(sql, parameters);
      if (!isOnlyData(sql)) await this.forget();
      return { rows, affectedRows };
    }
    return this.#database.runExclusive(async () => {
      const { name, parameterTypes, columns } = await this.#prepare(sql);
      const values = parameters.map((value, at) => this.#written(value, parameterTypes[at]));
      const replies = await this.#exchange(serialize.bind({ statement: name, values }), serialize.execute({}));
      const [result] = parse.parseResults([...columns, ...replies], this.#database.parsers);
      return { rows: result?.rows ?? [], affectedRows: result?.affectedRows };
    });
  }

  async forget(): Promise<void> {
    if (this.#prepared.size === 0) return;
    this.#prepared.clear();
    await this.#database.runExclusive(() => this.#exchange(serialize.query("deallocate all")));
  }

  async #prepare(sql: string): Promise<Prepared> {
    const known = this.#prepared.get(sql);
    if (known) {
      this.#prepared.delete(sql);
      this.#prepared.set(sql, known);
      return known;
    }
    const name = `s${++this.#made}`;
    const replies = await this.#exchange(
      ...this.#dropOldest(),
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: "S", name }),
    );
    const made = {
      name,
      parameterTypes: parse.parseDescribeStatementResults(replies),
      columns: replies.filter((reply) => reply.name === "rowDescription"),
    };
    this.#prepared.set(sql, made);
    return made;
  }

  #dropOldest(): Uint8Array[] {
    const oldest = this.#prepared.entries().next().value;
    if (oldest === undefined || this.#prepared.size < MOST_STATEMENTS) return [];
    this.#prepared.delete(oldest[0]);
    return [serialize.close({ type: "S", name: oldest[1].name })];
  }

  #written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = this.#database.serializers[type ?? 0];
    return write ? write(value) : String(value);
  }

  /** Everything in one crossing; the sync at its end also ends a statement that failed. */
  #exchange(...messages: Uint8Array[]): Promise<Messages> {
    return this.#database.execProtocolStream(joined([...messages, serialize.sync()]), {});
  }
}

function joined(messages: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(messages.reduce((length, message) => length + message.length, 0));
  let at = 0;
  for (const message of messages) {
    all.set(message, at);
    at += message.length;
  }
  return all;
}
