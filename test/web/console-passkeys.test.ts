import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { pageOf } from '../support/passkey-person.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  expectShown,
  expectTold,
  openWindow,
  signIn,
} from './support/console.ts';

/** Passkeys in a real browser, with an authenticator that the browser plays itself. */
const password = 'a password of tests';
const minuteMs = 60_000;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** A window on the page where passkeys work, with a laptop's own authenticator, which knows its owner's finger. */
async function openWithAuthenticator(options: Parameters<typeof openWindow>[2] = {}): Promise<ConsoleWindow> {
  const window = await openWindow(browser, { url: pageOf(service.url) }, options);
  const devtools = await window.page.context().newCDPSession(window.page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return window;
}

async function signOut({ page }: ConsoleWindow, login: string): Promise<void> {
  await page.getByRole('button', { name: login }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Login').waitFor();
}

describe('a passkey', () => {
  let window: ConsoleWindow;
  const account = () => window.page.getByRole('heading', { name: 'Your account' });
  const dialog = () => window.page.getByRole('dialog');
  const row = (name: string) => window.page.getByRole('row').filter({ hasText: name });

  beforeAll(async () => {
    await createUser(service, { login: 'petra', role: 'operator' });
    window = await openWithAuthenticator();
    await window.open('/account');
    await signIn(window, { login: 'petra', password });
    await account().waitFor();
  });
  afterAll(() => window?.close());

  it('is added by keyboard alone, and named', async () => {
    const { page } = window;
    await page.getByRole('button', { name: 'Add a passkey' }).focus();
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Name').fill('Work laptop');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectTold(page, 'Passkey added');
    await expectShown(row('Work laptop').getByText('Never'));
    await expectAccessible(page);
  });

  it('is the second factor beside login and password, which are not enough any more', async () => {
    const { page } = window;
    await signOut(window, 'petra');
    await expectAccessible(page);
    await signIn(window, { login: 'petra', password });
    await expectShown(page.getByText('sign_in_failed'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectShown(account());
    expect(window.calls().filter((call) => call.includes('/session'))).toContain('POST /api/operator/session');
  });

  it('signs its owner in alone', async () => {
    await signOut(window, 'petra');
    window.calls();
    await window.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expectShown(account());
    expect(window.calls()).toContain('POST /api/operator/session/passkey');
  });

  it('shows again who sits here, for the act that asks for it', async () => {
    const { page } = window;
    service.advance(6 * minuteMs);
    await page.getByRole('button', { name: 'Create token' }).click();
    await dialog().getByLabel('Name').fill('nightly report');
    await dialog().getByLabel('Reason').fill('the accountant wants it');
    await dialog().getByRole('button', { name: 'Create token' }).click();
    const confirm = dialog().getByRole('button', { name: 'Confirm with a passkey' });
    await expectShown(confirm);
    await expectAccessible(page);
    await confirm.click();
    await expectShown(page.locator('code.secret'));
    await page.getByRole('button', { name: 'Copy' }).click();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
  });

  it('is renamed, and removed with a proof of its own', async () => {
    const { page } = window;
    await row('Work laptop').getByRole('button', { name: 'Rename' }).click();
    await dialog().getByLabel('Name').fill('Old laptop');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await row('Old laptop').getByRole('button', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Remove' }).click();
    await dialog().getByRole('button', { name: 'Confirm with a passkey' }).click();
    await expectTold(page, 'Passkey removed');
    await expectShown(page.getByText('No passkeys'));
  });

  it('a passkey that the person does not use after all leaves the form as it was', async () => {
    const { page } = window;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await page.evaluate(`navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'))`);
    service.advance(6 * minuteMs);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog().getByRole('button', { name: 'Add a passkey' }).click();
    // Without a second factor it is the password that is asked for.
    await dialog().getByLabel('Your password').fill(password);
    await dialog().getByRole('button', { name: 'Add a passkey' }).click();
    await expectShown(dialog().getByText('passkey_canceled'));
    await page.keyboard.press('Escape');
  });
});

it('a page on a numeric address says that passkeys do not work there, and where they do', async () => {
  await createUser(service, { login: 'rosa', role: 'operator' });
  const window = await openWindow(browser, service, { isPhone: true });
  await window.open('/account');
  await signIn(window, { login: 'rosa', password });
  const link = window.page.getByRole('link', { name: pageOf(service.url) });
  await expectShown(link);
  expect(await link.getAttribute('href')).toBe(`${pageOf(service.url)}/console/account`);
  expect(await window.page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
  await expectAccessible(window.page);
  await window.close();
});

it('a sign-in on a new device is told of on the next page, until somebody says so; sessions end one by one', async () => {
  await createUser(service, { login: 'sonja', role: 'operator' });
  const window = await openWindow(browser, service);
  const { page } = window;
  await window.open('/account');
  await signIn(window, { login: 'sonja', password });
  await page.getByRole('heading', { name: 'Your account' }).waitFor();
  const notice = page.getByRole('region', { name: 'New sign-in to your account' });
  expect(await notice.count()).toBe(0);
  const thief = await OperatorClient.signedIn(service.url, 'sonja', password);
  await page.reload();
  await expectShown(notice.getByText('node'));
  await expectAccessible(page);
  const theirs = page.getByRole('row').filter({ hasText: 'node' });
  await theirs.getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expectTold(page, 'Session ended');
  expect((await thief.get('/me')).status).toBe(401);
  await notice.getByRole('button', { name: 'It was me' }).click();
  await expect.poll(() => notice.count()).toBe(0);
  await window.close();
});

it('a session in which nobody does anything ends, and the page says why; operators set after how long', async () => {
  await createUser(service, { login: 'tina', role: 'operator' });
  const window = await openWindow(browser, service);
  const { page } = window;
  await window.open('/users');
  await signIn(window, { login: 'tina', password });
  await page.getByRole('button', { name: 'Rules of access' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Operators, minutes').fill('30');
  await form.getByLabel('Reason').fill('people leave their desks');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectTold(page, 'Rules changed');
  service.advance(30 * minuteMs);
  await page.reload();
  await expectShown(page.getByText('You were signed out because nothing was done for a while.'));
  await service.db.pool.query('update access_rules set operator_idle_minutes = 0');
  await window.close();
});
