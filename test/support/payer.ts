import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };

/** Somebody with the link and a browser. Whatever the browser complains about, a refused policy included, is kept. */
export interface Payer {
  readonly page: Page;
  readonly complaints: string[];
  /** Another tab of the same browser. */
  readonly openTab: (invoiceId: string) => Promise<Page>;
  readonly close: () => Promise<void>;
}

export async function openPayer(
  browser: Browser,
  service: { readonly url: string },
  invoiceId: string,
  options: BrowserContextOptions = phone,
  step = '',
): Promise<Payer> {
  const context = await browser.newContext({
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(45_000);
  const complaints: string[] = [];
  const openTab = async (id: string, query = '') => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(`${service.url}/pay/${id}${query}`);
    return page;
  };
  return { page: await openTab(invoiceId, step), complaints, openTab, close: () => context.close() };
}

/** The heading of the screen, once it is this one. */
export async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  // The service's worker looks for what has expired every second or so, on a machine that does other things too.
  await expect.poll(() => page.locator('#heading').textContent(), { timeout: 45_000 }).toMatch(text);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFinding {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** What axe-core finds that would keep a person from paying. Its script is run from outside: the page's policy allows none. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then((result) => result.violations)`,
  )) as AxeFinding[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
