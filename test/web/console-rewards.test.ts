import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, expectTold, openAs } from './support/console.ts';

/** What makers earn and when they get deals, from the click to the service's answer. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let maker: ConsoleWindow;
let client: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  client = await signInDemo(service, 'operator');
  operator = await openAs(browser, service, 'operator');
  maker = await openAs(browser, service, 'maker', '/', { isPhone: true });
});
afterAll(async () => {
  await operator?.close();
  await maker?.close();
  await browser?.close();
  await service?.stop();
});

const readMaker = async () => (await client.get('/makers/1')).body;

describe('the page of a maker', () => {
  beforeEach(async () => {
    await operator.open('/makers/1');
    await operator.page.getByRole('heading', { name: 'Rewards' }).waitFor();
  });
  const dialog = () => operator.page.locator('.dialog');
  const panel = () => operator.page.locator('.panel', { hasText: 'Rewards' });

  it('sets rewards with ranges, and shows a refusal at the field it is about', async () => {
    await panel().getByText('The maker earns nothing').waitFor();
    await panel().getByRole('button', { name: 'Change' }).click();
    await dialog().getByRole('button', { name: 'Add a reward' }).click();
    await dialog().getByRole('button', { name: 'Add a reward' }).click();
    const [first, second] = [
      dialog().getByRole('group', { name: 'Reward 1' }),
      dialog().getByRole('group', { name: 'Reward 2' }),
    ];
    await first.getByLabel('Share, bps').fill('300');
    await second.getByLabel('Currency').selectOption('RUB');
    await second.getByLabel('To (not included)').fill('5 000,50');
    await second.getByLabel('Share, bps').fill('120');
    await dialog().getByLabel('Reason').fill('agreed');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await first.getByText('A reward of 300 bps is above the fee').waitFor();
    await expectAccessible(operator.page);
    await first.getByLabel('Share, bps').fill('100');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await expectTold(operator.page, 'Rewards set. Running deals keep theirs.');
    await panel().getByText('< 5000.50 RUB').waitFor();
    await panel().getByText('1.2 %').waitFor();
    const { rewards } = await readMaker();
    expect(
      rewards.map(({ currency, to, bps }: { currency: string; to: string; bps: number }) => [currency, to, bps]),
    ).toEqual([
      [null, null, 100],
      ['RUB', '5000.50', 120],
    ]);
    await panel().getByRole('button', { name: 'Change' }).click();
    await dialog().getByRole('group', { name: 'Reward 1' }).getByRole('button', { name: 'Remove' }).click();
    await dialog().getByLabel('Reason').fill('only small sums');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await readMaker()).rewards).toMatchObject([{ currency: 'RUB', to: '5000.50', bps: 120 }]);
  });

  it('leaves a reward for a way to pay that is switched off as it is', async () => {
    const reward = { direction: 'in', option: 'SBP', storeId: null, currency: null, from: null, to: null, bps: 100 };
    await client.post('/makers/1/rewards', { rewards: [reward], reason: 'agreed' });
    await client.patch('/catalogue/options/SBP', { isEnabled: false, reason: 'a test' });
    await operator.open('/makers/1');
    await panel().getByRole('button', { name: 'Change' }).click();
    await dialog().getByRole('option', { name: 'Switched off' }).waitFor({ state: 'attached' });
    await dialog().getByLabel('Share, bps').fill('90');
    await dialog().getByLabel('Reason').fill('a little less');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    await client.patch('/catalogue/options/SBP', { isEnabled: true, reason: 'a test' });
    expect((await readMaker()).rewards).toEqual([{ ...reward, bps: 90 }]);
  });

  it('stops new deals, names the stores it serves and the least balance', async () => {
    await operator.page.getByRole('button', { name: 'Settings' }).click();
    await dialog().getByLabel('Minimum balance').fill('250');
    await dialog().getByLabel('No new deals').check();
    await dialog().getByLabel('All stores').uncheck();
    await dialog().getByLabel('Demo Shop 2').uncheck();
    await dialog().getByLabel('Reason').fill('looked into');
    await expectAccessible(operator.page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await operator.page.getByText('Stopped by an operator').waitFor();
    expect(await readMaker()).toMatchObject({ isStopped: true, storeIds: [1], balanceMin: '250.00000000' });
  });

  it('sets limits and hours of a requisite, and shows them again as they were written', async () => {
    const edit = () => operator.page.locator('tbody').getByRole('button', { name: 'Change' }).first().click();
    await edit();
    await dialog().getByLabel('Deals a day').fill('20');
    await dialog().getByLabel('Monthly limit').fill('1000000');
    await dialog().getByLabel('Time between deals, minutes').fill('2');
    await dialog().getByRole('button', { name: 'Add hours' }).click();
    await dialog().getByLabel('Until').fill('02:00');
    await dialog().getByLabel('Time zone').fill('Europe/Moscow');
    await dialog().getByLabel('Reason').fill('bank');
    await expectAccessible(operator.page);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    // The list is asked anew when the act is done; the next dialog shows what the list knows.
    await operator.page.locator('tbody').getByText('/ 20').first().waitFor();
    const { items } = (await client.get('/requisites?makerId=1&limit=200')).body;
    const [changed] = items.filter(({ dayDealsMax }: { dayDealsMax: number | null }) => dayDealsMax === 20);
    expect(changed).toMatchObject({ monthMax: '1000000.00', gapMs: 120_000, hours: { zone: 'Europe/Moscow' } });
    expect(changed.hours.spans).toHaveLength(10);
    await edit();
    await expectValue('From day', '1');
    await expectValue('To day', '5');
    await expectValue('Until', '02:00');
    await dialog().getByRole('group', { name: 'Hours of the week' }).getByRole('button', { name: 'Remove' }).click();
    await dialog().getByLabel('Reason').fill('no more');
    // A slip is not "no limit".
    await dialog().getByLabel('Deals a day').fill('10.');
    await dialog().getByRole('button', { name: 'Save' }).click();
    expect(await dialog().locator('input:invalid').getAttribute('name')).toBe('dayDealsMax');
    await dialog().getByLabel('Deals a day').fill('');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    const after = (await client.get(`/requisites?id=${changed.id}`)).body.items[0];
    expect(after).toMatchObject({ dayDealsMax: null, hours: null, gapMs: 120_000 });
  });

  const expectValue = async (label: string, value: string) =>
    expect(await dialog().getByLabel(label, { exact: true }).inputValue()).toBe(value);
});

describe('the maker', () => {
  it('sees that an operator has stopped new deals, and switches the own switch', async () => {
    await client.patch('/makers/1', { isStopped: true, reason: 'a test' });
    await maker.open('/');
    const own = maker.page.getByRole('switch', { name: 'Get new deals' });
    await maker.page.getByText('An operator has stopped new deals for you.').waitFor();
    await own.click();
    await expectTold(maker.page, 'You get no new deals. Running deals continue.');
    expect(await readMaker()).toMatchObject({ isOn: false, isStopped: true });
    // It is said before the page has asked anew; pressed until then, the switch would turn off once more.
    await expect.poll(() => own.getAttribute('aria-checked')).toBe('false');
    await own.click();
    await expectTold(maker.page, 'You get new deals again');
    expect(await readMaker()).toMatchObject({ isOn: true, isStopped: true });
    await expectAccessible(maker.page);
    const width = await maker.page.locator('html').evaluate((html) => html.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
  });

  it('cannot turn on a requisite that an operator has paused', async () => {
    const [first] = (await client.get('/requisites?makerId=1&limit=1')).body.items;
    await client.post(`/requisites/${first.id}/pause`);
    await maker.open('/requisites');
    const tile = maker.page.locator('.tile', { hasText: 'Paused by an operator' });
    await tile.waitFor();
    expect(await tile.getByRole('switch').isDisabled()).toBe(true);
  });
});

describe('reports', () => {
  it('show the income of the service beside the settlement of a store', async () => {
    const { body } = await service.shop.createPayin({ startDeal: true, amount: '4000.00' });
    await client.post(`/deals/${body.id}/settle`, { reason: 'a test' });
    await operator.open('/reports');
    await operator.page.getByRole('columnheader', { name: 'Rewards of makers' }).waitFor();
    await operator.page.getByRole('cell', { name: 'Total' }).waitFor();
    await expectAccessible(operator.page);
  });
});
