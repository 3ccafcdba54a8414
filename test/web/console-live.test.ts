import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domain/people/audit.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { type ConsoleWindow, eventsPath, expectAccessible, expectShown, openAs, turn } from './support/console.ts';

/** Windows that nobody touches. */
let service: TestService;
let browser: Browser;
let operator: OperatorClient;
const windows: ConsoleWindow[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await signInDemo(service, 'operator');
});
afterEach(async () => {
  for (const window of windows.splice(0)) await window.close();
});
afterAll(async () => {
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

/** On its page, with its stream open and everything asked for. */
async function watch(role: Role, path: string): Promise<ConsoleWindow> {
  const window = await openAs(browser, service, role, path);
  windows.push(window);
  await window.page.locator('h1').waitFor();
  await expect.poll(() => window.isLive()).toBe(true);
  await quiet(window);
  return window;
}

/**
 * Until nothing was asked for during a while longer than the pause between two rounds: five seconds, in looks and not by the
 * clock, which goes on while a busy machine looks at nothing.
 */
async function quiet(window: ConsoleWindow): Promise<void> {
  for (let looks = 0; looks < 20; looks++) {
    await delay(250);
    if (window.calls().length > 0) looks = 0;
  }
}

/** Requests for the stream, as they come. */
function streamsOf(page: Page): number[] {
  const asked: number[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === eventsPath) asked.push(performance.now());
  });
  return asked;
}

describe('a window', () => {
  it('asks for nothing while nothing changes, and shows at once what others do', async () => {
    const [desk, maker, merchant] = await Promise.all([
      watch('operator', '/deals?makerId=1'),
      watch('maker', '/payouts'),
      watch('merchant', '/invoices'),
    ]);
    for (const window of [desk, maker, merchant]) window.calls();
    await delay(6_000);
    expect([desk.calls(), maker.calls(), merchant.calls()]).toEqual([[], [], []]);

    const { id } = (await service.shop.createPayout({ amount: '4321.00' })).body;
    await maker.page.getByText('4,321.00').first().waitFor();
    await merchant.page.getByText('4,321.00').first().waitFor();
    // Told, not asked for: by itself a window asks once a minute, and nobody waits that long here.
    const other = await signInDemo(service, 'maker');
    expect((await other.post(`/payouts/${id}/take`, {})).status).toBe(200);
    await desk.page.getByRole('row', { name: /4,321.00/ }).waitFor();
  });

  it('asks for what has changed alone, and for nothing that is not theirs', async () => {
    const [rates, maker] = await Promise.all([watch('operator', '/rates'), watch('maker', '/requisites')]);
    for (const window of [rates, maker]) window.calls();
    await service.shop.createPayin();
    const { items } = (await operator.get('/requisites?limit=200')).body;
    const foreign = items.find(({ makerId }: { makerId: number }) => makerId === 2);
    await operator.post(`/requisites/${foreign.id}/pause`, { reason: 'a test' });
    await delay(1_500);
    // Nobody is told when a source of rates was read, so that list alone is asked for now and then. A rate that waits for a second
    // operator is in the audit log first, as the pause is.
    const others = ['GET /api/operator/rate-feeds', 'GET /api/operator/approvals'];
    const ofRates = rates.calls().filter((call) => !others.includes(call));
    expect([ofRates, maker.calls()]).toEqual([[], []]);
  });

  it('closes its stream while it is hidden, and asks for everything on coming back', async () => {
    const maker = await watch('maker', '/payouts');
    const asked = streamsOf(maker.page);
    const ended = maker.page.waitForEvent('requestfailed', (request) => request.url().endsWith(eventsPath));
    await turn(maker.page, 'hidden');
    await ended;
    await service.shop.createPayout({ amount: '4322.00' });
    await delay(1_000);
    expect(maker.calls()).toEqual([]);
    await turn(maker.page, 'visible');
    await maker.page.getByText('4,322.00').first().waitFor();
    expect(asked).toHaveLength(1);
  });

  it('asks its person to sign in when the session was ended elsewhere', async () => {
    const merchant = await watch('merchant', '/invoices');
    const elsewhere = await signInDemo(service, 'merchant');
    await elsewhere.delete('/me/sessions');
    await expectShown(merchant.page.getByRole('button', { name: 'Sign in' }));
  });
});

describe('without a stream', () => {
  it('a window says so, asks now and then, tries again ever more seldom, and is live again', async () => {
    const maker = await watch('maker', '/payouts');
    const asked = streamsOf(maker.page);
    await maker.page.route(`**${eventsPath}`, (route) => route.fulfill({ status: 429, body: '[]' }));
    await turn(maker.page, 'hidden');
    await turn(maker.page, 'visible');
    await maker.page.getByText('Not live').waitFor();
    await expectAccessible(maker.page);
    await maker.page.setViewportSize({ width: 360, height: 780 });
    expect(await maker.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    await delay(5_000);
    // After one, two and four seconds or up to half of that less, and so on: no more than these in ten seconds.
    const [firstMs = Number.NaN] = asked;
    expect(asked.filter((askedMs) => askedMs - firstMs <= 10_000).length).toBeLessThanOrEqual(5);
    await service.shop.createPayout({ amount: '4323.00' });
    await maker.page.getByText('4,323.00').first().waitFor();
    await maker.page.unroute(`**${eventsPath}`);
    await maker.page.getByText('Not live').waitFor({ state: 'detached' });
    maker.calls();
    await service.shop.createPayout({ amount: '4324.00' });
    await maker.page.getByText('4,324.00').first().waitFor();
  });
});
