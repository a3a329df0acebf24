const FEW_HITS = 3;

type Bounds = { low: number; high: number };

/**
 * Wilson's score interval (1927) for a mean between 0 and 1 whose variance is `spread` times m (1 - m): the means that
 * lie within `t` standard errors of the one seen, each judged by its own standard error. For a share of n independent
 * answers `spread` is 1 / n. It stays within 0 and 1 and has a width where nothing, or everything, was a hit.
 */
export function wilson(mean: number, spread: number, t: number): Bounds {
  const square = t * t * spread;
  const middle = (mean + square / 2) / (1 + square);
  const reach = (t / (1 + square)) * Math.sqrt(spread * (mean * (1 - mean) + square / 4));
  return {
    low: mean <= 0 ? 0 : Math.max(0, middle - reach),
    high: mean >= 1 ? 1 : Math.min(1, middle + reach),
  };
}

/**
 * Wilson's lower end is too high where hits are one, two or three: there it is at most the Poisson mean that gives so
 * many or more with probability 1 - level (Brown, Cai and DasGupta 2001, the modified Wilson interval). So for misses.
 */
export function widenedForFewHits(
  { low, high }: Bounds,
  share: number,
  { hits, misses }: { hits: number; misses: number },
  level: number,
): Bounds {
  return {
    low: Math.min(low, share * fewHitsFactor(hits, level)),
    high: Math.max(high, 1 - (1 - share) * fewHitsFactor(misses, level)),
  };
}

/** As a part of the hits. */
function fewHitsFactor(hits: number, level: number): number {
  if (hits < 1 || hits > FEW_HITS) return 1;
  let low = 0;
  let high = hits;
  while (high - low > 1e-12) {
    const mean = (low + high) / 2;
    let term = Math.exp(-mean);
    let fewer = 0;
    for (let count = 0; count < hits; count++) {
      fewer += term;
      term *= mean / (count + 1);
    }
    if (fewer > level) low = mean;
    else high = mean;
  }
  return low / hits;
}
