import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import { type Answer, pngReceipt } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/**
 * The whole life of money by HTTP alone, with figures worked out by hand. The demo world: a payin at 95.50 RUB for a USDT and
 * 2.5 % fee, a payout at 93.50 and 1.5 %, a withdrawal for 2 USDT.
 */
let service: TestService;
let operator: OperatorClient;
let secondOperator: OperatorClient;
let maker: OperatorClient;

const reason = 'seen in the bank';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  secondOperator = await createSignedIn(service, { login: 'operator-2', role: 'operator' });
  maker = await signInDemo(service, 'maker');
});
afterAll(async () => {
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

interface Books {
  readonly store: bigint;
  readonly frozen: bigint;
  readonly makers: bigint;
  readonly held: bigint;
  readonly fees: bigint;
  readonly outside: bigint;
}

async function books(): Promise<Books> {
  const { rows } = await service.db.pool.query(`select
      sum(balance) filter (where id = 11)::int8 as store, sum(balance) filter (where id = 12)::int8 as frozen,
      sum(balance) filter (where kind = 'maker_available')::int8 as makers,
      sum(balance) filter (where kind = 'maker_held')::int8 as held,
      sum(balance) filter (where kind = 'fees')::int8 as fees,
      sum(balance) filter (where kind = 'external')::int8 as outside from accounts`);
  return rows[0];
}

/** Expects the books to have changed by exactly these sums, in USDT with eight digits. */
async function expectChange(before: Books, change: Partial<Record<keyof Books, string>>): Promise<void> {
  const after = await books();
  const changed = Object.fromEntries(
    Object.entries(after)
      .map(([name, balance]) => [name, balance - before[name as keyof Books]] as const)
      .filter(([, difference]) => difference !== 0n)
      .map(([name, difference]) => [name, usdt(difference)]),
  );
  expect(changed).toEqual(change);
  await expectLawsHold(service.db.pool);
}

function usdt(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(9, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

async function startPayin(amount: string) {
  const invoice = good(await service.shop.createPayin({ startDeal: true, amount }));
  const deal = good(await operator.get(`/deals/${invoice.deals[0].id}`));
  return { invoiceId: invoice.id as string, dealId: deal.id as string, requisiteId: deal.requisiteId as number };
}

const enter = (requisiteId: number, amount: string, reference: string) =>
  operator.post('/arrivals', { requisiteId, amount, reference });

it('pays a payin: an arrival settles it', async () => {
  const before = await books();
  const { invoiceId, dealId, requisiteId } = await startPayin('1910.00');
  // 1910 / 95.5 = 20 USDT; 2.5 % of it is 0.5.
  await expectChange(before, { makers: '-20.00000000', held: '20.00000000' });
  good(await service.shop.confirm(invoiceId));
  const arrival = good(await enter(requisiteId, '1910', 'payin-1'));
  expect(arrival).toMatchObject({ status: 'matched', exception: null, dealId });
  await expectChange(before, { makers: '-20.00000000', store: '19.50000000', fees: '0.50000000' });
  expect(good(await service.shop.read(invoiceId))).toMatchObject({
    status: 'paid',
    payoutSum: { amount: '19.50000000' },
    serviceFeeSum: { amount: '0.50000000' },
  });
  // A repeat is the same arrival; another sum under the same reference is a mistake.
  expect(good(await enter(requisiteId, '1910.00', 'payin-1'))).toEqual(arrival);
  expect((await enter(requisiteId, '1911.00', 'payin-1')).body[0].code).toBe('arrival_reference_reused');
  const timeline = good(await operator.get(`/invoices/${invoiceId}`));
  expect(timeline.transfers.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
    'payin_fee',
    'payin_hold',
    'payin_settle',
  ]);
  expect(timeline.arrivals).toEqual([arrival]);
  expect(timeline.deals[0].attachments[0].link).toContain('/files/');
  expect(timeline.notifications).toMatchObject([{ sequence: 1, status: 'paid' }]);
  await expectChange(before, { makers: '-20.00000000', store: '19.50000000', fees: '0.50000000' });
});

it('pays a payin on the word of an operator, with a reason, and only once', async () => {
  const before = await books();
  const { invoiceId, dealId } = await startPayin('3820.00');
  expect((await operator.post(`/deals/${dealId}/settle`, {})).body).toMatchObject([{ code: 'blank', field: 'reason' }]);
  expect((await operator.post(`/deals/${dealId}/settle`, { reason: '  ' })).body[0].code).toBe('blank');
  const key = { 'idempotency-key': 'settle-once' };
  const settled = await operator.post(`/deals/${dealId}/settle`, { reason }, key);
  expect(good(settled)).toMatchObject({ status: 'completed', isActive: false });
  expect(good(await operator.post(`/deals/${dealId}/settle`, { reason }, key))).toEqual(settled.body);
  expect((await operator.post(`/deals/${dealId}/settle`, { reason })).body[0].code).toBe('deal_settled');
  await expectChange(before, { makers: '-40.00000000', store: '39.00000000', fees: '1.00000000' });
  const { audit } = good(await operator.get(`/invoices/${invoiceId}`));
  expect(audit).toMatchObject([{ action: 'settle-deal', actor: 'operator', reason }]);
});

it('keeps the idempotency keys of people apart from each other’s and from those of the store of the same number', async () => {
  const key = { 'idempotency-key': 'one and the same' };
  expect([good(await operator.get('/me')).id, good(await maker.get('/me')).id]).toEqual([1, 2]);
  const asked = { amount: '3821.00', startDeal: true };
  const created = await service.shop.createPayin(asked, key);
  const payout = good(await service.shop.createPayout({ amount: '1871.00' }));
  const settle = () => operator.post(`/deals/${good(created).deals[0].id}/settle`, { reason }, key);
  const take = () => maker.post(`/payouts/${payout.id}/take`, {}, key);
  const [settled, taken] = [await settle(), await take()];
  expect(good(settled)).toMatchObject({ status: 'completed' });
  expect(good(taken)).toMatchObject({ status: 'transfer_waiting', makerId: 1 });
  const elsewhere = good(await service.otherShop.createPayin(asked, key));
  expect(elsewhere.id).not.toBe(good(created).id);
  const again = [await service.shop.createPayin(asked, key), await settle(), await take()];
  expect(again.map(({ body }) => body)).toEqual([created.body, settled.body, taken.body]);
  // The tests below move the clock and look at all balances: nothing may be left that expires.
  good(await service.otherShop.cancel(elsewhere.id));
  good(await maker.post(`/payouts/${payout.id}/give-back`, { reason }));
  good(await service.shop.cancel(payout.id));
});

it('pays a payout: taken, given back, taken again, proven, settled', async () => {
  const before = await books();
  const invoice = good(await service.shop.createPayout({ amount: '1870.00' }));
  // 1870 / 93.5 = 20 USDT, and 1.5 % of it: 20.3 are frozen.
  await expectChange(before, { store: '-20.30000000', frozen: '20.30000000' });
  expect(good(await maker.get('/payouts')).items).toMatchObject([{ id: invoice.id, status: 'new' }]);
  good(await maker.post(`/payouts/${invoice.id}/take`));
  expect(good(await maker.get('/payouts')).items).toEqual([]);
  good(await maker.post(`/payouts/${invoice.id}/give-back`, { reason: 'the bank is closed' }));
  expect(good(await maker.post(`/payouts/${invoice.id}/take`))).toMatchObject({
    status: 'transfer_waiting',
    makerId: 1,
  });
  expect((await maker.post(`/deals/${invoice.id}/settle`, { reason })).body[0].code).toBe('proof_missing');
  expect(good(await maker.upload(`/payouts/${invoice.id}/proof`, proof()))).toMatchObject({
    status: 'transfer_confirmed',
  });
  expect(good(await operator.post(`/deals/${invoice.id}/settle`, { reason }))).toMatchObject({ status: 'completed' });
  await expectChange(before, { store: '-20.30000000', makers: '20.00000000', fees: '0.30000000' });
  expect(good(await service.shop.read(invoice.id)).status).toBe('paid');
});

function proof(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('attachment', new Blob([pngReceipt]), 'proof.png');
  return form;
}

const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

async function requestWithdrawal(amount: string): Promise<string> {
  // A code works once.
  service.advance(30_000);
  const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
  const accountId = '0193f000-0000-7000-8000-000000000001';
  return good(await service.shop.post('/api/merchant/withdrawals', { accountId, amount, address, code2FA })).id;
}

it('sends a withdrawal to a new address when two people have approved it', async () => {
  const before = await books();
  const id = await requestWithdrawal('10');
  await expectChange(before, { store: '-12.00000000', frozen: '12.00000000' });
  expect(good(await operator.get(`/withdrawals/${id}`))).toMatchObject({ approvalsNeeded: 2, addressIsKnown: false });
  expect(good(await operator.post(`/withdrawals/${id}/approve`, { reason }))).toMatchObject({ status: 2 });
  expect((await operator.post(`/withdrawals/${id}/approve`, { reason })).body[0].code).toBe('already_approved');
  expect((await operator.post(`/withdrawals/${id}/send`, { reason, txId: 'ab'.repeat(32) })).body[0].code).toBe(
    'approvals_missing',
  );
  expect(good(await secondOperator.post(`/withdrawals/${id}/approve`, { reason }))).toMatchObject({ status: 3 });
  expect(good(await operator.post(`/withdrawals/${id}/send`, { reason, txId: 'ab'.repeat(32) }))).toMatchObject({
    status: 4,
    txId: 'ab'.repeat(32),
  });
  await expectChange(before, { store: '-12.00000000', outside: '10.00000000', fees: '2.00000000' });
});

it('needs one approval for an address that has waited, and gives a rejected withdrawal back', async () => {
  const added = good(await operator.post('/stores/1/addresses', { address, note: 'cold wallet', reason }));
  expect(good(await operator.post('/stores/1/addresses', { address, reason: 'again' }))).toEqual(added);
  const before = await books();
  const waiting = await requestWithdrawal('20');
  expect(good(await operator.get(`/withdrawals/${waiting}`))).toMatchObject({ approvalsNeeded: 2 });
  service.advance(24 * 3_600_000);
  // A day later every session has ended.
  operator = await signInDemo(service, 'operator');
  secondOperator = await createSignedIn(service, { login: 'operator-3', role: 'operator' });
  maker = await signInDemo(service, 'maker');
  expect(good(await operator.get('/withdrawals?status=open')).items).toMatchObject([{ id: waiting, status: 2 }]);
  expect(good(await operator.post(`/withdrawals/${waiting}/approve`, { reason }))).toMatchObject({ status: 3 });
  expect(good(await operator.post(`/withdrawals/${waiting}/reject`, { reason: 'asked to' }))).toMatchObject({
    status: 5,
    rejectReason: 'asked to',
  });
  await expectChange(before, {});
  // Above the store's limit of 1000 USDT the address alone does not help.
  const large = await requestWithdrawal('1000.00000001');
  expect(good(await operator.get(`/withdrawals/${large}`))).toMatchObject({ approvalsNeeded: 2, addressIsKnown: true });
  good(await operator.post(`/withdrawals/${large}/reject`, { reason }));
  good(await operator.delete(`/stores/1/addresses/${address}`, { reason }));
  expect((await operator.delete(`/stores/1/addresses/${address}`, { reason })).status).toBe(404);
  await expectChange(before, {});
});

it('corrects the books when a dispute changes the sum, and keeps every fact', async () => {
  const { invoiceId, dealId } = await startPayin('5730.00');
  good(await operator.post(`/deals/${dealId}/settle`, { reason }));
  const before = await books();
  const claim = proof({ disputeReason: 'invalid_sum', 'disputeReasonData[amount]': '4775', reason: 'less came' });
  expect(good(await operator.upload(`/invoices/${invoiceId}/dispute`, claim))).toMatchObject({ status: 'dispute' });
  good(await operator.upload(`/invoices/${invoiceId}/evidence`, proof({ text: 'the statement' })));
  const decided = good(await operator.post(`/invoices/${invoiceId}/dispute/accept`, { amount: '4775', reason }));
  expect(decided).toMatchObject({ status: 'paid', sum: { amount: '4775.00' }, payoutSum: { amount: '48.75000000' } });
  // 955 RUB less are 10 USDT: 9.75 from the store and 0.25 of the fee go back to the maker.
  await expectChange(before, { makers: '10.00000000', store: '-9.75000000', fees: '-0.25000000' });
  const timeline = good(await operator.get(`/invoices/${invoiceId}`));
  expect(timeline.isSumChanged).toBe(true);
  expect(timeline.disputeFacts.map(({ kind }: { kind: string }) => kind)).toEqual(['opened', 'evidence', 'accepted']);
  expect(timeline.deals[0].dispute.result).toBe('AMOUNT_CHANGED');
  expect(timeline.notifications.map(({ status }: { status: string }) => status)).toEqual(['paid', 'dispute', 'paid']);
  expect((await operator.post(`/invoices/${invoiceId}/dispute/accept`, { reason })).body[0].code).toBe(
    'not_in_dispute',
  );
});

it('puts everything back when a dispute is rejected', async () => {
  const { invoiceId } = await startPayin('2865.00');
  const before = await books();
  good(await service.shop.dispute(invoiceId, { disputeReason: 'no_payment' }));
  const { dispute } = good(await operator.get(`/invoices/${invoiceId}`)).deals[0];
  expect(Date.parse(dispute.deadlineAt) - Date.parse(dispute.openedAt)).toBe(3 * 86_400_000);
  expect(dispute.isOverdue).toBe(false);
  const wrong = await operator.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'ACCEPTED', reason });
  expect(wrong.body).toMatchObject([{ code: 'invalid_choice', field: 'result' }]);
  const back = good(
    await operator.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'FRAUD_CONFIRM_DOCS', reason }),
  );
  expect(back).toMatchObject({ status: 'new', deals: [{ disputeResult: 'FRAUD_CONFIRM_DOCS' }] });
  await expectChange(before, {});
  good(await service.shop.cancel(invoiceId));
});

it('settles a deal whose money came late', async () => {
  const before = await books();
  const { invoiceId, dealId, requisiteId } = await startPayin('6685.00');
  good(await service.shop.cancel(invoiceId));
  await expectChange(before, {});
  const late = good(await enter(requisiteId, '6685.00', 'late-1'));
  expect(late).toMatchObject({ status: 'held', exception: 'late', dealId });
  expect(good(await operator.get('/arrivals?status=held')).items).toMatchObject([{ id: late.id }]);
  good(await operator.post(`/arrivals/${late.id}/match`, { dealId, reason }));
  await expectChange(before, { makers: '-70.00000000', store: '68.25000000', fees: '1.75000000' });
  expect(good(await service.shop.read(invoiceId)).status).toBe('paid');
  expect((await operator.post(`/arrivals/${late.id}/return`, { reason })).body[0].code).toBe('arrival_resolved');
});

it('gives late money its place although the payer has fresh requisites, while these have no receipt', async () => {
  const before = await books();
  const { invoiceId, dealId, requisiteId } = await startPayin('6685.00');
  const fresh = async (): Promise<string> => {
    const wish = { paymentOption: 'TO_CARD' };
    const { deals } = good(await service.shop.post(`/api/merchant/invoices/${invoiceId}/start-deal`, wish));
    return deals.find(({ status }: { status: string }) => status === 'transfer_waiting').id;
  };
  const second = await fresh();
  expect(second).not.toBe(dealId);
  const late = good(await enter(requisiteId, '6685.00', 'late-2'));
  expect(late).toMatchObject({ status: 'held', exception: 'late', dealId });
  // A receipt for the newer deal: whether money went there too is to be found out first.
  good(await service.shop.confirm(invoiceId));
  const refused = await operator.post(`/arrivals/${late.id}/match`, { reason });
  expect(refused.body[0]).toMatchObject({
    code: 'other_deal_undecided',
    message: `Another deal of the invoice, ${second}, is transfer_confirmed: decide that one first.`,
  });
  good(await operator.post(`/deals/${second}/reject-transfer`, { reason }));
  const third = await fresh();
  good(await operator.post(`/arrivals/${late.id}/match`, { reason }));
  await expectChange(before, { makers: '-70.00000000', store: '68.25000000', fees: '1.75000000' });
  expect(good(await service.shop.read(invoiceId))).toMatchObject({ status: 'paid' });
  const life = good(await operator.get(`/invoices/${invoiceId}`)).deals;
  expect(Object.fromEntries(life.map(({ id, status }: { id: string; status: string }) => [id, status]))).toEqual({
    [dealId]: 'completed',
    [second]: 'canceled',
    [third]: 'canceled',
  });
  // The payer pays a second time, to the last requisites: it is no longer this invoice's.
  const thirdRequisite = good(await operator.get(`/deals/${third}`)).requisiteId;
  const again = good(await enter(thirdRequisite, '6685.00', 'late-3'));
  expect(again).toMatchObject({ status: 'held', exception: 'late', dealId: third });
  expect((await operator.post(`/arrivals/${again.id}/match`, { reason })).body[0].code).toBe('other_deal_paid');
  good(await operator.post(`/arrivals/${again.id}/return`, { reason }));
  await expectChange(before, { makers: '-70.00000000', store: '68.25000000', fees: '1.75000000' });
});

it.each([
  ['short', '7640.00', '6685.00', { makers: '-70.00000000', store: '68.25000000', fees: '1.75000000' }],
  ['over', '8595.00', '9550.00', { makers: '-100.00000000', store: '97.50000000', fees: '2.50000000' }],
] as const)('settles a deal for which the payer sent a sum that is %s', async (exception, asked, came, change) => {
  const before = await books();
  const { invoiceId, dealId, requisiteId } = await startPayin(asked);
  const arrival = good(await enter(requisiteId, came, `${exception}-1`));
  expect(arrival).toMatchObject({ status: 'held', exception, dealId });
  good(await operator.post(`/arrivals/${arrival.id}/match`, { dealId, reason }));
  await expectChange(before, change);
  expect(good(await service.shop.read(invoiceId))).toMatchObject({ status: 'paid', sum: { amount: came } });
});

it('holds a second payment, which goes back to its sender', async () => {
  const before = await books();
  const { dealId, requisiteId } = await startPayin('9740.00');
  good(await enter(requisiteId, '9740.00', 'twice-1'));
  const second = good(await enter(requisiteId, '9740.00', 'twice-2'));
  expect(second).toMatchObject({ status: 'held', exception: 'twice', dealId });
  expect((await operator.post(`/arrivals/${second.id}/match`, { dealId, reason })).body[0].code).toBe('deal_settled');
  expect(good(await operator.post(`/arrivals/${second.id}/return`, { reason }))).toMatchObject({ status: 'returned' });
  // 9740 / 95.5 = 101.98952879…, cut off; the fee of 2.54973821975 is rounded up.
  await expectChange(before, { makers: '-101.98952879', store: '99.43979057', fees: '2.54973822' });
});

it('takes an arrival as the money of a deal that a person had settled already', async () => {
  const before = await books();
  const { dealId, requisiteId } = await startPayin('11460.00');
  good(await operator.post(`/deals/${dealId}/settle`, { reason }));
  const arrival = good(await enter(requisiteId, '11460.00', 'after-1'));
  expect(arrival).toMatchObject({ status: 'held', exception: 'twice', dealId });
  expect(good(await operator.post(`/arrivals/${arrival.id}/match`, { reason }))).toMatchObject({ status: 'matched' });
  // Only one can be that money.
  const second = good(await enter(requisiteId, '11460.00', 'after-2'));
  expect((await operator.post(`/arrivals/${second.id}/match`, { reason })).body[0].code).toBe('deal_settled');
  good(await operator.post(`/arrivals/${second.id}/return`, { reason }));
  await expectChange(before, { makers: '-120.00000000', store: '117.00000000', fees: '3.00000000' });
});

it('lets only money that came to the maker of a deal pay it', async () => {
  const { invoiceId, dealId } = await startPayin('12415.00');
  const { makerId } = good(await operator.get(`/deals/${dealId}`));
  // Requisites go round the eight makers.
  const ofAnother = (makerId % 8) + 1;
  const arrival = good(await enter(ofAnother, '55.00', 'astray-1'));
  expect(arrival).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
  expect((await operator.post(`/arrivals/${arrival.id}/match`, { reason })).body[0].code).toBe('arrival_without_deal');
  expect((await operator.post(`/arrivals/${arrival.id}/match`, { dealId, reason })).body[0].code).toBe(
    'arrival_of_another_maker',
  );
  good(await operator.post(`/arrivals/${arrival.id}/return`, { reason }));
  good(await service.shop.cancel(invoiceId));
  await expectLawsHold(service.db.pool);
});
