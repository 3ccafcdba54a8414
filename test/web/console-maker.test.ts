import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillMakersWork } from '../../scripts/console-world-more.ts';
import { receiptPicture } from '../../scripts/receipt-picture.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { seriousFindings } from '../support/axe.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { type Body, pngReceipt } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createUser } from '../support/staff.ts';
import {
  type ConsoleWindow,
  eventsPath,
  expectAccessible,
  expectShown,
  expectTold,
  noonZone,
  openAs,
  openWindow,
  signIn,
  turn,
} from './support/console.ts';
import { Line } from './support/line.ts';

/** A maker's day on a small phone, each job from the first touch to what the books say afterwards. */
let service: TestService;
let browser: Browser;
let maker: ConsoleWindow;
let client: OperatorClient;
let operator: OperatorClient;

const phone = { width: 360, height: 740 };

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  await fillMakersWork(service, await receiptPicture(browser));
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  client = await OperatorClient.signedIn(service.url, 'maker', 'demo-maker-password');
  maker = await openAs(browser, service, 'maker', '/', { isPhone: true, zone: noonZone() });
  await maker.page.setViewportSize(phone);
});
afterAll(async () => {
  await maker?.close();
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

const running = async (type: 'in' | 'out'): Promise<Body[]> =>
  (await client.get(`/deals?status=running&type=${type}&limit=200`)).body.items;
const dealOver = async (amount: string, type: 'in' | 'out' = 'in'): Promise<Body> =>
  (await running(type)).find(({ sum }) => sum.amount === amount);
const readDeal = async (id: string): Promise<Body> => (await operator.get(`/deals/${id}`)).body;
const tile = (sum: string): Locator => maker.page.locator('.tile', { hasText: sum });

async function submit(name: string, fields: Readonly<Record<string, string>> = {}): Promise<Locator> {
  const dialog = maker.page.locator('.dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name, exact: true }).click();
  return dialog;
}

describe('every page', () => {
  it.each([
    ['/', 'Deals now', '.tile'],
    ['/payouts', 'Payouts', '.tile'],
    ['/requisites', 'Your requisites', '.tile'],
    ['/arrivals', 'Arrivals', '.state'],
    ['/history', 'All deals', 'tbody tr:not(.skeleton)'],
    ['/statement', 'Balance and statement', 'tbody tr:not(.skeleton)'],
  ])('%s fits a screen of 360 pixels and stands in nobody’s way', async (path, title, content) => {
    await maker.open(path);
    await maker.page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await maker.page.locator(content).first().waitFor();
    expect(await maker.page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await expectAccessible(maker.page);
  });

  it('is there in Russian and in the dark', async () => {
    const window = await openAs(browser, service, 'maker', '/payouts', {
      locale: 'ru-RU',
      isDark: true,
      isPhone: true,
    });
    await window.page.getByRole('heading', { name: 'Ждут мейкера' }).waitFor();
    await expectAccessible(window.page);
    await window.open('/requisites');
    await window.page.getByText(/^Включено (\d+) из \1$/).waitFor();
    await expectAccessible(window.page);
    await window.close();
  });

  it('a page of another role shows nothing and asks for nothing', async () => {
    await maker.open('/nowhere');
    await maker.page.getByText('Page not found').waitFor();
    for (const path of ['/keys', '/withdrawals', '/makers/1', '/signature']) {
      maker.calls();
      await maker.open(path);
      await maker.page.getByText('Page not found').waitFor();
      expect(maker.calls()).toEqual(['GET /api/operator/me']);
    }
  });
});

describe('deals now', () => {
  it('begin with the payers who say they paid, longest first, then who has least time, then disputes', async () => {
    await maker.open('/');
    await tile('4,200.00').waitFor();
    const sums = async () => (await maker.page.locator('.tile-sum .money').allTextContents()).map((sum) => sum.trim());
    const expected = ['7,350.00 RUB', '1,890.00 RUB', '4,200.00 RUB', '3,300.00 RUB', '12,500.00 RUB'];
    await expect.poll(sums).toEqual(expected);
    await tile('4,200.00').getByText('Time left').waitFor();
    await tile('7,350.00').getByRole('img', { name: 'receipt.png' }).waitFor();
    await tile('12,500.00').getByText('The payer says it was paid').waitFor();
  });

  it('are settled as asked for', async () => {
    const deal = await dealOver('7350.00');
    await maker.open('/');
    await tile('7,350.00').getByRole('button', { name: 'Money arrived', exact: true }).click();
    await expectAccessible(maker.page);
    const dialog = await submit('Money arrived', { 'Bank reference': 'SBP-1' });
    await dialog.waitFor({ state: 'detached' });
    await expectTold(maker.page, 'Settled: the deal is paid');
    await tile('7,350.00').waitFor({ state: 'detached' });
    expect(await readDeal(deal.id)).toMatchObject({ status: 'completed', receivedSum: null });
    const { audit } = (await operator.get(`/invoices/${deal.invoiceId}`)).body;
    expect(audit.at(-1)).toMatchObject({ actor: 'maker', reason: 'Seen in the bank, reference SBP-1' });
  });

  it('say what the service has against a sum, keep the form, and report another sum', async () => {
    const deal = await dealOver('1890.00');
    await maker.open('/');
    await tile('1,890.00').getByRole('button', { name: 'A different sum arrived' }).click();
    await expectAccessible(maker.page);
    const dialog = await submit('Report the sum', { 'Amount received, RUB': '1800.505' });
    await dialog.getByText('invalid_amount').waitFor();
    expect(await readDeal(deal.id)).toMatchObject({ status: 'transfer_confirmed' });
    await submit('Report the sum', { 'Amount received, RUB': '1 800,50' });
    await dialog.waitFor({ state: 'detached' });
    await expectTold(maker.page, 'Reported: an operator decides');
    expect(await readDeal(deal.id)).toMatchObject({ status: 'transfer_confirmed', receivedSum: null });
    const { items } = (await operator.get('/arrivals?status=held')).body;
    expect(items).toContainEqual(expect.objectContaining({ dealId: deal.id, exception: 'short' }));
  });

  it('go away by themselves when an operator settles them, but not the form that is open about them', async () => {
    const deal = await dealOver('3300.00');
    await maker.open('/');
    await tile('3,300.00').getByRole('button', { name: 'A different sum arrived' }).click();
    const dialog = maker.page.locator('.dialog');
    const sum = dialog.getByLabel('Amount received, RUB');
    await sum.fill('3200');
    await operator.post(`/deals/${deal.id}/settle`, { reason: 'a test' });
    await tile('3,300.00').waitFor({ state: 'detached' });
    expect(await sum.inputValue()).toBe('3200');
    await submit('Report the sum');
    await expectShown(dialog.locator('.faults'));
    expect(await sum.inputValue()).toBe('3200');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  it('deals now in dispute take what the maker knows', async () => {
    const { invoiceId } = await dealOver('12500.00');
    await maker.open('/');
    await tile('12,500.00').getByRole('button', { name: 'Add evidence' }).click();
    await maker.page.locator('.dialog').getByLabel('Proof').setInputFiles({
      name: 'statement.png',
      mimeType: 'image/png',
      buffer: pngReceipt,
    });
    const dialog = await submit('Add evidence', { 'What you know': 'Nothing came on that day' });
    await dialog.waitFor({ state: 'detached' });
    const { disputeFacts } = (await operator.get(`/invoices/${invoiceId}`)).body;
    expect(disputeFacts.at(-1)).toMatchObject({ kind: 'evidence', actor: 'maker', text: 'Nothing came on that day' });
  });
});

describe('arrivals', () => {
  it('arrivals that fit a running deal pay it', async () => {
    const deal = await dealOver('4200.00');
    await maker.open('/');
    await maker.page.getByRole('button', { name: 'Enter an arrival' }).click();
    await maker.page.locator('.dialog').getByLabel('Requisite').selectOption(String(deal.requisiteId));
    await submit('Enter an arrival', { 'Amount received, RUB/KZT': '4200', 'Bank reference': 'SBP-2' });
    await expectTold(maker.page, 'Entered: it paid a deal');
    await tile('4,200.00').waitFor({ state: 'detached' });
    expect(await readDeal(deal.id)).toMatchObject({ status: 'completed' });
  });

  it('arrivals that fit nothing are held for an operator, and listed with the reason', async () => {
    await maker.open('/arrivals');
    await maker.page.getByRole('button', { name: 'Enter an arrival' }).click();
    await submit('Enter an arrival', { 'Amount received, RUB/KZT': '55', 'Bank reference': 'SBP-3' });
    await expectTold(maker.page, 'Entered and held: No matching deal. An operator decides.');
    await maker.page.getByRole('row', { name: /55.00/ }).getByText('Held').waitFor();
    await maker.page.getByLabel('Status').selectOption('matched');
    await maker.page.getByRole('row', { name: /4,200.00/ }).waitFor();
    expect(maker.page.url()).toContain('status=matched');
  });

  it('are refused when the reference is known for another sum', async () => {
    await maker.open('/arrivals');
    await maker.page.getByRole('button', { name: 'Enter an arrival' }).click();
    const dialog = await submit('Enter an arrival', { 'Amount received, RUB/KZT': '56', 'Bank reference': 'SBP-3' });
    await expectShown(dialog.getByText('arrival_reference_reused'));
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('requisites', () => {
  it('are switched off and on, and found by digits', async () => {
    const { number, id } = (await client.get('/requisites')).body.items[0];
    await maker.open('/requisites');
    await maker.page.getByLabel('Find by digits').fill(number.slice(-6));
    await maker.page.keyboard.press('Enter');
    // Until the rows that were looked for have taken the place of all of them.
    const { items: found } = (await client.get(`/requisites?number=${number.slice(-6)}`)).body;
    await expect.poll(() => maker.page.getByRole('switch').count()).toBe(found.length);
    const toggle = maker.page.getByRole('switch').first();
    await toggle.click();
    await expectTold(maker.page, 'The requisite gets no new deals');
    const isPaused = async () =>
      (await client.get('/requisites')).body.items.find((one: Body) => one.id === id).isPaused;
    await maker.page.locator('[role=switch][aria-checked=false]').first().waitFor();
    expect(await isPaused()).toBe(true);
    await toggle.click();
    await expectTold(maker.page, 'The requisite gets deals again');
    expect(await isPaused()).toBe(false);
  });
});

describe('the page of the day', () => {
  it('has balance, earnings and the next payout on top, and the pages of the day where a thumb is', async () => {
    await maker.open('/');
    const figure = (name: string) => maker.page.locator('.figure', { hasText: name }).locator('dd');
    const { body } = await client.get('/makers/1');
    const earned = Number(body.lastDayEarned.amount);
    await expect.poll(async () => Number.parseFloat((await figure('Earned').textContent()) ?? '')).toBeCloseTo(earned);
    await expect.poll(() => figure('The next payout pays').textContent()).toMatch(/\d.* USDT/);
    const tabs = maker.page.getByRole('navigation', { name: 'Pages of the day' });
    const box = await tabs.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(phone.height);
    await tabs.getByRole('link', { name: 'Payouts' }).click();
    await maker.page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
    await tabs.getByRole('link', { name: 'Deals now' }).click();
  });

  it('sounds for a new deal when the maker wants that, behind other windows too, and not for those that were there', async () => {
    await maker.open('/');
    await maker.page.locator('.tile').first().waitFor();
    await maker.page.evaluate(`window.tones = 0;
      window.notices = [];
      window.Notification = class {
        static permission = 'granted';
        constructor(title) { window.notices.push(title); }
        addEventListener() {}
      };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.tones++; return start.apply(this, when); };`);
    const tones = () => maker.page.evaluate('window.tones');
    await maker.page.getByRole('switch', { name: 'Sound for new deals' }).click();
    // What to listen for.
    await expect.poll(tones).toBe(2);
    const wish = { paymentOption: 'SBP', paymentMethod: 'sberbank', startDeal: true };
    // Makers take turns.
    const startDeal = async (amount: string): Promise<void> => {
      const { body } = await service.shop.createPayin({ ...wish, amount });
      if ((await readDeal(body.deals[0].id)).makerId !== 1) await startDeal(amount);
    };
    await startDeal('4321.09');
    await tile('4,321.09').waitFor();
    await expect.poll(tones).toBe(4);
    const notices = () => maker.page.evaluate('window.notices');
    expect(await notices()).toEqual([]);
    await turn(maker.page, 'hidden');
    await startDeal('4322.09');
    await expect.poll(tones).toBe(6);
    expect(await notices()).toEqual(['A new deal']);
    await turn(maker.page, 'visible');
    await maker.page.getByRole('switch', { name: 'Sound for new deals' }).click();
    // Who wants no sound needs no stream.
    const ended = maker.page.waitForEvent('requestfailed', (request) => request.url().endsWith(eventsPath));
    await turn(maker.page, 'hidden');
    await ended;
  });

  it('can be installed, and says so when there is no line', async () => {
    const line = await Line.start(service);
    const { page } = await openAs(browser, line, 'maker', '/', { isPhone: true });
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await page.request.get(`${line.url}${manifest}`);
    expect(await answer.json()).toMatchObject({
      start_url: '/console',
      display: 'standalone',
      icons: [{ sizes: 'any' }],
    });
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    line.cut();
    await page.goto(`${line.url}/console/payouts`);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // Nothing of the service's data is kept: that page is all there is.
    const kept = `caches.keys().then((names) => Promise.all(names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).then((all) => all.flat())`;
    expect(await page.evaluate(kept)).toEqual(['/console/offline']);
    line.mend();
    await page.getByRole('link', { name: /Try again/ }).click();
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
    await page.context().close();
    line.stop();
  });
});

describe('payouts', () => {
  it('are taken, proven and settled', async () => {
    await maker.open('/payouts');
    const { items } = (await operator.get('/payouts')).body;
    const open = items.find(({ sum }: Body) => sum.amount === '6400.00');
    const { requisites: number, holder } = open.requisites;
    await tile('6,400.00')
      .getByText(`${'•'.repeat(12)}${number.slice(-4)}`)
      .waitFor();
    await tile('6,400.00').getByText('Shown in full when you take it').waitFor();
    expect(await maker.page.content()).not.toContain(number);
    await tile('6,400.00').getByRole('button', { name: 'Take' }).click();
    await expectTold(maker.page, 'It is yours. Pay it and upload the proof.');
    // In groups to be compared, whole to be copied; the sum as well.
    await tile('6,400.00')
      .getByText(number.replace(/(.{4})(?=.)/g, '$1 '))
      .waitFor();
    await maker.page.evaluate(
      'navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }',
    );
    const expectCopied = async (name: RegExp, text: string) => {
      await tile('6,400.00').getByRole('button', { name }).click();
      await expect.poll(() => maker.page.evaluate('window.copied')).toBe(text);
    };
    await expectCopied(/Copy: Pay to/, number);
    await expectCopied(/Copy: Sum/, '6400.00');
    await tile('6,400.00').getByText(holder).waitFor();
    const deal = await dealOver('6400.00', 'out');
    expect(deal).toMatchObject({ status: 'transfer_waiting', makerId: 1 });

    await tile('6,400.00').getByRole('button', { name: 'Upload proof' }).click();
    await maker.page.locator('.dialog').getByLabel('Photo, screenshot or PDF').setInputFiles({
      name: 'proof.png',
      mimeType: 'image/png',
      buffer: pngReceipt,
    });
    await (await submit('Upload proof')).waitFor({ state: 'detached' });
    await tile('6,400.00').getByText('Proof uploaded').waitFor();

    await tile('6,400.00').getByText('if nobody objects within').waitFor();
    await operator.post(`/deals/${deal.id}/settle`, { reason: 'the proof is right' });
    await tile('6,400.00').waitFor({ state: 'detached' });
    expect(await readDeal(deal.id)).toMatchObject({ status: 'completed' });
  });

  it('cannot be proven with a file that is not a receipt', async () => {
    await maker.open('/payouts');
    await tile('2,750.00').getByRole('button', { name: 'Take' }).click();
    await tile('2,750.00').getByRole('button', { name: 'Upload proof' }).click();
    await maker.page
      .getByRole('dialog')
      .getByLabel('Photo, screenshot or PDF')
      .setInputFiles({
        name: 'proof.png',
        mimeType: 'image/png',
        buffer: Buffer.from([0x4d, 0x5a, 0x90, 0x00, 0x03, 0x00]),
      });
    const dialog = await submit('Upload proof');
    await dialog.locator('.faults').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dealOver('2750.00', 'out')).toMatchObject({ status: 'transfer_waiting', attachments: [] });
  });

  it('are given back with a reason', async () => {
    await maker.open('/payouts');
    await tile('2,750.00').getByRole('button', { name: 'Give back' }).click();
    await (await submit('Give back', { Reason: 'My bank is down' })).waitFor({ state: 'detached' });
    await expectShown(tile('2,750.00').getByRole('button', { name: 'Take' }));
  });

  it('are given back by an operator, and the form about them stays for the service to refuse', async () => {
    await maker.open('/payouts');
    await tile('2,750.00').getByRole('button', { name: 'Take' }).click();
    await tile('2,750.00').getByRole('button', { name: 'Give back' }).click();
    const dialog = maker.page.locator('.dialog');
    await dialog.getByLabel('Reason').fill('My bank is down');
    const { id } = await dealOver('2750.00', 'out');
    expect((await operator.post(`/payouts/${id}/give-back`, { dealId: id, reason: 'a test' })).status).toBe(200);
    // Behind the form, and so hidden from who cannot see.
    await tile('2,750.00').locator('button', { hasText: 'Take' }).waitFor();
    await submit('Give back');
    await expectShown(dialog.locator('.faults'));
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('My bank is down');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('go to one maker only: who comes second is told', async () => {
    const other = await createSignedIn(service, { login: 'other-maker', role: 'maker', makerId: 2 });
    await maker.open('/payouts');
    await tile('15,800.00').waitFor();
    const { items } = (await operator.get('/payouts')).body;
    const { id } = items.find(({ sum }: Body) => sum.amount === '15800.00');
    // The list is held still, as on a slow line; it would tell by itself a moment later.
    await maker.page.route('**/api/operator/payouts?*', () => undefined);
    expect((await other.post(`/payouts/${id}/take`)).status).toBe(200);
    await tile('15,800.00').getByRole('button', { name: 'Take' }).click();
    await tile('15,800.00').getByText('payout_not_open').waitFor();
    await maker.page.unroute('**/api/operator/payouts?*');
  });
});

describe('the books', () => {
  it('show balances, every movement of today, and a file of them', async () => {
    await maker.open('/statement');
    await maker.page.getByRole('button', { name: /^Available/ }).waitFor();
    await maker.page.getByRole('cell', { name: /Payout paid/ }).waitFor();
    const [download] = await Promise.all([
      maker.page.waitForEvent('download'),
      maker.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^statement-\d+\.csv$/);
    await maker.page.getByRole('button', { name: /^Held/ }).click();
    await maker.page
      .getByRole('cell', { name: /Payin settled/ })
      .first()
      .waitFor();
    expect(maker.page.url()).toContain('account=');
  });

  it('list all deals by status', async () => {
    await maker.open('/history?status=completed&type=out');
    await maker.page.getByRole('row', { name: /6,400.00/ }).waitFor();
    expect(await maker.page.locator('tbody tr').count()).toBe(1);
  });
});

it('takes a second factor when the maker has set one up', async () => {
  await createUser(service, { login: 'masha', role: 'maker', makerId: 1 });
  const masha = { login: 'masha', password: 'a password of tests' };
  const window = await openWindow(browser, service, { isPhone: true });
  await window.open('/account');
  await signIn(window, masha);
  await window.page.getByRole('button', { name: 'Set up' }).click();
  const seed = (await window.page.locator('.enrolment .id').getAttribute('title')) ?? '';
  await window.page.getByLabel('Code from the app').fill(totpCode(seed, totpStep(service.now())));
  await window.page.getByRole('button', { name: 'Confirm' }).click();
  await expectTold(window.page, 'The second factor is set up');
  await window.page.locator('.top .button').last().click();
  await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signIn(window, masha);
  await expectShown(window.page.getByText('sign_in_failed'));
  await signIn(window, { ...masha, code: totpCode(seed, totpStep(service.now()) + 1) });
  await expectShown(window.page.getByRole('heading', { name: 'Your account' }));
  await window.close();
});
