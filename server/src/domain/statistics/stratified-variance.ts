/** One independent value in a weighted sum. Values of one stratum are alike but for chance. */
export type Part = { stratum: string; weight: number; value: number };

export type Variance = { variance: number; degreesOfFreedom: number };

type Stratum = { squaredWeights: number; sampleVariance: number; degreesOfFreedom: number };

/**
 * The variance of a weighted sum, from how values differ within their strata (Cochran 1977, 5.13). A stratum with a
 * single value borrows the pooled variance of the others; where every stratum has but one, all are collapsed into one
 * (Cochran 1977, 5A.12), which errs on the wide side. Null for a single value.
 */
export function stratifiedVariance(parts: readonly Part[]): Variance | null {
  const strata = [...Map.groupBy(parts, ({ stratum }) => stratum).values()].map(stratumOf);
  const several = strata.filter(({ degreesOfFreedom }) => degreesOfFreedom > 0);
  if (several.length > 0) return combineVariances(strata);
  return parts.length < 2 ? null : collapsed(parts);
}

/**
 * Each stratum's sum of squared weights times its own variance, or the pooled one where it has none. Degrees of freedom
 * by Welch (1947): Satterthwaite's (1946), without the bias that makes them far too few when strata are small; never more
 * than strata of one variance would give.
 */
export function combineVariances(strata: readonly Stratum[]): Variance | null {
  const pooledDegrees = strata.reduce((sum, { degreesOfFreedom }) => sum + degreesOfFreedom, 0);
  if (pooledDegrees === 0) return null;
  const borrowed = strata
    .filter(({ degreesOfFreedom }) => degreesOfFreedom === 0)
    .reduce((sum, { squaredWeights }) => sum + squaredWeights, 0);
  const total = { variance: 0, uncertainty: 0, weight: 0, weightUncertainty: 0 };
  for (const { squaredWeights, sampleVariance, degreesOfFreedom } of strata) {
    if (degreesOfFreedom === 0) continue;
    const weight = squaredWeights + (borrowed * degreesOfFreedom) / pooledDegrees;
    total.variance += weight * sampleVariance;
    total.uncertainty += (weight * sampleVariance) ** 2 / (degreesOfFreedom + 2);
    total.weight += weight;
    total.weightUncertainty += weight ** 2 / degreesOfFreedom;
  }
  const most = total.weight ** 2 / total.weightUncertainty;
  const estimated = total.uncertainty > 0 ? total.variance ** 2 / total.uncertainty - 2 : most;
  return { variance: total.variance, degreesOfFreedom: Math.min(most, Math.max(1, estimated)) };
}

/** By squared distances from the weighted mean, so that a value that weighs more also counts more for the noise. */
function collapsed(parts: readonly Part[]): Variance {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  const mean = parts.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
  let variance = 0;
  let squares = 0;
  let fourths = 0;
  for (const { weight, value } of parts) {
    variance += (weight * (value - mean)) ** 2 / (1 - weight / total);
    squares += weight ** 2;
    fourths += weight ** 4;
  }
  return { variance, degreesOfFreedom: Math.max(1, squares ** 2 / fourths - 1) };
}

function stratumOf(parts: readonly Part[]): Stratum {
  const mean = parts.reduce((sum, { value }) => sum + value, 0) / parts.length;
  const squares = parts.reduce((sum, { value }) => sum + (value - mean) ** 2, 0);
  const degreesOfFreedom = parts.length - 1;
  return {
    squaredWeights: parts.reduce((sum, { weight }) => sum + weight ** 2, 0),
    sampleVariance: degreesOfFreedom === 0 ? 0 : squares / degreesOfFreedom,
    degreesOfFreedom,
  };
}
