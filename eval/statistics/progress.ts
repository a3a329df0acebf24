export type Say = (what: string) => void;

/** One line on stderr that is written over; nothing where nobody looks. */
export function progressLine(): { say: Say; done: () => void } {
  const began = performance.now();
  const isTerminal = process.stderr.isTTY;
  let lastMs = 0;
  return {
    say: (what) => {
      const nowMs = performance.now();
      if (nowMs - lastMs < (isTerminal ? 100 : 10_000)) return;
      lastMs = nowMs;
      const line = `${((nowMs - began) / 1000).toFixed(0).padStart(4)} s  ${what}`;
      process.stderr.write(isTerminal ? `\r\x1b[K${line}` : `${line}\n`);
    },
    done: () => {
      if (isTerminal) process.stderr.write("\r\x1b[K");
    },
  };
}
