import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disputeReasons } from '../../../src/domain/invoices/deal-dispute.ts';
import { expectLawsHold } from '../../support/database.ts';
import { type Answer, pngReceipt } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/**
 * What accepting and rejecting mean, for every direction, reason and state, said here once more: which status the deal and the
 * invoice have then, and what maker, store and service have more than before the deal began.
 */
let service: TestService;
let operator: OperatorClient;
const reason = 'looked at';

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  // One shop claims, and its makers take, more here than limits allow; those have tests of their own.
  await service.db.owner.query('update makers set takings_max = 1000');
  await service.db.owner.query('update dispute_rules set payer_claims_max = 0, store_claims_max = 0');
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const reasons = Object.keys(disputeReasons);
const claimOf = (disputeReason: string): Record<string, string> =>
  disputeReason === 'invalid_sum' ? { disputeReason, 'disputeReasonData[amount]': '955.00' } : { disputeReason };

/** Spendable balances of all makers, of the store, its frozen one, what makers hold, and the fees. */
async function books(): Promise<readonly bigint[]> {
  const { rows } = await service.db.pool.query(`select array[
      sum(balance) filter (where kind = 'maker_available'), sum(balance) filter (where id = 11),
      sum(balance) filter (where id = 12), sum(balance) filter (where kind = 'maker_held'),
      sum(balance) filter (where kind = 'fees')]::text[] as sums from accounts`);
  return rows[0].sums.map(BigInt);
}

const changeOf = (before: readonly bigint[], after: readonly bigint[]) =>
  after.map((balance, index) => Number(balance - (before[index] ?? 0n)) / 1e8);

let kopeks = 0;
const freshAmount = () => `1910.${String(10 + (kopeks++ % 90))}`;

/** A payin over 20 USDT and a little, less 2.5 %. */
const payins = {
  waiting: { isHeld: true, dealBefore: 'transfer_waiting', invoiceBefore: 'new' },
  confirmed: { isHeld: true, dealBefore: 'transfer_confirmed', invoiceBefore: 'new' },
  paid: { isHeld: false, dealBefore: 'completed', invoiceBefore: 'paid' },
  canceled: { isHeld: false, dealBefore: 'canceled', invoiceBefore: 'canceled' },
} as const;
type PayinState = keyof typeof payins;

async function payinIn(state: PayinState): Promise<string> {
  const { id } = good(await service.shop.createPayin({ startDeal: true, amount: freshAmount() }));
  if (state === 'confirmed') good(await service.shop.confirm(id));
  if (state === 'paid') good(await operator.post(`/deals/${id}/settle`, { reason }));
  if (state === 'canceled') good(await service.shop.cancel(id));
  return id;
}

describe.each(Object.keys(payins) as PayinState[])('a payin that is %s', (state) => {
  it.each(reasons)('disputed for %s and accepted', async (claim) => {
    const before = await books();
    const id = await payinIn(state);
    good(await service.shop.dispute(id, claimOf(claim)));
    const { dispute } = good(await operator.get(`/deals/${id}`));
    good(await operator.post(`/invoices/${id}/dispute/accept`, { reason }));
    const deal = good(await operator.get(`/deals/${id}`));
    const change = changeOf(before, await books());
    // Not paid, it is appealed for a payer who has paid, in whatever words.
    if (claim === 'no_payment' && state === 'paid') {
      expect(dispute.ifAccepted).toBe('not_paid');
      expect([deal.status, deal.dispute.result]).toEqual(['canceled', 'ACCEPTED']);
      expect((await service.shop.read(id)).body.status).toBe('new');
      expect(change).toEqual([0, 0, 0, 0, 0]);
    } else {
      const share = claim === 'invalid_sum' ? 0.5 : 1;
      expect(dispute.ifAccepted).toBe('paid');
      expect([deal.status, (await service.shop.read(id)).body.status]).toEqual(['completed', 'paid']);
      expect(change[0]).toBeCloseTo(-20.0 * share, 1);
      expect(change[1]).toBeCloseTo(19.5 * share, 1);
      expect(change.slice(2, 4)).toEqual([0, 0]);
    }
  });

  it.each(reasons)('disputed for %s and rejected is as before', async (claim) => {
    const id = await payinIn(state);
    const before = await books();
    good(await service.shop.dispute(id, claimOf(claim)));
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
    const { dealBefore, invoiceBefore } = payins[state];
    expect(good(await operator.get(`/deals/${id}`))).toMatchObject({
      status: dealBefore,
      dispute: { result: 'UNKNOWN' },
    });
    expect((await service.shop.read(id)).body.status).toBe(invoiceBefore);
    expect(await books()).toEqual(before);
  });
});

/** One decision for one fact: the receipt is decided about with the claim, and waits for nobody any more. */
const waitsFor = async (id: string) => {
  const { items } = good(await operator.get('/work?kind=confirmed&limit=200'));
  return items.some((item: { id: string }) => item.id === id);
};

describe('a payin with a receipt', () => {
  it.each([
    ['has_payment', ['not_paid']],
    ['no_payment', ['not_paid', 'paid']],
    ['invalid_sum', ['paid', 'not_paid']],
    ['invalid_requisites', ['not_paid', 'paid']],
    ['unknown', ['not_paid', 'paid']],
  ])('disputed for %s and rejected can be %j at once', async (claim, verdicts) => {
    for (const verdict of ['paid', 'not_paid']) {
      const before = await books();
      const id = await payinIn('confirmed');
      good(await service.shop.dispute(id, claimOf(claim)));
      expect(good(await operator.get(`/deals/${id}`)).dispute.ifRejected).toEqual(verdicts);
      const decision = { result: 'FRAUD_CONFIRM_DOCS', verdict, reason };
      const answer = await operator.post(`/invoices/${id}/dispute/reject`, decision);
      if (!verdicts.includes(verdict)) {
        expect(answer).toMatchObject({ status: 400, body: [{ code: 'verdict_not_open' }] });
        continue;
      }
      const [deal, { status }] = [good(await operator.get(`/deals/${id}`)), good(answer)];
      expect(deal.dispute.result).toBe('FRAUD_CONFIRM_DOCS');
      const change = changeOf(before, await books());
      if (verdict === 'paid') {
        expect([status, deal.status]).toEqual(['paid', 'completed']);
        expect(change[0]).toBeCloseTo(-20.0, 1);
        expect(change[1]).toBeCloseTo(19.5, 1);
      } else {
        expect([status, deal.status, change]).toEqual(['new', 'canceled', [0, 0, 0, 0, 0]]);
      }
      expect(await waitsFor(id)).toBe(false);
    }
  });

  it('is not found unpaid by a rejection while its money waits to be matched, and a sum needs the word that it was paid', async () => {
    const id = await payinIn('confirmed');
    const { requisiteId } = good(await operator.get(`/deals/${id}`));
    good(await operator.post('/arrivals', { requisiteId, amount: '1.00', reference: `part of ${id}` }));
    good(await service.shop.dispute(id, { disputeReason: 'has_payment' }));
    const reject = (said: object) =>
      operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason, ...said });
    expect((await reject({ verdict: 'not_paid' })).body[0].code).toBe('arrival_undecided');
    expect((await reject({ amount: '1.00' })).body[0].code).toBe('claim_has_no_sum');
    good(await reject({}));
    expect(await waitsFor(id)).toBe(true);
  });
});

const payouts = ['new', 'taken', 'proven', 'paid'] as const;
type PayoutState = (typeof payouts)[number];

async function payoutIn(state: PayoutState): Promise<string> {
  const { id } = good(await service.shop.createPayout({ amount: '1870.00' }));
  if (state === 'new') return id;
  good(await operator.post(`/payouts/${id}/take`, { makerId: 1, reason }));
  if (state === 'taken') return id;
  const form = new FormData();
  form.set('attachment', new Blob([pngReceipt]), 'proof.png');
  good(await operator.upload(`/payouts/${id}/proof`, form));
  if (state === 'paid') good(await operator.post(`/deals/${id}/settle`, { reason }));
  return id;
}

describe.each(payouts)('a payout that is %s', (state) => {
  it.each(reasons.flatMap((claim) => [[claim, 'pool'] as const, [claim, 'cancel'] as const]))(
    'disputed for %s and accepted: %s',
    async (claim, next) => {
      const before = await books();
      const id = await payoutIn(state);
      good(await service.shop.dispute(id, claimOf(claim)));
      const { dispute } = good(await operator.get(`/deals/${id}`));
      const answer = await operator.post(`/invoices/${id}/dispute/accept`, { next, reason });
      const { status } = (await service.shop.read(id)).body;
      const change = changeOf(before, await books());
      if (claim === 'has_payment') {
        expect(dispute.ifAccepted).toBe('paid');
        // Nobody can have paid what nobody has taken.
        if (state === 'new') expect(answer.body[0].code).toBe('deal_settled');
        else expect([status, change]).toEqual(['paid', [20, -20.3, 0, 0, 0.3]]);
      } else {
        expect(dispute.ifAccepted).toBe('not_paid');
        expect([status, change]).toEqual(
          next === 'pool' ? ['new', [0, -20.3, 20.3, 0, 0]] : ['canceled', [0, 0, 0, 0, 0]],
        );
      }
    },
  );

  it.each(reasons)('disputed for %s and rejected is as before', async (claim) => {
    const id = await payoutIn(state);
    const [before, { status }] = [await books(), (await service.shop.read(id)).body];
    const deal = good(await operator.get(`/deals/${id}`));
    good(await service.shop.dispute(id, claimOf(claim)));
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
    expect((await service.shop.read(id)).body.status).toBe(status);
    expect(good(await operator.get(`/deals/${id}`)).status).toBe(deal.status);
    expect(await books()).toEqual(before);
  });
});

it.each(reasons)('a payout with a proof, disputed for %s and rejected, is decided with the claim', async (claim) => {
  const before = await books();
  const id = await payoutIn('proven');
  good(await service.shop.dispute(id, claimOf(claim)));
  const [verdict] = good(await operator.get(`/deals/${id}`)).dispute.ifRejected;
  expect(verdict).toBe(claim === 'has_payment' ? 'not_paid' : 'paid');
  const reject = (next?: string) =>
    operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', verdict, next, reason });
  if (verdict === 'not_paid') expect((await reject()).body[0]).toMatchObject({ code: 'blank', field: 'next' });
  const { status } = good(await reject(verdict === 'not_paid' ? 'cancel' : undefined));
  const change = changeOf(before, await books());
  const paid = ['paid', [20, -20.3, 0, 0, 0.3]];
  expect([status, change]).toEqual(verdict === 'paid' ? paid : ['canceled', [0, 0, 0, 0, 0]]);
  expect(await waitsFor(id)).toBe(false);
});

it('a payin whose money has arrived is not found unpaid', async () => {
  const amount = freshAmount();
  const { id } = good(await service.shop.createPayin({ startDeal: true, amount }));
  const { requisiteId } = good(await operator.get(`/deals/${id}`));
  good(await operator.post('/arrivals', { requisiteId, amount, reference: `bank ${id}` }));
  good(await service.shop.dispute(id, { disputeReason: 'no_payment' }));
  const answer = await operator.post(`/invoices/${id}/dispute/accept`, { reason });
  expect(answer).toMatchObject({ status: 400, body: [{ code: 'arrival_matched' }] });
});

it('an answer to a claim that was rejected since does not answer the next claim, which says the opposite', async () => {
  const id = await payinIn('paid');
  const claim = async (disputeReason: string): Promise<string> => {
    good(await service.shop.dispute(id, { disputeReason }));
    return good(await operator.get(`/deals/${id}`)).dispute.openedAt;
  };
  const seen = await claim('has_payment');
  good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', openedAt: seen, reason }));
  service.advance(1_000);
  const newer = await claim('no_payment');
  const before = await books();
  for (const [answer, said] of [
    ['accept', {}],
    ['reject', { result: 'UNKNOWN' }],
  ] as const) {
    const late = await operator.post(`/invoices/${id}/dispute/${answer}`, { ...said, openedAt: seen, reason });
    expect(late).toMatchObject({ status: 400, body: [{ code: 'claim_is_newer', field: 'openedAt' }] });
  }
  expect(await books()).toEqual(before);
  const wrong = await operator.post(`/invoices/${id}/dispute/accept`, { openedAt: 'yesterday', reason });
  expect(wrong).toMatchObject({ status: 400, body: [{ code: 'wrong_type', field: 'openedAt' }] });
  expect(good(await operator.post(`/invoices/${id}/dispute/accept`, { openedAt: newer, reason })).status).not.toBe(
    'paid',
  );
});

describe('a payin that was found unpaid, and paid after all', () => {
  const decide = async (id: string, disputeReason: string, said: object = {}) => {
    good(await service.shop.dispute(id, { disputeReason }));
    return good(await operator.post(`/invoices/${id}/dispute/accept`, { reason, ...said }));
  };

  it.each([
    ['paid', 'paid' as const],
    ['ended before it was paid', 'canceled' as const],
  ])('is decided as often as somebody claims it, when it was %s', async (_, state) => {
    const before = await books();
    const id = await payinIn(state);
    if (state === 'canceled') await decide(id, 'has_payment');
    const settled = changeOf(before, await books());
    for (let time = 0; time < 3; time++) {
      await decide(id, 'no_payment');
      expect(changeOf(before, await books())).toEqual([0, 0, 0, 0, 0]);
      await decide(id, 'has_payment');
      expect((await service.shop.read(id)).body.status).toBe('paid');
      expect(changeOf(before, await books())).toEqual(settled);
    }
    // Its own transfers are posted: money that is matched to it would need them a second time.
    await decide(id, 'no_payment');
    const { requisiteId, sum } = good(await operator.get(`/deals/${id}`));
    const arrival = good(
      await operator.post('/arrivals', { requisiteId, amount: sum.amount, reference: `late ${id}` }),
    );
    const refused = await operator.post(`/arrivals/${arrival.id}/match`, { dealId: id, reason });
    expect([refused.status, refused.body[0].code]).toEqual([400, 'deal_taken_back']);
    good(await operator.post(`/arrivals/${arrival.id}/return`, { reason }));
    await decide(id, 'has_payment');
    // With another sum it is worth what came.
    await decide(id, 'no_payment');
    await decide(id, 'has_payment', { amount: '955.00' });
    expect((await service.shop.read(id)).body).toMatchObject({ status: 'paid' });
  });
});

it('a payin is counted by the fee that it began with, whatever sum is found when the store has another one', async () => {
  const merchant = await signInDemo(service, 'merchant');
  const accept = async (id: string, disputeReason: string, amount: string | null) => {
    good(await service.shop.dispute(id, claimOf(disputeReason)));
    good(await operator.post(`/invoices/${id}/dispute/accept`, { amount, reason }));
  };
  const settle = async (id: string, amount: string) =>
    good(await operator.post(`/deals/${id}/settle`, { amount, reason }));
  const [corrected, undone] = [await payinIn('paid'), await payinIn('paid')];
  const [short, over, late] = [await payinIn('waiting'), await payinIn('confirmed'), await payinIn('canceled')];
  good(await merchant.patch('/stores/1/payment-policy', { excess: 'apart', reason }));
  good(await operator.patch('/stores/1', { payinFeeBps: 500, reason }));
  await accept(corrected, 'invalid_sum', '1909.99');
  await accept(undone, 'no_payment', null);
  await accept(undone, 'has_payment', '955.00');
  await settle(short, '955.00');
  await settle(over, '1999.00');
  good(await operator.post(`/invoices/${over}/excess/keep`, { reason }));
  await accept(late, 'has_payment', '1800.00');
  const shareOf = async (id: string) => {
    const { receivedSumFromMaker: worth, serviceFeeSum: fee } = good(await service.shop.read(id));
    return Number((Number(fee.amount) / Number(worth.amount)).toFixed(6));
  };
  for (const id of [corrected, undone, short, over, late]) expect(await shareOf(id)).toBe(0.025);
  expect(await shareOf(await payinIn('paid'))).toBe(0.05);
});
