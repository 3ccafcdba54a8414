import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { patiently } from '../support/patience.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, expectShown, expectTold, noonZone, openAs } from './support/console.ts';

/** Where rates come from, the day at a glance, and late money: from the click to what the service says afterwards. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let client: OperatorClient;
let market: Server;
let offers: unknown;

beforeAll(async () => {
  market = createServer((_, response) => void response.end(JSON.stringify(offers)));
  await new Promise<void>((listening) => market.listen(0, '127.0.0.1', listening));
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  client = await signInDemo(service, 'operator');
  operator = await openAs(browser, service, 'operator', '/rates', { zone: noonZone() });
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
  market.close();
});

const dialog = (): Locator => operator.page.getByRole('dialog');
const field = (label: string): Locator => dialog().getByLabel(label, { exact: true });
const click = (name: string) => dialog().getByRole('button', { name, exact: true }).click();

describe('sources of a rate', () => {
  const url = () => `http://127.0.0.1:${(market.address() as AddressInfo).port}/offers`;

  it('are tried before they are stored: what they say, and why they say nothing', async () => {
    offers = { data: [['1'], ['2'], ['95.40'], ['95.50'], ['95.60']] };
    await operator.page.getByRole('button', { name: 'New feed' }).click();
    await field('What it answers with').selectOption('book');
    await field('URL').fill(url());
    await field('Path to the list of offers').fill('nowhere');
    await field('Price in an offer').fill('0');
    await click('Try it now');
    await expectShown(dialog().getByText('there is nothing at nowhere'));
    await field('Path to the list of offers').fill('data');
    await field('Margin, %').fill('1');
    await click('Try it now');
    const said = dialog().getByRole('status');
    await expectShown(said.getByText('96.455'));
    expect(await said.innerText()).toContain('Mean of 95.40; 95.50; 95.60');
    expect((await client.get('/rate-feeds')).body.items).toEqual([]);
    await expectAccessible(operator.page);
  });

  it('are asked in an order that can be changed, and the one in use is shown', async () => {
    await click('Add source');
    const second = dialog().getByRole('region', { name: 'Source 2' });
    await second.getByLabel('URL').fill(`${url()}?broken`);
    await second.getByLabel('Path in the JSON', { exact: true }).fill('price');
    await second.getByRole('button', { name: 'Ask earlier' }).click();
    await field('Reason').fill('instead of by hand');
    await click('New feed');
    await dialog().waitFor({ state: 'detached' });
    const row = operator.page.getByRole('table', { name: 'Feeds' }).getByRole('row').last();
    await patiently(async () => expect(await row.innerText()).toMatch(/On a fall-back/));
    await expect.poll(() => row.innerText()).toMatch(/1\. .*price[\s\S]*nothing at price[\s\S]*2\. .*data 3–5 *in use/);
    expect((await client.get('/rate-feeds')).body.items[0]).toMatchObject({ usedPlace: 2, marginBps: 100 });
  });

  it('say what the service has against one of them, beside its field', async () => {
    const [{ id }] = (await client.get('/rate-feeds')).body.items;
    await client.patch(`/rate-feeds/${id}`, { ageMaxMs: 750_000, reason: 'twelve and a half minutes' });
    await operator.open('/rates');
    await operator.page.getByRole('button', { name: 'Change', exact: true }).click();
    const first = dialog().getByRole('region', { name: 'Source 1' });
    await first.getByLabel('URL').fill('ftp://rates.example/');
    await field('Reason').fill('a test');
    await click('Save');
    await expectShown(first.getByText(/https URL/));
    await first.getByRole('button', { name: 'Remove' }).click();
    await click('Save');
    await dialog().waitFor({ state: 'detached' });
    await patiently(async () => expect((await client.get('/rate-feeds')).body.items[0].usedPlace).toBe(1));
    // It was not what was changed.
    expect((await client.get('/rate-feeds')).body.items[0].ageMaxMs).toBe(750_000);
  });

  it('are removed, and the rate stays as it was', async () => {
    const { items } = (await client.get('/rates')).body;
    await operator.page.getByRole('button', { name: 'Remove', exact: true }).click();
    await field('Reason').fill('by hand again');
    await click('Remove');
    await expectTold(operator.page, 'Removed. The rate is set by hand from now on.');
    expect((await client.get('/rate-feeds')).body.items).toEqual([]);
    expect((await client.get('/rates')).body.items).toEqual(items);
  });
});

describe('the overview', () => {
  it('shows the day, leads to the work, and axe finds nothing serious, on a phone in the dark too', async () => {
    const { id } = (await service.shop.createPayin({ amount: '955.00', startDeal: true })).body;
    await client.post(`/deals/${id}/settle`, { reason: 'seen in the bank' });
    const { id: waiting } = (await service.shop.createPayin({ amount: '956.00', startDeal: true })).body;
    await service.shop.confirm(waiting);
    await operator.open('/');
    const overview = operator.page.getByRole('region', { name: 'Overview' });
    await expectShown(overview.getByRole('link', { name: '955.00 RUB' }));
    await expectShown(overview.getByText('of 2 created'));
    const [bank, paid] = [
      overview.getByRole('table', { name: 'By bank' }),
      overview.getByRole('table', { name: 'By maker' }),
    ];
    await expectShown(bank.getByRole('row').nth(1));
    await expectShown(paid.getByRole('row', { name: /100 %/ }));
    await expectShown(overview.getByText('All is well'));
    await expectAccessible(operator.page);
    const phone = await openAs(browser, service, 'operator', '/', { isPhone: true, isDark: true });
    await expectShown(phone.page.getByText('All is well'));
    const isTooWide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
    expect(await phone.page.evaluate(isTooWide)).toBe(false);
    await expectAccessible(phone.page);
    await phone.close();
    await overview.getByRole('button', { name: '30 days' }).click();
    await overview.getByRole('button', { name: 'Payout' }).click();
    await expectShown(overview.getByText('None yet').first());
    await operator.open('/?period=week');
    await overview.getByRole('link', { name: '955.00 RUB' }).click();
    await expectShown(operator.page.getByRole('row', { name: /955\.00/ }));
    expect(new URL(operator.page.url()).search).toMatch(/type=in&from=\d{4}-\d\d-\d\d&status=paid/);
    await operator.open('/');
    await overview.getByRole('link', { name: 'Confirm arrival' }).click();
    await expectShown(operator.page.getByRole('row', { name: /956\.00/ }));
  });
});

describe('late money', () => {
  it('is matched although the payer has fresh requisites, which is said before', async () => {
    const wish = { amount: '1957.00', startDeal: true, paymentOption: 'SBP' };
    const { id } = (await service.shop.createPayin(wish)).body;
    const { requisiteId } = (await client.get(`/deals/${id}`)).body;
    await service.shop.startDeal(id, { paymentOption: 'TO_CARD' });
    await client.post('/arrivals', { requisiteId, amount: '1957.00', reference: 'late-1' });
    await operator.open('/arrivals?status=held');
    await operator.page
      .getByRole('row', { name: /1,957\.00/ })
      .getByRole('button', { name: 'Match' })
      .click();
    await expectShown(dialog().getByText('That newer deal will be canceled'));
    await field('Reason').fill('the payer called');
    await click('Match');
    await dialog().waitFor({ state: 'detached' });
    expect((await service.shop.read(id)).body.status).toBe('paid');
  });
});

describe('a rate by hand that is far from the last one', () => {
  it('is asked about a second time, with what it does to a payment, and then taken', async () => {
    const set = { settlementCurrency: 'USDT', fiatCurrency: 'RUB', reason: 'back to the start' };
    await client.post('/rates', { ...set, in: '95.50', out: '93.50', ageMaxMs: 750_000, isConfirmed: true });
    await operator.open('/rates');
    await operator.page.getByRole('button', { name: 'Set rates' }).click();
    await field('Payin').fill('120');
    await field('Payout').fill('118');
    await field('Reason').fill('the market has moved');
    await click('Set rates');
    const alert = dialog().getByRole('alert');
    await expectShown(alert.getByText('10000 RUB come to 104.71204188 USDT so far, and to 83.33333333 USDT then'));
    await expectShown(alert.getByText('10000 RUB come to 106.95187166 USDT so far, and to 84.74576272 USDT then'));
    await expectAccessible(operator.page);
    await field('I have compared it with the market: it is meant').check();
    await click('Set rates');
    await dialog().waitFor({ state: 'detached' });
    // How old it may be stays: nobody has touched it.
    const taken = { rate: '120.00', ageMaxMs: 750_000 };
    expect((await client.get('/rates')).body.items).toContainEqual(expect.objectContaining(taken));
  });
});
