import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

/** The browser that the set-up found: there is no test of a page without one. */
export async function openBrowser(): Promise<Browser> {
  const found = inject('chromium');
  if ('missing' in found) throw new Error(found.missing);
  return await chromium.launch(found.options);
}
