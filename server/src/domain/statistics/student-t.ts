const EPSILON = 1e-15;
const TINY = 1e-300;
const MOST_STEPS = 500;

/** How often chance alone gives a t at least as far from 0, on either side. */
export function twoSidedP(t: number, degreesOfFreedom: number): number {
  return tailsBeyond(Math.abs(t), degreesOfFreedom, logBeta(degreesOfFreedom / 2, 0.5));
}

/** The t that chance stays within, on both sides of 0 together, with probability `level`: 2.776 for .95 and 4. */
export function twoSidedT(level: number, degreesOfFreedom: number): number {
  const logB = logBeta(degreesOfFreedom / 2, 0.5);
  const tails = 1 - level;
  let t = 0;
  // The two tails fall ever more slowly as t grows, so Newton's steps from 0 rise to the root and never pass it.
  for (let step = 0; step < MOST_STEPS; step++) {
    const density =
      Math.exp(-logB - ((degreesOfFreedom + 1) / 2) * Math.log1p((t * t) / degreesOfFreedom)) /
      Math.sqrt(degreesOfFreedom);
    const rise = (tailsBeyond(t, degreesOfFreedom, logB) - tails) / (2 * density);
    t += rise;
    if (!(rise > 1e-13 * t)) break;
  }
  return t;
}

/** Abramowitz and Stegun 26.7.1: the two tails are I_x(df / 2, 1 / 2) with x = df / (df + t^2). */
function tailsBeyond(t: number, degreesOfFreedom: number, logB: number): number {
  if (t === Number.POSITIVE_INFINITY) return 0;
  const sum = degreesOfFreedom + t * t;
  return incompleteBeta(degreesOfFreedom / sum, (t * t) / sum, degreesOfFreedom / 2, 0.5, logB);
}

/** Regularised incomplete beta function I_x(a, b); `rest` is 1 - x, handed in so that nothing is lost near 1. */
function incompleteBeta(x: number, rest: number, a: number, b: number, logB: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(rest) - logB);
  // The fraction converges quickly on one side of the mean; the other side follows from I_x(a, b) = 1 - I_(1-x)(b, a).
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(rest, b, a)) / b;
}

/** The continued fraction of DLMF 8.17.22, evaluated by Lentz's method (Thompson and Barnett 1986). */
function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number) => (Math.abs(value) < TINY ? TINY : value);
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away(1 + even * d);
    c = away(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away(1 + odd * d);
    c = away(1 + odd / c);
    fraction *= d * c;
    if (Math.abs(d * c - 1) < EPSILON) break;
  }
  return fraction;
}

function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series (DLMF 5.11.1) where it is exact to 1e-15, reached from below by gamma(x + 1) = x gamma(x). */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 12; at++) shift += Math.log(at);
  const inverse = 1 / at;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
