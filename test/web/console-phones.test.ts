import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingOf, type WrittenLine, writtenText } from '../../bench/statement-files.ts';
import { bringStatement } from '../support/bring-statement.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { moscowDay, moscowTime } from '../support/moscow.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PhoneClient, switchOnTemplates } from '../support/phone-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ConsoleWindow, expectAccessible, expectTold, openAs, openWindow } from './support/console.ts';

/** From a maker's phone to an operator who decides, as each of them meets it. */
let service: TestService;
let browser: Browser;
let maker: ConsoleWindow;
let operator: OperatorClient;
let phone: PhoneClient;
let requisite: { readonly id: number; readonly number: string };

const small = { width: 360, height: 740 };

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  await switchOnTemplates(operator);
  const { rows } = await service.db.pool.query(
    `select id, number from requisites where maker_id = 1 and bank = 'sberbank' and currency = 'RUB' order by id limit 1`,
  );
  requisite = rows[0];
  await service.db.pool.query('update requisites set paused = (id <> $1)', [requisite.id]);
  maker = await openAs(browser, service, 'maker', '/phones', { isPhone: true });
  await maker.page.setViewportSize(small);
});
afterAll(async () => {
  await maker?.close();
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

/** Pictures to look at, where somebody asks for them. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['PICTURES'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

async function post(text: string): Promise<void> {
  const { status } = await phone.post('/messages', { from: '900', text, receivedStamp: service.now() });
  expect(status).toBe(200);
}

describe('the phones of a maker', () => {
  it('are added with a code, which pairs a phone once and shows what goes into its forwarder', async () => {
    const { page } = maker;
    await page.getByText('No phones yet').waitFor();
    await page.getByRole('button', { name: 'Add a phone' }).click();
    await page.getByLabel('Name of the phone').fill('Shelf');
    const answer = page.waitForResponse(
      (one) => one.url().endsWith('/api/operator/phones') && one.status() === 200 && one.request().method() === 'POST',
    );
    await page.locator('.dialog').getByRole('button', { name: 'Add a phone' }).click();
    const { id, url } = await (await answer).json();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await picture(page, 'maker-code');
    await expectAccessible(page);
    await page.locator('.dialog-foot').getByRole('button', { name: 'Close' }).click();
    await page.getByText('Not paired yet').waitFor();

    const window = await openWindow(browser, service, { isPhone: true, isDark: true });
    await window.page.goto(url);
    await window.page.getByRole('button', { name: 'Pair', exact: true }).click();
    await window.page.getByText('Paired: Shelf').waitFor();
    await picture(window.page, 'pair-dark');
    await expectAccessible(window.page);
    const header = await window.page
      .locator('.setting-to-copy', { hasText: 'Authorization' })
      .locator('code')
      .textContent();
    const token = JSON.parse(header ?? '{}').Authorization.slice('Bearer '.length);
    expect(new URL(window.page.url()).hash).toBe('');
    phone = new PhoneClient(service.url, id, token);
    await window.page.goto('about:blank');
    await window.page.goto(url);
    await window.page.getByRole('button', { name: 'Pair', exact: true }).click();
    await window.page.getByText('The code was used or has lapsed').waitFor();
    await window.close();
    await phone.post('/heartbeat');
    await page.getByText('Connected').waitFor();
  });

  it('are told which requisites are theirs, and by which digits', async () => {
    const { page } = maker;
    await page.getByRole('button', { name: 'Settings' }).click();
    const choice = page.locator('.phone-requisite').first();
    await choice.getByRole('checkbox').check();
    await choice.getByPlaceholder('Digits').fill('48 21');
    await picture(page, 'maker-phone-settings');
    await page.locator('.dialog').getByRole('button', { name: 'Save' }).click();
    await expectTold(page, 'Phone changed');
    await choice.waitFor({ state: 'detached' });
    // Never silent, however long the tests after this one take: a silent phone's requisite gets no deals.
    const set = { requisites: [{ requisiteId: requisite.id, digits: ['4821'] }], silentAfterSeconds: 86_400 };
    expect((await operator.patch(`/phones/${phone.id}`, set)).status).toBe(200);
  });

  it('keep their requisites when the list of them could not be loaded', async () => {
    const window = await openAs(browser, service, 'maker', '/phones', { isPhone: true });
    await window.page.route('**/api/operator/requisites?*', (route) => route.fulfill({ status: 404, json: [] }));
    await window.page.getByRole('button', { name: 'Settings' }).click();
    await window.page.getByText('The list could not be loaded').waitFor();
    await picture(window.page, 'maker-phone-settings-unlisted');
    await window.page.getByLabel('Name of the phone').fill('Shelf 2');
    await window.page.locator('.dialog').getByRole('button', { name: 'Save' }).click();
    await window.page.getByText('Shelf 2').waitFor();
    const { body } = await operator.get('/phones');
    expect(body.items).toMatchObject([{ name: 'Shelf 2', requisites: [{ requisiteId: requisite.id }] }]);
    await window.close();
  });

  it('show what came and why it is held; the page fits a small screen, in Russian and in the dark as well', async () => {
    await service.shop.createPayin({ startDeal: true, amount: '3150.00' });
    await post(`СЧЁТ4821 ${moscowTime(service.now())} Перевод 3150р от Олег К. Баланс: 9402.15р`);
    await post('СЧЁТ9999 14:08 Перевод 500р от Анна В. Баланс: 700р');
    await post('Что-то новое от банка');
    await maker.open('/phones');
    await maker.page.getByText('The last digits fit no requisite of the phone').waitFor();
    await maker.page.getByText('automatic settlement is off').waitFor();
    await maker.page.locator('tbody').getByText('Unread').waitFor();
    await picture(maker.page, 'maker-phones');
    expect(await maker.page.evaluate('document.documentElement.scrollWidth')).toBe(small.width);
    await expectAccessible(maker.page);
    const window = await openAs(browser, service, 'maker', '/phones', { locale: 'ru-RU', isDark: true, isPhone: true });
    await window.page.getByText('На связи', { exact: true }).waitFor();
    await picture(window.page, 'maker-phones-russian-dark');
    await expectAccessible(window.page);
    await window.close();
  });
});

describe('an operator', () => {
  it('finds messages and lines of the bank in the queue, and links a line with money that it may be', async () => {
    const amount = '4177.00';
    const payin = await service.shop.createPayin({ startDeal: true, amount });
    const moscow = moscowDay(service.now() - 86_400_000);
    const lines: WrittenLine[] = [
      { direction: 'in', amount: 417_700n, day: moscow, reference: 'R-1', party: 'Лев Т.', purpose: 'Перевод' },
    ];
    const statement = { account: '40817810000000004821', currency: 'RUB', number: '1', from: moscow, to: moscow };
    const content = writtenText('camt.053', { ...statement, opening: 0n, closing: closingOf(0n, lines) }, lines);
    expect(await bringStatement(operator, { requisiteId: requisite.id, content })).toMatchObject({
      counts: { open: 1 },
    });
    const dealId = payin.body.deals[0].id;
    const { page, open, close } = await openAs(browser, service, 'operator', '/work');
    await page.locator('tbody tr', { hasText: 'Что-то новое от банка' }).getByText('Read message').waitFor();
    const row = page.locator('tbody tr', { hasText: 'Лев Т.' });
    await row.getByText('The running deal began after the money came').waitFor();
    await picture(page, 'operator-queue');
    await expectAccessible(page);

    await row.getByRole('button', { name: 'Link' }).click();
    await page.getByText('A deal that waits for its money').waitFor();
    expect(await page.getByRole('radio').first().isDisabled()).toBe(true);
    await page.getByRole('radio', { name: 'None of these' }).check();
    await page.getByLabel('Arrival or deal').waitFor();
    await page.locator('.dialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await operator.post(`/deals/${dealId}/settle`, { reason: 'a test' })).status).toBe(200);
    await row.getByRole('button', { name: 'Link' }).click();
    await page.getByRole('radio', { name: /Deal settled by a person/ }).check();
    await page.locator('.dialog').getByLabel('Reason').fill('The payer called');
    await picture(page, 'operator-link-line');
    await expectAccessible(page);
    await page.locator('.dialog').getByRole('button', { name: 'Link' }).click();
    await row.waitFor({ state: 'detached' });

    await open('/bank');
    await page.getByText('One account').waitFor();
    await page.getByRole('button', { name: 'Add requisites' }).click();
    await page.locator('.dialog').getByRole('checkbox').first().check();
    await page.locator('.dialog').getByLabel('Reason').fill('One account');
    await picture(page, 'operator-group');
    await expectAccessible(page);
    await page.locator('.dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Take requisites off' }).click();
    await page.locator('.dialog').getByRole('checkbox').last().check();
    await page.locator('.dialog').getByLabel('Reason').fill('Not one account after all');
    await page.locator('.dialog').getByRole('button', { name: 'Take requisites off' }).click();
    await expectTold(page, 'Requisites taken off.');
    await page.locator('.bank-account button', { hasText: 'Take requisites off' }).waitFor({ state: 'detached' });
    const { items } = (await operator.get('/bank-accounts')).body;
    expect(items).toMatchObject([{ requisites: [{ id: requisite.id }] }]);
    await picture(page, 'operator-bank');
    await page.setViewportSize({ width: 390, height: 844 });
    await picture(page, 'operator-bank-small');
    await open('/work');
    await page.getByText('Что-то новое от банка').waitFor();
    await picture(page, 'operator-queue-small');
    await close();
  });

  it('sees messages that wait, enters one, and takes the automation of a liar away', async () => {
    expect(
      (await operator.patch('/makers/1/automation', { isOn: true, dealMax: '200', reason: 'a test' })).status,
    ).toBe(200);
    const { page, open, close } = await openAs(browser, service, 'operator', '/messages?waiting=open');
    await page.getByText('Что-то новое от банка').waitFor();
    await picture(page, 'operator-messages');
    await expectAccessible(page);
    const unread = page.locator('tbody tr', { hasText: 'Что-то новое' });
    await unread.getByRole('button', { name: 'Nothing to do' }).click();
    await page.locator('.dialog').getByLabel('Reason').fill('An advert');
    await page.locator('.dialog').getByRole('button', { name: 'Nothing to do' }).click();
    await unread.waitFor({ state: 'detached' });
    const strange = page.locator('tbody tr', { hasText: 'СЧЁТ9999' });
    await strange.getByRole('button', { name: 'It is false' }).click();
    await page.locator('.dialog').getByLabel('Reason').fill('The bank knows nothing of it');
    await page.locator('.dialog').getByRole('button', { name: 'This message is forged' }).click();
    await strange.waitFor({ state: 'detached' });
    await open('/makers/1');
    await page.getByText('Automatic settlement').first().waitFor();
    await page.getByText(/Forged 1/).waitFor();
    await picture(page, 'operator-maker');
    expect((await operator.get('/makers/1/automation')).body).toMatchObject({ isOn: false });
    await close();
  });
});
