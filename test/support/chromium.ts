import type { LaunchOptions } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: { readonly options: LaunchOptions } | { readonly missing: string };
  }
}

/**
 * Finds a browser for all tests of the pages, or fetches one, before they run. Where none is to be had, they fail and say what
 * was tried; the other tests run all the same.
 */
export default async function setup(project: TestProject): Promise<void> {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  const found = await findChromium(log).then(
    (options) => ({ options }),
    (error: Error) => ({ missing: error.message }),
  );
  if ('missing' in found) log(found.missing);
  project.provide('chromium', found);
}
