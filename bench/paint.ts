import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../scripts/chromium.ts';
import type { Bench, Comparison, Round } from './claim.ts';
import { BenchFailure } from './failure.ts';
import { someInvoiceIds } from './fill.ts';
import { runLoad } from './load.ts';
import { startServiceProcess } from './service-process.ts';

/** The screens that a payer sees first and longest. */
const screens = { choose: '?step=choose', transfer: '', receipt: '?step=receipt' } as const;
type Screen = keyof typeof screens;

/** As browsers' own tools mean "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back; a phone's processor. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const processorSlowdown = 4;
const phone = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** What counts as good: https://web.dev/articles/vitals; the weight is what we promise. */
const good = { paintMs: 2_500, shift: 0.1, weightKb: 20 } as const;

/** After the load event: the script has started its clock and heard its first event by then, and nothing may move. */
const settledMs = 2_000;

interface Seen {
  readonly paintMs: number;
  readonly shift: number;
  readonly weightKb: number;
}

/** The payer's page in a real browser that was never here, on a slow line: when it is there, whether it moves, what it weighs. */
export async function measurePaint(bench: Bench): Promise<Comparison[]> {
  const { world, options } = bench;
  const database = await world.create('paint');
  const service = await startServiceProcess({ databaseUrl: database.workUrl, folder: world.folder });
  const browser = await openBrowser(bench.progress);
  const rounds: Record<Screen, Seen[]> = { choose: [], transfer: [], receipt: [] };
  try {
    const load = { port: service.port, connections: 1, warmUpSeconds: 0, seconds: 1, requests: database.serials };
    await runLoad(load);
    const ids = await someInvoiceIds(database, options.rounds + 1);
    const page = (id: string | undefined, screen: Screen) =>
      `http://127.0.0.1:${service.port}/pay/${id}${screens[screen]}`;
    // The first page of all waits for the service to get warm, which no payer but the first does.
    await look(browser, page(ids.at(-1), 'transfer'));
    for (const id of ids.slice(0, options.rounds)) {
      for (const screen of Object.keys(screens) as Screen[]) rounds[screen].push(await look(browser, page(id, screen)));
    }
  } finally {
    await browser.close();
    await service.stop();
    await world.drop(database);
  }
  return (Object.keys(screens) as Screen[]).flatMap((screen) => comparisons(screen, rounds[screen]));
}

async function look(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const weight = await slowDown(session);
    await page.addInitScript(watch);
    const answer = await page.goto(url, { waitUntil: 'load' });
    if (answer?.status() !== 200) throw new BenchFailure(`${url} answered ${answer?.status()}`);
    await page.waitForTimeout(settledMs);
    return { ...(await seenOn(page)), weightKb: weight() / 1024 };
  } finally {
    await context.close();
  }
}

/** Returns what has come over the line so far. */
async function slowDown(session: CDPSession): Promise<() => number> {
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', slow4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  return () => bytes;
}

const watch = `window.seen = { paintMs: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.paintMs = one.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) window.seen.shift += one.value; })
    .observe({ type: 'layout-shift', buffered: true });`;

async function seenOn(page: Page): Promise<Pick<Seen, 'paintMs' | 'shift'>> {
  const seen = (await page.evaluate('window.seen')) as Pick<Seen, 'paintMs' | 'shift'>;
  if (seen.paintMs === 0) throw new BenchFailure('the browser did not say when the page was painted');
  return seen;
}

function comparisons(screen: Screen, seen: readonly Seen[]): Comparison[] {
  const setting = `${screen}, first visit, slow 4G`;
  const line = (what: string, of: keyof Seen, beside: string, unit: Comparison['unit']): Comparison => ({
    claim: 'paint',
    setting: `${setting}, ${what}`,
    beside,
    unit,
    rounds: seen.map((one): Round => ({ ours: one[of], beside: good[of] })),
    aim: { kind: 'at most', ratio: 1 },
  });
  return [
    line('largest paint', 'paintMs', 'what counts as good', 'ms'),
    line('layout shift', 'shift', 'what counts as good', 'shift'),
    line('weight', 'weightKb', 'what is promised', 'KB'),
  ];
}
