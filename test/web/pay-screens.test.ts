import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { expectLawsHold } from '../support/database.ts';
import { pngReceipt } from '../support/merchant-client.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { desktop, expectHeading, openPayer, type Payer, phone } from '../support/payer.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';
import { expectShown } from './support/console.ts';

/** Every screen, reached as a payer reaches it. */
let service: TestService;
let browser: Browser;
let operator: OperatorClient;
const payers: Payer[] = [];

beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService(), openBrowser()]);
  operator = await signInDemo(service, 'operator');
});
afterEach(async () => {
  for (const payer of payers.splice(0)) {
    await payer.close();
    expect(payer.complaints).toEqual([]);
  }
});
afterAll(async () => {
  await browser?.close();
  if (service !== undefined) await expectLawsHold(service.db.pool);
  await service?.stop();
});

async function open(invoiceId: string, ...rest: [options?: object, step?: string]): Promise<Page> {
  const payer = await openPayer(browser, service, invoiceId, ...rest);
  payers.push(payer);
  return payer.page;
}

const fact = (page: Page, name: string) => page.locator('dt', { hasText: name });

let invoiceNumber = 0;
/** Sums differ, so that no invoice waits for another's requisites. */
async function createPayin(change: object = {}) {
  invoiceNumber++;
  const { body } = await service.shop.createPayin({ amount: `${1000 + invoiceNumber}.00`, ...change });
  return body;
}

const shop = { successUrl: 'https://shop.example/thanks?order=1', cancelUrl: 'https://shop.example/basket' };

describe('a payin without a choice made', () => {
  it.each([
    ['phone', phone],
    ['desktop', desktop],
  ])('is paid from the choice of a bank to the return to the shop, on a %s', async (_, options) => {
    const { id } = await createPayin({ ...shop, amount: '12345.67' });
    const page = await open(id, options);
    await expectHeading(page, 'How would you like to pay?');

    await page.getByRole('button', { name: 'T-Bank' }).first().click();
    await expectHeading(page, '₽12,345.67');
    const { body: invoice } = await service.shop.read(id);
    const [deal] = invoice.deals;
    expect(deal).toMatchObject({ paymentMethod: 'tinkoff', paymentOption: 'SBP', status: 'transfer_waiting' });
    expect((await page.locator('.fact.number .value').textContent())?.replace(/\s/g, '')).toBe(
      deal.requisites.requisites,
    );
    await page.getByText(deal.requisites.holder, { exact: true }).waitFor();

    await page.getByRole('link', { name: 'I have paid' }).click();
    await expectHeading(page, 'Attach the receipt');
    await page.setInputFiles('input[name="attachment"]', {
      name: 'receipt.png',
      mimeType: 'image/png',
      buffer: pngReceipt,
    });
    await page.locator('.file-name', { hasText: 'receipt.png' }).waitFor();
    await page.getByRole('button', { name: 'Send the receipt' }).click();
    await expectHeading(page, 'Checking your transfer');
    await page.getByText('1 receipt received').waitFor();

    // The page's clock stands: else it would be back at the shop before a busy machine has looked at it.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    expect((await operator.post(`/deals/${deal.id}/settle`, { reason: 'seen in the bank' })).status).toBe(200);
    await expectHeading(page, 'Payment received');
    const back = page.getByRole('link', { name: 'Return to Demo Shop' });
    expect(await back.getAttribute('href')).toBe(shop.successUrl);
    // By itself after a few seconds, unless the payer stays; the receipt is there to be kept.
    await page.getByText(/Back to the shop in \d seconds?/).waitFor();
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.getByText(/Back to the shop in/).waitFor({ state: 'hidden' });
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.title()).toBe('printed');
  });

  it('goes back to the shop by itself, unless one comes back later for the receipt', async () => {
    const { id, deals } = await createPayin({ ...shop, startDeal: true });
    const page = await open(id);
    await page.context().route('https://shop.example/**', (route) => route.fulfill({ body: 'Thank you' }));
    // Else it might be back before anybody has seen the heading.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    expect((await operator.post(`/deals/${deals[0].id}/settle`, { reason: 'seen in the bank' })).status).toBe(200);
    await expectHeading(page, 'Payment received');
    await page.clock.runFor(9_000);
    await page.waitForURL(shop.successUrl);
    service.advance(11 * 60_000);
    const later = await open(id);
    await expectHeading(later, 'Payment received');
    expect(await later.locator('.returning').count()).toBe(0);
  });

  it('offers only what somebody has requisites for, and finds a bank in either alphabet', async () => {
    const { id } = await createPayin({ currency: 'KZT' });
    const page = await open(id);
    expect(await page.locator('summary strong').allTextContents()).toEqual(['To a card', 'To an account']);
    expect(await page.getByRole('searchbox').count()).toBe(0);

    const { id: rubles } = await createPayin();
    const many = await open(rubles);
    const found = () => many.locator('.banks button:visible span').allTextContents();
    await many.getByRole('searchbox', { name: 'Find a bank' }).fill('сбер');
    expect(await found()).toEqual(['Sberbank', 'Sberbank', 'Sberbank', 'Sberbank']);
    await many.getByRole('searchbox').fill('TINK');
    expect(new Set(await found())).toEqual(new Set(['T-Bank']));
    await many.getByRole('searchbox').fill('no such bank');
    await many.getByText('No bank by that name. Try another spelling, or pick “Any bank”.').waitFor();
    expect(new Set(await found())).toEqual(new Set(['Any bank']));
    await many.getByRole('searchbox').fill('');
    // Every bank, and any bank.
    const banks = (await service.shop.get('/api/merchant/payment-options?currency=RUB')).body;
    expect((await found()).length).toBe(banks.length);
  });

  it('takes any bank', async () => {
    const { id } = await createPayin();
    const page = await open(id);
    await page.getByText('To a card').click();
    await page.locator('details[open]').getByRole('button', { name: 'Any bank' }).click();
    await fact(page, 'Card number').waitFor();
    expect((await service.shop.read(id)).body).toMatchObject({ paymentOption: 'TO_CARD', deals: [{}] });
  });

  it('asks for the bank alone when the merchant named the option', async () => {
    const { id } = await createPayin({ paymentOption: 'TO_CARD' });
    const page = await open(id);
    expect(await page.locator('.option').count()).toBe(1);
    await page.getByRole('button', { name: 'VTB' }).click();
    await fact(page, 'Card number').waitFor();
    expect((await service.shop.read(id)).body.deals[0]).toMatchObject({
      paymentOption: 'TO_CARD',
      paymentMethod: 'vtb',
    });
  });
});

describe("a payin with the merchant's choice made", () => {
  it('shows the requisites at once when the merchant started the deal', async () => {
    const { id } = await createPayin({ startDeal: true, paymentOption: 'TO_ACCOUNT', paymentMethod: 'vtb' });
    const page = await open(id);
    await expectShown(fact(page, 'Account number'));
    await expectShown(page.getByText('VTB').first());
  });

  it('is one button away from them when the merchant did not', async () => {
    const { id } = await createPayin({ paymentOption: 'SBP', paymentMethod: 'ozon' });
    const page = await open(id);
    await expectHeading(page, 'Ready when you are');
    await page.getByRole('button', { name: 'Show payment details' }).click();
    await fact(page, 'Phone number').waitFor();
    await page.getByText('Ozon Bank', { exact: true }).waitFor();
  });

  it('lets the payer take another way, and come back from looking for one', async () => {
    const { id } = await createPayin({ startDeal: true, paymentOption: 'SBP', paymentMethod: 'sberbank' });
    const page = await open(id);
    await page.getByRole('link', { name: 'Choose another way to pay' }).click();
    await expectHeading(page, 'How would you like to pay?');
    await page.goBack();
    await fact(page, 'Phone number').waitFor();
    await page.goForward();
    await page.getByText('To a card').click();
    await page.locator('details[open]').getByRole('button', { name: 'Alfa-Bank' }).click();
    await fact(page, 'Card number').waitFor();
  });
});

describe('the requisites', () => {
  it('are copied with one tap each, and that is said', async () => {
    const { id, deals } = await createPayin({ startDeal: true, amount: '2500.00', paymentOption: 'TO_CARD' });
    const page = await open(id, desktop);
    // The clipboard is written while the page goes on: what is read at once may be what was copied before.
    const expectCopied = async (name: string, text: string | RegExp) => {
      await page.getByRole('button', { name }).click();
      const wanted = typeof text === 'string' ? text : expect.stringMatching(text);
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toEqual(wanted);
    };
    await expectCopied('Copy: Card number', deals[0].requisites.requisites);
    await expect.poll(() => page.locator('#announcer').textContent()).toBe('Copied: Card number');
    await expectCopied('Copy: Amount', '2500');
    await expectCopied('Copy: Recipient', deals[0].requisites.holder);
    const { requisites, holder } = deals[0].requisites;
    const everything = `^Amount: ₽2,500.00\nCard number: ${requisites}\nRecipient: ${holder}\nBank: .+$`;
    await expectCopied('Copy: Copy everything', new RegExp(everything));
    // The label says so for two seconds, in which a busy machine may not look: the page's clock stands.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await expectCopied('Copy: Case number', /^[0-9A-Z]{5}-[0-9A-Z]{5}$/);
    await page.getByText('Copied', { exact: true }).first().waitFor();
  });

  it('come with a code for the phone, on a screen that a phone can scan', async () => {
    const { id } = await createPayin({ startDeal: true });
    const page = await open(id, desktop);
    const image = page.locator('.qr img');
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => page.evaluate('document.querySelector(".qr img").naturalWidth > 0')).toBe(true);
    expect(await (await open(id, phone)).locator('.qr').isVisible()).toBe(false);
  });
});

describe('endings', () => {
  it('cancels after asking, and leads back to the shop', async () => {
    const { id } = await createPayin({ ...shop, startDeal: true });
    const page = await open(id);
    await page.getByRole('link', { name: 'Cancel the payment' }).click();
    await expectHeading(page, 'Cancel this payment?');
    await page.getByRole('link', { name: 'No, go back' }).click();
    await expectHeading(page, 'Transfer exactly');
    await page.getByRole('link', { name: 'Cancel the payment' }).click();
    await page.getByRole('button', { name: 'Yes, cancel' }).click();
    await expectHeading(page, 'Payment canceled');
    expect(await page.getByRole('link', { name: 'Return to Demo Shop' }).getAttribute('href')).toBe(shop.cancelUrl);
    expect((await service.shop.read(id)).body.status).toBe('canceled');
  });

  it('says that a payment is in dispute, and what came of it', async () => {
    const { id, deals } = await createPayin({ startDeal: true });
    const page = await open(id);
    await service.shop.dispute(id, { dealId: deals[0].id, disputeReason: 'has_payment' });
    await expectHeading(page, 'We are looking into this payment');
    const answer = await operator.post(`/invoices/${id}/dispute/accept`, { reason: 'the money is there' });
    expect(answer.status).toBe(200);
    await expectHeading(page, 'Payment received');
  });

  it('says so when the sum was corrected, and shows the one that came', async () => {
    const { id, deals } = await createPayin({ startDeal: true, amount: '7000.00' });
    const page = await open(id);
    await operator.post(`/deals/${deals[0].id}/settle`, { reason: 'less came', amount: '6900.00' });
    await expectHeading(page, 'Payment received');
    await page.getByText('₽6,900.00', { exact: true }).waitFor();
    await page.locator('#main').getByText('₽6,900.00 of ₽7,000.00 arrived (₽100.00 less).').waitFor();
    await page.locator('#main').getByText('For the difference, please ask Demo Shop.').waitFor();
  });

  it('says what came and what is missing, and takes the rest, on a phone', async () => {
    await operator.patch('/stores/1/payment-policy', { restBy: 'payer', reason: 'payers may send the rest' });
    const { id, deals } = await createPayin({
      startDeal: true,
      amount: '8000.00',
      paymentOption: 'SBP',
      paymentMethod: 'ubrir',
    });
    // The one requisite of a rare bank: another sum is a part only where no other deal ran there.
    const page = await open(id, phone);
    await expectHeading(page, 'Transfer exactly');
    const requisiteOf = async (dealId: string) =>
      (await service.db.pool.query('select requisite_id as id from deals where id = $1', [dealId])).rows[0].id;
    const came = { requisiteId: await requisiteOf(deals[0].id), amount: '6500.00', reference: `part of ${id}` };
    expect(await operator.post('/arrivals', came)).toMatchObject({ status: 200, body: { status: 'matched' } });
    await expectHeading(page, 'Part of the money has arrived');
    await page.locator('#main').getByText('₽6,500.00 of ₽8,000.00 arrived (₽1,500.00 less).').waitFor();
    expect(await page.getByRole('link', { name: 'Cancel the payment' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send the rest' }).click();
    await expectHeading(page, 'Transfer exactly');
    await page.getByText('₽1,500.00', { exact: true }).waitFor();
    await page
      .locator('#main')
      .getByText('What arrived is counted. Please send only what is missing, in one transfer.')
      .waitFor();
    const { body } = await service.shop.read(id);
    const rest = { requisiteId: await requisiteOf(body.deals[0].id), amount: '1500.00', reference: `rest of ${id}` };
    expect(await operator.post('/arrivals', rest)).toMatchObject({ status: 200, body: { status: 'matched' } });
    await expectHeading(page, 'Payment received');
    await page.getByText('₽8,000.00', { exact: true }).waitFor();
    await operator.patch('/stores/1/payment-policy', { restBy: 'operator', reason: 'as before' });
  });

  it('tells that nothing is free, and tries again', async () => {
    await service.db.pool.query("update requisites set active_deals_max = 0 where currency = 'KZT'");
    const { id } = await createPayin({ currency: 'KZT', paymentOption: 'TO_CARD', paymentMethod: 'kaspi' });
    const page = await open(id);
    await expectHeading(page, 'No payment details are available now');
    await service.db.pool.query("update requisites set active_deals_max = null where currency = 'KZT'");
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectHeading(page, 'Transfer exactly');
  });

  it('proposes what is free when the bank ran out in between, one tap away', async () => {
    const { id } = await createPayin({ paymentOption: 'CROSS_BORDER', paymentMethod: 'promsvyaz' });
    const page = await open(id);
    await page.getByRole('button', { name: 'Show payment details' }).waitFor();
    const busy = `update requisites set active_deals_max = $1 where option = 'CROSS_BORDER' and bank = 'promsvyaz'`;
    await service.db.pool.query(busy, [0]);
    await page.getByRole('button', { name: 'Show payment details' }).click();
    await expectHeading(page, 'This way to pay is busy right now');
    await page.getByRole('button', { name: 'Use this instead: PSB' }).click();
    await expectHeading(page, 'Transfer exactly');
    expect((await service.shop.read(id)).body.deals).toMatchObject([
      { paymentOption: 'SBP', paymentMethod: 'promsvyaz' },
    ]);
    await service.db.pool.query(busy, [null]);
  });

  it('opens the link of a way to pay that has one, beside its QR code', async () => {
    const { id, deals } = await createPayin({ paymentOption: 'SBP_QR', startDeal: true });
    const page = await open(id);
    const link = page.getByRole('link', { name: 'Open the bank app' });
    expect(await link.getAttribute('href')).toBe(deals[0].qrCodeLink);
    const code = page.getByRole('img', { name: 'QR code' });
    await code.waitFor();
    await expect
      .poll(() => code.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(0);
  });

  it('says that there is no such payment', async () => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense', '%00', '%3Cscript%3Ealert(1)']) {
      const payer = await openPayer(browser, service, id);
      await expectHeading(payer.page, 'Payment not found');
      await payer.close();
    }
  });
});

describe('a payout', () => {
  it('shows how it stands, and nothing to press', async () => {
    const { body } = await service.shop.createPayout();
    const page = await open(body.id);
    await expectHeading(page, 'The payout is being prepared');
    expect(await page.locator('main button, main a').count()).toBe(0);
    expect(await page.content()).not.toContain('2200000000000004');
  });
});
