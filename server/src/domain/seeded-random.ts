/** Draws that a text seed decides: the same seed gives the same draws on every machine. */
export type SeededRandom = {
  /** Uniform in [0, 1). */
  next(): number;
  chance(probability: number): boolean;
  between(low: number, high: number): number;
  /** A whole number, both ends included. */
  whole(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
};

/** 32 well-mixed bits of a text: texts that differ in one character land far apart. */
export function hashText(text: string): number {
  let bits = 0x9e3779b9 ^ text.length;
  for (let at = 0; at < text.length; at++) {
    bits = Math.imul(bits ^ text.charCodeAt(at), 0x85ebca6b);
    bits = (bits << 13) | (bits >>> 19);
  }
  return mix(bits);
}

export function seededRandom(seed: string): SeededRandom {
  let state = hashText(seed);
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    return mix(state) / 0x1_0000_0000;
  };
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    between: (low, high) => low + next() * (high - low),
    pick: <T>(items: readonly T[]) => {
      if (items.length === 0) throw new RangeError("pick needs at least one item");
      return items[whole(0, items.length - 1)] as T;
    },
    shuffled: <T>(items: readonly T[]) => {
      const order = [...items];
      for (let last = order.length - 1; last > 0; last--) {
        const other = whole(0, last);
        [order[last], order[other]] = [order[other] as T, order[last] as T];
      }
      return order;
    },
  };
}

/** One standard normal value that belongs to a key: a fixed trait rather than a stream of draws. */
export function normalTrait(key: string): number {
  const random = seededRandom(key);
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

function mix(bits: number): number {
  let mixed = bits >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
