import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readConfig } from '../src/config.ts';
import { startService } from '../src/service.ts';
import { projectFolder } from '../src/storage/project-folder.ts';
import { fillConsoleWorld } from './console-world.ts';
import { receiptPicture } from './receipt-picture.ts';

/** `npm run screenshots:console`: every page of the console as a picture in docs/images, of a service of its own. */
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

const shots: readonly Shot[] = [
  { name: 'queue', role: 'operator', path: '/' },
  { name: 'queue-dark', role: 'operator', path: '/', isDark: true },
  { name: 'queue-russian', role: 'operator', path: '/', locale: 'ru-RU' },
  { name: 'invoices', role: 'operator', path: '/invoices' },
  { name: 'invoice', role: 'operator', path: '/invoices?internalId=A-1950', prepare: openFirstRow },
  { name: 'account', role: 'operator', path: '/account' },
];

/** How far before now the world begins, so that things in it have an age. */
const hoursBack = 3;

async function main(only: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-shots-'));
  let behindMs = hoursBack * 3_600_000;
  const now = () => Date.now() - behindMs;
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' });
  const service = await startService(config, { clock: now });
  const path = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const receipt = await receiptPicture(browser);
    const advance = (ms: number) => {
      behindMs = Math.max(0, behindMs - ms);
    };
    await fillConsoleWorld({ url: service.url, now, advance }, receipt);
    advance(hoursBack * 3_600_000);
    for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name))) {
      await take(browser, service.url, shot);
    }
  } finally {
    await browser.close();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function take(browser: Browser, url: string, shot: Shot): Promise<void> {
  const context = await browser.newContext({
    viewport: shot.isPhone === true ? { width: 390, height: 844 } : { width: 1360, height: 850 },
    colorScheme: shot.isDark === true ? 'dark' : 'light',
    locale: shot.locale ?? 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${url}/console${shot.path}`);
  await page.locator('input[name=login]').fill(shot.role);
  await page.locator('input[name=password]').fill(`demo-${shot.role}-password`);
  await page.locator('button[type=submit]').click();
  await page.locator('.frame').waitFor();
  await page.waitForLoadState('networkidle');
  await shot.prepare?.(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(700);
  const file = join(projectFolder(), 'docs/images', `console-${shot.name}.png`);
  await page.screenshot({ path: file });
  process.stdout.write(`${file}\n`);
  await context.close();
}

await main(process.argv.slice(2));
