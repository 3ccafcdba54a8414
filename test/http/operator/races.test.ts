import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { totpCode, totpStep } from '../../../src/domain/people/totp.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/** Two people, or a person and a program, at the same moment: one winner, one set of transfers. */
let service: TestService;
let operator: OperatorClient;
let secondOperator: OperatorClient;
let makers: OperatorClient[];
let amountRubles = 4000;

const reason = 'a race';
/** Each race is run several times: who wins is up to chance. */
const rounds = 8;
const dealLifetimeMs = 15 * 60_000;

beforeAll(async () => {
  service = await startTestService();
  operator = await signInDemo(service, 'operator');
  await service.db.owner.query('update makers set takings_max = 1000');
  secondOperator = await createSignedIn(service, { login: 'operator-2', role: 'operator' });
  makers = [
    await signInDemo(service, 'maker'),
    await createSignedIn(service, { login: 'maker-2', role: 'maker', makerId: 2 }),
  ];
});
afterEach(async () => {
  await expectLawsHold(service.db.pool);
});
afterAll(async () => {
  await service.stop();
});

async function startPayin() {
  amountRubles += 7;
  const amount = `${amountRubles}.00`;
  const { body } = await service.shop.createPayin({ startDeal: true, amount });
  const deal = (await operator.get(`/deals/${body.deals[0].id}`)).body;
  return { invoiceId: body.id as string, dealId: deal.id as string, requisiteId: deal.requisiteId as number, amount };
}

async function transferKinds(subjectId: string): Promise<string[]> {
  const { rows } = await service.db.pool.query('select kind from transfers where subject_id = $1 order by kind', [
    subjectId,
  ]);
  return rows.map(({ kind }) => kind);
}

function expectOneWinner(answers: readonly Answer[], refusal: string): void {
  const outcomes = answers.map(({ status, body }) => (status === 200 ? 'won' : body[0].code)).sort();
  expect(outcomes).toEqual([...Array(answers.length - 1).fill(refusal), 'won'].sort());
}

const settledOnce = ['payin_fee', 'payin_hold', 'payin_settle'];

it('lets one of two makers take a payout', async () => {
  for (let round = 0; round < rounds; round++) {
    const { body } = await service.shop.createPayout();
    const taken = await Promise.all(makers.map((maker) => maker.post(`/payouts/${body.id}/take`)));
    expectOneWinner(taken, 'payout_not_open');
    const winner = taken.findIndex(({ status }) => status === 200);
    expect((await operator.get(`/deals/${body.id}`)).body.makerId).toBe(winner + 1);
    // The loser reaches nothing of it.
    expect((await makers[1 - winner]?.get(`/deals/${body.id}`))?.status).toBe(404);
    expect((await makers[1 - winner]?.post(`/payouts/${body.id}/give-back`, { reason }))?.status).toBe(404);
  }
});

it('lets one of two operators settle a deal', async () => {
  for (let round = 0; round < rounds; round++) {
    const { dealId } = await startPayin();
    const settled = await Promise.all(
      [operator, secondOperator, operator, secondOperator].map((who) =>
        who.post(`/deals/${dealId}/settle`, { reason }),
      ),
    );
    expectOneWinner(settled, 'deal_settled');
    expect(await transferKinds(dealId)).toEqual(settledOnce);
  }
});

it('gives a rejected withdrawal back once, whether or not it is approved at the same moment', async () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const accountId = '0193f000-0000-7000-8000-000000000001';
  for (let round = 0; round < rounds; round++) {
    service.advance(30_000);
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const request = { accountId, amount: '5', address, code2FA };
    const { id } = (await service.shop.post('/api/merchant/withdrawals', request)).body;
    await operator.post(`/withdrawals/${id}/approve`, { reason });
    // The second approval lets it go; from then on sending and rejecting exclude each other.
    const [approved, rejected] = await Promise.all([
      secondOperator.post(`/withdrawals/${id}/approve`, { reason }),
      operator.post(`/withdrawals/${id}/reject`, { reason }),
    ]);
    expect(rejected.status).toBe(200);
    expect([200, 400]).toContain(approved.status);
    expect((await operator.get(`/withdrawals/${id}`)).body.status).toBe(5);
    expect(await transferKinds(id)).toEqual(['withdrawal_freeze', 'withdrawal_release']);
  }
});

it('lets one of sending and rejecting win', async () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const accountId = '0193f000-0000-7000-8000-000000000001';
  for (let round = 0; round < rounds; round++) {
    service.advance(30_000);
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const request = { accountId, amount: '5', address, code2FA };
    const { id } = (await service.shop.post('/api/merchant/withdrawals', request)).body;
    await operator.post(`/withdrawals/${id}/approve`, { reason });
    await secondOperator.post(`/withdrawals/${id}/approve`, { reason });
    const answers = await Promise.all([
      operator.post(`/withdrawals/${id}/send`, { reason, txId: String(round).padStart(64, '0') }),
      secondOperator.post(`/withdrawals/${id}/reject`, { reason }),
    ]);
    expectOneWinner(answers, 'withdrawal_not_open');
    const kinds = answers[0]?.status === 200 ? ['fee', 'freeze', 'send'] : ['freeze', 'release'];
    expect(await transferKinds(id)).toEqual(kinds.map((kind) => `withdrawal_${kind}`));
  }
});

it('settles a deal once when its arrival and a person come together', async () => {
  for (let round = 0; round < rounds; round++) {
    const { dealId, requisiteId, amount } = await startPayin();
    const [arrival, settled] = await Promise.all([
      operator.post('/arrivals', { requisiteId, amount, reference: `bank-${dealId}` }),
      secondOperator.post(`/deals/${dealId}/settle`, { reason }),
    ]);
    // The arrival is never lost: it paid the deal, or it is held as a second payment for a person to look at.
    expect(arrival.status).toBe(200);
    if (settled.status === 200) expect(arrival.body).toMatchObject({ status: 'held', exception: 'twice', dealId });
    else expect([arrival.body.status, settled.body[0].code]).toEqual(['matched', 'deal_settled']);
    expect(await transferKinds(dealId)).toEqual(settledOnce);
  }
});

it('settles or expires a deal when its arrival comes at the last moment', async () => {
  for (let round = 0; round < rounds; round++) {
    const { invoiceId, dealId, requisiteId, amount } = await startPayin();
    service.advance(dealLifetimeMs - 30);
    const enter = () => operator.post('/arrivals', { requisiteId, amount, reference: `bank-${dealId}` });
    const read = () => service.shop.read(invoiceId);
    // The clock passes the deadline while these are on their way; the expiry worker joins in by itself.
    const [arrival] = await Promise.all([
      new Promise<Answer>((resolve) => setTimeout(() => resolve(enter()), (round * 60) / rounds)),
      ...Array.from({ length: 5 }, read),
    ]);
    expect(arrival.status).toBe(200);
    const invoice = (await read()).body;
    if (arrival.body.status === 'matched') {
      expect(invoice.status).toBe('paid');
      expect(await transferKinds(dealId)).toEqual(settledOnce);
    } else {
      expect(arrival.body).toMatchObject({ status: 'held', exception: 'late', dealId });
      expect(invoice).toMatchObject({ status: 'new', deals: [] });
      const match = await operator.post(`/arrivals/${arrival.body.id}/match`, { dealId, reason });
      expect(match.body).toMatchObject({ status: 'matched' });
      expect(await transferKinds(dealId)).toEqual([
        'payin_fee',
        'payin_hold',
        'payin_rehold',
        'payin_release',
        'payin_settle',
      ]);
    }
  }
});

it('enters the same arrival once, told twenty times at once', async () => {
  const { dealId, requisiteId, amount } = await startPayin();
  const told = await Promise.all(
    Array.from({ length: 20 }, () =>
      operator.post('/arrivals', { requisiteId, amount, reference: 'told-twenty-times' }),
    ),
  );
  expect(told.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(told.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(told[0]?.body).toMatchObject({ status: 'matched', dealId });
  expect(await transferKinds(dealId)).toEqual(settledOnce);
});

it('rejects a transfer or lets its arrival pay, when both come together', async () => {
  for (let round = 0; round < rounds; round++) {
    const { invoiceId, dealId, requisiteId, amount } = await startPayin();
    await service.shop.confirm(invoiceId);
    const [arrival, rejected] = await Promise.all([
      operator.post('/arrivals', { requisiteId, amount, reference: `bank-${dealId}` }),
      secondOperator.post(`/deals/${dealId}/reject-transfer`, { reason }),
    ]);
    // The arrival is never lost: it paid the deal, or it is held as late money.
    expect(arrival.status).toBe(200);
    if (rejected.status === 200) {
      expect(arrival.body).toMatchObject({ status: 'held', exception: 'late', dealId });
      expect(await transferKinds(dealId)).toEqual(['payin_hold', 'payin_release']);
    } else {
      expect([arrival.body.status, rejected.body[0].code]).toEqual(['matched', 'transfer_not_confirmed']);
      expect(await transferKinds(dealId)).toEqual(settledOnce);
    }
  }
});

it('takes one of two arrivals as the money of a deal that a person had settled', async () => {
  for (let round = 0; round < rounds; round++) {
    const { dealId, requisiteId, amount } = await startPayin();
    await operator.post(`/deals/${dealId}/settle`, { reason });
    const arrivals = await Promise.all(
      ['a', 'b'].map((name) => operator.post('/arrivals', { requisiteId, amount, reference: `${name}-${dealId}` })),
    );
    const matched = await Promise.all(
      arrivals.map(({ body }, index) =>
        (index === 0 ? operator : secondOperator).post(`/arrivals/${body.id}/match`, { dealId, reason }),
      ),
    );
    expectOneWinner(matched, 'deal_settled');
    expect(await transferKinds(dealId)).toEqual(settledOnce);
  }
});

it('decides a dispute once when two operators disagree', async () => {
  for (let round = 0; round < rounds; round++) {
    const { invoiceId, dealId } = await startPayin();
    await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' });
    const decided = await Promise.all([
      operator.post(`/invoices/${invoiceId}/dispute/accept`, { reason }),
      secondOperator.post(`/invoices/${invoiceId}/dispute/reject`, { result: 'UNKNOWN', reason }),
    ]);
    expectOneWinner(decided, 'not_in_dispute');
    expect(await transferKinds(dealId)).toEqual(decided[0]?.status === 200 ? settledOnce : ['payin_hold']);
  }
});
