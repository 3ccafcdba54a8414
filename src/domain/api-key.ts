/** Enough to know a key by, not enough to use it. */
export function shortKey(key: string): string {
  return `${key.slice(0, 8)}…`;
}
