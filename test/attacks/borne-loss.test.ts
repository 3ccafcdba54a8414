import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoSecrets } from '../../src/domain/installation/demo-secrets.ts';
import { expectLawsHold } from '../support/database.ts';
import { type Answer, pngReceipt } from '../support/merchant-client.ts';
import { codeOf, type OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createSignedIn, createToken, signInDemo } from '../support/staff.ts';

/**
 * A maker shows a false proof, is credited when the hold has passed, and is paid back before anybody objects. As it was run: the
 * claim was right and could not be accepted, `maker_funds`; the store never got its money, and no act booked the loss.
 */
let service: TestService;
let operator: OperatorClient;
let second: OperatorClient;
let merchant: OperatorClient;
let thief: OperatorClient;
let thiefId: number;
let available: number;

const reason = 'looked at';
const hourMs = 3_600_000;
const windowMs = 72 * hourMs;

beforeAll(async () => {
  service = await startTestService({ SECOND_PERSON: 'on' });
  operator = await signInDemo(service, 'operator');
  second = await createSignedIn(service, { login: 'second', role: 'operator' });
  merchant = await signInDemo(service, 'merchant');
  const made = good(await operator.post('/makers', { name: 'Thief', settlementCurrency: 'USDT', reason }));
  thiefId = made.id;
  thief = await createSignedIn(service, { login: 'thief', role: 'maker', makerId: thiefId });
  available = (await service.db.pool.query('select available_id from makers where id = $1', [thiefId])).rows[0]
    .available_id;
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Sessions end within a day. */
async function wait(ms: number): Promise<void> {
  service.advance(ms);
  const { login, password } = demoSecrets.people.operator;
  good(await operator.signIn(login, password));
  good(await second.signIn('second', 'a password of tests'));
  good(await merchant.signIn(demoSecrets.people.merchant.login, demoSecrets.people.merchant.password));
  good(await thief.signIn('thief', 'a password of tests'));
}

async function balanceOf(id: number): Promise<bigint> {
  return (await service.db.pool.query('select balance from accounts where id = $1', [id])).rows[0].balance;
}
const owed = async (id: number): Promise<bigint> =>
  (await service.db.pool.query('select balance from accounts where debt_of = $1', [id])).rows[0]?.balance ?? 0n;

/** Credited by the hold, for a text that nobody has paid. */
async function creditedFor(amount: string): Promise<string> {
  const { id } = good(await service.shop.createPayout({ amount }));
  good(await thief.post(`/payouts/${id}/take`));
  const form = new FormData();
  form.set('attachment', new Blob([pngReceipt as Uint8Array<ArrayBuffer>]), 'proof.png');
  good(await thief.upload(`/payouts/${id}/proof`, form));
  await wait(2 * hourMs);
  await expect.poll(async () => good(await service.shop.read(id)).status).toBe('paid');
  return id;
}

const units = (minor: bigint) => `${minor / 100_000_000n}.${String(minor % 100_000_000n).padStart(8, '0')}`;
const payBack = (amount: bigint) =>
  operator.post(`/makers/${thiefId}/pay-backs`, { id: randomUUID(), amount: units(amount), reason });
const topUp = (amount: string, id = randomUUID()) =>
  operator.post(`/makers/${thiefId}/top-ups`, { id, amount, reason });

/** The claim is right, and the operators say so. */
async function objected(id: string): Promise<void> {
  good(await service.shop.dispute(id, { disputeReason: 'no_payment' }));
}
const accept = (id: string, more = {}) =>
  operator.post(`/invoices/${id}/dispute/accept`, { next: 'cancel', reason: 'The bank knows nothing of it', ...more });

async function approveNewest(): Promise<Answer> {
  const { items } = good(await second.get('/approvals'));
  return await second.post(`/approvals/${items[0].id}/approve`, { reason: 'The money is gone' });
}

describe('what a false proof has brought', () => {
  it('is not paid back while it may be disputed, nor while it is', async () => {
    const id = await creditedFor('1870.00');
    const balance = await balanceOf(available);
    expect(balance).toBeGreaterThan(0n);
    const refused = await payBack(1n);
    expect(refused.body[0]).toMatchObject({ code: 'payouts_open' });
    expect(refused.body[0].message).toContain(`${units(balance)} USDT`);
    good(await topUp('5'));
    expect(await codeOf(payBack(500_000_001n))).toBe('payouts_open');
    expect(await codeOf(payBack(500_000_000n))).toBe('done');
    await objected(id);
    await wait(windowMs);
    expect(await codeOf(payBack(1n))).toBe('payouts_open');
    good(await operator.post(`/invoices/${id}/dispute/reject`, { result: 'UNKNOWN', reason }));
    expect(await codeOf(payBack(balance))).toBe('done');
    expect(await balanceOf(available)).toBe(0n);
  });

  it('is not let out sooner by one operator, who shortens the time', async () => {
    expect(await codeOf(operator.patch('/dispute-rules', { payoutMinutes: 0, reason }))).toBe('second_person_needed');
    expect(await codeOf(operator.patch('/dispute-rules', { payoutMinutes: 5_000, reason }))).toBe('done');
    expect(await codeOf(operator.patch('/dispute-rules', { payoutMinutes: 4_320, reason }))).toBe(
      'second_person_needed',
    );
  });
});

describe('a loss that the service bears', () => {
  let id: string;
  let cost: bigint;

  it('needs a second person, who sees how much it is', async () => {
    const store = await balanceOf(11);
    id = await creditedFor('3740.00');
    cost = store - (await balanceOf(11));
    await wait(windowMs + 60 * hourMs);
    const gone = await balanceOf(available);
    good(await payBack(gone));
    await objected(id);
    expect(await codeOf(accept(id))).toBe('maker_funds');
    const script = await createToken(service, 'operator', ['money']);
    expect(
      await codeOf(script.post(`/invoices/${id}/dispute/accept`, { next: 'cancel', isBorneByService: true, reason })),
    ).not.toBe('done');
    expect(await codeOf(accept(id, { isBorneByService: true }))).toBe('second_person_needed');
    const [asked] = good(await second.get('/approvals')).items;
    expect(asked).toMatchObject({ act: 'allow-loss', danger: 'loss', subjectKind: 'invoice', subjectId: id });
    expect(asked.details).toEqual({ sum: units(gone), currency: 'USDT' });
    service.advance(hourMs);
    expect(await codeOf(operator.post(`/approvals/${asked.id}/approve`, { reason }))).toBe('own_request');
    expect(await owed(available)).toBe(0n);
    good(await approveNewest());
    expect(await balanceOf(11)).toBe(store);
    expect(good(await service.shop.read(id)).status).toBe('canceled');
    expect([await balanceOf(available), await owed(available)]).toEqual([0n, -gone]);
    expect(cost).toBeGreaterThan(gone - 1n);
  });

  it('is shown to who owes it, to no other, and to operators', async () => {
    const owedNow = await owed(available);
    const [mine] = good(await thief.get('/accounts?kind=maker_debt')).items;
    expect(mine).toMatchObject({
      kind: 'maker_debt',
      ownerId: thiefId,
      balance: { amount: `-${units(-owedNow)}`, currency: 'USDT' },
    });
    expect(good(await operator.get('/accounts?kind=maker_debt')).items).toHaveLength(1);
    expect(good(await merchant.get('/accounts?kind=maker_debt')).items).toEqual([]);
  });

  it('is paid by the next credits first, fifty at once', async () => {
    const before = await owed(available);
    const answers = await Promise.all(Array.from({ length: 50 }, () => topUp('1')));
    for (const answer of answers) good(answer);
    expect(await owed(available)).toBe(0n);
    expect(await balanceOf(available)).toBe(5_000_000_000n + before);
    good(await payBack(await balanceOf(available)));
  });

  it('is borne for a payin as well, when its store has withdrawn what never came; fifty at once bear it once', async () => {
    const { body } = await service.shop.createPayin({ amount: '4321.00', startDeal: true });
    good(await operator.post(`/deals/${body.deals[0].id}/settle`, { reason }));
    await spendStore();
    await objected(body.id);
    expect(await codeOf(accept(body.id, { next: null }))).toBe('insufficient_funds');
    expect(await codeOf(accept(body.id, { next: null, isBorneByService: true }))).toBe('second_person_needed');
    service.advance(hourMs);
    const [asked] = good(await second.get('/approvals')).items;
    const approve = () => codeOf(second.post(`/approvals/${asked.id}/approve`, { reason }));
    const all = await Promise.all(Array.from({ length: 50 }, approve));
    expect(all).toContain('done');
    const debt = await owed(11);
    expect(await balanceOf(11)).toBe(0n);
    expect(debt).toBeLessThan(0n);
    const { rows } = await service.db.pool.query(`select amount from transfers where kind = 'store_loss'`);
    expect(rows).toEqual([{ amount: -debt }]);
  });
});

/** Frozen for payouts: what was withdrawn is gone in the same way. */
async function spendStore(): Promise<void> {
  for (let left = await balanceOf(11); left > 200_000_000n; left = await balanceOf(11)) {
    const rubles = (left * 85n) / 100_000_000n;
    good(await service.shop.createPayout({ amount: `${rubles < 1_000_000n ? rubles : 1_000_000n}.00` }));
  }
}
