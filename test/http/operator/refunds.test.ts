import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** A paid payin goes back to its payer, whole or in parts, by a payout that is like any other. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let merchant: OperatorClient;
const reason = 'a test';
const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  merchant = await signInDemo(service, 'merchant');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

let rubles = 2_000;
async function paidPayin(): Promise<Body> {
  rubles += 1;
  const { body } = await service.shop.createPayin({ amount: `${rubles}.00`, startDeal: true, userId: 'client-9' });
  await operator.post(`/deals/${body.deals[0].id}/settle`, { reason });
  return (await service.shop.get(`/api/merchant/invoices/${body.id}`)).body;
}
const ask = (id: string, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> =>
  service.shop.post(`/api/merchant/invoices/${id}/refunds`, body, headers);
const refundOf = async (id: string): Promise<Body> => (await service.shop.get(`/api/merchant/refunds/${id}`)).body;
const code = ({ body }: Answer): string => body[0]?.code;

function fill(url: string, change: Record<string, string> = {}, way = 'TO_CARD'): Promise<Response> {
  const body = new URLSearchParams({ bank: 'sberbank', number: '2200 0000 0000 0004', holder: 'Anna P.', ...change });
  return fetch(`${url}?way=${way}`, { method: 'POST', body, redirect: 'manual' });
}
const frozen = async (): Promise<string> => (await service.shop.get('/api/merchant/accounts')).body[0].frozenSum.amount;

/** Each code works once; the clock goes on to the next. */
const code2FA = (): string => {
  service.advance(30_000);
  return totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
};

describe('a refund', () => {
  it('waits for the payer, is paid by a payout over its sum, and is paid when that is', async () => {
    const payin = await paidPayin();
    const before = await frozen();
    const { status, body: refund } = await ask(payin.id, { amount: '500.5', reason: 'one came back' });
    expect(status).toBe(200);
    expect(refund).toMatchObject({ invoiceId: payin.id, status: 'waiting', payoutId: null, sum: { amount: '500.50' } });
    expect(await frozen()).toBe(before);

    expect((await fill(refund.refundUrl)).status).toBe(303);
    const paying = await refundOf(refund.id);
    expect(paying).toMatchObject({ status: 'paying', refundUrl: null });
    expect(await frozen()).not.toBe(before);
    const payout = (await service.shop.get(`/api/merchant/invoices/${paying.payoutId}`)).body;
    expect(payout).toMatchObject({
      type: 'out',
      status: 'new',
      internalId: `refund:${refund.id}`,
      userId: 'client-9',
      paymentOption: 'TO_CARD',
      paymentMethod: 'sberbank',
      paymentRequisites: { requisites: '2200000000000004', holder: 'Anna P.' },
      sum: { amount: '500.50', currency: 'RUB' },
    });

    await maker.post(`/payouts/${payout.id}/take`);
    const form = new FormData();
    form.set('attachment', new Blob(['%PDF-1.4 proof']), 'proof.pdf');
    await maker.upload(`/payouts/${payout.id}/proof`, form);
    await merchant.post(`/payouts/${payout.id}/confirm`, { reason });
    expect(await refundOf(refund.id)).toMatchObject({ status: 'paid' });
    expect(await frozen()).toBe(before);
    const life = (await merchant.get(`/invoices/${payin.id}`)).body;
    expect(life.refunds).toMatchObject([{ id: refund.id, status: 'paid', payoutId: payout.id }]);
    const ofPayout = (await merchant.get(`/invoices/${payout.id}`)).body;
    expect(ofPayout.refunds).toMatchObject([{ id: refund.id, invoiceId: payin.id }]);
  });

  it('frees its sum when its payout comes to nothing', async () => {
    const payin = await paidPayin();
    const { body: refund } = await ask(payin.id);
    expect(code(await ask(payin.id, { amount: '0.01' }))).toBe('refund_too_much');
    await fill(refund.refundUrl);
    const { payoutId } = await refundOf(refund.id);
    expect(code(await ask(payin.id, { amount: '1' }))).toBe('refund_too_much');
    await service.shop.post(`/api/merchant/invoices/${payoutId}/cancel`);
    expect(await refundOf(refund.id)).toMatchObject({ status: 'failed' });
    expect((await ask(payin.id)).body).toMatchObject({ status: 'waiting', sum: payin.sum });
  });

  it('is refused with a code that says why', async () => {
    const open = (await service.shop.createPayin()).body;
    expect(code(await ask(open.id))).toBe('refund_not_paid');
    const payout = (await service.shop.createPayout()).body;
    expect(code(await ask(payout.id))).toBe('refund_not_paid');
    const payin = await paidPayin();
    expect(code(await ask(payin.id, { amount: '99999.00' }))).toBe('refund_too_much');
    expect(code(await ask(payin.id, { amount: '0' }))).toBe('invalid_amount');
    expect(code(await ask(payin.id, { amount: '0.001' }))).toBe('invalid_amount');
    await service.shop.dispute(payin.id, { disputeReason: 'no_payment' });
    expect(code(await ask(payin.id))).toBe('refund_not_paid');
    expect((await service.otherShop.post(`/api/merchant/invoices/${payin.id}/refunds`, {})).status).toBe(404);
  });

  it('needs funds when it is asked for, and when the payer answers', async () => {
    const payin = await paidPayin();
    const { body: refund } = await ask(payin.id, { amount: '1000' });
    const [account] = (await service.shop.get('/api/merchant/accounts')).body;
    const amount = (BigInt(account.sum.amount.split('.')[0]) - 5n).toString();
    const request = { accountId: account.id, amount, address, code2FA: code2FA() };
    const withdrawal = (await service.shop.post('/api/merchant/withdrawals', request)).body;
    const refusedAsk = await ask(payin.id, { amount: '900' });
    const answer = await fill(refund.refundUrl);
    await operator.post(`/withdrawals/${withdrawal.id}/reject`, { reason });
    expect(code(refusedAsk)).toBe('insufficient_funds');
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('right now')]);
    // The link is as good as before.
    expect((await fill(refund.refundUrl)).status).toBe(303);
  });
});

describe('repeats', () => {
  it('fifty at once never promise more than what came, and count what they promise', async () => {
    const payin = await paidPayin();
    const part = (Number(payin.sum.amount) / 10).toFixed(2);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => ask(payin.id, { amount: part, reason: `part ${index}` })),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(10);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(code))).toEqual(new Set(['refund_too_much']));
    const filled = await Promise.all(made.flatMap(({ body }) => [fill(body.refundUrl), fill(body.refundUrl)]));
    expect(filled.every(({ status }) => status === 303 || status === 400)).toBe(true);
    const { rows } = await service.db.pool.query(
      'select count(*)::int as refunds, count(distinct payout_id)::int as payouts from refunds where invoice_id = $1',
      [payin.id],
    );
    expect(rows).toEqual([{ refunds: 10, payouts: 10 }]);
  });

  it('the same signed bytes, or the same key, are one refund', async () => {
    const payin = await paidPayin();
    const [first, second] = [await ask(payin.id, { amount: '10' }), await ask(payin.id, { amount: '10' })];
    expect(second.body).toEqual(first.body);
    const key = { 'idempotency-key': 'refund-1' };
    const third = await ask(payin.id, { amount: '20' }, key);
    expect((await ask(payin.id, { amount: '20' }, key)).body).toEqual(third.body);
  });
});

describe('the page of the payer', () => {
  it('takes an answer once, and shows how the refund stands from then on', async () => {
    const { body: refund } = await ask((await paidPayin()).id, { amount: '100' });
    const page = await (await fetch(refund.refundUrl)).text();
    expect(page).toContain('Where should your refund go?');
    expect(page).not.toContain('<script');
    await fill(refund.refundUrl);
    const after = await fetch(refund.refundUrl);
    expect(await after.text()).toContain('>Your refund is being prepared</h1>');
    expect(after.headers.get('refresh')).toBe('30');
    const inRussian = await (await fetch(`${refund.refundUrl}?lang=ru`)).text();
    expect(inRussian).toContain('Возврат готовится');
    expect(inRussian).not.toContain('Выплата');
    const again = await fill(refund.refundUrl, { number: '2200000000000012' });
    expect(again.status).toBe(303);
    const { payoutId } = await refundOf(refund.id);
    const payout = (await service.shop.get(`/api/merchant/invoices/${payoutId}`)).body;
    expect(payout.paymentRequisites.requisites).toBe('2200000000000004');
  });

  it('keeps what was typed when something is wrong with it, and says what', async () => {
    const { body: refund } = await ask((await paidPayin()).id, { amount: '110' });
    const wrong = [
      [{ number: '2200 0000 0000 0005' }, 'Please check every digit'],
      [{ bank: '' }, 'Please choose the bank'],
      [{ holder: '  ' }, 'Please enter the recipient’s name'],
    ] as const;
    for (const [change, words] of wrong) {
      const answer = await fill(refund.refundUrl, change);
      const text = await answer.text();
      expect([answer.status, text]).toEqual([400, expect.stringContaining(words)]);
    }
    const spoiled = await (await fill(refund.refundUrl, { number: '<b>"&', holder: '"><script>' })).text();
    expect(spoiled).toContain('value="&lt;b&gt;&quot;&amp;"');
    expect(spoiled).not.toContain('<script>');
    // A phone number alone does not say which bank: unknown is not enough there.
    const phone = { number: '+7 900 000-00-00', bank: 'unknown' };
    expect(await (await fill(refund.refundUrl, phone, 'SBP')).text()).toContain('Please choose the bank');
    expect((await fill(refund.refundUrl, { ...phone, bank: 'tinkoff' }, 'SBP')).status).toBe(303);
  });

  it('says when its link has lapsed, was canceled, or is none', async () => {
    const payin = await paidPayin();
    const { body: canceled } = await ask(payin.id, { amount: '120' });
    await merchant.post(`/refunds/${canceled.id}/cancel`, { reason });
    expect(await (await fetch(canceled.refundUrl)).text()).toContain('The refund was canceled');
    const { body: lapsed } = await ask(payin.id, { amount: '130' });
    expect((await fetch(lapsed.refundUrl.slice(0, -1))).status).toBe(404);
    expect((await fetch(`${service.url}/refund/${lapsed.id}`)).status).toBe(404);
    service.advance(14 * dayMs);
    expect(await (await fetch(lapsed.refundUrl)).text()).toContain('This link has expired');
    await fill(lapsed.refundUrl);
    expect(await refundOf(lapsed.id)).toMatchObject({ status: 'lapsed', payoutId: null, refundUrl: null });
    operator = await signInDemo(service, 'operator');
    merchant = await signInDemo(service, 'merchant');
    maker = await signInDemo(service, 'maker');
  });
});

describe('people', () => {
  it('a merchant refunds with the second factor of withdrawals, each code once', async () => {
    const payin = await paidPayin();
    const path = `/invoices/${payin.id}/refunds`;
    expect(code(await merchant.post(path, { reason }))).toBe('two_factor_wrong');
    expect(code(await merchant.post(path, { reason, code2FA: '000000' }))).toBe('two_factor_wrong');
    const good = code2FA();
    const made = await merchant.post(path, { amount: '150', reason, code2FA: good });
    expect(made.body).toMatchObject({ status: 'waiting', askedBy: 'merchant', reason });
    expect(code(await merchant.post(path, { amount: '150', reason, code2FA: good }))).toBe('two_factor_wrong');
    expect(code(await merchant.post(`/refunds/${made.body.id}/cancel`, { reason }))).toBeUndefined();
    const audit = (await operator.get(`/invoices/${payin.id}`)).body.audit;
    expect(audit.map(({ action }: Body) => action)).toEqual(expect.arrayContaining(['ask-refund', 'cancel-refund']));
  });

  it('an operator refunds without a code where there is no second operator', async () => {
    const payin = await paidPayin();
    const made = await operator.post(`/invoices/${payin.id}/refunds`, { amount: '150', reason });
    // Who has the link says where the money goes: the store gives it to its payer.
    expect(made.body).toMatchObject({ status: 'waiting', askedBy: 'operator', refundUrl: null });
    expect((await operator.get(`/invoices/${payin.id}`)).body.refunds).toMatchObject([{ refundUrl: null }]);
    await fill((await refundOf(made.body.id)).refundUrl);
    expect(code(await operator.post(`/refunds/${made.body.id}/cancel`, { reason }))).toBe('refund_not_waiting');
  });

  it('a decision that less came than was given back is refused', async () => {
    const payin = await paidPayin();
    const { body: refund } = await ask(payin.id, { amount: '1500' });
    await service.shop.dispute(payin.id, { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '1000.00' });
    const accept = (amount: string) => operator.post(`/invoices/${payin.id}/dispute/accept`, { amount, reason });
    expect(code(await accept('1499.99'))).toBe('refunded_above');
    // While they argue, the payer's answer waits.
    expect(await (await fill(refund.refundUrl)).text()).toContain('right now');
    expect((await accept('1500.00')).status).toBe(200);
    expect((await fill(refund.refundUrl)).status).toBe(303);
    expect(code(await ask(payin.id, { amount: '0.01' }))).toBe('refund_too_much');
  });
});
