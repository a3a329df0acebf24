import pino, { type Logger } from "pino";
import pretty from "pino-pretty";

/** Key-like words never reach a log, wherever they stand. */
const KEY_LIKE = /apin_[A-Za-z0-9]+/g;

/** Pretty on a terminal, JSON lines elsewhere. Goes to standard error: standard output is for what people asked for. */
export function createLogger(level: string): Logger {
  const settings = {
    level,
    base: null,
    hooks: { streamWrite: (line: string) => line.replace(KEY_LIKE, "apin_…") },
  };
  return process.stderr.isTTY
    ? pino(settings, pretty({ destination: 2, translateTime: "HH:MM:ss", ignore: "pid,hostname", sync: true }))
    : pino({ ...settings, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
}
