import { setTimeout as delay } from 'node:timers/promises';

/** Waits until something holds. What fails on the way counts as "not yet"; the last reason is told when it takes too long. */
export async function until(what: string, maxMs: number, holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + maxMs;
  let reason = '';
  for (;;) {
    try {
      if (await holds()) return;
      reason = '';
    } catch (error) {
      reason = ` (${error instanceof Error ? error.message : error})`;
    }
    if (performance.now() > deadlineMs) throw new Error(`gave up after ${maxMs / 1000} s: ${what}${reason}`);
    await delay(100);
  }
}
