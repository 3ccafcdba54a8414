import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

let started: Promise<Browser> | null = null;

/**
 * The browser that the set-up found: there is no test of a page without one. A start of it takes as long as a test, so the
 * files of a worker share one, which ends with the worker. What a file calls its browser is its own: closing it closes what
 * was opened by that name, and nothing of a file is there in the next.
 */
export async function openBrowser(): Promise<Browser> {
  started ??= launch().catch((failure: unknown) => {
    started = null;
    throw failure;
  });
  const browser = await started;
  return Object.assign(Object.create(browser) as Browser, {
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  });
}

async function launch(): Promise<Browser> {
  const found = inject('chromium');
  if ('missing' in found) throw new Error(found.missing);
  return await chromium.launch({ ...found.options, timeout: 120_000 });
}
