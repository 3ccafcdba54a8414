import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillConsoleWorld } from '../../scripts/console-world.ts';
import { receiptPicture } from '../../scripts/receipt-picture.ts';
import { settingWarnings } from '../../src/domain/authority/setting-warnings.ts';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import { moscowDay, sinceMoscowNoon } from '../support/moscow.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn } from '../support/staff.ts';
import { type ConsoleWindow, expectAccessible, expectShown, expectTold, openAs } from './support/console.ts';

/** An operator's day, each job from the first click to what the books say afterwards. */
let service: TestService;
let browser: Browser;
let operator: ConsoleWindow;
let client: OperatorClient;
let second: OperatorClient;

const transaction = 'ab12'.repeat(16);

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({}, sinceMoscowNoon()), openBrowser()]);
  // Who approves a withdrawal was there before it was asked for.
  second = await createSignedIn(service, { login: 'second-operator', role: 'operator' });
  await fillConsoleWorld(service, await receiptPicture(browser));
  await fillArchive();
  client = await OperatorClient.signedIn(service.url, 'operator', 'demo-operator-password');
  operator = await openAs(browser, service, 'operator');
});
afterAll(async () => {
  await operator?.close();
  await browser?.close();
  await expectLawsHold(service.db.pool);
  await service?.stop();
});

const file = { name: 'quittance-2026-04-3f9c20b17a55.archive.gz', sha256: '3f9c20b17a55'.padEnd(64, '0') };

/** Two months that are here, and one that lies in a file. */
async function fillArchive(): Promise<void> {
  await service.db.owner.query(`select archive_open_month('2026-05-01'), archive_open_month('2026-06-01')`);
  await service.db.owner.query(
    `insert into archive_months (month, detached_at, file_name, file_sha256, counts)
     values ('2026-04-01', '2026-11-01', $1, $2, '{"invoices": 18204}')`,
    [file.name, file.sha256],
  );
}

const waiting = async (kind: string) => (await client.get(`/work?kind=${kind}`)).body.items;

async function submit(name: string, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  const dialog = operator.page.locator('.dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name, exact: true }).click();
}

describe('the work queue', () => {
  it('shows what waits, oldest first, and axe finds nothing serious', async () => {
    await operator.open('/work');
    const kinds = operator.page.locator('tbody tr:not(.skeleton) td:nth-child(2)');
    await expect
      .poll(() => kinds.allTextContents())
      .toEqual([
        'Assign payout',
        'Check payout proof',
        ...Array(4).fill('Confirm arrival'),
        ...Array(2).fill('Decide dispute'),
        ...Array(2).fill('Match arrival'),
        ...Array(2).fill('Approve withdrawal'),
      ]);
    await expectAccessible(operator.page);
  });

  it('is a list of cards on a phone, as other lists are: every fact has its title, every button is on the screen', async () => {
    const phone = await openAs(browser, service, 'operator', '/work', { isPhone: true });
    // The head has buttons too, to sort by, before there is anything to sort.
    const first = phone.page.locator('tbody tr:not(.skeleton)').first();
    await first.waitFor();
    const outside = `[...document.querySelectorAll('main :is(button, a, td):not(thead *)')].map((one) => one.getBoundingClientRect())
      .filter(({ left, right, width }) => width > 0 && (left < 0 || right > innerWidth)).length`;
    const title = `getComputedStyle(document.querySelector('td[data-title=Kind]'), '::before').content`;
    expect(await phone.page.evaluate(title)).toContain('Kind');
    for (const path of ['/', '/work', '/invoices', '/deals', '/withdrawals', '/ledger', '/makers', '/audit']) {
      await phone.open(path);
      await phone.page.locator('tbody tr:not(.skeleton), .overview').first().waitFor();
      expect(await phone.page.evaluate(outside), path).toBe(0);
      await expectAccessible(phone.page);
    }
    await phone.close();
  });

  it('confirms an arrival by keys alone', async () => {
    const [item] = (await waiting('confirmed')).filter(({ deal }: { deal: { type: string } }) => deal.type === 'in');
    await operator.open('/work?kind=confirmed');
    await operator.page.getByText('4,310.00').waitFor();
    const { keyboard } = operator.page;
    await keyboard.press('j');
    await keyboard.press('j');
    await keyboard.press('c');
    const dialog = operator.page.getByRole('dialog', { name: 'Money arrived' });
    await dialog.getByText('4,310.00').waitFor();
    await expectAccessible(operator.page);
    // The focus is in the dialog: Tab to the reason is not needed, a usual one is there.
    await keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await expectTold(operator.page, 'Settled');
    expect((await client.get(`/deals/${item.id}`)).body).toMatchObject({ status: 'completed' });
  });

  it('says what the service has against an act, by field and code, and keeps the form', async () => {
    await operator.open('/work?kind=confirmed');
    await operator.page.getByText('7,777.00').waitFor();
    await operator.page
      .getByRole('row', { name: /7,777.00/ })
      .getByRole('button', { name: 'Money arrived', exact: true })
      .click();
    await submit('Money arrived', { 'A different amount arrived, RUB': '7777.123' });
    const dialog = operator.page.locator('.dialog');
    await dialog.getByText('invalid_amount').waitFor();
    expect(await dialog.getByLabel('A different amount arrived, RUB').getAttribute('aria-invalid')).toBe('true');
    await submit('Money arrived', { 'A different amount arrived, RUB': '7 700,50' });
    await dialog.waitFor({ state: 'detached' });
    const { body } = await client.get('/invoices?internalId=A-1901');
    expect(body.items[0]).toMatchObject({ status: 'paid', sum: { amount: '7700.50' } });
  });

  it('matches one arrival with its deal and marks another as returned', async () => {
    await operator.open('/work?kind=arrival');
    await operator.page
      .getByRole('row', { name: /5,000.00/ })
      .getByRole('button', { name: 'Match' })
      .click();
    await submit('Match', { Reason: 'The payer sent less and agreed' });
    await expectTold(operator.page, 'Matched');
    await operator.page
      .getByRole('row', { name: /640.00/ })
      .getByRole('button', { name: 'Returned' })
      .click();
    await submit('Returned', { Reason: 'Nobody claims it' });
    await operator.page.getByText('Nothing to do').waitFor();
    expect(await waiting('arrival')).toEqual([]);
  });

  it('proposes no deal for money that came twice, and the deal for money that a person has seen before the bank', async () => {
    const proposed = async (id: string) => {
      await operator.open(`/arrivals?id=${id}`);
      await operator.page.getByRole('button', { name: 'Match' }).click();
      const field = operator.page.getByRole('dialog').getByLabel('Deal', { exact: true });
      await field.waitFor();
      return field;
    };
    const arrive = async (requisiteId: number, amount: string, reference: string) =>
      (await client.post('/arrivals', { requisiteId, amount, reference })).body;
    const started = async (amount: string) => {
      const { body } = await service.shop.createPayin({ amount, startDeal: true, paymentOption: 'TO_CARD' });
      return (await client.get(`/deals/${body.deals[0].id}`)).body;
    };
    const paid = await started('4441.00');
    expect((await arrive(paid.requisiteId, '4441.00', 'once')).status).toBe('matched');
    const again = await arrive(paid.requisiteId, '4441.00', 'twice');
    expect(again).toMatchObject({ status: 'held', exception: 'twice', dealId: paid.id });
    const field = await proposed(again.id);
    await operator.page.getByText('Its own deal is paid already').waitFor();
    expect(await field.inputValue()).toBe('');
    await operator.page.keyboard.press('Escape');

    const seen = await started('4442.00');
    expect((await client.post(`/deals/${seen.id}/settle`, { reason: 'seen in the app' })).status).toBe(200);
    const late = await arrive(seen.requisiteId, '4442.00', 'after the person');
    const likely = await proposed(late.id);
    await expect.poll(() => likely.inputValue()).toBe(seen.id);
    await submit('Match', { Reason: 'The same money' });
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });
    expect((await client.get(`/arrivals?id=${late.id}`)).body.items[0]).toMatchObject({ status: 'matched' });
    expect((await client.post(`/arrivals/${again.id}/return`, { reason: 'sent back' })).status).toBe(200);
  });

  it('asks before money goes back that may be a deal’s own, and before a deal gives up money that is matched to it', async () => {
    const started = async (amount: string) => {
      const { body } = await service.shop.createPayin({ amount, startDeal: true, paymentOption: 'TO_CARD' });
      return (await client.get(`/deals/${body.deals[0].id}`)).body;
    };
    const arrive = async (requisiteId: number, amount: string) =>
      (await client.post('/arrivals', { requisiteId, amount, reference: `asked ${amount}` })).body.id;
    const byHand = await started('4443.00');
    expect((await client.post(`/deals/${byHand.id}/settle`, { reason: 'seen in the app' })).status).toBe(200);
    const second = await arrive(byHand.requisiteId, '4443.00');
    await operator.open(`/arrivals?id=${second}`);
    await operator.page.getByRole('button', { name: 'Returned' }).click();
    const dialog = operator.page.locator('.dialog');
    const isSecond = dialog.getByLabel('It is a second transfer');
    await dialog.getByLabel('Reason').waitFor();
    expect(await isSecond.count()).toBe(0);
    await submit('Returned', { Reason: 'Sent back by the bank' });
    await isSecond.check();
    await expectAccessible(operator.page);
    await submit('Returned');
    await dialog.waitFor({ state: 'detached' });
    expect((await client.get(`/arrivals?id=${second}`)).body.items[0]).toMatchObject({ status: 'returned' });

    const wrong = await started('4444.00');
    const money = await arrive(wrong.requisiteId, '4444.00');
    const form = new FormData();
    form.set('disputeReason', 'no_payment');
    form.set('reason', 'It was for another deal');
    expect((await client.upload(`/invoices/${wrong.invoiceId}/dispute`, form)).status).toBe(200);
    await operator.open(`/invoices/${wrong.invoiceId}`);
    await operator.page.getByRole('button', { name: 'The claim is right' }).click();
    await submit('The claim is right', { Reason: 'The payer of the other deal sent it' });
    await dialog.getByLabel('That money is somebody else’s').check();
    await expectAccessible(operator.page);
    await submit('The claim is right');
    await dialog.waitFor({ state: 'detached' });
    // Nobody uploaded a receipt, and the story of the invoice does not say so.
    await operator.page
      .getByText('A payment was counted, but its money was not found, and it was taken back.')
      .waitFor();
    await operator.page.getByText('The money was not found: taken back').waitFor();
    expect(await operator.page.getByText(/receipt (was )?(uploaded|rejected)/i).count()).toBe(0);
    expect((await client.get(`/arrivals?id=${money}`)).body.items[0]).toMatchObject({ status: 'held', dealId: null });
    expect((await client.post(`/arrivals/${money}/return`, { reason: 'sent back' })).status).toBe(200);
  });

  it('decides a dispute with the receipt beside the deal', async () => {
    await operator.open('/work?kind=dispute');
    await operator.page.getByText('6,200.00').click();
    await operator.page.getByRole('link', { name: 'Whole invoice' }).click();
    await operator.page.getByRole('heading', { name: /A-1950/ }).waitFor();
    const picture = operator.page.locator('.receipt img');
    await picture.waitFor();
    await expect
      .poll(() => picture.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth))
      .toBe(360);
    // Nobody has seen the money yet.
    await operator.page.getByText('Claimed by receipt').waitFor();
    await expectAccessible(operator.page);
    await operator.page.keyboard.press('a');
    const dialog = operator.page.getByRole('dialog', { name: 'Accept the claim' });
    // The decision has a second of its own.
    service.advance(60_000);
    expect(await dialog.getByLabel('With a different sum, RUB').inputValue()).toBe('6000.00');
    await dialog.getByText('The payin is paid with 6,000.00 RUB').waitFor();
    await submit('The claim is right', { Reason: 'The receipt shows 6,000' });
    await dialog.waitFor({ state: 'detached' });
    await operator.page.getByText('Dispute accepted').waitFor();
    expect((await client.get('/invoices?internalId=A-1950')).body.items[0]).toMatchObject({
      status: 'paid',
      sum: { amount: '6000.00' },
    });
  });

  it('shows an invoice as it was before, by keys alone', async () => {
    const { body } = await client.get('/invoices?internalId=A-1950');
    await operator.open(`/invoices/${body.items[0].id}`);
    const slider = operator.page.getByRole('slider', { name: 'Look at an earlier time' });
    const past = operator.page.getByRole('region', { name: 'As it was' });
    const later = operator.page.locator('.timeline .later');
    await slider.focus();
    await operator.page.keyboard.press('Home');
    await past.getByText('6,200.00').first().waitFor();
    expect(await past.getByText('Paid', { exact: true }).count()).toBe(0);
    await past.getByText('Balances then').waitFor();
    expect(await later.count()).toBeGreaterThan(0);
    await expectAccessible(operator.page);
    await operator.page.keyboard.press('End');
    await past.waitFor({ state: 'detached' });
    await operator.page.keyboard.press('ArrowLeft');
    await past.getByText('Paid', { exact: true }).waitFor();
    await past.getByText('6,000.00').first().waitFor();
    expect(await later.count()).toBe(0);
    await past.getByRole('button', { name: 'Back to now' }).click();
    await past.waitFor({ state: 'detached' });
  });

  it('rejects a dispute with what the merchant is told', async () => {
    await operator.open('/work?kind=dispute');
    await operator.page.getByRole('button', { name: 'The claim is wrong', exact: true }).click();
    const dialog = operator.page.locator('.dialog');
    // Both answers are said before either is given.
    await dialog.getByText("The payin is paid with 9,100.00 RUB, out of the maker's balance.").waitFor();
    await dialog.getByText('Everything is as before the dispute.').first().waitFor();
    const [told, money] = [dialog.getByLabel('What the merchant is told'), dialog.getByLabel('And the money')];
    // Who asks for papers has not looked at the money.
    await told.selectOption('WAITING_CONFIRM_DOCS_FROM_TRADER');
    await dialog.getByText('Nothing is decided about the money').waitFor();
    expect(await money.count()).toBe(0);
    await told.selectOption('FRAUD_CONFIRM_DOCS');
    await money.waitFor();
    await expectAccessible(operator.page);
    await submit('The claim is wrong', { Reason: 'The bank knows no such transfer' });
    await operator.page.getByText('Nothing to do').waitFor();
    const { body } = await client.get('/invoices?internalId=A-1951');
    expect(body.items[0].status).not.toBe('dispute');
  });

  it('assigns a payout to a maker, and settles one whose proof is there', async () => {
    await operator.open('/work?kind=payout');
    await operator.page.getByRole('button', { name: 'Assign', exact: true }).click();
    await operator.page.locator('.dialog').getByLabel('Maker').selectOption({ label: 'Demo Maker 4' });
    await submit('Assign');
    await operator.page.getByText('Nothing to do').waitFor();
    expect((await client.get('/deals?makerId=4&type=out')).body.items).toHaveLength(1);
    await operator.open('/work?kind=confirmed');
    await operator.page.getByRole('button', { name: 'Payout was paid' }).click();
    await submit('Payout was paid');
    await expectTold(operator.page, 'Settled');
    expect((await client.get('/invoices?internalId=P-301')).body.items[0].status).toBe('paid');
  });

  it('says that a payout was not paid: while its proof is held, after it was credited, and by accepting the claim', async () => {
    const proven = async (amount: string): Promise<string> => {
      const { body } = await service.shop.createPayout({ amount });
      await client.post(`/payouts/${body.id}/take`, { makerId: 5, reason: 'a test' });
      const form = new FormData();
      form.set('attachment', new Blob([pngReceipt]), 'proof.png');
      expect((await client.upload(`/payouts/${body.id}/proof`, form)).status).toBe(200);
      return body.id;
    };
    const [held, credited, claimed] = [await proven('7011.00'), await proven('7022.00'), await proven('7033.00')];
    await operator.open(`/invoices/${held}`);
    await operator.page.getByRole('button', { name: 'It was not paid' }).click();
    await operator.page.getByText('The deal is canceled and the maker is not credited.').waitFor();
    await expectAccessible(operator.page);
    await operator.page.getByLabel('And then').selectOption('pool');
    await submit('It was not paid', { Reason: 'The proof is of another day' });
    await expectTold(operator.page, 'Done: the maker gets nothing');
    expect((await client.get(`/invoices/${held}`)).body).toMatchObject({ status: 'new', deals: [{}, {}] });

    await client.post(`/deals/${credited}/settle`, { reason: 'a test' });
    await operator.open(`/invoices/${credited}`);
    await operator.page.getByRole('button', { name: 'It was not paid' }).click();
    await operator.page.getByLabel('And then').selectOption('cancel');
    await submit('It was not paid', { Reason: 'The receiver has nothing' });
    await operator.page.getByText('Payout taken back').first().waitFor();
    expect((await client.get(`/invoices/${credited}`)).body.status).toBe('canceled');

    await service.shop.dispute(claimed, { disputeReason: 'no_payment' });
    await operator.open(`/invoices/${claimed}`);
    await operator.page.getByRole('button', { name: 'The claim is right' }).click();
    await operator.page.locator('.dialog').getByText('The payout was not paid: the deal is canceled').waitFor();
    await expectAccessible(operator.page);
    await operator.page.getByLabel('And then').selectOption('cancel');
    await submit('The claim is right', { Reason: 'The receiver has nothing' });
    await operator.page.getByText('Dispute accepted').waitFor();
    expect((await client.get(`/invoices/${claimed}`)).body.status).toBe('canceled');
  });

  it('rejects a transfer whose money never came: by a key in the queue, by a button on its invoice', async () => {
    const confirmed = async (amount: string): Promise<string> => {
      const { body } = await service.shop.createPayin({ startDeal: true, amount });
      expect((await service.shop.confirm(body.id)).status).toBe(200);
      return body.id;
    };
    const [first, second] = [await confirmed('8311.00'), await confirmed('8322.00')];
    await operator.open('/work?kind=confirmed');
    const row = operator.page.getByRole('row', { name: /8,311.00/ });
    await row.waitFor();
    await row.getByRole('button', { name: 'No money arrived' }).waitFor();
    await row.focus();
    await operator.page.keyboard.press('x');
    const dialog = operator.page.getByRole('dialog', { name: 'Reject the transfer: no money arrived' });
    await dialog.getByText('8,311.00').waitFor();
    await expectAccessible(operator.page);
    await submit('No money arrived', { Reason: 'The receipt is of another day' });
    await dialog.waitFor({ state: 'detached' });
    await expectTold(operator.page, 'Rejected; the balance is released');
    await row.waitFor({ state: 'detached' });
    expect((await client.get(`/deals/${first}`)).body).toMatchObject({ status: 'canceled' });
    expect((await service.shop.read(first)).body).toMatchObject({ status: 'new', deals: [], payoutSum: null });

    await operator.open(`/invoices/${second}`);
    await operator.page.getByRole('button', { name: 'No money arrived' }).click();
    await submit('No money arrived', { Reason: 'The bank knows no such transfer' });
    await dialog.waitFor({ state: 'detached' });
    await operator.page.getByText('Reject transfer', { exact: true }).waitFor();
    await operator.page.getByText('The bank knows no such transfer').waitFor();
    await expect.poll(() => operator.page.getByRole('button', { name: 'No money arrived' }).count()).toBe(0);
  });

  it('lets a withdrawal go after two people approved it, and rejects another', async () => {
    await operator.open('/work?kind=withdrawal');
    await operator.page
      .getByRole('row', { name: /250.00/ })
      .getByRole('button', { name: 'Approve' })
      .click();
    await operator.page.getByText('0 of 2').waitFor();
    await submit('Approve', { Reason: 'Known customer' });
    await expectTold(operator.page, 'Approved');
    await operator.page
      .getByRole('row', { name: /250.00/ })
      .getByRole('button', { name: 'Approve' })
      .click();
    await submit('Approve', { Reason: 'Once more' });
    await operator.page.getByText('already_approved').waitFor();
    await operator.page.keyboard.press('Escape');
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });

    const [first] = await waiting('withdrawal');
    expect((await second.post(`/withdrawals/${first.id}/approve`, { reason: 'Agreed' })).status).toBe(200);
    await operator.page
      .getByRole('row', { name: /250.00/ })
      .getByRole('button', { name: 'Sent' })
      .click();
    await submit('Sent', { 'Transaction ID': `0x${transaction}` });
    await expectTold(operator.page, 'Marked as sent');
    await expect.poll(() => operator.page.getByRole('button', { name: 'Reject' }).count()).toBe(1);
    await operator.page.getByRole('button', { name: 'Reject' }).click();
    await submit('Reject', { Reason: 'The address is not the merchant’s' });
    await operator.page.getByText('Nothing to do').waitFor();
    await operator.open('/withdrawals');
    await operator.page.getByText(transaction).waitFor();
    await operator.page.getByText('The address is not the merchant’s').waitFor();
  });
});

describe('the search', () => {
  it.each([
    ['an internal ID', 'A-1042', /Invoice A-1042/],
    ['the end of a requisite', '0012', /Requisite 2200000000000012/],
    ['an amount', '15250', /Invoice A-1903/],
    ['a bank reference', 'SBP-88120503', /Arrival SBP-88120503/],
    ['a transaction', `0x${transaction}`, /Withdrawal/],
  ])('finds by %s, by keys alone', async (_, typed, found) => {
    await operator.open('/work');
    await operator.page.getByRole('heading', { name: 'Work queue' }).waitFor();
    await operator.page.keyboard.press('/');
    await operator.page.keyboard.type(typed);
    await operator.page.getByRole('option', { name: found }).first().waitFor();
    await operator.page.keyboard.press('Enter');
    await operator.page.locator('.dialog').waitFor({ state: 'detached' });
    await operator.page.locator('h1').waitFor();
    await expect.poll(() => new URL(operator.page.url()).pathname).not.toBe('/console/work');
  });

  it('opens what is found for what is typed, not what was found for what stood there before', async () => {
    await operator.open('/work');
    await operator.page.getByRole('heading', { name: 'Work queue' }).waitFor();
    await operator.page.keyboard.press('/');
    await operator.page.getByRole('combobox').fill('A-1042');
    await operator.page
      .getByRole('option', { name: /Invoice A-1042/ })
      .first()
      .waitFor();
    await operator.page.getByRole('combobox').fill('A-1950');
    await operator.page.keyboard.press('Enter');
    await expectShown(operator.page.getByRole('heading', { name: /A-1950/ }));
  });

  it('takes every key that is pressed after the one that opens it, and gives the focus back', async () => {
    await operator.open('/work');
    const link = operator.page.getByRole('link', { name: 'Deals' });
    await link.focus();
    // A busy browser draws no frame for a while; fast fingers do not wait for one.
    await operator.page.evaluate('window.requestAnimationFrame = () => 0');
    await operator.page.keyboard.press('/');
    await operator.page.keyboard.type('A-1042');
    expect(await operator.page.getByRole('combobox').inputValue()).toBe('A-1042');
    await operator.page.keyboard.press('Escape');
    await expect.poll(() => link.and(operator.page.locator(':focus')).count()).toBe(1);
  });
});

describe('a stop of money after a failover that lost commits', () => {
  it('is on System with what was lost, on a phone and in the dark too, and an operator lifts it', async () => {
    const [kept, gone] = ['01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4', '01a1d9f0-1b2c-7a11-a3d5-6f0e92c847b1'];
    const lost = JSON.stringify([
      { subjectId: gone, what: 'invoice' },
      { subjectId: kept, what: 'status' },
    ]);
    await service.db.pool.query('insert into money_stops (stopped_at, lost) values (now(), $1)', [lost]);
    const phone = await openAs(browser, service, 'operator', '/system', { isPhone: true, isDark: true });
    await phone.page.getByText('a failover lost commits').first().waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await expectAccessible(phone.page);
    await phone.close();
    await operator.open('/system');
    await operator.page.getByText('Its last change').waitFor();
    await operator.page.getByRole('button', { name: 'Lift the stop' }).click();
    await submit('Lift the stop', { Reason: 'both shops have asked again' });
    await expectTold(operator.page, 'The stop is lifted');
    await expect.poll(() => operator.page.getByText('a failover lost commits').count()).toBe(0);
    const line = (await client.get('/audit-log?subjectKind=money-stop&subjectId=1')).body.items[0];
    expect(line).toMatchObject({ action: 'lift-money-stop', reason: 'both shops have asked again' });
  });
});

describe('a production service that is not safe', () => {
  it('says on System what a sandbox has done to its invoices, and which settings are hardly meant', async () => {
    const invoice = '01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4';
    const fates = JSON.stringify([{ subjectId: invoice, what: 'fate' }]);
    await service.db.pool.query('insert into money_stops (stopped_at, lost) values (now(), $1)', [fates]);
    const phone = await openAs(browser, service, 'operator', '/system', { isPhone: true });
    await phone.page.route('**/api/operator/system', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, settingWarnings: Object.keys(settingWarnings) } });
    });
    await phone.page.getByText('A sandbox acted on the invoice').waitFor();
    await phone.page.getByText('BACKUP_RECIPIENTS is empty').waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await phone.page.locator(`a[href$="/invoices/${invoice}"]`).count()).toBe(1);
    await expectAccessible(phone.page);
    await phone.close();
    await service.db.pool.query('update money_stops set lifted_at = now() where lifted_at is null');
  });
});

describe('the archive', () => {
  it('is on System: the months, where each of them is, and what to type for the oldest', async () => {
    await operator.open('/system');
    const panel = operator.page.locator('section.panel', { hasText: 'Old data' });
    await panel.getByText('2026-06').first().waitFor();
    const rows = await panel.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split(/\s/, 1)[0])).toEqual(['2026-06', '2026-05', '2026-04']);
    expect(rows[2]).toContain('18,204');
    expect(rows[2]).toContain(file.name);
    expect(await panel.locator('.commands li').allInnerTexts()).toEqual([
      expect.stringContaining('quittance archive run --after 90'),
      expect.stringContaining('quittance archive detach 2026-05 --to /mnt/archive'),
      expect.stringContaining(`quittance archive attach /mnt/archive/${file.name}`),
    ]);
  });
});

describe('authorization', () => {
  it('shows a maker nothing of an operator’s page, loads nothing of it and calls nothing', async () => {
    const maker = await openAs(browser, service, 'maker', '/account');
    const loaded: string[] = [];
    maker.page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await maker.open('/nowhere');
    await maker.page.getByText('Page not found').waitFor();
    for (const path of ['/ledger', '/stores/1', '/users', '/audit', '/system', '/rates', '/makers/2']) {
      maker.calls();
      loaded.length = 0;
      await maker.open(path);
      await maker.page.getByText('Page not found').waitFor();
      expect(maker.calls()).toEqual(['GET /api/operator/me']);
      const ofPages = /\/assets\/(ledger|store|users|audit|system|rates|maker)/;
      expect(loaded.filter((name) => ofPages.test(name))).toEqual([]);
    }
    await maker.close();
  });
});

describe('a bank statement', () => {
  /** By the service's clock, where the bank is. */
  let day: string;
  beforeAll(() => {
    day = moscowDay(service.now());
  });
  const dialog = () => operator.page.locator('.dialog');

  it('is dropped, looked at and read; what only the bank knows is explained, and the day is closed', async () => {
    const sums = ['4 211,17', '92,50'].map(
      (sum, index) => `${russian(day)};${sum};Олег К.;Перевод ${index};${index}\n`,
    );
    const balances = ['4211,17', '4303,67'];
    const rows = sums.map((row, index) => row.replace(/;\d\n$/, `;${balances[index]}\n`));
    const csv = `Дата;Сумма;Контрагент;Назначение;Остаток\n${rows.join('')}`;
    await operator.open('/bank');
    await operator.page.getByRole('button', { name: 'Bring in a file' }).click();
    await choose('Requisite', 0);
    const file = { name: 'statement.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await dialog().locator('input[type=file]').setInputFiles(file);
    await dialog().getByRole('button', { name: 'Upload' }).click();
    await dialog().getByRole('table', { name: 'How it is read' }).getByText('+4211.17').waitFor();
    await expect.poll(() => dialog().getByLabel('Balance after').inputValue()).toBe('Остаток');
    await expectAccessible(operator.page);
    // A wrong column is seen at once, and nothing can be started.
    await dialog().getByLabel('Sum', { exact: true }).selectOption('Контрагент');
    await dialog().getByText('Line 2 of the file has').waitFor();
    await expect.poll(() => dialog().getByRole('button', { name: 'Read the file' }).isDisabled()).toBe(true);
    await dialog().getByLabel('Sum', { exact: true }).selectOption('Сумма');
    await dialog().getByLabel('Save it as').fill('My bank');
    await dialog().getByRole('button', { name: 'Read the file' }).click();
    await dialog().getByText('The file is read.').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();

    const today = operator.page.locator('tbody tr:not(.skeleton)', { hasText: day });
    await today.getByText('Open', { exact: true }).waitFor();
    await expectAccessible(operator.page);
    await today.click();
    for (let left = 2; left > 0; left--) {
      await expect.poll(() => operator.page.getByRole('button', { name: 'Explain' }).count()).toBe(left);
      await operator.page.getByRole('button', { name: 'Explain' }).first().click();
      await submit('Explain', { Reason: 'own money' });
      await dialog().waitFor({ state: 'detached' });
    }
    await operator.page.getByText('Nothing is left to explain').waitFor();
    // What people have settled on this card today, and the bank does not know.
    await operator.page.getByLabel('Show').selectOption('Only with us');
    const explain = operator.page.getByRole('button', { name: 'Explain' });
    await explain.first().waitFor();
    for (let left = await explain.count(); left > 0; left--) {
      await explain.first().click();
      await submit('Explain', { Reason: 'cash' });
      // While it is open, its own button is the only one there is to count.
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => explain.count()).toBe(left - 1);
    }
    await operator.page.getByText('The bank knows everything we know').waitFor();
    await operator.open('/bank');
    await today.getByText('Closed', { exact: true }).waitFor();
    expect((await client.get('/csv-mappings')).body.items).toMatchObject([{ name: 'My bank' }]);
  });

  it('is refused in the reader’s own words when it is none, on a phone in the dark', async () => {
    const phone = await openAs(browser, service, 'operator', '/bank', { isPhone: true, isDark: true, locale: 'ru-RU' });
    await phone.page.locator('tbody tr:not(.skeleton)').first().waitFor();
    const outside = `[...document.querySelectorAll('main :is(button, a, td):not(thead *)')].map((one) => one.getBoundingClientRect())
      .filter(({ left, right, width }) => width > 0 && (left < 0 || right > innerWidth)).length`;
    expect(await phone.page.evaluate(outside)).toBe(0);
    await expectAccessible(phone.page);
    await phone.page.getByRole('button', { name: 'Загрузить файл' }).click();
    const open = phone.page.locator('.dialog');
    await open.getByLabel('Реквизит', { exact: true }).click();
    await phone.page.getByRole('option').first().click();
    const file = { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
    await open.locator('input[type=file]').setInputFiles(file);
    await open.getByRole('button', { name: 'Загрузить', exact: true }).click();
    await open.getByText('Файл не из поддерживаемых форматов').waitFor();
    await phone.close();
  });

  const russian = (text: string) => text.split('-').reverse().join('.');

  async function choose(label: string, index: number): Promise<void> {
    const field = dialog().getByLabel(label, { exact: true });
    await field.click();
    await operator.page.getByRole('option').nth(index).click();
  }
});
