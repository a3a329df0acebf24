/**
 * The angular transformation (Bartlett 1947): the noise of a share measured on n answers has a standard deviation of
 * about 50 / sqrt(n) on this scale wherever the share lies, so that series near 0 and near 60 can share a variance. It
 * also keeps every forecast within 0..100.
 */
export function toScale(score: number): number {
  return 100 * Math.asin(Math.sqrt(clip(score) / 100));
}

export function toScore(value: number): number {
  return clip(100 * Math.sin(Math.min(Math.PI / 2, Math.max(0, value / 100))) ** 2);
}

/** The variance on this scale of a share measured on so many answers. */
export const noiseOf = (answers: number): number => 2500 / answers;

function clip(score: number): number {
  return Math.min(100, Math.max(0, score));
}
