/** The smallest value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((sorted.length * part) / 100) - 1)] ?? Number.NaN;
}

/** Medians of the first and of the last sixth of what was sampled: whether it grew in between. */
export function firstAndLast(samples: readonly number[]): { first: number; last: number } {
  const part = Math.ceil(samples.length / 6);
  return { first: median(samples.slice(0, part)), last: median(samples.slice(samples.length - part)) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
