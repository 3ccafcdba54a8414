import type { Browser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { demoSecrets } from '../../../src/domain/installation/demo-secrets.ts';
import type { Role } from '../../../src/domain/people/audit.ts';
import { seriousFindings } from '../../support/axe.ts';
import { patienceMs } from '../../support/limits.ts';
import type { TestService } from '../../support/service.ts';

export const eventsPath = '/api/operator/events';

export interface ConsoleWindow {
  readonly page: Page;
  /** What it asked since somebody last wanted to know, as `GET /path`. Without the stream, which asks for nothing. */
  calls(): string[];
  /** Whether the service has answered with its stream. */
  isLive(): boolean;
  open(path: string): Promise<void>;
  /** To another page as by a link of the console itself, which loads nothing anew; until that page has its heading. */
  go(path: string): Promise<void>;
  close(): Promise<void>;
}

interface WindowOptions {
  readonly locale?: string;
  readonly isDark?: boolean;
  readonly isPhone?: boolean;
  /** Of a screen that is not a phone's. */
  readonly width?: number;
  readonly zone?: string;
}

/** Where it is noon: what a test does there, it does on one day, at whatever time it runs. */
export function noonZone(): string {
  const hour = new Date().getUTCHours();
  return hour < 12 ? `Etc/GMT-${12 - hour}` : `Etc/GMT+${hour - 12}`;
}

/** A toast is gone after seconds, in which a busy test may not look: each page keeps what its toasts have said. */
const keepTold = `
  window.told = [];
  const seen = new WeakSet();
  new MutationObserver(() => {
    for (const title of document.querySelectorAll('.toast-title')) {
      if (seen.has(title) || !title.checkVisibility()) continue;
      seen.add(title);
      window.told.push(title.textContent);
    }
  }).observe(document, { childList: true, subtree: true });
`;

/** A window of a real browser. Whatever the page complains about, the content security policy included, fails the test. */
export async function openWindow(
  browser: Browser,
  service: Pick<TestService, 'url'>,
  options: WindowOptions = {},
): Promise<ConsoleWindow> {
  const context = await browser.newContext({
    locale: options.locale ?? 'en-GB',
    timezoneId: options.zone ?? 'UTC',
    colorScheme: options.isDark === true ? 'dark' : 'light',
    viewport: options.isPhone === true ? { width: 390, height: 844 } : { width: options.width ?? 1360, height: 850 },
    reducedMotion: 'reduce',
    // Browsers with a screen let a page copy what somebody has clicked; one without has to be told.
    permissions: ['clipboard-write'],
  });
  await context.addInitScript(keepTold);
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs());
  let calls: string[] = [];
  let isLive = false;
  const complaints = collectComplaints(page);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/') && pathname !== eventsPath) calls.push(`${request.method()} ${pathname}${search}`);
  });
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === eventsPath && response.ok()) isLive = true;
  });
  return {
    page,
    calls: () => {
      const seen = calls;
      calls = [];
      return seen;
    },
    isLive: () => isLive,
    open: async (path) => {
      await page.goto(`${service.url}/console${path}`);
    },
    go: async (path) => {
      const heading = page.locator('h1');
      const before = await heading.textContent();
      if (page.url() === `${service.url}/console${path}`) return;
      await page.evaluate(`history.pushState(null, '', '/console${path}')`);
      await expect.poll(() => heading.textContent()).not.toBe(before);
    },
    close: async () => {
      await context.close();
      expect(complaints).toEqual([]);
    },
  };
}

/** A refusal is an answer: the browser logs it, and the page shows it. Everything else it logs as an error is ours to mend. */
function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isRefusal = /the server responded with a status of (40[0-9]|429)/.test(message.text());
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
  });
  return complaints;
}

interface SignInAs {
  readonly login: string;
  readonly password: string;
  readonly code?: string;
}

export async function signIn({ page }: ConsoleWindow, { login, password, code }: SignInAs): Promise<void> {
  const form = page.locator('form');
  await form.locator('input[name=login]').fill(login);
  await form.locator('input[name=password]').fill(password);
  if (code !== undefined) await form.locator('input[name=code]').fill(code);
  await form.locator('button[type=submit]').click();
}

/**
 * A window in which somebody of the demo world has signed in and is on this page. Signed in past the form, which has tests of
 * its own.
 */
export async function openAs(
  browser: Browser,
  service: Pick<TestService, 'url'>,
  role: Role,
  path = '/',
  options: WindowOptions = {},
): Promise<ConsoleWindow> {
  const window = await openWindow(browser, service, options);
  const { login, password } = demoSecrets.people[role];
  const userAgent = String(await window.page.evaluate('navigator.userAgent'));
  const signedIn = await window.page.request.post(`${service.url}/api/operator/session`, {
    headers: { 'user-agent': userAgent },
    data: { login, password },
  });
  if (!signedIn.ok()) throw new Error(`${login} cannot sign in: ${signedIn.status()} ${await signedIn.text()}`);
  await window.open(path);
  await window.page.locator('.frame').waitFor();
  return window;
}

/** Two keys that mean something together, sent together: on a busy machine the pause that is allowed between them is short. */
export async function pressBoth({ page }: ConsoleWindow, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/** Waits until it is on the screen. Waiting alone is no assertion to the test runner. */
export async function expectShown(what: Locator): Promise<void> {
  await expect(what.waitFor()).resolves.toBeUndefined();
}

/** Waits until a toast of this page has said exactly this. Forgotten then, so that the same is told anew the next time. */
export async function expectTold(page: Page, title: string): Promise<void> {
  await expect.poll(() => page.evaluate('window.told')).toContain(title);
  await page.evaluate(`window.told.splice(0, window.told.indexOf(${JSON.stringify(title)}) + 1)`);
}

/** Waits until a toast says what a service has against an act that it is asked for too often. */
export async function expectRefusalTold(page: Page, address: string, act: () => Promise<void>): Promise<void> {
  const message = 'Too many requests. Try again after 7 s.';
  await page.route(address, (route) => route.fulfill({ status: 429, json: [{ code: 'rate_limited', message }] }));
  await act();
  await expectTold(page, message);
  await page.unroute(address);
}

/** What a browser does when another window comes in front of this one. As text: these tests know nothing of the browser's names. */
export async function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => '${state}' });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** What a person with a screen reader or a keyboard would stumble over. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await seriousFindings(page)).toEqual([]);
}
