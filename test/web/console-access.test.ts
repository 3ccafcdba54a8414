import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { projectFolder } from '../../src/storage/installation/project-folder.ts';
import { openBrowser } from '../support/browser.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser } from '../support/staff.ts';
import { expectAccessible, expectShown, expectTold, openAs, openWindow, signIn } from './support/console.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

describe('the page of the console', () => {
  it('may load and call nothing but this service, and may not be framed', async () => {
    const answer = await fetch(`${service.url}/console/any/where`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|data:|https?:|\*/);
    expect(await answer.text()).not.toMatch(/<script(?! type="module" src="\/assets\/)|<style|style=|https?:/);
  });

  it('needs at most 250 KB, compressed, before somebody can work', async () => {
    const window = await openWindow(browser, service);
    const names = new Set<string>();
    window.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/assets/')) names.add(pathname.slice('/assets/'.length));
    });
    await window.open('/');
    await signIn(window, demoSecrets.people.operator);
    await window.page.locator('h1').waitFor();
    await window.page.locator('tbody tr:not(.skeleton), .state, .overview').first().waitFor();
    const folder = join(projectFolder(), 'dist/web');
    const bytes = [...names].map((name) => readFileSync(join(folder, `${name}.br`)).byteLength);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
    // More was built than was loaded: pages are apart.
    expect(names.size).toBeLessThan(readdirSync(folder).filter((name) => /\.(js|css)$/.test(name)).length);
    await window.close();
  });
});

describe('signing in', () => {
  it('asks before anything is shown or called, and then shows the page that was asked for', async () => {
    const window = await openWindow(browser, service);
    await window.open('/account');
    await window.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(window.calls()).toEqual(['GET /api/operator/me']);
    await expectAccessible(window.page);
    await signIn(window, { login: 'operator', password: 'not the password' });
    await window.page.getByText('sign_in_failed').waitFor();
    await signIn(window, demoSecrets.people.operator);
    await window.page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(new URL(window.page.url()).pathname).toBe('/console/account');
    await expectAccessible(window.page);
    await window.close();
  });

  it('takes a second factor, set up with a QR code, and refuses without it from then on', async () => {
    await createUser(service, { login: 'vera', role: 'operator' });
    const vera = { login: 'vera', password: 'a password of tests' };
    const window = await openWindow(browser, service);
    await window.open('/account');
    await signIn(window, vera);
    await window.page.getByRole('button', { name: 'Set up' }).click();
    await expectShown(window.page.getByRole('img', { name: 'QR code' }));
    const seed = (await window.page.locator('.enrolment .id').getAttribute('title')) ?? '';
    await window.page.getByLabel('Code from the app').fill('000000');
    await window.page.getByRole('button', { name: 'Confirm' }).click();
    await expectShown(window.page.getByText('enrolment_failed'));
    await window.page.getByLabel('Code from the app').fill(totpCode(seed, totpStep(service.now())));
    await window.page.getByRole('button', { name: 'Confirm' }).click();
    await expectTold(window.page, 'The second factor is set up');

    await window.page.getByRole('button', { name: 'vera' }).click();
    await window.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signIn(window, vera);
    await expectShown(window.page.getByText('sign_in_failed'));
    // The code of the enrolment has been used; the next one is not a step too early.
    await signIn(window, { ...vera, code: totpCode(seed, totpStep(service.now()) + 1) });
    await expectShown(window.page.getByRole('heading', { name: 'Your account' }));
    await window.close();
  });

  it('makes a token, shows it once and until when it works, warns before it ends, and revokes it', async () => {
    const window = await openAs(browser, service, 'merchant', '/account');
    const { page } = window;
    await page.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('nightly report');
    await form.getByLabel('Works for').selectOption('30 days');
    await form.getByLabel('Reason').fill('the accountant wants it');
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create token' }).click();
    await expectShown(page.locator('code.secret').filter({ hasText: /^qt_/ }));
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row').filter({ hasText: 'nightly report' });
    await expectShown(row.getByText('Valid'));
    await service.db.pool.query(`update api_tokens set expires_at = now() + interval '3 days'`);
    await page.reload();
    await expectShown(row.getByText('Ends soon'));
    await expectShown(page.getByRole('link', { name: 'A token ends soon' }));
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('not needed any more');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expectShown(row.getByText('Revoked'));
    await window.close();
  });

  it('does not take a token for kept when the browser did not copy it, and says what to do instead', async () => {
    const window = await openAs(browser, service, 'merchant', '/account');
    const { page } = window;
    await page.getByRole('button', { name: 'Create token' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('over plain http');
    await dialog.getByLabel('Reason').fill('the accountant wants it');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const secret = page.locator('code.secret');
    await expectShown(secret);
    // As it is on a page without https, and as it is where somebody has forbidden it.
    for (const clipboard of ['undefined', "{ writeText: () => Promise.reject(new Error('refused')) }"]) {
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: ${clipboard}, configurable: true })`);
      await dialog.getByRole('button', { name: 'Copy' }).click();
      await expectShown(dialog.getByRole('alert').filter({ hasText: 'copy it by hand, or save it as a file' }));
      await page.keyboard.press('Escape');
      await expectShown(dialog.getByRole('alert').filter({ hasText: 'It has not been copied or saved' }));
    }
    await expectAccessible(page);
    await secret.click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await window.close();
  });

  it('asks for a fresh code in the form that needs one, and goes on when it is right', async () => {
    await createUser(service, { login: 'wanda', role: 'operator' });
    const wanda = { login: 'wanda', password: 'a password of tests' };
    const client = await OperatorClient.signedIn(service.url, wanda.login, wanda.password);
    const { seed, ticket } = (await client.post('/me/second-factor/begin')).body;
    // The one to come: between typing and sending it time passes.
    const codeNow = () => totpCode(seed, totpStep(service.now()) + 1);
    expect((await client.post('/me/second-factor/confirm', { ticket, code: codeNow() })).status).toBe(200);
    service.advance(31_000);
    const window = await openWindow(browser, service);
    const { page } = window;
    await window.open('/account');
    await signIn(window, { ...wanda, code: codeNow() });
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    service.advance(5 * 60_000);
    await page.getByRole('button', { name: 'Create token' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('nightly report');
    await form.getByLabel('Reason').fill('the accountant wants it');
    await form.getByRole('button', { name: 'Create token' }).click();
    const field = form.getByLabel('Code from your authenticator app');
    await expectShown(field);
    await expectAccessible(page);
    await field.fill('000000');
    await form.getByRole('button', { name: 'Create token' }).click();
    await expectShown(form.getByText('two_factor_wrong'));
    await field.fill(codeNow());
    await form.getByRole('button', { name: 'Create token' }).click();
    await expectShown(page.locator('code.secret'));
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await window.close();
  });

  it('does not pretend to end where there is no line: who wanted out is told, and still in', async () => {
    const elsewhere = await OperatorClient.signedIn(service.url, 'merchant', demoSecrets.people.merchant.password);
    const { page } = await openAs(browser, service, 'merchant', '/account');
    const others = page.getByRole('button', { name: 'End', exact: true });
    await others.first().waitFor();
    await page.context().setOffline(true);
    const noAnswer =
      'The service does not answer. Whether the request was processed is unknown; it is safe to try again.';
    const expectNoAnswer = () => expectTold(page, noAnswer);
    const signOut = async () => {
      await page.getByRole('button', { name: 'merchant' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await expectNoAnswer();
    await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
    await expectNoAnswer();
    for (const opens of [page.getByRole('button', { name: 'End all other sessions' }), others.first()]) {
      await opens.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'End', exact: true }).click();
      await expectShown(dialog.getByText(noAnswer).first());
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.context().setOffline(false);
    await expectShown(page.getByRole('heading', { name: 'Your account' }));
    expect((await elsewhere.get('/me')).status).toBe(200);
    // A session that has ended already is one to leave.
    await page.route('**/api/operator/session', (route) => route.fulfill({ status: 401, body: '[]' }));
    await signOut();
    await expectShown(page.getByRole('button', { name: 'Sign in' }));
    await page.context().close();
  });

  it('lists where somebody is signed in, and ends it everywhere', async () => {
    const [here, there] = [
      await openAs(browser, service, 'merchant', '/account'),
      await openAs(browser, service, 'merchant', '/account'),
    ];
    await here.page.reload();
    await expectShown(here.page.getByRole('row').nth(2));
    await here.page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectShown(here.page.getByRole('button', { name: 'Sign in' }));
    await there.page.reload();
    await expectShown(there.page.getByRole('button', { name: 'Sign in' }));
    await here.close();
    await there.close();
  });
});

describe('the language and the light', () => {
  it('follow the browser, can be chosen, and stay chosen', async () => {
    const window = await openAs(browser, service, 'operator', '/account', { locale: 'ru-RU', isDark: true });
    await window.page.getByRole('heading', { name: 'Ваша учётная запись' }).waitFor();
    await expectAccessible(window.page);
    const ground = () => window.page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    await window.page.getByRole('button', { name: 'operator' }).click();
    await window.page.getByRole('menuitemradio', { name: 'Светлая' }).click();
    expect(await ground()).not.toBe(dark);
    await window.page.getByRole('menuitemradio', { name: 'English' }).click();
    await window.page.reload();
    await window.page.getByRole('heading', { name: 'Your account' }).waitFor();
    expect(await window.page.evaluate('document.documentElement.lang')).toBe('en');
    expect(await ground()).not.toBe(dark);
    await window.close();
  });
});
