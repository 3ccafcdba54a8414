import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, openAs, pressBoth } from './support/console.ts';

/** The reference data in an operator's hands: from the click to what shops see afterwards. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let client: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  client = await signInDemo(service, 'operator');
  operator = await openAs(browser, service, 'operator', '/catalogue');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await service?.stop();
});

const table = (name: string): Locator => operator.page.getByRole('table', { name });
const row = (name: string, code: string): Locator =>
  table(name)
    .getByRole('row')
    .filter({ has: operator.page.getByText(code, { exact: true }) });
const dialog = (): Locator => operator.page.getByRole('dialog');

async function submit(name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await dialog().getByLabel(label, { exact: true }).fill(value);
  await dialog().getByRole('button', { name, exact: true }).click();
}

async function done(): Promise<void> {
  await dialog().waitFor({ state: 'detached' });
}

async function banksShown(currency: string): Promise<string[]> {
  const { body } = await service.shop.get(`/api/merchant/payment-options?currency=${currency}`);
  return body.map(({ code }: { code: string }) => code);
}

async function optionsKnown(): Promise<string[]> {
  const { body } = await client.get('/catalogue');
  return body.options.map(({ code }: { code: string }) => code);
}

describe('the catalogue', () => {
  it('is reached from the navigation and by its key, and axe finds nothing serious', async () => {
    await operator.open('/');
    await operator.page.locator('.frame').waitFor();
    await pressBoth(operator, 'g', 'e');
    await operator.page.getByRole('heading', { name: 'Catalogue' }).waitFor();
    await row('Currencies', 'RUB').waitFor();
    await row('Ways to pay', 'SBP_QR').waitFor();
    await row('Banks', 'ros_bank').waitFor();
    await expectAccessible(operator.page);
  });

  it('adds a currency and a bank, which shops see at once', async () => {
    await operator.page.getByRole('button', { name: 'Add a currency' }).click();
    await expectAccessible(operator.page);
    await submit('Add a currency', { Code: 'gel', Name: 'Georgian lari', 'Name in Russian': 'Лари', Reason: 'market' });
    await done();
    await row('Currencies', 'GEL').waitFor();
    await operator.page.locator('.filter select').selectOption('GEL');
    await operator.page.getByText('No bank in this currency').waitFor();
    await operator.page.getByRole('button', { name: 'Add a bank' }).click();
    await submit('Add a bank', { Code: 'tbc', Name: 'TBC Bank', 'Other codes': 'tbc_ge, tbcbank', Reason: 'market' });
    await done();
    await row('Banks', 'tbc').waitFor();
    expect(await banksShown('GEL')).toEqual(['tbc']);
    const { banks } = (await client.get('/catalogue')).body;
    expect(banks.find(({ code }: { code: string }) => code === 'tbc').aliases).toEqual(['tbc_ge', 'tbcbank']);
  });

  it('says what is wrong with a code, and keeps the form', async () => {
    await operator.page.getByRole('button', { name: 'Add a bank' }).click();
    await submit('Add a bank', { Code: 'tbcbank', Name: 'Another', Reason: 'a mistake' });
    await dialog().getByText('code_taken').waitFor();
    expect(await dialog().getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await operator.page.keyboard.press('Escape');
    await done();
  });

  it('switches a bank off and on again', async () => {
    await operator.open('/catalogue?currency=RUB');
    await row('Banks', 'zenit').getByRole('button', { name: 'Switch off' }).click();
    await submit('Switch off', { Reason: 'it is closed' });
    await done();
    await row('Banks', 'zenit').getByText('Off', { exact: true }).waitFor();
    expect(await banksShown('RUB')).not.toContain('zenit');
    await row('Banks', 'zenit').getByRole('button', { name: 'Switch on' }).click();
    await submit('Switch on', { Reason: 'it is open' });
    await done();
    expect(await banksShown('RUB')).toContain('zenit');
  });

  it('puts entries in another order by keys alone', async () => {
    const up = row('Banks', 'tinkoff').getByRole('button', { name: 'Move T-Bank up' });
    await up.focus();
    await operator.page.keyboard.press('Enter');
    await expect.poll(async () => (await banksShown('RUB')).slice(0, 2)).toEqual(['tinkoff', 'sberbank']);
    await expect.poll(() => up.isDisabled()).toBe(true);
  });

  it('removes what was never used, and says why it cannot remove the rest', async () => {
    await row('Currencies', 'RUB').getByRole('button', { name: 'Remove' }).click();
    await submit('Remove', { Reason: 'try' });
    await dialog().getByText('entry_in_use').waitFor();
    await operator.page.keyboard.press('Escape');
    await done();
    await row('Ways to pay', 'VIET_QR').getByRole('button', { name: 'Remove' }).click();
    await submit('Remove', { Reason: 'not ours' });
    await done();
    await row('Ways to pay', 'VIET_QR').waitFor({ state: 'detached' });
    expect(await optionsKnown()).not.toContain('VIET_QR');
  });

  it('loads the starter catalogue, which brings back what is missing', async () => {
    await operator.page.getByRole('button', { name: 'Load the starter catalogue' }).click();
    await submit('Load the starter catalogue');
    await done();
    await row('Ways to pay', 'VIET_QR').waitFor();
    expect(await optionsKnown()).toContain('VIET_QR');
  });

  it('changes what a way to pay says on the payer’s page', async () => {
    await row('Ways to pay', 'SBP').getByRole('button', { name: 'Change' }).click();
    await expectAccessible(operator.page);
    const english = dialog().getByRole('group', { name: "On the payer's page, in English" });
    expect(await english.getByLabel('Title').inputValue()).toBe('By phone number');
    await english.getByLabel('Title').fill('By mobile number');
    await submit('Save', { Reason: 'clearer' });
    await done();
    const { body } = await service.shop.createPayin({ amount: '2222' });
    const page = await (await fetch(`${service.url}/pay/${body.id}?lang=en`)).text();
    expect(page).toContain('By mobile number');
    const { options } = (await client.get('/catalogue')).body;
    const sbp = options.find(({ code }: { code: string }) => code === 'SBP');
    expect(sbp).toMatchObject({ phonePrefix: '+7', needsBank: true, numberKinds: ['phone'], currencies: ['RUB'] });
    expect(sbp.page.ru.title).toBe('По номеру телефона');
  });

  it('switches a way to pay off for one store', async () => {
    await operator.open('/stores/1');
    const panel = operator.page.locator('.panel', { has: operator.page.getByRole('heading', { name: 'Ways to pay' }) });
    await panel.getByRole('button', { name: 'Change' }).click();
    await dialog().getByLabel('Cross-border transfer').uncheck();
    await submit('Save', { Reason: 'asked by the merchant' });
    await done();
    await panel.getByText('Not offered').waitFor();
    const refused = await service.shop.createPayin({ paymentOption: 'CROSS_BORDER' });
    expect(refused.body[0].message).toBe('Payment option not allowed');
  });
});

describe('elsewhere', () => {
  it.each([
    ['in the dark', { isDark: true }],
    ['on a phone', { isPhone: true }],
    ['in Russian', { locale: 'ru-RU' }],
  ])('%s it is as easy to read', async (_, options) => {
    const window = await openAs(browser, service, 'operator', '/catalogue', options);
    await window.page.getByText('ros_bank', { exact: true }).waitFor();
    await expectAccessible(window.page);
    const overflow = await window.page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(overflow).toBe(0);
    await window.close();
  });
});
