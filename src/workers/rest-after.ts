/** How long to rest after work of this length, so that it takes this share of the time. */
export function restAfter(durationMs: number, share: number): number {
  return (durationMs * (1 - share)) / share;
}
