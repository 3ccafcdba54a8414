import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsoleWorld } from '../../scripts/console-world.ts';
import { receiptPicture } from '../../scripts/receipt-picture.ts';
import { openBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type ConsoleWindow, expectAccessible, expectTold, openAs } from './support/console.ts';

/** Each page that an operator can open, full of the things that such a page shows. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  await fillConsoleWorld(service, await receiptPicture(browser));
  operator = await openAs(browser, service, 'operator', '/account');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await service?.stop();
});

describe('every page of an operator', () => {
  const paths = [
    '/',
    '/work',
    '/invoices',
    '/deals',
    '/arrivals',
    '/bank',
    '/withdrawals',
    '/notifications',
    '/makers',
    '/makers/1',
    '/requisites',
    '/stores',
    '/stores/1',
    '/ledger',
    '/ledger/11',
    '/rates',
    '/reports',
    '/audit',
    '/users',
    '/system',
    '/account',
  ];

  it.each(paths)('axe finds nothing serious on %s', async (path) => {
    await operator.go(path);
    await operator.page.locator('tbody tr:not(.skeleton), .state, .overview').first().waitFor();
    await expectAccessible(operator.page);
  });

  describe('in Russian and in the dark', () => {
    let window: ConsoleWindow;
    beforeAll(async () => {
      window = await openAs(browser, service, 'operator', '/account', { locale: 'ru-RU', isDark: true });
    });
    afterAll(() => window?.close());

    it.each(paths)('%s is there too', async (path) => {
      await window.go(path);
      await window.page.locator('tbody tr:not(.skeleton), .state, .overview').first().waitFor();
      expect(await window.page.locator('main').innerText()).toMatch(/[а-яё]{4}/i);
      await expectAccessible(window.page);
    });
  });
});

describe('the time zone', () => {
  it('is shown, can be chosen, and is that of times, of days in filters and of exports', async () => {
    const { page } = operator;
    await operator.open('/invoices?from=2026-11-14');
    const time = page.locator('tbody tr time').first();
    const asUtc = await time.getAttribute('title');
    await page.getByRole('button', { name: 'Time zone: UTC', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Time zone').selectOption('Asia/Katmandu');
    operator.calls();
    await page.getByRole('button', { name: 'Use this zone' }).click();
    await page.getByRole('button', { name: 'Time zone: UTC+5:45' }).waitFor();
    await page.getByLabel('From, UTC+5:45').waitFor();
    await expect.poll(() => operator.calls().join()).toContain('from=2026-11-13T18%3A15%3A00.000Z');
    await expect.poll(() => time.getAttribute('title')).not.toBe(asUtc);
    const file = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    expect(file).toContain('zone=Asia%2FKatmandu');
    await operator.go('/notifications');
    await page.getByRole('button', { name: 'Resend failed' }).click();
    await page.getByRole('dialog').getByLabel('Store').selectOption({ index: 0 });
    await page.getByRole('dialog').getByLabel('Failed since').fill('2026-11-14');
    const [resend] = await Promise.all([
      page.waitForRequest('**/notifications/resend-failed'),
      page.getByRole('dialog').getByRole('button', { name: 'Resend failed' }).click(),
    ]);
    expect(resend.postDataJSON()).toMatchObject({ since: '2026-11-13T18:15:00.000Z' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await operator.open('/invoices?from=2026-11-14');
    await page.getByRole('button', { name: 'Time zone: UTC+5:45' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByLabel('Time zone').selectOption('');
    await page.getByRole('button', { name: 'Use this zone' }).click();
    await page.getByLabel('From, UTC', { exact: true }).waitFor();
  });
});

describe('a list', () => {
  it('is narrowed by what its filters show: the currency stands beside an amount, and is always one', async () => {
    const { page } = operator;
    await operator.open('/invoices');
    const currency = page.getByRole('combobox', { name: 'Currency' });
    await page.getByLabel('Amount', { exact: true }).fill('1 000');
    expect(await currency.count()).toBe(0);
    operator.calls();
    await page.getByLabel('Amount', { exact: true }).press('Enter');
    await expect.poll(() => operator.calls().join()).toContain('amount=1000&currency=RUB');
    expect(await currency.inputValue()).toBe('RUB');
    await currency.selectOption('USDT');
    await expect.poll(() => operator.calls().join()).toContain('amount=1000&currency=USDT');
  });

  it('is saved as a view, found again in another window, and removed', async () => {
    const { page } = operator;
    await operator.open('/invoices?status=expired&sort=sum.down');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Lost ones');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save this view', exact: true }).click();
    await expectTold(page, 'Saved');
    const phone = await openAs(browser, service, 'operator', '/invoices', { isPhone: true, locale: 'ru-RU' });
    await phone.page.getByRole('button', { name: 'Сохранённые виды' }).click();
    await phone.page.getByRole('menuitem', { name: 'Lost ones', exact: true }).click();
    await expect.poll(() => new URL(phone.page.url()).search).toBe('?status=expired&sort=sum.down');
    await phone.page.locator('.menu').waitFor({ state: 'detached' });
    await phone.page.getByRole('button', { name: 'Сохранённые виды' }).click();
    await phone.page.getByRole('menuitem', { name: 'Удалить вид «Lost ones»' }).click();
    await expectTold(phone.page, 'Удалено');
    await phone.close();
    const { rows } = await service.db.pool.query('select action from audit_log where subject_kind = $1 order by id', [
      'view',
    ]);
    expect(rows.map(({ action }) => action)).toEqual(['save-view', 'remove-view']);
  });
});

describe('what is chosen from many', () => {
  it('is found by typing a part of it, by keys alone, and cleared', async () => {
    const { page } = operator;
    await operator.open('/requisites');
    await page.getByLabel('Bank', { exact: true }).fill('raiff');
    await page.locator('[role=option][data-highlighted]').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).search).toBe('?bank=raiffeisenbank');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await operator.open('/arrivals');
    const { rows } = await service.db.pool.query('select number from requisites where id = 7');
    await page.getByRole('button', { name: 'Enter an arrival' }).first().click();
    await page.getByRole('dialog').getByLabel('Requisite', { exact: true }).fill(rows[0].number.slice(-6));
    await page.getByRole('option').first().click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Amount/)
      .fill('77.77');
    await page.getByRole('dialog').getByLabel('Bank reference').fill('picked');
    await page.getByRole('dialog').getByRole('button', { name: 'Enter an arrival' }).click();
    await expect
      .poll(
        async () => (await service.db.pool.query(`select requisite_id from arrivals where reference = 'picked'`)).rows,
      )
      .toEqual([{ requisite_id: 7 }]);
  });
});

describe('a table of requisites', () => {
  it('is taken from a file, shown with what is wrong row by row, and only its good lines are taken', async () => {
    const { page } = operator;
    await operator.open('/makers/1');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const csv = 'option,bank,currency,number\nSBP,vtb,RUB,+79005550011\nSBP,nobank,RUB,+79005550012\n';
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'r.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('2 rows, 1 with a fault').waitFor();
    const bad = dialog.getByRole('row', { name: /nobank/ });
    expect(await bad.getAttribute('class')).toBe('is-bad');
    expect(await bad.locator('td').last().innerText()).toMatch(/\w{4}/);
    await expectAccessible(page);
    await dialog.getByLabel('Take the good lines and leave out the bad ones').check();
    await dialog.getByLabel('Reason').fill('new cards');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText(/Line 3:/).waitFor();
    const { rows } = await service.db.pool.query(`select bank from requisites where number like '+790055500%'`);
    expect(rows).toEqual([{ bank: 'vtb' }]);
  });
});
