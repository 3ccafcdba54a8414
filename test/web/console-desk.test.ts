import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsoleWorld } from '../../scripts/console-world.ts';
import { receiptPicture } from '../../scripts/receipt-picture.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { Receiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import {
  type ConsoleWindow,
  expectAccessible,
  expectRefusalTold,
  expectShown,
  expectTold,
  openAs,
  pressBoth,
} from './support/console.ts';

/** What operators decide, case by case; what they keep in order: makers, stores, rates, users; what they look up: ledger, reports, the audit log. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let client: OperatorClient;

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  await fillConsoleWorld(service, await receiptPicture(browser));
  client = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  operator = await openAs(browser, service, 'operator', '/account');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

const reason = { Reason: 'A test' };

async function submit(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const dialog = operator.page.locator('.dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value);
  await dialog.getByRole('button', { name, exact: true }).click();
}

async function done(said: string): Promise<void> {
  await expectTold(operator.page, said);
  await operator.page.locator('.dialog').waitFor({ state: 'detached' });
}

const click = (name: string) => operator.page.getByRole('button', { name, exact: true }).first().click();

describe('a case', () => {
  const pane = (window = operator) => window.page.locator('.review');
  const title = (window = operator) => pane(window).locator('h2').first();
  const waits = async (id: string) => (await client.get(`/work/${id}`)).body.kind;

  it('opens beside the list, is decided by keys alone, and gives way to the next', async () => {
    const items = (await client.get('/work?kind=confirmed')).body.items;
    const [first, second] = items.filter(({ deal }: { deal: { type: string } }) => deal.type === 'in');
    await operator.open('/work?kind=confirmed');
    await operator.page.getByText('4,310.00').first().waitFor();
    const { keyboard } = operator.page;
    // Past the payout's proof.
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('Enter');
    await expectShown(title().getByText('4,310.00'));
    await operator.page.waitForURL(new RegExp(`case=${first.id}`));
    const picture = pane().locator('.receipt img');
    await picture.waitFor();
    for (const name of ['What the bank said', 'Recent arrivals at this maker', 'This payer before', 'Comments']) {
      await pane().getByRole('heading', { name }).waitFor();
    }
    // Both outcomes are said, and neither is chosen.
    await pane().getByText('The store is credited from the maker').waitFor();
    await pane().getByText("The deal ends and the maker's balance is released.").waitFor();
    expect(await pane().locator('.inline-act').count()).toBe(0);
    await expectAccessible(operator.page);
    await keyboard.press('c');
    await pane().getByRole('heading', { name: 'Money arrived' }).waitFor();
    await expectAccessible(operator.page);
    await keyboard.press('Control+Enter');
    await expectShown(title().getByText('7,777.00'));
    expect(await waits(first.id)).toBeNull();
    expect(await waits(second.id)).toBe('confirmed');
    await keyboard.press('Escape');
    await pane().waitFor({ state: 'detached' });
  });

  it('is claimed by a key and seen by others at once; a comment calls a colleague, who finds it', async () => {
    await client.post('/users', {
      login: 'eva',
      role: 'operator',
      password: 'a long pass phrase',
      ...{ reason: 'A test' },
    });
    const eva = await OperatorClient.signedIn(service.url, 'eva', 'a long pass phrase');
    const { id } = (await client.get('/work?kind=dispute')).body.items[0];
    await operator.open(`/?kind=dispute&case=${id}`);
    const { keyboard } = operator.page;
    await pane().getByRole('button', { name: 'Take the case' }).waitFor();
    await keyboard.press('l');
    await pane().getByText('Yours').waitFor();
    expect((await eva.get(`/work/${id}`)).body.claim).toMatchObject({ login: 'operator', isOwn: false });
    await eva.post(`/work/${id}/claim`, { takeOver: true });
    await pane().getByText('eva works on it').waitFor();
    await operator.page.locator('.desk-list').getByText('eva works on it').waitFor();
    await keyboard.press('l');
    await pane().getByText('Yours').waitFor();
    await keyboard.press('i');
    await keyboard.type('@eva is this your bank?');
    await keyboard.press('Control+Enter');
    await pane().locator('.comments').getByText('is this your bank?').waitFor();
    expect((await eva.get('/work')).body.mentions).toMatchObject([{ caseId: id, login: 'operator' }]);
    await eva.post(`/work/${id}/comments`, { text: '@operator it is' });
    const called = operator.page.locator('.panel', { hasText: 'You were mentioned' });
    // It is open: what is said in it is seen.
    await pane().getByText('it is', { exact: false }).first().waitFor();
    await expect.poll(async () => (await client.get('/work?limit=1')).body.mentions).toEqual([]);
    await called.waitFor({ state: 'detached' });
  });

  it('is decided once when a claim about a receipt is wrong: it does not come back as work', async () => {
    const { id } = (await service.shop.createPayin({ startDeal: true, amount: '8611.00' })).body;
    await service.shop.confirm(id);
    await service.shop.dispute(id, { disputeReason: 'has_payment' });
    await operator.open(`/?kind=dispute&case=${id}`);
    await pane()
      .getByRole('button', { name: /The claim is wrong.*Not paid: the deal is canceled/ })
      .click();
    await pane().getByLabel('What the merchant is told').selectOption('FRAUD_CONFIRM_DOCS');
    await pane().getByLabel('Reason').fill('The bank knows no such transfer');
    await pane().getByRole('button', { name: 'The claim is wrong', exact: true }).click();
    await expect.poll(() => waits(id)).toBeNull();
    const { body } = await client.get(`/deals/${id}`);
    expect(body).toMatchObject({ status: 'canceled', dispute: { result: 'FRAUD_CONFIRM_DOCS' } });
    expect((await client.get(`/work?limit=200`)).body.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });

  it('is matched with a deal that is picked from those on the same requisite', async () => {
    const { body } = await service.shop.createPayin({ startDeal: true, amount: '8712.00' });
    const [deal] = body.deals;
    const { requisiteId } = (await client.get(`/deals/${deal.id}`)).body;
    const short = { requisiteId, amount: '8700.00', reference: 'picked' };
    const { id } = (await client.post('/arrivals', short)).body;
    await operator.open(`/?kind=arrival&case=${id}`);
    const candidates = pane().locator('.panel', { hasText: 'Deals on this requisite' });
    await candidates.locator('li', { hasText: '8,712.00' }).getByRole('button', { name: 'Match' }).click();
    const form = pane().locator('.inline-act');
    await expect.poll(() => form.getByLabel('Deal', { exact: true }).inputValue()).toBe(deal.id);
    await expectAccessible(operator.page);
    await form.getByLabel('Reason').fill('The bank kept its fee');
    await form.getByRole('button', { name: 'Match' }).click();
    await expect.poll(() => waits(id)).toBeNull();
    expect((await client.get(`/deals/${deal.id}`)).body).toMatchObject({ status: 'completed' });
  });

  it('is a sheet over everything on a phone, in Russian too', async () => {
    const phone = await openAs(browser, service, 'operator', '/work?kind=confirmed', {
      isPhone: true,
      locale: 'ru-RU',
    });
    // The story has moved the service's clock; by this one everything waits for hours.
    await phone.page.clock.setFixedTime(service.now() + 3 * 3_600_000);
    await phone.page.locator('tbody .badge.bad').first().waitFor();
    await phone.page.locator('tbody tr', { hasText: '15 250,00' }).getByText('15 250,00').click();
    await expectShown(title(phone).getByText('15 250,00'));
    const box = await pane(phone).boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 390 });
    await pane(phone).getByText('Магазину зачислят деньги с баланса мейкера.').waitFor();
    const outside = `[...document.querySelectorAll('.review :is(button, a, dd, img)')].map((one) => one.getBoundingClientRect())
      .filter(({ left, right, width }) => width > 0 && (left < 0 || right > innerWidth)).length`;
    expect(await phone.page.evaluate(outside)).toBe(0);
    await expectAccessible(phone.page);
    await pane(phone)
      .getByRole('button', { name: /Деньги не пришли/ })
      .click();
    await pane(phone).getByLabel('Причина').fill('Проверено');
    await expectAccessible(phone.page);
    await pane(phone).getByRole('button', { name: 'Деньги не пришли', exact: true }).click();
    await expectTold(phone.page, 'Отклонено; средства освобождены');
    await phone.close();
  });

  it('is late by limits that operators set', async () => {
    await operator.open('/work');
    await click('Age limits');
    await operator.page.locator('.dialog').getByLabel('Kind of work').selectOption('withdrawal');
    const minutes = { 'Shown as waiting long after, minutes': '5', 'Shown as late after, minutes': '4' };
    await submit('Save', { ...minutes, ...reason });
    await operator.page.getByText('work_limit_order').waitFor();
    await submit('Save', { ...minutes, 'Shown as late after, minutes': '7', ...reason });
    await done('Saved');
    const { limits } = (await client.get('/work?limit=1')).body;
    expect(limits).toContainEqual({ kind: 'withdrawal', warnMinutes: 5, lateMinutes: 7 });
  });
});

describe('makers and requisites', () => {
  it('a maker is created, topped up, and paid back what is there and no more', async () => {
    await operator.open('/makers');
    await click('New maker');
    await submit('New maker', { Name: 'Desk 9', ...reason });
    await operator.page.getByRole('cell', { name: 'Desk 9' }).click();
    await expectShown(operator.page.getByText('No funds'));
    await click('Top up');
    await submit('Top up', { 'Amount, USDT': '1 500,25', ...reason });
    await done('Booked');
    await expectShown(operator.page.getByText('1,500.25').first());
    await click('Pay back');
    await submit('Pay back', { 'Amount, USDT': '2000', ...reason });
    await expectShown(operator.page.getByText('insufficient_funds'));
    await submit('Pay back', { 'Amount, USDT': '500.25', ...reason });
    await done('Booked');
    await expectShown(operator.page.getByText('1,000.00').first());
  });

  it('a requisite is created with a checked number, limited, paused and resumed', async () => {
    await click('New requisite');
    await operator.page.locator('.dialog').getByLabel('Way to pay').selectOption('TO_CARD');
    await submit('New requisite', { Number: '2200000000000013', Holder: 'Nina B.', ...reason });
    await expectShown(operator.page.getByText('invalid_requisite'));
    await submit('New requisite', { Number: '2200000000009997', Holder: 'Nina B.', ...reason });
    await done('Requisite created');
    await operator.page.getByRole('row', { name: /9997/ }).getByRole('button', { name: 'Change' }).click();
    await submit('Save', { 'Daily limit, RUB': '300000', ...reason });
    await done('Changed');
    await expectShown(operator.page.getByText('0.00 / 300,000.00'));
    await click('Pause');
    await expectShown(operator.page.getByText('Paused', { exact: true }));
    // By key: what is said of the pause stands above the button for a while.
    await operator.page.getByRole('button', { name: 'Resume', exact: true }).press('Enter');
    await expectShown(operator.page.getByText('In use', { exact: true }));
  });

  it('a file of requisites is refused as a whole, line by line, or taken', async () => {
    await click('Import CSV');
    await submit('Import CSV', { CSV: 'option,bank,currency,number\nSBP,nobank,RUB,+79990000001', ...reason });
    await expectShown(operator.page.getByText(/Line 2/));
    await operator.page.keyboard.press('Escape');
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });
    await click('Import CSV');
    await submit('Import CSV', { CSV: 'option,bank,currency,number\nSBP,vtb,RUB,+79990000001', ...reason });
    await expectShown(operator.page.getByText('1 imported'));
    await operator.page.keyboard.press('Escape');
    await expectShown(operator.page.getByText(/^\+7\D*999\D*000\D*00\D*01$/));
  });
});

describe('stores', () => {
  it('a merchant and a store are made; the secret is shown once', async () => {
    await operator.open('/stores');
    await click('New merchant');
    await submit('New merchant', { Name: 'Wide Trade', ...reason });
    const secret = await operator.page.locator('.secret').innerText();
    expect(secret.length).toBeGreaterThan(20);
    await operator.page.locator('.dialog').getByRole('button', { name: 'Close' }).last().click();
    await operator.page.getByRole('button', { name: 'Close without keeping it' }).click();
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });
    expect(await operator.page.content()).not.toContain(secret);
    await click('New store');
    await operator.page.locator('.dialog').getByLabel('Merchant').selectOption({ label: 'Wide Trade' });
    const limits = operator.page.getByRole('group', { name: 'Limits' });
    while ((await limits.getByRole('button', { name: 'Remove' }).count()) > 0) {
      await limits.getByRole('button', { name: 'Remove' }).first().click();
    }
    await submit('New store', { Name: 'Wide Shop', ...reason });
    await operator.page.getByRole('cell', { name: 'Wide Shop' }).click();
    await operator.page.getByText('No limits: nothing is accepted').waitFor();
  });

  it('settings, limits, keys and addresses are changed, each with a reason', async () => {
    await click('Change settings');
    const fee = 'Payin fee, %';
    await submit('Save', { [fee]: '100.01', ...reason });
    await operator.page.getByText('out_of_range').waitFor();
    await submit('Save', { [fee]: '3,25', ...reason });
    await done('Changed. Running deals keep their terms.');
    await operator.page.getByText('3.25 %').waitFor();
    await operator.page.locator('.panel', { hasText: 'Limits' }).getByRole('button', { name: 'Change' }).click();
    await click('Add a limit');
    await submit('Save', { Smallest: '600', Largest: '500', ...reason });
    await operator.page.getByText('limit_order').waitFor();
    await submit('Save', { Smallest: '100', Largest: '50 000', ...reason });
    await done('Changed. Running deals keep their terms.');
    await operator.page.getByText('50,000.00').waitFor();
    await operator.page.locator('.panel', { hasText: 'Payment page' }).getByRole('button', { name: 'Change' }).click();
    await submit('Save', { Colour: '#0a7cff', 'Sites allowed to embed': 'not-a-site', ...reason });
    await operator.page.getByText('invalid_origin').waitFor();
    await submit('Save', { 'Sites allowed to embed': 'https://shop.example', ...reason });
    await done('Changed. Pages opened from now on show it.');
    await operator.page.getByText('#0a7cff').waitFor();
    await click('New key');
    await submit('New key', reason);
    await done('Key created');
    await click('Revoke');
    await submit('Revoke', reason);
    await operator.page.getByText('Revoked', { exact: true }).first().waitFor();
    await click('Add an address');
    await submit('Add', { Address: 'nowhere', ...reason });
    await operator.page.getByText('invalid_address').waitFor();
    await submit('Add', { Address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', ...reason });
    await done('Added. It can be used after one day.');
    const { body } = await client.get('/audit-log?limit=7');
    expect(body.items.map((line: { reason: string }) => line.reason)).toEqual(Array(7).fill('A test'));
  });
});

describe('rates, users and the books', () => {
  it('a rate is set by hand and drawn', async () => {
    await operator.open('/rates');
    await click('Set rates');
    await submit('Set rates', { Payin: '0', ...reason });
    await operator.page.getByText('invalid_rate').waitFor();
    await submit('Set rates', { Payin: '96.10', ...reason });
    await done('Set. Running deals keep their rate.');
    await operator.page.getByRole('cell', { name: '96.10' }).waitFor();
    await expect.poll(() => operator.page.locator('.chart canvas').count()).toBe(1);
  });

  it('a user is made, and is disabled', async () => {
    await operator.open('/users');
    await click('New user');
    const user = { Login: 'petra', Password: 'a long pass phrase', ...reason };
    await submit('New user', { ...user, Login: 'Petra P' });
    await operator.page.getByText('invalid_login').waitFor();
    await submit('New user', user);
    await done('User created');
    const row = operator.page.getByRole('row', { name: /petra/ });
    await row.getByRole('button', { name: 'Change' }).click();
    await operator.page.locator('.dialog').getByLabel('Disabled').check();
    await submit('Save', reason);
    await row.getByText('Disabled').waitFor();
    await expect(OperatorClient.signedIn(service.url, 'petra', 'a long pass phrase')).rejects.toThrow('sign_in_failed');
  });

  it('the books are verified, an account followed to its other side, and both exported', async () => {
    await operator.open('/ledger');
    await click('Verify now');
    await done('The books balance');
    await operator.page.getByRole('row', { name: /^11 Store, available Demo Shop/ }).click();
    await operator.page.locator('.chart canvas').waitFor();
    const link = operator.page.getByRole('link', { name: 'Download CSV' });
    const [download] = await Promise.all([operator.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('statement-11.csv');
    await operator.page
      .getByRole('link', { name: /Maker, held/ })
      .first()
      .click();
    await operator.page.getByRole('heading', { name: /Maker, held/ }).waitFor();
    await operator.open('/reports?storeId=1');
    await operator.page.getByRole('table', { name: 'Reports' }).getByRole('cell', { name: 'Payins' }).waitFor();
    const [report] = await Promise.all([
      operator.page.waitForEvent('download'),
      operator.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    expect(report.suggestedFilename()).toBe('settlement-1.csv');
  });

  it('the audit log says who did what, and leads to it', async () => {
    await operator.open('/audit');
    await expectShown(operator.page.getByRole('row', { name: /change-user|user/ }).first());
    await operator.open('/audit?subjectKind=store&subjectId=3');
    await operator.page.getByRole('link', { name: 'store 3' }).first().click();
    await expectShown(operator.page.getByRole('heading', { name: 'Wide Shop', exact: true }));
  });
});

describe('notifications', () => {
  it('show each attempt, are sent again with a reason, and an address is tried before a shop relies on it', async () => {
    const receiver = await Receiver.start();
    const told = { internalId: 'told', notificationUrl: receiver.url, notificationToken: 'shop' };
    const { id } = (await service.shop.createPayin(told)).body;
    await service.shop.cancel(id);
    await operator.open(`/notifications?invoiceId=${id}`);
    await expectShown(operator.page.getByText('Delivered').first());
    await operator.page.locator('tbody tr').first().click();
    await expectShown(operator.page.getByText('Delivered · 200'));
    await click('Send again');
    await submit('Send again', { Reason: 'Asked by the shop' });
    await done('It will be sent');
    await expectShown(operator.page.getByText('Delivered · 200').nth(1));
    await operator.open(`/invoices/${id}`);
    await expectShown(operator.page.getByText('Delivery attempt #1, 2'));

    await operator.open('/notifications');
    await click('Test an address');
    await submit('Test an address', { Address: 'http://127.0.0.1:9/nobody' });
    await expectShown(operator.page.locator('.dialog').getByText('Not reachable'));
    await operator.page.keyboard.press('Escape');
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });
    await click('Test an address');
    await submit('Test an address', { Address: receiver.url });
    await expectShown(operator.page.locator('.dialog').getByText('Delivered'));
    await receiver.stop();
  });
});

describe('many rows at once', () => {
  it('are marked as returned, or paused, with one reason and a line in the log for each', async () => {
    for (const reference of ['bulk-1', 'bulk-2']) {
      await client.post('/arrivals', { requisiteId: 9, amount: '31.00', reference });
    }
    await operator.open('/arrivals?status=held&requisiteId=9');
    for (const name of ['bulk-1', 'bulk-2']) await operator.page.getByLabel(`Select ${name}`).check();
    await expectShown(operator.page.getByText('2 selected'));
    await expectAccessible(operator.page);
    const { items } = (await client.get('/arrivals?status=held&requisiteId=9')).body;
    await click('Mark as returned');
    await submit('Mark as returned', reason);
    await expectTold(operator.page, '2 done');
    await operator.page.getByText('No arrivals').waitFor();
    const { body } = await client.get(`/audit-log?subjectKind=arrival&subjectId=${items[0].id}`);
    expect(body.items[0]).toMatchObject({ action: 'return-arrival', reason: 'A test' });

    await operator.open('/requisites?number=7900000000');
    const boxes = operator.page.locator('tbody').getByRole('checkbox');
    await boxes.nth(1).waitFor();
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    await operator.page.locator('.bulk-bar').getByRole('button', { name: 'Pause', exact: true }).click();
    await submit('Pause', reason);
    await expectTold(operator.page, '2 done');
    const paused = (await client.get('/requisites?number=7900000000')).body.items.filter(
      ({ isPaused }: { isPaused: boolean }) => isPaused,
    );
    expect(paused).toHaveLength(2);
    for (const { id } of paused) await client.post(`/requisites/${id}/resume`);
  });
});

describe('lists', () => {
  it('keep filter, order, columns and page in the address, which can be opened again', async () => {
    await operator.open('/deals');
    await operator.page.getByLabel('Direction').selectOption('out');
    // Until the rows of both directions, which stay on the screen for a while, are gone.
    const { items } = (await client.get('/deals?type=out')).body;
    const rows = operator.page.locator('tbody tr:not(.skeleton)');
    await expect.poll(() => rows.count()).toBe(items.length);
    await operator.page.getByRole('button', { name: 'Sum' }).click();
    await operator.page.getByRole('button', { name: 'Columns' }).click();
    await operator.page.getByRole('menuitemcheckbox', { name: 'Rate' }).click();
    await operator.page.keyboard.press('Escape');
    const { search } = new URL(operator.page.url());
    const parameters = new URLSearchParams(search);
    expect(parameters.get('type')).toBe('out');
    expect(parameters.get('sort')).toBe('sum.up');
    expect(parameters.get('columns')).toContain('rate');
    const sums = async () => await operator.page.locator('tbody td.numeric .money').allTextContents();
    await expect.poll(async () => (await sums())[0]).toContain('3,150.00');
    const before = await sums();
    await operator.page.reload();
    await operator.page.getByRole('columnheader', { name: 'Rate' }).waitFor();
    await expect.poll(sums).toEqual(before);
  });

  it('leave to a dialog that a row has opened its clicks, its keys and what was typed, also when the row is gone', async () => {
    const { body } = await service.shop.createPayin({ amount: '4319.00', startDeal: true });
    await operator.open('/deals?status=transfer_waiting&type=in');
    await operator.page
      .getByRole('row', { name: /4,319.00/ })
      .getByRole('button', { name: 'Money arrived', exact: true })
      .click();
    const words = operator.page.locator('.dialog').getByLabel('Reason', { exact: true });
    await words.fill('Seen in the app');
    await words.click();
    await operator.page.keyboard.press('ArrowDown');
    expect(await operator.page.evaluate('document.activeElement.name')).toBe('reason');
    await operator.page.locator('.dialog').getByText('Reason', { exact: true }).click();
    expect(new URL(operator.page.url()).pathname).toBe('/console/deals');
    await client.post(`/deals/${body.deals[0].id}/settle`, { reason: 'a test' });
    await operator.page.locator('tr', { hasText: '4,319.00' }).waitFor({ state: 'detached' });
    expect(await words.inputValue()).toBe('Seen in the app');
    await click('Cancel');
  });

  it('follow a date as soon as it is picked, and not one that is half typed', async () => {
    await operator.open('/invoices');
    await operator.page.locator('tbody tr:not(.skeleton)').first().waitFor();
    await operator.page.getByLabel('From').fill('0002-01-01');
    await operator.page.getByLabel('From').fill('2030-01-01');
    await operator.page.waitForURL(/from=2030-01-01/);
    await expectShown(operator.page.getByText('No invoices', { exact: true }));
    expect(operator.page.url()).not.toContain('0002');
  });

  it('go on by cursor and back by the browser', async () => {
    await operator.open('/requisites');
    // Names of banks may come after the rows: the number of the first one says which page it is.
    const numberOfFirst = operator.page.locator('tbody tr:not(.skeleton)').first().locator('td').nth(2);
    const first = await numberOfFirst.innerText();
    expect(first).toContain('+7');
    await operator.page.keyboard.press('n');
    await operator.page.waitForURL(/after=/);
    await expect.poll(() => numberOfFirst.innerText()).not.toBe(first);
    await operator.page.getByRole('button', { name: 'Back' }).click();
    await expect.poll(() => numberOfFirst.innerText()).toBe(first);
  });

  it('say when there is nothing, and when something is wrong', async () => {
    await operator.open('/invoices?internalId=no-such');
    await expectShown(operator.page.getByText('No invoices'));
    await operator.open('/invoices?requisite=12');
    await expectShown(operator.page.getByText('wrong_type'));
    await expectShown(operator.page.getByRole('button', { name: 'Try again' }));
  });

  it('explain their keys', async () => {
    await operator.open('/work');
    await operator.page.locator('tbody tr').first().waitFor();
    await operator.page.keyboard.press('?');
    const sheet = operator.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Next row').waitFor();
    await expectAccessible(operator.page);
    await operator.page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await pressBoth(operator, 'g', 'l');
    await operator.page.getByRole('heading', { name: 'Ledger' }).waitFor();
  });

  it('have the same keys on a Russian keyboard, by their places', async () => {
    await operator.open('/work');
    await operator.page.locator('tbody tr').first().waitFor();
    // All at once: the second key of two counts for about a second after the first.
    const press = (...keys: readonly (readonly [key: string, code: string])[]) => {
      const events = JSON.stringify(keys.map(([key, code]) => ({ key, code, bubbles: true, cancelable: true })));
      return operator.page.evaluate(`for (const event of ${events})
        document.body.dispatchEvent(new KeyboardEvent('keydown', event))`);
    };
    await press(['п', 'KeyG'], ['д', 'KeyL']);
    await operator.page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await press(['.', 'Slash']);
    await expectShown(operator.page.getByRole('dialog', { name: 'Search' }));
    await operator.page.keyboard.press('Escape');
  });
});

describe('two windows', () => {
  it('an operator and a maker see each other’s acts without touching anything', async () => {
    const maker = await openAs(browser, service, 'maker', '/requisites?number=79000000001');
    const toggle = maker.page.getByRole('switch');
    await toggle.waitFor();
    expect(await toggle.getAttribute('aria-checked')).toBe('true');
    await operator.open('/requisites?id=1');
    await expectRefusalTold(operator.page, '**/api/operator/requisites/1/pause', () => click('Pause'));
    await click('Pause');
    await maker.page.locator('[role=switch][aria-checked=false]').waitFor();
    // What an operator has paused, only an operator resumes.
    expect(await toggle.isDisabled()).toBe(true);
    await click('Resume');
    await maker.page.locator('[role=switch][aria-checked=true]').waitFor();
    await toggle.click();
    await operator.page.getByText('Paused by the maker', { exact: true }).waitFor();
    // The maker's own window may hear of it later; until then another press would pause once more.
    await maker.page.locator('[role=switch][aria-checked=false]').waitFor();
    await toggle.click();
    await operator.page.getByText('In use', { exact: true }).waitFor();

    await operator.open('/deals?makerId=1');
    await operator.page.locator('tbody tr').first().waitFor();
    await maker.open('/payouts');
    const { id } = (await service.shop.createPayout({ amount: '4321.00' })).body;
    await maker.page.getByText('4,321.00').first().waitFor();
    const taken = await OperatorClient.signedIn(service.url, 'maker', 'demo-maker-password');
    expect((await taken.post(`/payouts/${id}/take`, {})).status).toBe(200);
    await operator.page.getByRole('row', { name: /4,321.00/ }).waitFor();
    await maker.close();
  });
});
