import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import { decideDispute } from '../../src/commands/disputes/decide-dispute.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../src/commands/ledger/move-funds.ts';
import { giveBackPayout, provePayout, takePayout } from '../../src/commands/payouts/payout-work.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  sendWithdrawalAct,
} from '../../src/commands/withdrawals/withdrawal-work.ts';
import { totpCode, totpStep } from '../../src/domain/people/totp.ts';
import { createIdSource } from '../../src/engine/id-source.ts';
import { expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The life of money at the level of commands: what the operator interface is built on. */
let service: TestService;
let amountMinor = 200_000;
const newId = createIdSource();
const by = byService;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

/** Amounts that no other test uses, so that each has its own pair. */
function nextAmount(): string {
  amountMinor += 100;
  return `${amountMinor / 100}.00`;
}

async function startedDeal() {
  const amount = nextAmount();
  const { body } = await service.shop.createPayin({ startDeal: true, amount });
  const { rows } = await service.db.pool.query('select requisite_id from deals where id = $1', [body.deals[0].id]);
  return {
    invoiceId: body.id as string,
    dealId: body.deals[0].id as string,
    requisiteId: rows[0].requisite_id,
    amount,
  };
}

async function read(invoiceId: string) {
  return (await service.shop.get(`/api/merchant/invoices/${invoiceId}`)).body;
}

async function available(): Promise<bigint> {
  const { rows } = await service.db.pool.query('select balance from accounts where id = 11');
  return rows[0].balance;
}

const arrive = (requisiteId: number, amount: string, reference: string = newId()) =>
  service.engine.submit(
    recordArrival({ ...by, id: newId(), requisiteId, amount, arrivedAt: service.now(), reference }),
  );

const plus = (amount: string, more: number) => `${Number(amount.split('.')[0]) + more}.00`;

it('settles the one deal that an arrival belongs to, and says the same again to a repeat', async () => {
  const deal = await startedDeal();
  const before = await available();
  const arrival = await arrive(deal.requisiteId, deal.amount, 'bank-1');
  expect(arrival).toMatchObject({ status: 'matched', exception: null, dealId: deal.dealId });
  expect(await arrive(deal.requisiteId, deal.amount, 'bank-1')).toEqual(arrival);
  const invoice = await read(deal.invoiceId);
  expect(invoice).toMatchObject({ status: 'paid', deals: [{ status: 'completed', isActive: false }] });
  expect((await available()) - before).toBe(BigInt(invoice.payoutSum.amount.replace('.', '')));
  await expectLawsHold(service.db.pool);
});

it.each([
  ['short', -50],
  ['over', 50],
] as const)('holds a %s arrival for a person, who settles the deal with the sum that came', async (exception, more) => {
  const deal = await startedDeal();
  const received = plus(deal.amount, more);
  const arrival = await arrive(deal.requisiteId, received);
  expect(arrival).toMatchObject({ status: 'held', exception, dealId: deal.dealId });
  const answer = {
    kind: 'match',
    dealId: deal.dealId,
    invoiceId: deal.invoiceId,
    storeId: 1,
  } as const;
  await service.engine.submit(resolveArrival({ ...by, arrivalId: arrival.id, answer }));
  const invoice = await read(deal.invoiceId);
  expect(invoice).toMatchObject({ status: 'paid', sum: { amount: received } });
  expect(invoice.deals[0].payment.takerSum.amount).toBe(received);
  await expectLawsHold(service.db.pool);
});

it('knows a second arrival for a paid deal, which can only go back', async () => {
  const deal = await startedDeal();
  await arrive(deal.requisiteId, deal.amount);
  const second = await arrive(deal.requisiteId, deal.amount);
  expect(second).toMatchObject({ status: 'held', exception: 'twice', dealId: deal.dealId });
  const answer = { ...deal, kind: 'match', storeId: 1 } as const;
  await expect(service.engine.submit(resolveArrival({ ...by, arrivalId: second.id, answer }))).rejects.toMatchObject({
    code: 'deal_settled',
  });
  const goesBack = { kind: 'return', likely: { dealId: deal.dealId, invoiceId: deal.invoiceId, storeId: 1 } } as const;
  const back = await service.engine.submit(resolveArrival({ ...by, arrivalId: second.id, answer: goesBack }));
  expect(back.status).toBe('returned');
});

it('settles a deal that had ended when its money comes late and a person says so', async () => {
  const deal = await startedDeal();
  await service.shop.post(`/api/merchant/invoices/${deal.invoiceId}/cancel`);
  const late = await arrive(deal.requisiteId, deal.amount);
  expect(late).toMatchObject({ status: 'held', exception: 'late', dealId: deal.dealId });
  const answer = {
    kind: 'match',
    dealId: deal.dealId,
    invoiceId: deal.invoiceId,
    storeId: 1,
  } as const;
  await service.engine.submit(resolveArrival({ ...by, arrivalId: late.id, answer }));
  expect((await read(deal.invoiceId)).status).toBe('paid');
  await expectLawsHold(service.db.pool);
});

it('does not let money of last week, or of an hour ago, pay the deal that has its pair now', async () => {
  const deal = await startedDeal();
  const { requisiteId, amount } = deal;
  const enter = (arrivedAt: number) =>
    service.engine.submit(recordArrival({ ...by, id: newId(), requisiteId, amount, arrivedAt, reference: newId() }));
  const old = await enter(service.now() - 7 * 86_400_000);
  expect(old).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
  expect(await read(deal.invoiceId)).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
  const hint = { status: 'held', exception: 'before_deal', dealId: deal.dealId };
  expect(await enter(service.now() - 3_600_000)).toMatchObject(hint);
  expect(await read(deal.invoiceId)).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
  expect(await enter(service.now() - 60_000)).toMatchObject({ status: 'matched', dealId: deal.dealId });
});

it('holds money that belongs to no deal', async () => {
  expect(await arrive(1, '77.77')).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
});

it('corrects the books when a dispute about a paid deal is accepted with another sum, up and down', async () => {
  for (const more of [-100, 30]) {
    const deal = await startedDeal();
    await service.engine.submit(settleDeal({ ...by, ...deal, seenStoreId: 1, amount: null, reportId: newId() }));
    const before = await available();
    const paid = await read(deal.invoiceId);
    const form = new FormData();
    form.set('disputeReason', 'invalid_sum');
    form.set('disputeReasonData[amount]', plus(deal.amount, more));
    await service.shop.upload(`/api/merchant/invoices/${deal.invoiceId}/dispute`, form);
    const decision = { kind: 'accept', amount: plus(deal.amount, more), next: null } as const;
    await service.engine.submit(
      decideDispute({
        ...by,
        decisionId: newId(),
        nextDealId: newId(),
        invoiceId: deal.invoiceId,
        seenStoreId: 1,
        decision,
      }),
    );
    const after = await read(deal.invoiceId);
    expect(after).toMatchObject({ status: 'paid', sum: { amount: plus(deal.amount, more) } });
    expect(after.deals[0].disputeResult).toBe('AMOUNT_CHANGED');
    const minor = (text: string) => BigInt(text.replace('.', ''));
    expect((await available()) - before).toBe(minor(after.payoutSum.amount) - minor(paid.payoutSum.amount));
    await expectLawsHold(service.db.pool);
  }
});

it('puts everything back when a dispute is rejected', async () => {
  const deal = await startedDeal();
  const form = new FormData();
  form.set('disputeReason', 'no_payment');
  await service.shop.upload(`/api/merchant/invoices/${deal.invoiceId}/dispute`, form);
  const decision = { kind: 'reject', result: 'FRAUD_CONFIRM_DOCS' } as const;
  await service.engine.submit(
    decideDispute({
      ...by,
      decisionId: newId(),
      nextDealId: newId(),
      invoiceId: deal.invoiceId,
      seenStoreId: 1,
      decision,
    }),
  );
  const after = await read(deal.invoiceId);
  expect(after).toMatchObject({ status: 'new', deals: [{ status: 'transfer_waiting' }] });
  expect(after.deals[0].disputeResult).toBe('FRAUD_CONFIRM_DOCS');
  await expectLawsHold(service.db.pool);
});

it('does not open an invoice again beside another one that the shop asked for when it had long been paid', async () => {
  const setLifetime = (hours: number) =>
    service.db.pool.query('update stores set invoice_lifetime_ms = $1 where id = 1', [hours * 3_600_000]);
  await setLifetime(72);
  const order = { startDeal: true, amount: nextAmount(), internalId: newId() };
  const { body: first } = await service.shop.createPayin(order);
  await setLifetime(1);
  await service.engine.submit(
    settleDeal({ ...by, invoiceId: first.id, dealId: first.id, seenStoreId: 1, amount: null, reportId: newId() }),
  );
  service.advance(24 * 3_600_000);
  const { body: second } = await service.shop.createPayin({ ...order, startDeal: false });
  expect(second.id).not.toBe(first.id);
  await service.shop.dispute(first.id, { disputeReason: 'no_payment' });
  const accept = () => {
    const decision = { kind: 'accept', amount: null, next: null } as const;
    const request = { ...by, decisionId: newId(), nextDealId: newId(), invoiceId: first.id, seenStoreId: 1, decision };
    return service.engine.submit(decideDispute(request));
  };
  await expect(accept()).rejects.toMatchObject({ code: 'same_invoice_open' });
  expect(await read(first.id)).toMatchObject({ status: 'dispute' });
  await service.shop.cancel(second.id);
  await accept();
  expect(await read(first.id)).toMatchObject({ status: 'new', deals: [] });
});

it('pays a payout: taken by one of two makers, given back, taken again, proven, settled', async () => {
  const { body } = await service.shop.createPayout({ amount: nextAmount() });
  const act = { ...by, invoiceId: body.id as string, seenStoreId: 1 };
  const taken = await Promise.allSettled(
    [1, 2, 3].map((makerId) => service.engine.submit(takePayout({ ...act, makerId }))),
  );
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await service.engine.submit(giveBackPayout(act));
  await service.engine.submit(takePayout({ ...act, makerId: 4 }));
  await expect(
    service.engine.submit(settleDeal({ ...act, dealId: body.id, amount: null, reportId: newId() })),
  ).rejects.toMatchObject({
    code: 'proof_missing',
  });
  const attachment = { sha256: 'a'.repeat(64), mediaType: 'image/png', sizeBytes: 1, fileName: 'p.png' } as const;
  await service.engine.submit(provePayout({ ...act, attachment }));
  await service.engine.submit(settleDeal({ ...act, dealId: body.id, amount: null, reportId: newId() }));
  expect((await read(body.id)).status).toBe('paid');
  await expectLawsHold(service.db.pool);
});

it('sends a withdrawal that two people approved, and gives back a rejected one', async () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const create = async () => {
    service.advance(60_000);
    const code2FA = totpCode('JBSWY3DPEHPK3PXP', totpStep(service.now()));
    const { body } = await service.shop.post('/api/merchant/withdrawals', {
      accountId: '0193f000-0000-7000-8000-000000000001',
      amount: '10',
      address,
      code2FA,
    });
    return {
      ...by,
      withdrawalId: body.id as string,
      seen: { storeId: 1, accountId: body.accountId as string, address },
    };
  };
  const first = await create();
  const facts = { ofDay: [], isAlone: false };
  const approve = (userId: number) =>
    service.engine.submit(approveWithdrawal({ ...first, userId, trustedSince: 0, ...facts }));
  expect((await approve(1)).status).toBe(2);
  await expect(approve(1)).rejects.toMatchObject({ code: 'already_approved' });
  expect((await approve(2)).status).toBe(3);
  expect(await service.engine.submit(sendWithdrawalAct({ ...first, txId: 'ab'.repeat(32), ...facts }))).toMatchObject({
    status: 4,
    txId: 'ab'.repeat(32),
  });
  const before = await available();
  const second = await create();
  await service.engine.submit(rejectWithdrawal({ ...second, isAgreed: false }));
  expect(await available()).toBe(before);
  await expectLawsHold(service.db.pool);
});

it('tops up once, however often it is told to', async () => {
  const before = await available();
  const request = {
    ...by,
    kind: 'top_up',
    id: newId(),
    owner: { kind: 'store', id: '1' },
    availableId: 11,
    currency: 'USDT',
    amount: '5',
    askedAt: Date.now(),
  } as const;
  await Promise.all(Array.from({ length: 20 }, () => service.engine.submit(moveFunds(request))));
  expect((await available()) - before).toBe(500_000_000n);
});
