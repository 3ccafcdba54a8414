import { expect, vi } from 'vitest';
import { patienceMs } from './limits.ts';

/** Waits until the check no longer fails. */
export async function patiently(check: () => unknown): Promise<void> {
  await vi.waitFor(check, { timeout: patienceMs(), interval: 50 });
}

const { poll } = expect;

/** `expect.poll` waits as long, unless it is told otherwise. */
export function pollPatiently(): void {
  expect.poll = (actual, options) => poll(actual, { timeout: patienceMs(), ...options });
}
