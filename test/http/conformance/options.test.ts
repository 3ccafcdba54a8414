import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import type { TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';
import { freshAmount, payinWithDeal, refusal } from './support/acts.ts';
import { startCheckedService } from './support/checked-service.ts';

/** Contract 4: options beyond the four are rows of the catalogue. */
let service: TestService;
let operator: OperatorClient;
const reason = 'a test';

beforeAll(async () => {
  service = await startCheckedService();
  operator = await signInDemo(service, 'operator');
});
afterAll(() => service.stop());

const withRequisites = ['SBP', 'TO_CARD', 'TO_ACCOUNT', 'CROSS_BORDER', 'SBP_QR', 'MOBILE_TOP_UP'];
const without = ['MANUAL_SBP_QR', 'TO_BANK_DETAILS', 'VIET_QR'];
const notAllowed = { status: 400, message: 'Payment option not allowed', field: 'paymentOption' };

async function offered(): Promise<string[]> {
  const { body } = await service.shop.get('/api/merchant/payment-methods?currency=RUB');
  return body.map(({ code }: { code: string }) => code);
}

async function switchOff(optionsOff: readonly string[]): Promise<void> {
  expect((await operator.patch('/stores/1', { optionsOff, reason })).status).toBe(200);
}

describe('every known option', () => {
  it('is listed by payment-methods', async () => {
    expect(new Set(await offered())).toEqual(new Set([...withRequisites, ...without]));
  });

  it.each(withRequisites)('%s is named in a payin, which gets requisites', async (paymentOption) => {
    const { status, body } = await service.shop.createPayin({ amount: freshAmount(), paymentOption, startDeal: true });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paymentOption, deals: [{ paymentOption, status: 'transfer_waiting' }] });
  });

  it.each(without)('%s, for which no maker has requisites: 200 and no deals', async (paymentOption) => {
    const { status, body } = await service.shop.createPayin({ amount: freshAmount(), paymentOption, startDeal: true });
    expect({ status, deals: body.deals, paymentOption: body.paymentOption }).toEqual({
      status: 200,
      deals: [],
      paymentOption,
    });
    const again = await service.shop.startDeal(body.id, { paymentOption });
    expect([again.status, again.body.deals]).toEqual([200, []]);
  });

  it.each([...withRequisites, ...without])('%s is named in a payout', async (paymentOption) => {
    const { status, body } = await service.shop.createPayout({ amount: '100', paymentOption });
    expect(status).toBe(200);
    expect(body).toMatchObject({ paymentOption, deals: [{ paymentOption, status: 'new' }] });
  });

  it('an option that takes a phone number needs the bank of a payout; a card does not', async () => {
    const unknown = { amount: '100', paymentMethod: 'unknown' };
    const refused = await service.shop.createPayout({ ...unknown, paymentOption: 'SBP' });
    expect(refusal(refused)).toMatchObject({ message: 'Payment method not allowed' });
    for (const paymentOption of ['TO_CARD', 'MOBILE_TOP_UP', 'VIET_QR']) {
      expect((await service.shop.createPayout({ ...unknown, paymentOption })).status, paymentOption).toBe(200);
    }
  });
});

describe('an option that is switched off for the store', () => {
  it('is not listed, not named, and its requisites are not given to the store’s payers', async () => {
    const before = (await service.shop.createPayin({ amount: freshAmount(), paymentOption: 'SBP' })).body;
    await switchOff(['SBP', 'CROSS_BORDER']);
    expect(await offered()).not.toContain('SBP');
    for (const change of [{}, { startDeal: true }]) {
      expect(refusal(await service.shop.createPayin({ paymentOption: 'SBP', ...change }))).toMatchObject(notAllowed);
    }
    expect(refusal(await service.shop.createPayout({ paymentOption: 'SBP' }))).toMatchObject(notAllowed);
    expect(refusal(await service.shop.startDeal(before.id, { paymentOption: 'SBP' }))).toMatchObject(notAllowed);
    // Named before it was off: nothing is free.
    expect((await service.shop.startDeal(before.id)).body.deals).toEqual([]);
    const variants = (await service.shop.get(`/api/merchant/invoices/${before.id}/available-payment-variants`)).body;
    const options = new Set(variants.map(({ option }: { option: string }) => option));
    expect([options.has('SBP'), options.has('CROSS_BORDER'), options.has('TO_CARD')]).toEqual([false, false, true]);
    const given = new Set<string>();
    for (let count = 0; count < 40; count += 1) given.add((await payinWithDeal(service)).deals[0].paymentOption);
    expect([given.has('SBP'), given.has('CROSS_BORDER')]).toEqual([false, false]);
    // The other store goes on.
    const other = await service.otherShop.createPayin({ amount: freshAmount(), paymentOption: 'SBP', startDeal: true });
    expect(other.body.deals).toHaveLength(1);
    await switchOff([]);
    expect(await offered()).toContain('SBP');
    expect((await service.shop.startDeal(before.id)).body.deals).toHaveLength(1);
  });

  it('must be one that is known', async () => {
    const answer = await operator.patch('/stores/1', { optionsOff: ['CASH'], reason });
    expect(refusal(answer)).toMatchObject({ code: 'payment_option_not_allowed', field: 'optionsOff.0' });
  });
});

describe('SBP_QR: a deal has a link of its own', () => {
  let invoice: Body;
  beforeAll(async () => {
    invoice = await payinWithDeal(service, { paymentOption: 'SBP_QR' });
  });

  it('qrCodeLink is the https link of the requisite', async () => {
    const [deal] = invoice.deals;
    expect(deal.qrCodeLink).toMatch(/^https:\/\/qr\.example\.com\//);
    expect(deal.qrCodeLink).toBe(deal.requisites.requisites);
    expect((await service.shop.read(invoice.id)).body.deals[0].qrCodeLink).toBe(deal.qrCodeLink);
  });

  it('the payer has the link of the deal until it is paid', async () => {
    const link = invoice.deals[0].qrCodeLink;
    const shown = async () => (await fetch(`${service.url}/api/public/invoices/${invoice.id}`)).json() as Promise<Body>;
    expect((await shown()).deals[0].qrCodeLink).toBe(link);
    expect((await shown()).paymentPage.deal).toMatchObject({ link, qrCarries: 'number' });
    await operator.post(`/deals/${invoice.deals[0].id}/settle`, { reason });
    const paid = await shown();
    expect(JSON.stringify(paid)).not.toContain('qr.example.com');
    expect(paid.deals[0].qrCodeLink).toContain(`/api/public/invoices/${invoice.id}/qr-code`);
    expect(paid.paymentPage.deal.link).toBeNull();
  });

  it('the QR code of other options is an image', async () => {
    const card = await payinWithDeal(service, { paymentOption: 'TO_CARD' });
    expect(card.deals[0].qrCodeLink).toBe(`${service.url}/api/public/invoices/${card.id}/qr-code`);
  });
});

describe('VIET_QR: the code carries the number', () => {
  const payload = '00020101021238570010A00000072701270006970436';

  it('qrCodeLink is an image of it, for as long as the deal waits', async () => {
    const requisite = { makerId: 1, option: 'VIET_QR', bank: 'unknown', currency: 'RUB', number: payload, reason };
    expect((await operator.post('/requisites', requisite)).status).toBe(200);
    const { deals, id } = await payinWithDeal(service, { paymentOption: 'VIET_QR' });
    expect(deals[0].requisites.requisites).toBe(payload);
    const image = await fetch(deals[0].qrCodeLink);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(image.headers.get('cache-control')).toBe('private, no-store');
    // Clients of this interface ask for the other format so.
    const png = await fetch(deals[0].qrCodeLink.replace('format=svg', 'format=png'));
    expect(png.headers.get('content-type')).toBe('image/png');
    const page = await (await fetch(`${service.url}/api/public/invoices/${id}/qr-code`)).text();
    expect(await image.text()).not.toBe(page);
    await service.shop.cancel(id);
    expect((await fetch(deals[0].qrCodeLink)).status).toBe(404);
  });

  it('is of the payment page once the transfer is confirmed, so that no payer pays to the number again', async () => {
    const { id, deals } = await payinWithDeal(service, { paymentOption: 'VIET_QR' });
    expect(deals[0].qrCodeLink).toContain(`?deal=${deals[0].id}`);
    await service.shop.confirm(id);
    const [confirmed] = (await service.shop.read(id)).body.deals;
    expect(confirmed.qrCodeLink).toBe(`${service.url}/api/public/invoices/${id}/qr-code`);
    expect((await fetch(confirmed.qrCodeLink)).status).toBe(200);
  });
});

it('a browser that opens an image is sent on to the payment page', async () => {
  const { id } = await payinWithDeal(service, { paymentOption: 'TO_CARD' });
  const url = `${service.url}/api/public/invoices/${id}/qr-code`;
  const answer = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${service.url}/pay/${id}`]);
  expect((await fetch(url, { headers: { accept: 'image/*' } })).headers.get('vary')).toContain('accept');
});

describe('a way to pay of the operator’s own', () => {
  it('is offered in its currencies as soon as it is added, and not when it is switched off', async () => {
    const option = { code: 'CASH_DESK', name: 'Cash desk', numberKinds: ['text'], hasBank: false, currencies: ['RUB'] };
    expect((await operator.post('/catalogue/options', { ...option, reason })).status).toBe(200);
    expect(await offered()).toContain('CASH_DESK');
    const tenge = await service.shop.createPayin({ currency: 'KZT', amount: '5000', paymentOption: 'CASH_DESK' });
    expect(refusal(tenge)).toMatchObject(notAllowed);
    const requisite = {
      makerId: 1,
      option: 'CASH_DESK',
      bank: 'unknown',
      currency: 'RUB',
      number: 'Desk 4, ask for Anna',
    };
    expect((await operator.post('/requisites', { ...requisite, reason })).status).toBe(200);
    const { deals } = await payinWithDeal(service, { paymentOption: 'CASH_DESK' });
    expect(deals[0].requisites.requisites).toBe('Desk 4, ask for Anna');
    expect((await operator.patch('/catalogue/options/CASH_DESK', { isEnabled: false, reason })).status).toBe(200);
    expect(refusal(await service.shop.createPayin({ paymentOption: 'CASH_DESK' }))).toMatchObject(notAllowed);
    const used = await operator.delete('/catalogue/options/CASH_DESK', { reason });
    expect(refusal(used)).toMatchObject({ code: 'entry_in_use' });
  });

  it.each<[string, object]>([
    ['code_taken', { code: 'SBP' }],
    ['invalid_code', { code: 'sbp' }],
    ['invalid_choice', { numberKinds: ['pigeon'] }],
    ['option_link', { hasLink: true }],
    ['currency_not_allowed', { currencies: ['XYZ'] }],
  ])('is refused: %s', async (code, change) => {
    const option = { code: 'OTHER', name: 'Other', numberKinds: ['text'], reason };
    const { status, body } = await operator.post('/catalogue/options', { ...option, ...change });
    expect([status, body[0].code]).toEqual([400, code]);
  });
});
