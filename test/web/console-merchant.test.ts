import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { type Body, MerchantClient, pngReceipt } from '../support/merchant-client.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  expectRefusalTold,
  expectShown,
  expectTold,
  noonZone,
  openAs,
  openWindow,
  signIn,
} from './support/console.ts';

/** What a merchant does in the console, each job from the first click to what the service says afterwards. */
let service: TestService;
let browser: Browser;
let receiver: Receiver;
let merchant: ConsoleWindow;
let client: OperatorClient;
let operator: OperatorClient;

const secret = 'demo-merchant-secret';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

beforeAll(async () => {
  [service, browser, receiver] = await Promise.all([startTestService(), openBrowser(), Receiver.start()]);
  operator = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  client = await OperatorClient.signedIn(service.url, 'merchant', 'demo-merchant-password');
  await sell('A-1', '1000.50', 'sberbank', true);
  await sell('A-2', '2000.25', 'sberbank', true);
  await sell('A-3', '3000.00', 'tinkoff', false);
  await sell('A-4', '4000.00', 'tinkoff', false);
  merchant = await openAs(browser, service, 'merchant', '/', { zone: noonZone() });
});
afterAll(async () => {
  await merchant?.close();
  await browser?.close();
  await receiver?.stop();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

async function sell(internalId: string, amount: string, paymentMethod: string, isPaid: boolean): Promise<void> {
  const wish = { internalId, amount, paymentMethod, startDeal: true };
  const notification = { notificationUrl: `${receiver.url}/told`, notificationToken: 'token' };
  const { body } = await service.shop.createPayin({ ...wish, ...notification });
  if (isPaid) await operator.post(`/deals/${body.deals[0].id}/settle`, { reason: 'a test' });
}

/** Each code works once; the clock goes on to the next. The one to come: between typing and sending it time passes. */
function nextCode(): string {
  service.advance(30_000);
  return totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()) + 1);
}

const dialog = (): Locator => merchant.page.locator('.dialog');

async function submit(name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await dialog().getByLabel(label).fill(value);
  await dialog().getByRole('button', { name, exact: true }).click();
}

async function download(link: string): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([
    merchant.page.waitForEvent('download'),
    merchant.page.getByRole('link', { name: link }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const pages = [
  ['/', 'Sales', 'Продажи'],
  ['/invoices', 'Invoices', 'Счета'],
  ['/withdrawals', 'Withdrawals', 'Выводы'],
  ['/notifications', 'Notifications', 'Уведомления'],
  ['/statement', 'Balance and statement', 'Баланс и выписка'],
  ['/keys', 'Keys and secret', 'Ключи и секрет'],
  ['/team', 'Team', 'Команда'],
  ['/sandbox', 'Sandbox', 'Песочница'],
  ['/signature', 'Signature checker', 'Проверка подписи'],
] as const;

describe('every page', () => {
  it.each(pages)('axe finds nothing serious on %s', async (path, title) => {
    await merchant.go(path);
    await merchant.page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await merchant.page.locator('.skeleton, .spinner').first().waitFor({ state: 'detached' });
    await expectAccessible(merchant.page);
  });

  it('is there in Russian, in the dark, on a phone, and fits', async () => {
    const window = await openAs(browser, service, 'merchant', '/', { locale: 'ru-RU', isDark: true, isPhone: true });
    for (const [path, , title] of pages) {
      await window.go(path);
      await window.page.locator('.skeleton, .spinner').first().waitFor({ state: 'detached' });
      expect(await window.page.locator('h1').textContent()).toBe(title);
      expect(await window.page.evaluate('document.documentElement.scrollWidth'), path).toBe(390);
      await expectAccessible(window.page);
    }
    await window.close();
  });

  it('a page of another role shows nothing and asks for nothing', async () => {
    await merchant.open('/nowhere');
    await merchant.page.getByText('Page not found').waitFor();
    for (const path of ['/requisites', '/payouts', '/system', '/users']) {
      merchant.calls();
      await merchant.open(path);
      await merchant.page.getByText('Page not found').waitFor();
      expect(merchant.calls()).toEqual(['GET /api/operator/me']);
    }
  });
});

describe('sales', () => {
  const figure = (label: string) =>
    merchant.page.locator('.figure', { has: merchant.page.getByText(label, { exact: true }) }).locator('dd');

  it('are summed, counted and told by bank', async () => {
    await merchant.open('/');
    await figure('Paid').getByText('3,000.75').waitFor();
    await expect.poll(() => figure('Conversion').textContent()).toBe('50% 2 of 4');
    await figure('Available').getByText('USDT').waitFor();
    const bank = merchant.page.getByRole('row', { name: /Sberbank/ });
    // The name of the bank comes after its figures; until then no row is called so.
    await expect
      .poll(() => bank.getByRole('cell').allTextContents())
      .toEqual(['Sberbank', '3,000.75 RUB', '2 of 2', '100%']);
    await merchant.page.getByRole('img', { name: 'Paid, by hour' }).waitFor();
  });

  it('sales of a week are in the address, and a table says what the bars show', async () => {
    await merchant.page.getByRole('button', { name: '7 days' }).click();
    await merchant.page.getByRole('img', { name: 'Paid, by day' }).waitFor();
    expect(merchant.page.url()).toContain('period=week');
    const panel = merchant.page.locator('.panel', { hasText: 'Paid, by day' });
    await panel.getByText('As a table').click();
    await panel.getByRole('cell', { name: '3,000.75 RUB' }).waitFor();
    await expectAccessible(merchant.page);
  });

  it('sales of a store without any say so', async () => {
    await merchant.page.getByRole('button', { name: 'Demo Shop 2' }).click();
    await expectShown(merchant.page.getByText('No payins in this period'));
  });

  it('sales that cannot be read say why, and can be asked for again', async () => {
    const refusal = JSON.stringify([{ code: 'out_of_range', message: 'Too long a period', field: 'from' }]);
    await merchant.page.route('**/sales?*', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: refusal }),
    );
    await merchant.open('/');
    await merchant.page.getByRole('alert').getByText('out_of_range').waitFor();
    await expectAccessible(merchant.page);
    await merchant.page.unroute('**/sales?*');
    await merchant.page.getByRole('button', { name: 'Try again' }).click();
    await figure('Paid').getByText('3,000.75').waitFor();
  });

  it('come as a settlement file too', async () => {
    await merchant.open('/');
    const { name, text } = await download('Settlement CSV');
    expect(name).toBe('settlement-1.csv');
    expect(text).toContain('payin_settle');
  });
});

describe('the statement of a month', () => {
  it('comes as PDF and as CSV for the account and month that were chosen, in the zone of the console', async () => {
    const { page, close } = await openAs(browser, service, 'merchant', '/statement');
    const panel = page.locator('.panel', { hasText: 'Statement of a month' });
    await panel.getByText('The month begins and ends in UTC.').waitFor();
    const fileOf = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), panel.getByRole('link', { name }).click()]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const pdf = await fileOf('PDF to print');
    expect(pdf.name).toMatch(/^statement-11-\d{4}-\d\d\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    // Not the last month: the world of the tests may have been made in it.
    const before = (await panel.getByLabel('Month').locator('option').nth(2).getAttribute('value')) ?? '';
    await panel.getByLabel('Month').selectOption(before);
    const csv = await fileOf('CSV of the month');
    expect(csv.name).toBe(`statement-11-${before}.csv`);
    expect(csv.bytes.toString()).toMatch(/^line,transfer_id,.*\r\nopening,.*\r\nclosing,.*UTC\r\n$/);
    await close();
  });
});

describe('the proof of the balance', () => {
  const panel = () => merchant.page.locator('.panel', { hasText: 'Proof of the balance' });
  const proven = /your balance of .+ was proven: it is in the sealed book, page \d/;
  const fileOf = async (name: string) => {
    const [download] = await Promise.all([
      merchant.page.waitForEvent('download'),
      panel().getByRole('link', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), path: await download.path() };
  };

  it('is checked by the browser, and said in a sentence; the next time the book must go on from it', async () => {
    await merchant.open('/statement');
    await panel().getByText(proven).waitFor();
    await merchant.page.evaluate(`localStorage.removeItem('book-seen')`);
    await merchant.page.reload();
    await panel().getByText('This browser remembers the end of the book').waitFor();
    await expectAccessible(merchant.page);
    await merchant.page.reload();
    await panel().getByText(proven).waitFor();
    await panel().getByText('Nothing was rewritten since page').waitFor();
    await merchant.page.evaluate(`{
      const seen = JSON.parse(localStorage.getItem('book-seen'));
      localStorage.setItem('book-seen', JSON.stringify({ ...seen, hash: 'ab'.repeat(32) }));
    }`);
    await merchant.page.reload();
    await panel().getByText('is another one than you kept').waitFor();
    await panel().getByRole('button', { name: 'begin anew' }).click();
    await panel().getByText(proven).waitFor();
  });

  it('is downloaded with the page that checks it, which works from disk', async () => {
    const proof = await fileOf('Proof from the first page');
    expect(proof.name).toMatch(/^balance-page-\d+\.proof$/);
    const program = await fileOf('Verifier: command for Node');
    const said = execFileSync(process.execPath, [program.path, proof.path, '--lang', 'en'], { encoding: 'utf8' });
    expect(said).toContain('Proven.');
    const { name, path } = await fileOf('Verifier: page for any browser');
    const folder = await mkdtemp(join(tmpdir(), 'quittance-verify-'));
    await copyFile(path, join(folder, name));
    const page = await browser.newPage({ locale: 'en-GB', offline: true });
    await page.goto(pathToFileURL(join(folder, name)).href);
    await page.getByLabel('The proof').setInputFiles(proof.path);
    await page.getByText('Proven.', { exact: true }).waitFor();
    await page.getByText('The balance follows from').waitFor();
    const spoiled = Buffer.from(await readFile(proof.path));
    spoiled[200] = (spoiled[200] ?? 0) ^ 1;
    await page.getByLabel('The proof').setInputFiles({ name: 'spoiled', mimeType: '', buffer: spoiled });
    await page.getByText('NOT proven.').waitFor();
    await page.getByRole('button', { name: 'Русский' }).click();
    await page.getByText('НЕ доказано.').waitFor();
    await expectAccessible(page);
    await page.close();
    await rm(folder, { recursive: true });
  });
});

describe('why a payment failed', () => {
  const outcome = () => merchant.page.locator('.panel', { hasText: 'In short' });

  it('is said in words at the top of its invoice, with what to do next', async () => {
    const { body } = await service.shop.createPayin({ amount: '4321.00', internalId: 'W-1', startDeal: true });
    await merchant.open(`/invoices/${body.id}`);
    await outcome().getByText('The payer has requisites to transfer 4,321.00 RUB to.').waitFor();
    await service.shop.confirm(body.id);
    await outcome().getByText('A receipt was uploaded. We are checking').waitFor();
    await operator.post(`/deals/${body.deals[0].id}/reject-transfer`, { reason: 'no such money' });
    await outcome().getByText('A receipt was uploaded, but the money did not come.').waitFor();
    await merchant.page.getByText('The receipt was rejected: no money came').waitFor();
    await service.shop.cancel(body.id);
    await outcome().getByText('If the payer has proof from their bank, open a dispute with it.').waitFor();
    await expectAccessible(merchant.page);
  });

  it('is said in Russian, on a phone and in the dark, too', async () => {
    const { body } = await service.shop.createPayin({ amount: '4322.00', internalId: 'W-2' });
    await service.shop.cancel(body.id);
    const window = await openAs(browser, service, 'merchant', '/', { locale: 'ru-RU', isDark: true, isPhone: true });
    await window.open(`/invoices/${body.id}`);
    await window.page.getByText('Счёт отменён плательщиком или вашим магазином до перевода.').waitFor();
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(window.page);
    await window.close();
  });
});

describe('invoices', () => {
  it('are found by the internal ID, opened, and exported as they were found', async () => {
    await merchant.open('/invoices');
    await merchant.page.getByLabel('Internal ID').fill('A-2');
    await merchant.page.keyboard.press('Enter');
    await merchant.page.waitForURL(/internalId=A-2/);
    await merchant.page.getByRole('row', { name: /A-1/ }).waitFor({ state: 'detached' });
    const { name, text } = await download('Download CSV');
    expect(name).toBe('invoices.csv');
    expect(text.trim().split('\r\n').slice(1)).toEqual([
      expect.stringContaining(',A-2,1,Demo Shop,in,paid,2000.25,RUB,'),
    ]);
    await merchant.page.getByRole('row', { name: /A-2/ }).click();
    await merchant.page.waitForURL(/\/invoices\/[0-9a-f-]{36}/);
    await merchant.page.getByText('Payin settled').first().waitFor();
  });
});

describe('a payout with a proof', () => {
  const proven = async (amount: string): Promise<string> => {
    const { body } = await service.shop.createPayout({ amount });
    await operator.post(`/payouts/${body.id}/take`, { makerId: 1, reason: 'a test' });
    const form = new FormData();
    form.set('attachment', new Blob([pngReceipt]), 'proof.png');
    expect((await operator.upload(`/payouts/${body.id}/proof`, form)).status).toBe(200);
    return body.id;
  };

  it('is confirmed by the merchant, who need not wait for the hold', async () => {
    const id = await proven('1870.00');
    await merchant.open(`/invoices/${id}`);
    await merchant.page.getByText('Counts as paid, unless somebody objects, in').waitFor();
    await merchant.page.getByRole('button', { name: 'It was received' }).click();
    await expectAccessible(merchant.page);
    await submit('It was received');
    await expectTold(merchant.page, 'Confirmed: the payout is paid');
    expect((await client.get(`/invoices/${id}`)).body.status).toBe('paid');
  });

  it('is disputed when the money did not come', async () => {
    const id = await proven('1871.00');
    await merchant.open(`/invoices/${id}`);
    await merchant.page.getByRole('button', { name: 'Open a dispute' }).click();
    await submit('Open a dispute', { Reason: 'The receiver has nothing' });
    await expectTold(merchant.page, 'The dispute is open');
    const { body } = await client.get(`/invoices/${id}`);
    expect(body).toMatchObject({ status: 'dispute', deals: [{ dispute: { reason: 'no_payment' } }] });
  });
});

describe('money back, and money asked for by hand', () => {
  it('a part of a payin is refunded with a code, and its link is there for the payer until it is canceled', async () => {
    const [payin] = (await client.get('/invoices?internalId=A-2')).body.items;
    await merchant.open(`/invoices/${payin.id}`);
    const panel = merchant.page.locator('.panel', { hasText: 'Refunds' });
    await panel.getByRole('button', { name: 'Refund', exact: true }).click();
    await expectAccessible(merchant.page);
    expect(await dialog().getByLabel('Amount, RUB').inputValue()).toBe('2000.25');
    await submit('Refund', { 'Amount, RUB': '2000.26', Reason: 'It came back', 'Two-factor code': nextCode() });
    await dialog().getByText('refund_too_much').waitFor();
    // The slip did not cost the code.
    await submit('Refund', { 'Amount, RUB': '500,25' });
    await merchant.page.getByRole('heading', { name: 'Link for the payer' }).waitFor();
    const link = (await dialog().locator('a.long').getAttribute('href')) ?? '';
    expect(await (await fetch(link)).text()).toContain('Where should your refund go?');
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await panel.getByText('Waiting for the payer').waitFor();
    await panel.getByText('It came back').waitFor();
    await panel.getByRole('button', { name: 'Cancel refund' }).click();
    await submit('Cancel refund', { Reason: 'The customer keeps it' });
    await expectShown(panel.getByText('Canceled', { exact: true }));
    expect(await (await fetch(link)).text()).toContain('The refund was canceled');
  });

  it('a payment link is made in the store of choice, with a code to scan, on a phone too', async () => {
    const window = await openAs(browser, service, 'merchant', '/invoices', { isPhone: true });
    const form = window.page.locator('.dialog');
    await window.page.getByRole('button', { name: 'Payment link' }).click();
    await form.getByLabel('Store').selectOption({ label: 'Demo Shop 2' });
    await form.getByLabel('Amount, RUB').fill('1 234,50');
    await form.getByLabel('Internal ID').fill('by-hand-1');
    await form.getByLabel('Payer').fill('Mrs Smith');
    await expectAccessible(window.page);
    await form.getByRole('button', { name: 'Create link' }).click();
    await window.page.getByRole('img', { name: 'QR code of the link' }).waitFor();
    await expectAccessible(window.page);
    const link = (await form.locator('a.long').getAttribute('href')) ?? '';
    expect(await window.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const [made] = (await client.get('/invoices?internalId=by-hand-1')).body.items;
    expect(made).toMatchObject({
      invoiceUrl: link,
      storeName: 'Demo Shop 2',
      userId: 'Mrs Smith',
      sum: { amount: '1234.50' },
    });
    await window.close();
  });
});

describe('the team', () => {
  it('somebody is invited, joins on a phone, sees what they may, is changed and removed', async () => {
    await merchant.open('/team');
    await merchant.page.getByRole('button', { name: 'Invite' }).click();
    await dialog().getByLabel('Refunds and payouts').check();
    await expectAccessible(merchant.page);
    await submit('Invite', { Name: 'Vera', 'Two-factor code': nextCode() });
    const link = (await dialog().locator('.secret').textContent()) ?? '';
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    const invited = merchant.page.getByRole('table', { name: 'Invited' });
    await invited.getByText('Vera').waitFor();
    const revoke = invited.getByRole('button');
    await expectRefusalTold(merchant.page, '**/api/operator/team/invitations/*', () => revoke.click());

    const window = await openWindow(browser, service, { isPhone: true });
    await window.page.goto(link);
    await window.page.getByText('You are invited to the team of').waitFor();
    await expectAccessible(window.page);
    await window.page.getByLabel('Login').fill('vera');
    await window.page.getByLabel('Password').fill('a long pass phrase');
    await window.page.getByRole('button', { name: 'Join' }).click();
    await window.page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
    await expect.poll(() => window.page.url()).not.toContain('#');
    // Neither the team nor a payment link is hers.
    await window.page.getByRole('button', { name: 'Navigation' }).click();
    await window.page.locator('.drawer').getByRole('link', { name: 'Invoices' }).waitFor();
    expect(await window.page.getByRole('link', { name: 'Team' }).count()).toBe(0);
    expect(await window.page.getByRole('button', { name: 'Payment link' }).count()).toBe(0);
    await window.close();

    const row = merchant.page.getByRole('row', { name: /vera/ });
    await row.getByText('refunds and payouts').waitFor();
    await row.getByRole('button', { name: 'Change' }).click();
    await dialog().getByLabel('Refunds and payouts').uncheck();
    await submit('Change', { Reason: 'No more refunds', 'Two-factor code': nextCode() });
    await row.getByText('Looks at everything').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await submit('Remove', { Reason: 'Left' });
    await expectTold(merchant.page, 'Removed');
    await row.waitFor({ state: 'detached' });
    expect((await client.get('/team')).body.members).toHaveLength(1);
  });
});

describe('withdrawals', () => {
  it('are refused with a wrong code and keep what was typed', async () => {
    await merchant.open('/withdrawals');
    await merchant.page.getByRole('button', { name: 'Withdraw' }).click();
    await expectAccessible(merchant.page);
    await submit('Withdraw', { 'Amount, USDT': '12,5', Address: address, 'Two-factor code': '000000' });
    await dialog().getByText('two_factor_wrong').waitFor();
    expect(await dialog().getByLabel('Amount, USDT').inputValue()).toBe('12,5');
    expect((await client.get('/withdrawals')).body.items).toEqual([]);
  });

  it('are asked for with the code of the moment', async () => {
    await submit('Withdraw', { 'Two-factor code': nextCode() });
    await dialog().waitFor({ state: 'detached' });
    await expectTold(merchant.page, 'Requested. Operators approve it.');
    const row = merchant.page.getByRole('row', { name: /12.50/ });
    await row.getByText('Created').waitFor();
    const [made] = (await client.get('/withdrawals')).body.items;
    expect(made).toMatchObject({ status: 2, address, sum: { amount: '12.50000000' } });
    await operator.post(`/withdrawals/${made.id}/reject`, { reason: 'Not your address' });
    await row.getByText('Not your address').waitFor();
  });

  it('happen once when an answer was lost, also when they are asked for again with another code in another dialog', async () => {
    const { length: before } = (await client.get('/withdrawals')).body.items;
    // The service does it, and the page hears nothing.
    await merchant.page.evaluate(`
      const whole = window.fetch;
      window.fetch = async (...asked) => {
        const answer = await whole(...asked);
        if (asked[1]?.method !== 'POST') return answer;
        window.fetch = whole;
        throw new TypeError('the line was cut');
      };
    `);
    for (const end of ['no_connection', null]) {
      await merchant.page.getByRole('button', { name: 'Withdraw' }).click();
      await submit('Withdraw', { 'Amount, USDT': '7', Address: address, 'Two-factor code': nextCode() });
      if (end === null) continue;
      await dialog().getByText(end).waitFor();
      await dialog().getByRole('button', { name: 'Cancel' }).click();
      await dialog().waitFor({ state: 'detached' });
    }
    await expectTold(merchant.page, 'Requested. Operators approve it.');
    expect((await client.get('/withdrawals')).body.items).toHaveLength(before + 1);
  });
});

describe('keys and the secret', () => {
  const isAccepted = async (key: string, signedWith: string) =>
    (await new MerchantClient(service.url, key, signedWith).get('/api/merchant/accounts')).status === 200;

  it('keys and the secret of a store are made and revoked, with the code', async () => {
    await merchant.open('/keys');
    const panel = merchant.page.locator('.panel', { hasText: 'API keys of Demo Shop 2' });
    await panel.getByRole('button', { name: 'New key' }).click();
    await submit('New key', { Reason: 'Second server', 'Two-factor code': '000000' });
    await dialog().getByText('two_factor_wrong').waitFor();
    await submit('New key', { 'Two-factor code': nextCode() });
    const { key, secret: own } = await shownKey();
    expect([await isAccepted(key, own), await isAccepted(key, secret)]).toEqual([true, false]);
    expect(await merchant.page.content()).not.toContain(own);

    await panel.getByRole('row', { name: key }).getByRole('button', { name: 'Revoke' }).click();
    await submit('Revoke', { Reason: 'Server retired', 'Two-factor code': nextCode() });
    await panel.getByRole('row', { name: key }).getByText('Revoked').waitFor();
    expect(await isAccepted(key, own)).toBe(false);
  });

  /** The new key and its secret, which a stray Esc does not lose. */
  async function shownKey(): Promise<{ key: string; secret: string }> {
    await merchant.page.getByRole('heading', { name: 'The secret of the new key' }).waitFor();
    await merchant.page.keyboard.press('Escape');
    await dialog().getByText('It has not been copied or saved.').waitFor();
    const own = (await merchant.page.locator('.secret').textContent()) ?? '';
    const key = (await dialog().locator('.id[title^="qk_"]').getAttribute('title')) ?? '';
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog().waitFor({ state: 'detached' });
    return { key, secret: own };
  }

  it('are limited, changed and replaced by the merchant, and so is the secret of notifications', async () => {
    await merchant.open('/keys');
    const panel = merchant.page.locator('.panel', { hasText: 'API keys of Demo Shop 2' });
    await panel.getByRole('button', { name: 'New key' }).click();
    await expectAccessible(merchant.page);
    for (const scope of ['Payins', 'Payouts', 'Withdraw']) await dialog().getByLabel(scope).uncheck();
    const wish = { Name: 'Books', Addresses: 'nowhere', Reason: 'For the books', 'Two-factor code': nextCode() };
    await submit('New key', wish);
    await dialog().getByText('invalid_address_range').waitFor();
    // The slip did not cost the code.
    await submit('New key', { Addresses: '203.0.113.0/24' });
    const { key, secret: own } = await shownKey();
    const row = () => panel.getByRole('row', { name: key });
    await row().getByText('203.0.113.0/24').waitFor();
    await row().getByText('read', { exact: true }).waitFor();
    expect(await isAccepted(key, own)).toBe(false);

    await row().getByRole('button', { name: 'Change' }).click();
    await submit('Change', { Addresses: '127.0.0.1', Reason: 'The server moved', 'Two-factor code': nextCode() });
    await row().getByText('127.0.0.1', { exact: true }).waitFor();
    expect(await isAccepted(key, own)).toBe(true);

    await row().getByRole('button', { name: 'Replace' }).click();
    await submit('Replace', { Reason: 'Yearly rotation', 'Two-factor code': nextCode() });
    const next = await shownKey();
    await row().getByText('Ends', { exact: true }).waitFor();
    expect([await isAccepted(key, own), await isAccepted(next.key, next.secret)]).toEqual([true, true]);

    const webhooks = merchant.page.locator('.panel', { hasText: 'Notifications of Demo Shop 2' });
    await webhooks.getByText('Signed with the secret of the merchant.').waitFor();
    await webhooks.getByRole('button', { name: 'New notification secret' }).click();
    await submit('New notification secret', { Reason: 'A secret of its own', 'Two-factor code': nextCode() });
    await merchant.page.getByRole('heading', { name: 'The new notification secret' }).waitFor();
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await webhooks.getByText('Also signed with the former secret until').waitFor();
  });

  it('are not limited afterwards where they share the secret of the merchant, and the form says so before', async () => {
    const { rows } = await service.db.pool.query(
      `insert into api_keys (key, store_id, name) values ('qk_shared_till', 2, 'Till'), ('qk_shared_books', 2, 'Ledger')
       returning key`,
    );
    expect(rows).toHaveLength(2);
    await service.db.pool.query(`update api_keys set scopes = '{read}' where key = 'qk_shared_books'`);
    await merchant.open('/keys');
    const panel = merchant.page.locator('.panel', { hasText: 'API keys of Demo Shop 2' });
    await panel.getByRole('row', { name: 'qk_shared_till' }).getByRole('button', { name: 'Change' }).click();
    await dialog().getByText('so it cannot be limited').waitFor();
    expect(await dialog().getByLabel('Addresses').count()).toBe(0);
    await expectAccessible(merchant.page);
    await submit('Change', { Name: 'Second till', Reason: 'Moved', 'Two-factor code': nextCode() });
    await panel.getByRole('row', { name: 'qk_shared_till' }).getByText('Second till').waitFor();
    // An earlier release has limited this one: it is not as safe as it looks.
    await panel.getByRole('row', { name: 'qk_shared_books' }).getByText('its limits bind nobody').waitFor();
  });

  it('are shown once when the secret is new, and the old one works on for the time chosen', async () => {
    await merchant.open('/keys');
    await merchant.page.getByRole('button', { name: 'New secret' }).click();
    await dialog().getByLabel('The old secret stays valid for').selectOption('1');
    await submit('New secret', { Reason: 'Yearly rotation', 'Two-factor code': nextCode() });
    await merchant.page.getByRole('heading', { name: 'The new secret' }).waitFor();
    const fresh = (await merchant.page.locator('.secret').textContent()) ?? '';
    await dialog().getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog().getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog().waitFor({ state: 'detached' });
    expect(await isAccepted('demo-store-key', fresh)).toBe(true);
    expect(await isAccepted('demo-store-key', secret)).toBe(true);
    expect(await merchant.page.content()).not.toContain(fresh);
  });

  it('come after the second factor of a business that has none yet', async () => {
    const { id } = (await operator.post('/merchants', { name: 'Fresh', reason: 'a test' })).body;
    await createUser(service, { login: 'fresh', role: 'merchant', merchantId: id });
    const window = await openWindow(browser, service);
    await window.open('/keys');
    await signIn(window, { login: 'fresh', password: 'a password of tests' });
    await window.page.getByRole('button', { name: 'Set up' }).click();
    const seed = (await window.page.locator('.enrolment .id').getAttribute('title')) ?? '';
    await window.page.getByLabel('Code from the app').fill('000000');
    await window.page.getByRole('button', { name: 'Confirm' }).click();
    await window.page.getByText('enrolment_failed').waitFor();
    await window.page.getByLabel('Code from the app').fill(totpCode(seed, totpStep(service.now()) + 1));
    await window.page.getByRole('button', { name: 'Confirm' }).click();
    await window.page.getByText('Lost your phone? An operator can set up a new one.').waitFor();
    const { items } = (await operator.get('/merchants')).body;
    expect(items.find((one: Body) => one.id === id)).toMatchObject({ hasSecondFactor: true });
    await window.close();
  });
});

describe('notifications', () => {
  it('are listed with what came of them, and sent again', async () => {
    await receiver.until(2);
    await merchant.open('/notifications');
    await merchant.page
      .getByRole('row', { name: /Delivered/ })
      .first()
      .click();
    await merchant.page.getByRole('heading', { name: 'Attempts' }).waitFor();
    const before = receiver.received.length;
    await merchant.page.getByRole('button', { name: 'Send again' }).click();
    await submit('Send again');
    await receiver.until(before + 1);
    await expectAccessible(merchant.page);
  });

  it('are tried with an address, and the answer is shown', async () => {
    receiver.behave = (_received, response) => {
      response.statusCode = 503;
      response.end('down for an hour');
    };
    await merchant.open('/notifications');
    await merchant.page.getByRole('button', { name: 'Test an address' }).click();
    await submit('Test an address', { Address: `${receiver.url}/try`, Token: 'token' });
    await merchant.page.getByText('down for an hour').waitFor();
    await dialog().getByText('503').waitFor();
    // Not simply the last one: what was sent again before may come only now.
    const tried = receiver.received.filter(({ path }) => path === '/try');
    expect(tried.map(({ body }) => body)).toMatchObject([{ notificationType: 'test' }]);
  });
});

describe('a bad signature', () => {
  const body = '{"type":"in","amount":"1000.00"}';

  it('is explained step by step, and the secret stays in the page', async () => {
    const url = `${service.url}/api/merchant/invoices`;
    const sent: string[] = [];
    merchant.page.on('request', (request) => {
      sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await merchant.open('/signature');
    const explain = async (signature: string, fields: Readonly<Record<string, string>> = {}) => {
      const all = { 'URL, as it was called': url, 'Body, exactly as it was sent': body, Secret: 'a secret of mine' };
      for (const [label, value] of Object.entries({ ...all, ...fields })) {
        await merchant.page.getByLabel(label, { exact: true }).fill(value);
      }
      await merchant.page.getByLabel('Signature (X-Signature)').fill(signature);
      await merchant.page.getByRole('button', { name: 'Explain' }).click();
    };
    const hmac = (text: string, encoding: 'hex' | 'base64' = 'base64') =>
      createHmac('sha1', 'a secret of mine').update(text).digest(encoding);

    await explain(hmac(`POST${url}${body}`, 'hex'), { 'API key (X-Identity)': 'demo-store-key' });
    await merchant.page.getByText('The signature was sent in hex').waitFor();
    await merchant.page.getByText('It is a valid key of Demo Shop.').waitFor();
    await merchant.page.getByText(hmac(`POST${url}${body}`)).waitFor();
    await expectAccessible(merchant.page);

    await explain(hmac(`POST/api/merchant/invoices${body}`), { 'API key (X-Identity)': 'nobody' });
    await merchant.page.getByText('Only the path was signed').waitFor();
    await merchant.page.getByText('None of your stores has this key').waitFor();
    await merchant.page.getByText('They differ from character 5 on').waitFor();

    await explain(hmac('something else'));
    await merchant.page.getByText('No common mistake gives this signature').waitFor();

    await explain(hmac(`POST${url}${body}`));
    await merchant.page.getByText('The signature is right').waitFor();
    expect(sent.filter((one) => one.includes('a secret of mine') || one.includes('a%20secret'))).toEqual([]);
  });

  it('is held against the string that the sandbox says it expected', async () => {
    const { body: refusal } = await new MerchantClient(service.url, 'demo-store-key', 'wrong').get(
      '/api/merchant/accounts',
    );
    const expected: string = refusal[0].stringToSign;
    await merchant.open('/signature');
    await merchant.page.getByLabel('Method').selectOption('GET');
    await merchant.page.getByLabel('URL, as it was called').fill(`${service.url}/api/merchant/account`);
    await merchant.page.getByLabel('Signature (X-Signature)').fill('x');
    await merchant.page.getByLabel('Secret', { exact: true }).fill('x');
    await merchant.page.getByLabel('What the service expected').fill(expected);
    await merchant.page.getByRole('button', { name: 'Explain' }).click();
    await expectShown(merchant.page.getByText(`at character ${expected.length}:`));
  });
});
