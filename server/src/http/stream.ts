import { Readable } from "node:stream";
import { STREAM_TYPES, type StreamFormat } from "@answerscope/api";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "../app/problem.ts";

/** Each of them looks at the database once a second. */
const STREAMS_PER_BRAND = 30;

const FORMATS: Record<StreamFormat, (piece: unknown) => string> = {
  events: (piece) => `data: ${JSON.stringify(piece)}\n\n`,
  lines: (piece) => `${JSON.stringify(piece)}\n`,
};

type Open = (signal: AbortSignal) => Promise<AsyncIterable<unknown>>;

/** Sends replies that come piece by piece, as fast as they are taken, until their end or until either side goes. */
export function streamer(app: FastifyInstance) {
  const stopping = new AbortController();
  const open = new Map<string, number>();
  app.addHook("preClose", async () => stopping.abort());
  const count = (brandId: string, change: number): number => {
    const now = (open.get(brandId) ?? 0) + change;
    if (now === 0) open.delete(brandId);
    else open.set(brandId, now);
    return now;
  };

  return async (
    reply: FastifyReply,
    format: StreamFormat,
    brandId: string,
    openPieces: Open,
  ): Promise<FastifyReply> => {
    if (count(brandId, 1) > STREAMS_PER_BRAND) {
      count(brandId, -1);
      reply.header("Retry-After", 10);
      throw new Problem("rate_limited", `More than ${STREAMS_PER_BRAND} streams of this brand are open. Close some.`);
    }
    const gone = new AbortController();
    const close = () => {
      if (gone.signal.aborted) return;
      gone.abort();
      count(brandId, -1);
    };
    reply.raw.once("close", close);
    try {
      const pieces = await openPieces(AbortSignal.any([gone.signal, stopping.signal]));
      const stream = Readable.from(written(pieces, FORMATS[format]), { objectMode: false });
      stream.once("close", close);
      return reply
        .type(`${STREAM_TYPES[format]}; charset=utf-8`)
        .header("Cache-Control", "no-store")
        .header("X-Accel-Buffering", "no")
        .send(stream);
    } catch (error) {
      close();
      throw error;
    }
  };
}

async function* written(pieces: AsyncIterable<unknown>, write: (piece: unknown) => string): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(write(piece));
}
