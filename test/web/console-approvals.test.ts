import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, expectTold, openAs, openWindow, signIn } from './support/console.ts';

/** What one operator asks for and another approves, each in a window of their own. */
let service: TestService;
let browser: Browser;
let first: ConsoleWindow;
let second: ConsoleWindow;

beforeAll(async () => {
  const env = { SECOND_PERSON: 'on', SECOND_PERSON_DELAY_MS: '0' };
  [service, browser] = await Promise.all([startTestService(env), openBrowser()]);
  first = await openAs(browser, service, 'operator');
});
afterAll(async () => {
  await first?.close();
  await second?.close();
  await browser?.close();
  await service?.stop();
});

it('an operator who is alone is told that nobody is asked', async () => {
  await first.open('/approvals');
  await first.page
    .getByText('There is only one operator, so acts that need a second person are done at once')
    .waitFor();
  await expectAccessible(first.page);
});

it('a new operator is asked for in one window and approved in the other', async () => {
  await createUser(service, { login: 'second', role: 'operator' });
  await first.open('/users');
  await first.page.getByRole('button', { name: 'New user' }).click();
  const form = first.page.locator('.dialog');
  await form.getByLabel('Login').fill('third');
  await form.getByLabel('Role').selectOption('operator');
  await form.getByLabel('Password').fill('a long enough password');
  await form.getByLabel('Reason').fill('night shift');
  await form.getByRole('button', { name: 'New user' }).click();
  // As a toast, which goes on with the time from when on it can be approved.
  await expect.poll(() => first.page.evaluate('window.told.join()')).toContain('This needs a second person.');
  await form.waitFor({ state: 'detached' });

  await first.open('/approvals');
  await first.page.getByText('who is an operator').waitFor();
  expect(await first.page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);

  second = await openWindow(browser, service);
  await second.open('/');
  await signIn(second, { login: 'second', password: 'a password of tests' });
  await second.page.getByRole('link', { name: 'Approvals' }).first().click();
  await second.page.getByText('night shift').waitFor();
  await expectAccessible(second.page);
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = second.page.locator('.dialog');
  await dialog.getByText('third').waitFor();
  await dialog.getByLabel('Reason').fill('agreed');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectTold(second.page, 'Approved and done');
  await second.page.getByText('No requests').waitFor();
  const { rows } = await service.db.pool.query(`select role from users where login = 'third'`);
  expect(rows).toEqual([{ role: 'operator' }]);
});

it('a rate far from the last one says that it needs another operator, and stands on the page until one agrees', async () => {
  await first.open('/rates');
  await first.page.getByRole('button', { name: 'Set rates' }).click();
  const form = first.page.locator('.dialog');
  await form.getByText('Another operator has to approve a rate far from the last one').waitFor();
  await form.getByLabel('Payin').fill('80');
  await form.getByLabel('Payout').fill('79');
  await form.getByLabel('Reason').fill('the market fell');
  await form.getByRole('button', { name: 'Set rates' }).click();
  await form.getByLabel('I have compared it with the market: it is meant').check();
  await form.getByRole('button', { name: 'Set rates' }).click();
  await form.waitFor({ state: 'detached' });
  const waiting = first.page.getByRole('region', { name: 'Waiting for another operator' });
  await waiting.getByText('in 80.00, out 79.00, inWas 95.50, outWas 93.50').waitFor();
  await expectAccessible(first.page);
  await second.open('/approvals');
  await second.page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = second.page.locator('.dialog');
  await dialog.getByText('95.50').waitFor();
  await dialog.getByLabel('Reason').fill('agreed');
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expectTold(second.page, 'Approved and done');
  await first.open('/rates');
  await first.page.getByRole('cell', { name: '80.00' }).waitFor();
  expect(await waiting.count()).toBe(0);
  expect((await service.shop.get('/api/merchant/currency-rates/current')).body.in.rate).toBe('80.00');
});
