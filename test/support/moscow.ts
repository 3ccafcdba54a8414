const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const aheadMs = 3 * hourMs;

/** The day that a clock shows where the demo's banks are. */
export function moscowDay(at: number): string {
  return new Date(at + aheadMs).toISOString().slice(0, 10);
}

/** Hours and minutes there. */
export function moscowTime(at: number): string {
  return new Date(at + aheadMs).toISOString().slice(11, 16);
}

/** The machine's clock, set back to the last noon of Moscow: for tests in which the day must not end on the way. */
export function sinceMoscowNoon(): () => number {
  const startedAt = Date.now();
  const noon = Math.floor((startedAt + aheadMs - 12 * hourMs) / dayMs) * dayMs + 12 * hourMs - aheadMs;
  return () => noon + Date.now() - startedAt;
}
