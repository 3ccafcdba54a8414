import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closingOf, type WrittenLine, writtenText } from '../../../bench/statement-files.ts';
import { inTransaction } from '../../../src/storage/database/transaction.ts';
import { holdLinks, lockLinks } from '../../../src/storage/statements/line-links.ts';
import { storeOutcomes } from '../../../src/storage/statements/line-work.ts';
import { bringStatement } from '../../support/bring-statement.ts';
import { expectLawsHold } from '../../support/database.ts';
import type { Answer, Body } from '../../support/merchant-client.ts';
import { moscowDay, sinceMoscowNoon } from '../../support/moscow.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { signInDemo } from '../../support/staff.ts';

/** Money that came finds its one place: not a younger deal, not the sender's account when it has paid, and back out of a wrong one. */
let service: TestService;
let operator: OperatorClient;
let requisiteId: number;

const reason = 'a test';
const minuteMs = 60_000;
let sums = 2_000;
/** A sum that no other deal has. */
const nextSum = () => `${sums++}.19`;

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

beforeAll(async () => {
  service = await startTestService({}, sinceMoscowNoon());
  operator = await signInDemo(service, 'operator');
  for (const { id } of good(await operator.get('/makers')).items) {
    if (id !== 1) good(await operator.patch(`/makers/${id}`, { isStopped: true, reason }));
  }
  for (const { id } of good(await operator.get('/requisites?makerId=1&limit=200')).items) {
    good(await operator.post(`/requisites/${id}/pause`, { reason }));
  }
  // The one requisite that takes deals.
  const card = { makerId: 1, option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', number: '4111111111111111' };
  requisiteId = good(await operator.post('/requisites', { ...card, holder: 'Test', reason })).id;
});
afterAll(async () => {
  await service.stop();
});

async function startPayin(amount: string) {
  const { id, deals } = good(await service.shop.createPayin({ startDeal: true, amount, internalId: randomUUID() }));
  return { invoiceId: id as string, dealId: deals[0].id as string };
}

const statusOf = async (invoiceId: string) => (await service.shop.read(invoiceId)).body.status;
const enter = async (amount: string, more: object = {}) =>
  good(await operator.post('/arrivals', { requisiteId, amount, reference: randomUUID(), ...more }));
const readArrival = async (id: string) => good(await operator.get(`/arrivals?id=${id}`)).items[0];
const giveBack = (id: string, more: object = {}) => operator.post(`/arrivals/${id}/return`, { reason, ...more });
const match = (id: string, dealId: string) => operator.post(`/arrivals/${id}/match`, { dealId, reason });
const settle = (dealId: string, more: object = {}) => operator.post(`/deals/${dealId}/settle`, { reason, ...more });
const accept = (invoiceId: string, more: object = {}) =>
  operator.post(`/invoices/${invoiceId}/dispute/accept`, { reason, ...more });
const fault = (code: string) => ({ status: 400, body: [{ code }] });
/** A bank's file of today with money of these sums. */
function bring(sums: readonly string[], by = operator) {
  const day = moscowDay(service.now());
  const lines = sums.map(
    (sum): WrittenLine => ({
      direction: 'in',
      amount: BigInt(sum.replace('.', '')),
      day,
      reference: randomUUID().slice(0, 16),
      party: 'Олег К.',
      purpose: 'Перевод',
    }),
  );
  const account = { account: '40817810000000000077', currency: 'RUB', number: '1', from: day, to: day };
  const content = writtenText('mt940', { ...account, opening: 0n, closing: closingOf(0n, lines) }, lines);
  return bringStatement(by, { requisiteId, content });
}

interface LineRow {
  readonly id: string;
  readonly state: string;
  readonly held: string | null;
  readonly deal_id: string | null;
}
async function lineOf(sum: string): Promise<LineRow | undefined> {
  const { rows } = await service.db.pool.query(
    'select id::text, state, held, deal_id from bank_lines where amount = $1',
    [sum.replace('.', '')],
  );
  return rows[0];
}
const freed = { state: 'open', held: 'taken-back', deal_id: null };
async function settledByHand(sum = nextSum(), more: object = {}) {
  const payin = await startPayin(sum);
  good(await settle(payin.dealId, more));
  return { ...payin, sum };
}
async function linked(sum: string, by = operator) {
  expect(await bring([sum], by)).toMatchObject({ state: 'done', counts: { linked: 1 } });
}

/** Its line is known, and nobody has said that it is this deal's money. */
async function unlinked(sum: string): Promise<string> {
  await linked(sum);
  const { rows } = await service.db.pool.query(
    `update bank_lines set state = 'open', held = 'several', deal_id = null where amount = $1 returning id::text`,
    [sum.replace('.', '')],
  );
  return rows[0].id;
}

/** So many wait for the lock of links. */
async function untilWaiting(count: number) {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted and objid::text = $1
    and database = (select oid from pg_database where datname = current_database())`;
  await expect
    .poll(async () => (await service.db.pool.query(waiting, lockLinks.values)).rows, { timeout: 60_000 })
    .toHaveLength(count);
}

const fiftyTimes = (act: () => Promise<Answer>) => Promise.all(Array.from({ length: 50 }, act));

/** Its time passes without money, and so does the rest of its pair, which begins when the end is written down. */
async function startUnpaid(amount: string) {
  const unpaid = await startPayin(amount);
  service.advance(16 * minuteMs);
  const written = 'select status from deals where id = $1';
  await expect
    .poll(async () => (await service.db.pool.query(written, [unpaid.dealId])).rows)
    .toEqual([{ status: 'expired' }]);
  service.advance(16 * minuteMs);
  return unpaid;
}

/** The deals of earlier tests have ended: money over another sum is one deal's only where no other runs. */
async function nothingRuns() {
  const running = 'select id from deals where requisite_id = $1 and status in ($2, $3)';
  const values = [requisiteId, 'transfer_waiting', 'transfer_confirmed'];
  await expect.poll(async () => (await service.db.pool.query(running, values)).rows).toEqual([]);
}

describe('money that came for a deal that ended, while another one has its pair', () => {
  it('waits for a person, who gives it to the earlier deal', async () => {
    const sum = nextSum();
    const arrivedAt = new Date(service.now() + 10 * minuteMs).toISOString();
    const earlier = await startUnpaid(sum);
    const later = await startPayin(sum);
    const held = await enter(sum, { arrivedAt });
    expect(held).toMatchObject({ status: 'held', exception: 'before_deal', dealId: later.dealId });
    expect(await statusOf(later.invoiceId)).toBe('new');
    good(await match(held.id, earlier.dealId));
    expect([await statusOf(earlier.invoiceId), await statusOf(later.invoiceId)]).toEqual(['paid', 'new']);
    expect(await enter(sum)).toMatchObject({ status: 'matched', dealId: later.dealId });
    await expectLawsHold(service.db.pool);
  });

  it('is the later one’s when the times say so', async () => {
    const sum = nextSum();
    await startUnpaid(sum);
    const later = await startPayin(sum);
    service.advance(minuteMs);
    const arrivedAt = new Date(service.now() - 2 * minuteMs).toISOString();
    expect(await enter(sum, { arrivedAt })).toMatchObject({ status: 'matched', dealId: later.dealId });
  });

  it('waits for a person where the bank tells only the day, unless both deals are of one invoice', async () => {
    const [ofTwo, ofOne, alone, claimed] = [nextSum(), nextSum(), nextSum(), nextSum()];
    await startUnpaid(ofTwo);
    const { invoiceId } = await startUnpaid(claimed);
    const again = await startUnpaid(ofOne);
    const later = await startPayin(ofTwo);
    good(await service.shop.startDeal(again.invoiceId));
    const only = await startPayin(alone);
    const younger = await startPayin(claimed);
    good(await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' }));
    const done = await bring([ofTwo, ofOne, alone, claimed]);
    expect(done).toMatchObject({ state: 'done', counts: { settled: 2, held: 2 } });
    const { items } = good(await operator.get(`/arrivals?requisiteId=${requisiteId}&status=held`));
    items.sort((one: Body, other: Body) => one.sum.amount.localeCompare(other.sum.amount));
    const older = { exception: 'before_deal' };
    const held = [
      { ...older, sum: { amount: ofTwo }, dealId: later.dealId },
      { ...older, sum: { amount: claimed }, dealId: younger.dealId },
    ];
    expect(items).toMatchObject(held);
    const states = await Promise.all([later, again, only, younger].map(({ invoiceId: id }) => statusOf(id)));
    expect(states).toEqual(['new', 'paid', 'paid', 'new']);
    // Whose it is, somebody has to say.
    expect(await operator.post(`/arrivals/${items[0].id}/match`, { reason })).toMatchObject(
      fault('arrival_without_deal'),
    );
    good(await match(items[0].id, later.dealId));
    await expectLawsHold(service.db.pool);
  });
});

describe('money that has paid', () => {
  it('is what a claim speaks of that is accepted, and cannot be sent back after it', async () => {
    const sum = nextSum();
    const { invoiceId, dealId } = await startPayin(sum);
    service.advance(16 * minuteMs);
    const late = await enter(sum);
    expect(late).toMatchObject({ status: 'held', exception: 'late', dealId });
    good(await service.shop.dispute(invoiceId, { disputeReason: 'has_payment' }));
    const answers = await fiftyTimes(() => accept(invoiceId));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readArrival(late.id)).toMatchObject({ status: 'matched', dealId });
    expect(await giveBack(late.id)).toMatchObject(fault('arrival_resolved'));
    await expectLawsHold(service.db.pool);
  });

  it('is what an operator says has come, though it was less', async () => {
    await nothingRuns();
    // Of deals that ran a moment ago, by clocks that differ, it could be the money as well.
    service.advance(3 * minuteMs);
    const { dealId } = await startPayin(nextSum());
    const less = await enter('1500.00');
    expect(less).toMatchObject({ status: 'held', exception: 'short', dealId });
    good(await settle(dealId, { amount: '1500.00' }));
    expect(await readArrival(less.id)).toMatchObject({ status: 'matched', dealId });
    await expectLawsHold(service.db.pool);
  });

  it('goes back only as a second transfer, where its deal was settled by hand and has no other money', async () => {
    const sum = nextSum();
    const { dealId } = await startPayin(sum);
    good(await settle(dealId));
    const [first, second] = [await enter(sum), await enter(sum)];
    for (const one of [first, second]) expect(one).toMatchObject({ status: 'held', exception: 'twice', dealId });
    expect(await giveBack(first.id)).toMatchObject(fault('arrival_pays_deal'));
    const answers = await fiftyTimes(() => giveBack(second.id, { isSecond: true }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    good(await match(first.id, dealId));
    const third = await enter(sum);
    good(await giveBack(third.id));
    await expectLawsHold(service.db.pool);
  });

  it('goes back, and is not the deal’s, where the bank’s file has one line for that and another for this', async () => {
    const sum = nextSum();
    const { dealId } = await startPayin(sum);
    good(await settle(dealId));
    expect(await bring([sum, sum])).toMatchObject({ state: 'done', counts: { held: 1 } });
    const { items } = good(await operator.get(`/arrivals?requisiteId=${requisiteId}&status=held`));
    const second = items.find((one: Body) => one.sum.amount === sum);
    expect(second).toMatchObject({ exception: 'twice', dealId });
    expect(await match(second.id, dealId)).toMatchObject(fault('deal_settled'));
    good(await giveBack(second.id));
    await expectLawsHold(service.db.pool);
  });
});

describe('money that is told of once a person has settled its deal with another sum', () => {
  it('pays no part of another deal, is not sent back, and is that deal’s, fifty times at once', async () => {
    await nothingRuns();
    const merchant = await signInDemo(service, 'merchant');
    good(await merchant.patch('/stores/1/payment-policy', { restBy: 'payer', reason }));
    const { dealId, invoiceId } = await settledByHand(nextSum(), { amount: '1700.00' });
    const other = await startPayin(nextSum());
    const reference = randomUUID();
    const told = await Promise.all(Array.from({ length: 50 }, () => enter('1700.00', { reference })));
    for (const one of told) expect(one).toMatchObject({ status: 'held', exception: 'twice', dealId });
    const [{ id }] = told;
    expect(await giveBack(id)).toMatchObject(fault('arrival_pays_deal'));
    const answers = await fiftyTimes(() => match(id, dealId));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([await statusOf(invoiceId), await statusOf(other.invoiceId)]).toEqual(['paid', 'new']);
    // What comes while both have just run may be meant for either; what comes later is the other one's, of which a rest is to come.
    expect(await enter('1700.00')).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
    service.advance(3 * minuteMs);
    const part = await enter('1700.00');
    expect(part).toMatchObject({ status: 'matched', exception: 'short', dealId: other.dealId });
    await expectLawsHold(service.db.pool);
    good(await merchant.patch('/stores/1/payment-policy', { restBy: 'operator', reason }));
  });

  it('is the bank’s word about what a maker had reported, and pays nothing either', async () => {
    const maker = await signInDemo(service, 'maker');
    const { dealId } = await startPayin(nextSum());
    good(await maker.post(`/deals/${dealId}/settle`, { amount: '1800.00', reason }));
    good(await settle(dealId, { amount: '1800.00' }));
    const one = await enter('1800.00');
    expect(one).toMatchObject({ status: 'held', exception: 'twice', dealId });
    good(await giveBack(one.id));
    expect(await enter('1800.00')).toMatchObject({ status: 'held', exception: 'nobody' });
    await expectLawsHold(service.db.pool);
  });

  it('is not what a file tells beside the line of that deal', async () => {
    await nothingRuns();
    const merchant = await signInDemo(service, 'merchant');
    good(await merchant.patch('/stores/1/payment-policy', { restBy: 'payer', reason }));
    await settledByHand(nextSum(), { amount: '1900.00' });
    const other = await startPayin(nextSum());
    expect(await bring(['1900.00', '1900.00'])).toMatchObject({ state: 'done', counts: { linked: 1, held: 1 } });
    const { rows } = await service.db.pool.query(
      `select status, exception, deal_id from arrivals where amount = 190000 and requisite_id = $1`,
      [requisiteId],
    );
    // Of a line that tells only its day, nobody knows which deal of that day it was meant for.
    expect(rows).toEqual([{ status: 'held', exception: 'nobody', deal_id: null }]);
    expect(await statusOf(other.invoiceId)).toBe('new');
    await expectLawsHold(service.db.pool);
    good(await merchant.patch('/stores/1/payment-policy', { restBy: 'operator', reason }));
  });

  it('has its line already, and takes no other money’s', async () => {
    const { dealId, sum } = await settledByHand();
    await linked(sum);
    const one = await enter(sum);
    expect(one).toMatchObject({ status: 'held', exception: 'twice', dealId });
    good(await match(one.id, dealId));
    expect(await bring([sum])).toMatchObject({ state: 'done', counts: { linked: 0, held: 1 } });
    await expectLawsHold(service.db.pool);
  });
});

describe('money that was matched to a wrong deal', () => {
  it('is taken from it with what it had paid, once, and given to its own', async () => {
    const sum = nextSum();
    const own = await startUnpaid(sum);
    const wrong = await startPayin(sum);
    const money = await enter(sum);
    expect(money).toMatchObject({ status: 'matched', dealId: wrong.dealId });
    const opened = { disputeReason: 'no_payment', reason };
    const form = new FormData();
    for (const [name, value] of Object.entries(opened)) form.set(name, value);
    good(await operator.upload(`/invoices/${wrong.invoiceId}/dispute`, form));
    expect(await accept(wrong.invoiceId)).toMatchObject(fault('arrival_matched'));
    const answers = await fiftyTimes(() => accept(wrong.invoiceId, { isOthersMoney: true }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readArrival(money.id)).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
    expect(await statusOf(wrong.invoiceId)).not.toBe('paid');
    await expectLawsHold(service.db.pool);
    good(await match(money.id, own.dealId));
    expect(await statusOf(own.invoiceId)).toBe('paid');
    // The wrong one can still be paid by its own payer, once the pair has rested.
    service.advance(16 * minuteMs);
    const retried = good(await service.shop.startDeal(wrong.invoiceId));
    expect(retried.deals).toMatchObject([{ status: 'transfer_waiting' }]);
    await expectLawsHold(service.db.pool);
  });
});

describe('a line of the bank that is the money of a deal settled by hand', () => {
  it('waits for a person again when the deal is taken back, and is linked with its own', async () => {
    const sum = nextSum();
    const own = await startUnpaid(sum);
    const wrong = await settledByHand(sum);
    await linked(sum);
    const line = await lineOf(sum);
    expect(line).toMatchObject({ state: 'deal', deal_id: wrong.dealId });
    good(await service.shop.dispute(wrong.invoiceId, { disputeReason: 'no_payment' }));
    const { body, ...refusal } = await accept(wrong.invoiceId);
    expect({ body, ...refusal }).toMatchObject(fault('line_of_deal'));
    expect(body[0].message).toContain(`line ${line?.id}.`);
    const answers = await fiftyTimes(() => accept(wrong.invoiceId, { isOthersMoney: true }));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await lineOf(sum)).toMatchObject(freed);
    const link = () => operator.post(`/bank-lines/${line?.id}/link`, { subjectId: own.dealId, reason });
    expect(await link()).toMatchObject(fault('link_differs'));
    good(await service.shop.dispute(own.invoiceId, { disputeReason: 'has_payment' }));
    good(await accept(own.invoiceId));
    good(await link());
    expect(await lineOf(sum)).toMatchObject({ state: 'deal', held: null, deal_id: own.dealId });
    await expectLawsHold(service.db.pool);
  });

  it('does not stay linked with a deal that was taken back at the same time', async () => {
    const { invoiceId, dealId, sum } = await settledByHand();
    const id = await unlinked(sum);
    good(await service.shop.dispute(invoiceId, { disputeReason: 'no_payment' }));
    let accepted: Promise<Answer> | null = null;
    await inTransaction(service.db.pool, async (client) => {
      await holdLinks(client);
      await client.query(`update bank_lines set state = 'deal', held = null, deal_id = $2 where id = $1`, [id, dealId]);
      accepted = accept(invoiceId);
      await untilWaiting(1);
    });
    good(await (accepted ?? accept(invoiceId)));
    expect(await lineOf(sum)).toMatchObject(freed);
  });

  it('is not linked, neither by a person nor by a file, with a deal that is taken back at the same time', async () => {
    const [byHand, byFile] = [await settledByHand(), await settledByHand()];
    const [lineId, newId] = [await unlinked(byHand.sum), await unlinked(byFile.sum)];
    await service.db.pool.query(`update bank_lines set state = 'new', held = null where id = $1`, [newId]);
    const set = (status: string) =>
      service.db.pool.query('update deals set status = $2 where id = any($1)', [
        [byHand.dealId, byFile.dealId],
        status,
      ]);
    const { dealId } = byFile;
    const outcome = {
      id: BigInt(newId),
      state: 'deal',
      held: null,
      arrivalId: null,
      dealId,
      isRecorded: false,
    } as const;
    const waiting: Promise<unknown>[] = [];
    await inTransaction(service.db.pool, async (client) => {
      await client.query(lockLinks.statement.text, lockLinks.values);
      waiting.push(operator.post(`/bank-lines/${lineId}/link`, { subjectId: byHand.dealId, reason }));
      waiting.push(inTransaction(service.db.pool, (own) => storeOutcomes(own, [outcome], service.now())));
      await untilWaiting(2);
      await set('canceled');
    });
    const [answer] = await Promise.all(waiting);
    expect(answer).toMatchObject(fault('link_differs'));
    expect(await lineOf(byHand.sum)).toMatchObject({ held: 'several', deal_id: null });
    expect(await lineOf(byFile.sum)).toMatchObject(freed);
    await set('completed');
  });

  it('is no word about it where only its maker’s file tells of it', async () => {
    const { invoiceId, dealId, sum } = await settledByHand();
    await linked(sum, await signInDemo(service, 'maker'));
    expect(await lineOf(sum)).toMatchObject({ state: 'deal', deal_id: dealId });
    good(await service.shop.dispute(invoiceId, { disputeReason: 'no_payment' }));
    expect(await accept(invoiceId, { isOthersMoney: true })).toMatchObject(fault('arrival_not_matched'));
    good(await accept(invoiceId));
    expect(await lineOf(sum)).toMatchObject(freed);
  });

  it('waits from the next start on where it stayed, before there was this rule, with one taken back', async () => {
    const { invoiceId, dealId, sum } = await settledByHand();
    const kept = await settledByHand();
    await linked(sum);
    await linked(kept.sum);
    const client = await service.db.owner.connect();
    try {
      await client.query('begin');
      await client.query(`update deals set status = 'canceled' where id = $1`, [dealId]);
      const explained = `update bank_lines set explanation = 'a test', explained_by = 'a test', explained_at = now()`;
      await client.query(`${explained} where deal_id = $1`, [dealId]);
      await client.query(readFileSync('migrations/0109-lines-of-deals-taken-back.sql', 'utf8'));
      const { rows } = await client.query(
        'select state, held, deal_id, explained_at from bank_lines where amount = any($1::int8[]) order by amount',
        [[sum, kept.sum].map((one) => one.replace('.', ''))],
      );
      const stays = { state: 'deal', held: null, deal_id: kept.dealId };
      expect(rows).toEqual([freed, stays].map((one) => ({ ...one, explained_at: null })));
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await statusOf(invoiceId)).toBe('paid');
  });

  it.each(['counts', 'apart'] as const)(
    'is not the deal’s any more with another sum, where more %s',
    async (excess) => {
      const merchant = await signInDemo(service, 'merchant');
      good(await merchant.patch('/stores/1/payment-policy', { excess, reason }));
      const asked = nextSum();
      const more = asked.replace(/^2/, '3');
      const { invoiceId } = await settledByHand(asked, { amount: more });
      await linked(more);
      for (const amount of [more, asked]) {
        const claim = { disputeReason: 'invalid_sum', 'disputeReasonData[amount]': amount };
        good(await service.shop.dispute(invoiceId, claim));
        good(await accept(invoiceId, { amount }));
        expect(await lineOf(more)).toMatchObject(amount === more ? { state: 'deal' } : freed);
      }
      await expectLawsHold(service.db.pool);
      good(await merchant.patch('/stores/1/payment-policy', { excess: 'counts', reason }));
    },
  );
});
