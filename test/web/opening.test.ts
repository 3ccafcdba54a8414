import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { openBrowser } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { MerchantClient, pngReceipt } from '../support/merchant-client.ts';
import { newDataDir, type Program, removeDataDir, runCommand, start, stop } from '../support/program.ts';
import { type ConsoleWindow, expectAccessible, expectShown, noonZone, openWindow, signIn } from './support/console.ts';

/**
 * Production on an empty database, opened by people in a browser: down the checklist to a paid payin, then a payout and a
 * withdrawal. The command line makes the first operator and the backup, as the checklist says; the shop's own program creates
 * the payout. Everything else is clicked.
 */
const reason = { Reason: 'opening for business' };
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const password = 'a long pass phrase';

let dataDir: string;
let env: Record<string, string>;
let program: Program;
let browser: Browser;
let boss: ConsoleWindow;
let deputy: ConsoleWindow;
let merchantSecret: string;
let apiKey: string;
let ownersCode: string;
let makersCode: string;

beforeAll(async () => {
  dataDir = await newDataDir();
  const port = await freePort();
  env = {
    QUITTANCE_MODE: 'production',
    DATABASE: 'embedded',
    MASTER_KEY: 'c3'.repeat(32),
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    // Requests stand in plain sight for an hour, and new requisites rest as long; the test has no hour.
    SECOND_PERSON_DELAY_MS: '0',
  };
  [program, browser] = await Promise.all([start({ dataDir, env }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await removeDataDir(dataDir);
});

async function quittance(...args: string[]) {
  const ended = await runCommand([...args, '--json'], { dataDir, env });
  expect(ended.exitCode, ended.stderr + ended.stdout).toBe(0);
  return JSON.parse(ended.stdout);
}

/** Of operators: what they sign in with again. */
const known = new Map<string, { readonly password: string; readonly seed: string; usedStep: number }>();

/** Somebody who signs in for the first time, and sets up a second factor before anything else opens. */
async function enter(login: string, given: string, enrolmentCode: string): Promise<ConsoleWindow> {
  const window = await openWindow(browser, program, { zone: noonZone() });
  await window.open('/');
  await signIn(window, { login, password: given });
  await window.page.getByLabel('Enrolment code').fill(enrolmentCode);
  known.set(login, { password: given, ...(await confirmFactor(window.page)) });
  await window.page.locator('.frame').waitFor();
  return window;
}

/** An operator with a proof that is fresh: it lasts for minutes, which on a busy machine this file takes. */
async function enterAgain(login: string, before: ConsoleWindow): Promise<ConsoleWindow> {
  const person = known.get(login);
  if (person === undefined) throw new Error(`${login} has not signed in yet`);
  await before.close();
  const window = await openWindow(browser, program, { zone: noonZone() });
  await window.open('/');
  person.usedStep = Math.max(person.usedStep + 1, totpStep(Date.now()));
  await signIn(window, { login, password: person.password, code: totpCode(person.seed, person.usedStep) });
  await window.page.locator('.frame').waitFor();
  return window;
}

async function confirmFactor(page: Page): Promise<{ readonly seed: string; readonly usedStep: number }> {
  await page.getByRole('button', { name: 'Set up' }).click();
  const seed = (await page.locator('.enrolment .id').getAttribute('title')) ?? '';
  const usedStep = totpStep(Date.now());
  await page.getByLabel('Code from the app').fill(totpCode(seed, usedStep));
  await page.getByRole('button', { name: 'Confirm' }).click();
  return { seed, usedStep };
}

async function submit({ page }: ConsoleWindow, name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) {
    const field = dialog.getByLabel(label, { exact: true });
    const isSelect = await field.evaluate((element) => element.nodeName === 'SELECT');
    await (isSelect ? field.selectOption(value) : field.fill(value));
  }
  await dialog.getByRole('button', { name, exact: true }).click();
}

const click = ({ page }: ConsoleWindow, name: string) =>
  page.getByRole('button', { name, exact: true }).first().click();
const closed = ({ page }: ConsoleWindow) => expect.poll(() => page.getByRole('dialog').count()).toBe(0);

/** Makes somebody who can sign in, and gives back the code that is handed over with the password. */
async function newUser(window: ConsoleWindow, fields: Readonly<Record<string, string>>): Promise<string> {
  await click(window, 'New user');
  await submit(window, 'New user', { Password: password, ...fields, ...reason });
  const code = await window.page.locator('.secret').innerText();
  await Promise.all([window.page.waitForEvent('download'), click(window, 'Save as a file')]);
  await window.page.keyboard.press('Escape');
  await closed(window);
  return code;
}

const step = (title: string): Locator => boss.page.locator('.opening > li', { hasText: title });

async function progress(): Promise<string> {
  await boss.open('/');
  await boss.page.locator('.opening').waitFor();
  return await boss.page.getByText(/\d of 9 done/).innerText();
}

describe('the checklist of a new service', () => {
  it('stands before an operator who has signed in for the first time', async () => {
    const made = await quittance('user', 'create', 'boss');
    boss = await enter('boss', made.password, made.enrolmentCode);
    expect(await progress()).toBe('0 of 9 done');
    await expectAccessible(boss.page);
    await expectShown(step('Two operators').getByRole('link', { name: 'Go there' }));
  });

  it('gets its second operator', async () => {
    await step('Two operators').getByRole('link', { name: 'Go there' }).click();
    deputy = await enter('deputy', password, await newUser(boss, { Login: 'deputy', Role: 'operator' }));
    expect(await progress()).toBe('1 of 9 done');
  });

  it('gets the starter catalogue and rates', async () => {
    await step('Currencies, banks').getByRole('link', { name: 'Go there' }).click();
    await click(boss, 'Load the starter catalogue');
    await submit(boss, 'Load the starter catalogue', {});
    await closed(boss);
    await boss.open('/');
    await step('Rates').getByRole('link', { name: 'Go there' }).click();
    await click(boss, 'Set rates');
    await submit(boss, 'Set rates', { Payin: '100', Payout: '95', ...reason });
    await closed(boss);
    expect(await progress()).toBe('3 of 9 done');
  });

  it('gets a merchant, whose secret is not lost by a key', async () => {
    await step('A merchant').getByRole('link', { name: 'Go there' }).click();
    await click(boss, 'New merchant');
    await submit(boss, 'New merchant', { Name: 'Corner Trade', ...reason });
    merchantSecret = await boss.page.locator('.secret').innerText();
    await boss.page.keyboard.press('Escape');
    await boss.page.getByText('It has not been copied or saved').waitFor();
    await boss.page.keyboard.press('Escape');
    expect(await boss.page.locator('.secret').innerText()).toBe(merchantSecret);
    await expectAccessible(boss.page);
    const [download] = await Promise.all([boss.page.waitForEvent('download'), click(boss, 'Save as a file')]);
    expect(download.suggestedFilename()).toBe('Merchant secret.txt');
    await boss.page.keyboard.press('Escape');
    await closed(boss);
  });

  it('gets a store with the usual fees and limits, and a key', async () => {
    await click(boss, 'New store');
    const dialog = boss.page.getByRole('dialog');
    expect(await dialog.getByLabel('Payin fee, %').inputValue()).toBe('2.5');
    expect(await dialog.getByLabel('Largest').first().inputValue()).toBe('300000');
    await expectAccessible(boss.page);
    await submit(boss, 'New store', { Name: 'Corner Shop', 'Payin fee, %': '2,5', ...reason });
    await closed(boss);
    await boss.page.getByRole('cell', { name: 'Corner Shop' }).click();
    await expectShown(boss.page.getByText('2.5 %').first());
    await click(boss, 'New key');
    await submit(boss, 'New key', reason);
    await closed(boss);
    apiKey = (await boss.page.locator('.id[title^="qk_"]').first().getAttribute('title')) ?? '';
    expect(await progress()).toBe('6 of 9 done');
  });

  it('gets somebody of the merchant, who needs no second operator as long as there is nothing to lose', async () => {
    await boss.open('/users');
    ownersCode = await newUser(boss, { Login: 'owner', Role: 'merchant', Merchant: '1' });
    await expectShown(boss.page.getByRole('row', { name: 'owner' }));
    await boss.open('/');
  });

  it('gets a maker with a requisite and a deposit', async () => {
    await step('A maker').getByRole('link', { name: 'Go there' }).click();
    await click(boss, 'New maker');
    await submit(boss, 'New maker', { Name: 'First maker', ...reason });
    await closed(boss);
    await boss.page.getByRole('cell', { name: 'First maker' }).click();
    await click(boss, 'New requisite');
    const card = { 'Way to pay': 'TO_CARD', Bank: 'ros_bank', Number: '4111 1111 1111 1111', Holder: 'Maria S.' };
    await submit(boss, 'New requisite', { ...card, ...reason });
    await closed(boss);
    // One operator alone puts no number in.
    deputy = await enterAgain('deputy', deputy);
    await deputy.open('/approvals');
    await click(deputy, 'Accept 1');
    await submit(deputy, 'Accept 1', {});
    await closed(deputy);
    // Before it has money: then one operator is enough to let somebody in.
    await boss.open('/users');
    makersCode = await newUser(boss, { Login: 'maria', Role: 'maker', Maker: '1' });
    await boss.open('/makers/1');
    await click(boss, 'Top up');
    await submit(boss, 'Top up', { 'Amount, USDT': '1000', ...reason });
    await closed(boss);
    expect(await progress()).toBe('7 of 9 done');
  });

  it('gets its first payment, by a link that somebody pays', async () => {
    await click(boss, 'Payment link');
    await submit(boss, 'Create link', { 'Amount, RUB': '20000' });
    const url = await boss.page.locator('a.number').innerText();
    const payer = await browser.newPage({ locale: 'en-GB' });
    await payer.goto(url);
    await payer.getByRole('button', { name: 'Show payment details' }).click();
    await payer.getByRole('link', { name: 'I have paid' }).click();
    const receipt = { name: 'receipt.png', mimeType: 'image/png', buffer: pngReceipt };
    await payer.setInputFiles('input[name="attachment"]', receipt);
    await payer.getByRole('button', { name: 'Send the receipt' }).click();
    await expect.poll(() => payer.locator('#heading').textContent()).toContain('Checking your transfer');
    await boss.open('/work');
    await boss.page
      .getByRole('row', { name: /20,000.00/ })
      .getByRole('button', { name: 'Money arrived', exact: true })
      .click();
    await submit(boss, 'Money arrived', reason);
    await closed(boss);
    await expect.poll(() => payer.locator('#heading').textContent()).toContain('Payment received');
    await payer.context().close();
    expect(await progress()).toBe('8 of 9 done');
  });

  it('says that all is done once there is a backup, and makes room for the overview', async () => {
    await expectShown(step('A first backup').getByText('npx quittance backup'));
    await quittance('backup', join(dataDir, '..', `first-backup-${process.pid}`));
    await boss.open('/');
    await boss.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await expect.poll(() => boss.page.locator('.opening').count()).toBe(0);
    // It says so once, and then shows the day.
    await expectShown(boss.page.getByText('Everything is set up'));
    const overview = boss.page.getByRole('region', { name: 'Overview' });
    await expectShown(overview.getByText('All is well'));
    await expectShown(overview.getByText('of 1 created'));
    await expectAccessible(boss.page);
    await boss.page.getByRole('button', { name: 'Got it' }).click();
    await boss.open('/');
    await overview.waitFor();
    expect(await boss.page.getByText('Everything is set up').count()).toBe(0);
  });
});

describe('the business that is open', () => {
  it('pays out: a maker takes it, proves it, and an operator has seen it', async () => {
    boss = await enterAgain('boss', boss);
    const maker = await enter('maria', password, makersCode);
    const shop = new MerchantClient(program.url, apiKey, merchantSecret);
    const { body, status } = await shop.createPayout({ amount: '9500', paymentMethod: 'sberbank' });
    expect({ status, body }).toMatchObject({ status: 200 });
    await maker.open('/payouts');
    await click(maker, 'Take');
    await click(maker, 'Upload proof');
    const file = { name: 'proof.png', mimeType: 'image/png', buffer: pngReceipt };
    await maker.page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
    await submit(maker, 'Upload proof', {});
    await closed(maker);
    await maker.close();
    await boss.open('/work');
    const row = boss.page.getByRole('row', { name: /9,500.00/ });
    await row.getByRole('button', { name: 'Payout was paid' }).click();
    await submit(boss, 'Payout was paid', reason);
    await closed(boss);
    expect((await shop.read(body.id)).body.status).toBe('paid');
  });

  it('sends a withdrawal that the merchant asks for with its own code, and two operators approve', async () => {
    const owner = await enter('owner', password, ownersCode);
    await owner.open('/keys');
    const { seed } = await confirmFactor(owner.page);
    await expect.poll(() => owner.page.locator('.enrolment').count()).toBe(0);
    await owner.open('/withdrawals');
    await click(owner, 'Withdraw');
    const code = totpCode(seed, totpStep(Date.now()) + 1);
    await submit(owner, 'Withdraw', { 'Amount, USDT': '50', Address: address, 'Two-factor code': code });
    await closed(owner);
    boss = await enterAgain('boss', boss);
    deputy = await enterAgain('deputy', deputy);
    for (const operator of [boss, deputy]) {
      await operator.open('/?kind=withdrawal');
      await operator.page.getByRole('row', { name: /50.00/ }).getByRole('button', { name: 'Approve' }).click();
      await submit(operator, 'Approve', reason);
      await closed(operator);
    }
    const txId = 'ab'.repeat(32);
    await deputy.page.getByRole('row', { name: /50.00/ }).getByRole('button', { name: 'Sent' }).click();
    await submit(deputy, 'Sent', { 'Transaction ID': txId });
    await closed(deputy);
    await expectShown(owner.page.getByTitle(txId));
    await owner.close();
  });

  it('has books that are right', async () => {
    expect(await quittance('verify')).toMatchObject({ isRight: true });
    await boss.close();
    await deputy.close();
    await stop(program);
  });
});
