import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectLawsHold } from '../../support/database.ts';
import { type Answer, pngReceipt } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** Somebody uploaded a receipt, and the money never came: an operator ends what nobody else can. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let amountRubles = 20_000;

const reason = 'nothing in the bank after a day';
const hourMs = 3_600_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
});
afterEach(async () => {
  await expectLawsHold(service.db.pool);
});
afterAll(async () => {
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const codeOf = ({ body }: Answer) => body[0]?.code;
const reject = (dealId: string, headers = {}) => operator.post(`/deals/${dealId}/reject-transfer`, { reason }, headers);

async function startPayin() {
  amountRubles += 11;
  const amount = `${amountRubles}.00`;
  const invoice = good(await service.shop.createPayin({ startDeal: true, amount }));
  const deal = good(await operator.get(`/deals/${invoice.deals[0].id}`));
  return {
    invoiceId: invoice.id as string,
    dealId: deal.id as string,
    requisiteId: deal.requisiteId as number,
    amount,
  };
}

async function confirmedPayin() {
  const payin = await startPayin();
  good(await service.shop.confirm(payin.invoiceId));
  return payin;
}

const enter = async (requisiteId: number, amount: string, reference: string) =>
  good(await operator.post('/arrivals', { requisiteId, amount, reference }));

async function transferKinds(subjectId: string): Promise<string[]> {
  const query = 'select kind from transfers where subject_id = $1 order by kind';
  return (await service.db.pool.query(query, [subjectId])).rows.map(({ kind }) => kind);
}

const noSums = { receivedSumFromTaker: null, receivedSumFromMaker: null, serviceFeeSum: null, payoutSum: null };
const paidLate = ['payin_fee', 'payin_hold', 'payin_rehold', 'payin_release', 'payin_settle'];

it('cancels the deal, frees what it held, and leaves the invoice open for fresh requisites', async () => {
  const { invoiceId, dealId, requisiteId } = await confirmedPayin();
  expect(codeOf(await service.shop.cancel(invoiceId))).toBe('transfer_already_confirmed');
  const rejected = good(await reject(dealId));
  expect(rejected).toMatchObject({ id: dealId, status: 'canceled', isActive: false });
  expect(rejected.confirmedAt).not.toBeNull();
  expect(await transferKinds(dealId)).toEqual(['payin_hold', 'payin_release']);
  expect(good(await service.shop.read(invoiceId))).toMatchObject({ status: 'new', deals: [], ...noSums });
  const { notifications, audit } = good(await operator.get(`/invoices/${invoiceId}`));
  expect(notifications).toEqual([]);
  expect(audit).toMatchObject([{ action: 'reject-transfer', actor: 'operator', reason }]);
  // The same sum at the same place stays the old deal's for a while: the payer gets another one.
  const again = good(await service.shop.startDeal(invoiceId)).deals[0];
  const fresh = good(await operator.get(`/deals/${again.id}`));
  expect(fresh).toMatchObject({ status: 'transfer_waiting' });
  expect(fresh.requisiteId).not.toBe(requisiteId);
  good(await service.shop.cancel(invoiceId));
});

it('is no longer among what waits for a person', async () => {
  const { dealId } = await confirmedPayin();
  const waiting = async () =>
    good(await operator.get('/work?kind=confirmed')).items.map(({ id }: { id: string }) => id);
  expect(await waiting()).toContain(dealId);
  good(await reject(dealId));
  expect(await waiting()).not.toContain(dealId);
});

it('lets an invoice expire at once whose time has passed, and tells the merchant', async () => {
  const { invoiceId, dealId } = await confirmedPayin();
  service.advance(2 * hourMs);
  expect(good(await service.shop.read(invoiceId)).status).toBe('new');
  expect(good(await reject(dealId))).toMatchObject({ status: 'canceled' });
  expect(good(await service.shop.read(invoiceId))).toMatchObject({ status: 'expired', deals: [], ...noSums });
  const { notifications } = good(await operator.get(`/invoices/${invoiceId}`));
  expect(notifications).toMatchObject([{ sequence: 1, status: 'expired' }]);
  expect(codeOf(await service.shop.startDeal(invoiceId))).toBe('invoice_not_active');
});

it('lets an invoice expire in its time when no other deal starts', async () => {
  const { invoiceId, dealId } = await confirmedPayin();
  good(await reject(dealId));
  service.advance(2 * hourMs);
  const told = async () => good(await operator.get(`/invoices/${invoiceId}`)).notifications.length;
  await expect.poll(told).toBe(1);
  expect(good(await service.shop.read(invoiceId)).status).toBe('expired');
});

it('needs a reason, and works once; a repeat with the same key hears the same', async () => {
  const { dealId } = await confirmedPayin();
  expect((await operator.post(`/deals/${dealId}/reject-transfer`, {})).body).toMatchObject([
    { code: 'blank', field: 'reason' },
  ]);
  const key = { 'idempotency-key': 'reject-once' };
  const rejected = good(await reject(dealId, key));
  expect(good(await reject(dealId, key))).toEqual(rejected);
  expect((await reject(dealId)).body).toMatchObject([
    { code: 'transfer_not_confirmed', message: expect.stringContaining('is canceled;') },
  ]);
  expect(await transferKinds(dealId)).toEqual(['payin_hold', 'payin_release']);
});

it('is refused before a receipt, in dispute, after money, for a payout and for what is not there', async () => {
  const waiting = await startPayin();
  expect(codeOf(await reject(waiting.dealId))).toBe('transfer_not_confirmed');
  good(await service.shop.dispute(waiting.invoiceId, { disputeReason: 'no_payment' }));
  expect(codeOf(await reject(waiting.dealId))).toBe('transfer_not_confirmed');
  const paid = await confirmedPayin();
  await enter(paid.requisiteId, paid.amount, `bank-${paid.dealId}`);
  expect(codeOf(await reject(paid.dealId))).toBe('transfer_not_confirmed');
  const payout = good(await service.shop.createPayout());
  expect(codeOf(await reject(payout.id))).toBe('payout_not_allowed');
  good(await operator.post(`/payouts/${payout.id}/take`, { makerId: 1, reason }));
  const proof = new FormData();
  proof.set('attachment', new Blob([pngReceipt as Uint8Array<ArrayBuffer>]), 'proof.png');
  good(await operator.upload(`/payouts/${payout.id}/proof`, proof));
  expect(codeOf(await reject(payout.id))).toBe('payout_not_allowed');
  expect((await reject('0193f000-0000-7000-8000-00000000dead')).status).toBe(404);
});

it('is not for a maker, whose balance is at stake', async () => {
  const { dealId } = await confirmedPayin();
  const refused = await maker.post(`/deals/${dealId}/reject-transfer`, { reason });
  expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden']);
  expect(await transferKinds(dealId)).toEqual(['payin_hold']);
});

it('waits until money that may be for the deal is decided', async () => {
  const { dealId, requisiteId, amount } = await confirmedPayin();
  const short = await enter(requisiteId, `${Number(amount) - 500}.00`, `short-${dealId}`);
  expect(short).toMatchObject({ status: 'held', exception: 'short', dealId });
  expect((await reject(dealId)).body).toMatchObject([
    { code: 'arrival_undecided', message: expect.stringContaining(short.id) },
  ]);
  good(await operator.post(`/arrivals/${short.id}/return`, { reason }));
  expect(good(await reject(dealId))).toMatchObject({ status: 'canceled' });
});

it('comes after a dispute that was rejected, but not over money that came while they argued', async () => {
  const { invoiceId, dealId, requisiteId, amount } = await confirmedPayin();
  good(await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' }));
  const came = await enter(requisiteId, amount, `argued-${dealId}`);
  expect(came).toMatchObject({ status: 'held', exception: 'late', dealId });
  const refusal = { result: 'FRAUD_CONFIRM_DOCS', reason };
  good(await operator.post(`/invoices/${invoiceId}/dispute/reject`, refusal));
  expect(good(await operator.get(`/deals/${dealId}`)).status).toBe('transfer_confirmed');
  expect(codeOf(await reject(dealId))).toBe('arrival_undecided');
  good(await operator.post(`/arrivals/${came.id}/return`, { reason }));
  expect(good(await reject(dealId))).toMatchObject({ status: 'canceled' });
  expect(await transferKinds(dealId)).toEqual(['payin_hold', 'payin_release']);
});

it('lets late money pay after all, when an operator says so', async () => {
  const { invoiceId, dealId, requisiteId, amount } = await confirmedPayin();
  good(await reject(dealId));
  const late = await enter(requisiteId, amount, `late-${dealId}`);
  expect(late).toMatchObject({ status: 'held', exception: 'late', dealId });
  good(await operator.post(`/arrivals/${late.id}/match`, { reason }));
  expect(await transferKinds(dealId)).toEqual(paidLate);
  const invoice = good(await service.shop.read(invoiceId));
  expect(invoice).toMatchObject({ status: 'paid', receivedSumFromTaker: { amount }, deals: [{ status: 'completed' }] });
  expect(invoice.deals[0].payment).toMatchObject({ takerSum: { amount } });
});

it.each(['new', 'expired'])('can be disputed while the invoice is %s, and that can be accepted', async (from) => {
  const { invoiceId, dealId } = await confirmedPayin();
  if (from === 'expired') service.advance(2 * hourMs);
  good(await reject(dealId));
  const disputed = good(await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' }));
  // Nothing was received, as far as anybody has decided.
  expect(disputed).toMatchObject({ status: 'dispute', ...noSums, deals: [{ status: 'dispute', payment: null }] });
  good(await operator.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'UNKNOWN', reason }));
  expect(good(await service.shop.read(invoiceId))).toMatchObject({ status: from, deals: [] });
  good(await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' }));
  const accepted = good(await operator.post(`/invoices/${invoiceId}/dispute/accept`, { reason }));
  expect(accepted).toMatchObject({ status: 'paid', deals: [{ status: 'completed' }] });
  expect(await transferKinds(dealId)).toEqual(paidLate);
});
