import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readConfig } from '../src/config/config.ts';
import { startService } from '../src/service.ts';
import { openBrowser } from './chromium.ts';
import { fillConsoleWorld } from './console-world.ts';
import { fillMakersWork, fillPastDays } from './console-world-more.ts';
import { newDataFolder } from './data-folder.ts';
import { pictureFile } from './picture-file.ts';
import { receiptPicture } from './receipt-picture.ts';
import { makerAndMerchantShots } from './screenshots-console-maker-merchant.ts';

/** `npm run screenshots:console`: a picture of every page of the console, of a service of its own. */
interface Shot {
  readonly name: string;
  readonly role: 'operator' | 'maker' | 'merchant';
  readonly path: string;
  readonly isDark?: boolean;
  readonly locale?: string;
  readonly isPhone?: boolean;
  /** Brings the page into the state to be shown. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const openFirstRow = async (page: Page) => {
  await page.locator('tbody tr.opens').first().click();
};

const openCase = async (page: Page) => {
  await openFirstRow(page);
  await page.locator('.answer-button').first().waitFor();
};

const answerCase = async (page: Page) => {
  await openCase(page);
  await page.keyboard.press('x');
  await page.locator('.inline-act').waitFor();
};

const press = (key: string) => async (page: Page) => {
  await page.locator('tbody tr.opens').first().waitFor();
  await page.keyboard.press(key);
};

const search = async (page: Page) => {
  await page.keyboard.press('/');
  await page.getByRole('combobox').fill('0005');
};

const changeOption = async (page: Page) => {
  await page
    .getByRole('row', { name: /SBP_QR/ })
    .first()
    .getByRole('button', { name: 'Change' })
    .click();
};

const writeSource = async (page: Page) => {
  await page.getByRole('button', { name: 'New feed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it answers with').selectOption('book');
  await dialog.getByLabel('URL').fill('http://127.0.0.1:9/offers');
  await dialog.getByLabel('Path to the list of offers').fill('data');
  await dialog.getByRole('button', { name: 'Try it now' }).click();
  await dialog.getByText('No rate').waitFor();
};

const operator = { role: 'operator' } as const;

const shots: readonly Shot[] = [
  { ...operator, name: 'sign-in', path: '/' },
  { ...operator, name: 'queue', path: '/work' },
  { ...operator, name: 'queue-dark', path: '/work', isDark: true },
  { ...operator, name: 'queue-russian', path: '/work', locale: 'ru-RU' },
  { ...operator, name: 'queue-phone', path: '/work', isPhone: true },
  { ...operator, name: 'overview', path: '/' },
  { ...operator, name: 'overview-dark', path: '/', isDark: true },
  { ...operator, name: 'overview-russian', path: '/', locale: 'ru-RU' },
  { ...operator, name: 'overview-phone', path: '/', isPhone: true },
  { ...operator, name: 'dispute', path: '/?kind=dispute', prepare: press('x') },
  { ...operator, name: 'case', path: '/?kind=confirmed', prepare: openCase },
  { ...operator, name: 'case-dark', path: '/?kind=dispute', isDark: true, prepare: openCase },
  { ...operator, name: 'case-russian', path: '/?kind=arrival', locale: 'ru-RU', prepare: openCase },
  { ...operator, name: 'case-phone', path: '/?kind=dispute', isPhone: true, prepare: openCase },
  { ...operator, name: 'case-answer', path: '/?kind=dispute', prepare: answerCase },
  { ...operator, name: 'search', path: '/', prepare: search },
  { ...operator, name: 'shortcuts', path: '/work', prepare: press('?') },
  { ...operator, name: 'invoices', path: '/invoices' },
  { ...operator, name: 'invoice', path: '/invoices?internalId=A-1950', prepare: openFirstRow },
  { ...operator, name: 'deals', path: '/deals' },
  { ...operator, name: 'arrivals', path: '/arrivals' },
  { ...operator, name: 'bank', path: '/bank' },
  { ...operator, name: 'withdrawals', path: '/withdrawals' },
  { ...operator, name: 'notifications', path: '/notifications' },
  { ...operator, name: 'notification', path: '/notifications', prepare: openFirstRow },
  { ...operator, name: 'makers', path: '/makers' },
  { ...operator, name: 'maker', path: '/makers/1' },
  { ...operator, name: 'requisites', path: '/requisites' },
  { ...operator, name: 'stores', path: '/stores' },
  { ...operator, name: 'store', path: '/stores/1' },
  { ...operator, name: 'ledger', path: '/ledger' },
  { ...operator, name: 'account-of-ledger', path: '/ledger/11?days=1' },
  { ...operator, name: 'rates', path: '/rates' },
  { ...operator, name: 'rates-dark', path: '/rates', isDark: true },
  { ...operator, name: 'rate-sources', path: '/rates', prepare: writeSource },
  { ...operator, name: 'rate-sources-phone', path: '/rates', isPhone: true, prepare: writeSource },
  { ...operator, name: 'catalogue', path: '/catalogue' },
  { ...operator, name: 'catalogue-dark', path: '/catalogue', isDark: true },
  { ...operator, name: 'catalogue-russian', path: '/catalogue?currency=KZT', locale: 'ru-RU' },
  { ...operator, name: 'catalogue-phone', path: '/catalogue', isPhone: true },
  { ...operator, name: 'catalogue-option', path: '/catalogue', prepare: changeOption },
  { ...operator, name: 'reports', path: '/reports' },
  { ...operator, name: 'audit', path: '/audit' },
  { ...operator, name: 'users', path: '/users' },
  { ...operator, name: 'system', path: '/system' },
  { ...operator, name: 'account', path: '/account' },
];

/** How long the story takes: the service's clock goes ahead of the machine's, and the browser's with it. */
const storyMs = 3 * 3_600_000;

async function main(only: readonly string[]): Promise<void> {
  await takeAll(shots, only, fillConsoleWorld);
  await takeAll(makerAndMerchantShots, only, async (service, receipt, notificationUrl) => {
    await fillPastDays(service, 6);
    await fillConsoleWorld(service, receipt, notificationUrl);
    await fillMakersWork(service, receipt);
  });
}

/** All pictures of one story. */
async function takeAll(all: readonly Shot[], only: readonly string[], fill: typeof fillConsoleWorld): Promise<void> {
  const chosen = all.filter(({ name }) => only.length === 0 || only.includes(name));
  if (chosen.length === 0) return;
  const dataDir = await newDataFolder('quittance-shots-');
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const service = await startService(config, { clock: now });
  const browser = await openBrowser();
  const receiver = await openReceiver();
  try {
    const advance = (ms: number) => {
      aheadMs += ms;
    };
    await fill({ url: service.url, now, advance }, await receiptPicture(browser), receiver.url);
    aheadMs = Math.max(aheadMs, storyMs);
    await delay(deliveriesMs);
    for (const shot of chosen) await take(browser, { url: service.url, now }, shot);
  } finally {
    await browser.close();
    await service.stop();
    receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Time for what was told last to be delivered. */
const deliveriesMs = 2_000;

/** A shop's server for notifications. Now and then it is busy, so that there is something to see. */
async function openReceiver(): Promise<{ readonly url: string; close(): void }> {
  let received = 0;
  const server = createServer((request, response) => {
    request.resume();
    received += 1;
    const isBusy = received % 6 === 4;
    response.statusCode = isBusy ? 503 : 200;
    response.end(isBusy ? 'busy, try again later' : 'ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/quittance/notifications`, close: () => server.close() };
}

async function take(
  browser: Browser,
  { url, now }: { readonly url: string; readonly now: () => number },
  shot: Shot,
): Promise<void> {
  const context = await browser.newContext({
    viewport: shot.isPhone === true ? { width: 390, height: 844 } : { width: 1360, height: 850 },
    colorScheme: shot.isDark === true ? 'dark' : 'light',
    locale: shot.locale ?? 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const isSignedIn = shot.name !== 'sign-in' && sessions.has(shot.role);
  if (isSignedIn) await context.addCookies(sessions.get(shot.role) ?? []);
  const page = await context.newPage();
  await page.clock.install({ time: now() });
  await page.goto(`${url}/console${shot.path}`);
  if (shot.name === 'sign-in') return await keep(page, shot);
  if (!isSignedIn) await signIn(page, shot.role);
  await page.locator('.frame').waitFor();
  await shot.prepare?.(page);
  await keep(page, shot);
}

/** Everybody signs in once: the list of places where one is signed in is a picture, too. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

async function signIn(page: Page, role: string): Promise<void> {
  await page.locator('input[name=login]').fill(role);
  await page.locator('input[name=password]').fill(`demo-${role}-password`);
  await page.locator('button[type=submit]').click();
  await page.locator('.frame').waitFor();
  sessions.set(role, await page.context().cookies());
}

/** Time for the last answer to be drawn. */
const settleMs = 700;

async function keep(page: Page, shot: Shot): Promise<void> {
  await page.mouse.move(0, 0);
  await page.waitForTimeout(settleMs);
  const file = pictureFile(`console-${shot.name}`);
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
  await page.context().close();
}

await main(process.argv.slice(2));
