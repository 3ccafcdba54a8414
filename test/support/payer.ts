import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { patienceMs } from './limits.ts';

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

/**
 * With the browser of somebody who was here before and left nothing behind but what it keeps for speed. A browser of its own
 * for each payer would take three times as long as everything else that the payer does.
 */
export async function openPayer(
  browser: Browser,
  service: { readonly url: string },
  invoiceId: string,
  options: BrowserContextOptions = phone,
  step = '',
): Promise<Payer> {
  const waiting = waitingContexts(browser, options);
  const context = waiting.pop() ?? (await newContext(browser, options));
  const leave = async () => {
    // Without its first page, which nobody uses, the browser would close the window and begin again.
    for (const page of context.pages().slice(1)) await page.close();
    await context.clearCookies();
    await context.setOffline(false);
    waiting.push(context);
  };
  return await enter(context, service, `${invoiceId}${step}`, leave);
}

/** With a browser that has never seen anything of the service: for what a first visit weighs, and how it looks on the way. */
export async function openNewcomer(
  browser: Browser,
  service: { readonly url: string },
  invoiceId: string,
  options: BrowserContextOptions,
): Promise<Payer> {
  const context = await newContext(browser, options);
  return await enter(context, service, invoiceId, () => context.close());
}

const contexts = new WeakMap<Browser, Map<string, BrowserContext[]>>();

/** Those of the same options that nobody uses now. */
function waitingContexts(browser: Browser, options: BrowserContextOptions): BrowserContext[] {
  const ofBrowser = contexts.get(browser) ?? new Map<string, BrowserContext[]>();
  contexts.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  const waiting = ofBrowser.get(key) ?? [];
  ofBrowser.set(key, waiting);
  return waiting;
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  context.setDefaultTimeout(patienceMs());
  await context.newPage();
  return context;
}

async function enter(
  context: BrowserContext,
  service: { readonly url: string },
  path: string,
  close: () => Promise<void>,
): Promise<Payer> {
  const complaints: string[] = [];
  const openTab = async (id: string) => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    await page.goto(`${service.url}/pay/${id}`);
    return page;
  };
  return { page: await openTab(path), complaints, openTab, close };
}

/** The heading of the screen, once it is this one. */
export async function expectHeading(page: Page, text: string | RegExp): Promise<void> {
  // The service's worker looks for what has expired every second or so, on a machine that does other things too.
  await expect.poll(() => page.locator('#heading').textContent()).toMatch(text);
}
