import { vi } from 'vitest';
import { patienceMs } from './limits.ts';

/** Waits until the check no longer fails. */
export async function patiently(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: patienceMs, interval: 50 });
}
