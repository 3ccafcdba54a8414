import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closingOf, type WrittenLine, writtenText } from '../../bench/statement-files.ts';
import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { phoneActor } from '../../src/domain/people/audit.ts';
import { alikeMax } from '../../src/domain/statements/known-money.ts';
import { bringStatement } from '../support/bring-statement.ts';
import { expectLawsHold } from '../support/database.ts';
import type { Answer } from '../support/merchant-client.ts';
import { moscowDay, sinceMoscowNoon } from '../support/moscow.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * The bank's own line, and what others have said before it came. As it was run: of 23 transfers that were known, three were no more
 * looked at, and a bank's file paid a deal with one of them; a maker entered a transfer that nobody had sent, and the line of the
 * payer's real one was linked with it, so that the payer's deal ran out and the maker had the money.
 */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let requisiteId: number;
const reason = 'a test';
const hourMs = 3_600_000;
let sums = 3_000;
/** A sum that no other deal has. */
let sum: string;

beforeAll(async () => {
  service = await startTestService({}, sinceMoscowNoon());
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  for (const { id } of good(await operator.get('/makers')).items) {
    if (id !== 1) good(await operator.patch(`/makers/${id}`, { isStopped: true, reason }));
  }
  for (const { id } of good(await operator.get('/requisites?makerId=1&limit=200')).items) {
    good(await operator.post(`/requisites/${id}/pause`, { reason }));
  }
  const card = { makerId: 1, option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', number: '4111111111111111' };
  requisiteId = good(await operator.post('/requisites', { ...card, holder: 'Test', reason })).id;
});
beforeEach(() => {
  sum = `${sums++}.37`;
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

async function startPayin(amount = sum) {
  const { id, deals } = good(await service.shop.createPayin({ startDeal: true, amount, internalId: randomUUID() }));
  return { invoiceId: id as string, dealId: deals[0].id as string };
}
const statusOf = async (invoiceId: string) => (await service.shop.read(invoiceId)).body.status;
const ago = (ms: number) => new Date(service.now() - ms).toISOString();
const enter = async (by: OperatorClient, more: object = {}) =>
  good(await by.post('/arrivals', { requisiteId, amount: sum, reference: randomUUID().slice(0, 16), ...more }));
/** Of yesterday, so that no deal of today is paid by it. */
const invent = (more: object = {}) => enter(maker, { arrivedAt: ago(25 * hourMs), ...more });
const readArrival = async (id: string) => good(await operator.get(`/arrivals?id=${id}`)).items[0];
const giveUp = async (invoiceId: string) => good(await service.shop.cancel(invoiceId));
const giveBack = (id: string, more: object = {}) => operator.post(`/arrivals/${id}/return`, { reason, ...more });

const lineOver = (amount: string, reference: string): WrittenLine => ({
  direction: 'in',
  amount: BigInt(amount.replace('.', '')),
  day: moscowDay(service.now()),
  reference,
  party: 'Олег К.',
  purpose: 'Перевод',
});
/** A bank's file of today with money of these sums. */
function bring(by: OperatorClient, amounts: readonly string[], reference = () => randomUUID().slice(0, 16)) {
  const lines = amounts.map((amount) => lineOver(amount, reference()));
  const day = moscowDay(service.now());
  const account = { account: '40817810000000000077', currency: 'RUB', number: '1', from: day, to: day };
  const content = writtenText('mt940', { ...account, opening: 0n, closing: closingOf(0n, lines) }, lines);
  return bringStatement(by, { requisiteId, content });
}
async function lines(amount = sum) {
  const { rows } = await service.db.pool.query(
    'select state, held, arrival_id, is_recorded from bank_lines where amount = $1 order by id',
    [amount.replace('.', '')],
  );
  return rows;
}

describe('a sum that many transfers share', () => {
  it('pays no deal with a transfer that is known, however many are', async () => {
    for (let count = 0; count < 23; count++) await enter(operator, { arrivedAt: ago(hourMs) });
    const { invoiceId } = await startPayin();
    const done = await bring(
      operator,
      Array.from({ length: 23 }, () => sum),
    );
    expect(done.counts).toMatchObject({ linked: 23, settled: 0, open: 0 });
    expect(await statusOf(invoiceId)).toBe('new');
  });

  it('is two transfers where an operator has entered the later one by its number: the file ends, and each has its line', async () => {
    const { invoiceId } = await startPayin();
    const entered = await enter(operator, { arrivedAt: ago(25 * hourMs), reference: 'bank-number-2' });
    const numbers = ['bank-number-1', 'bank-number-2'];
    const done = await bring(operator, [sum, sum], () => numbers.shift() ?? '');
    expect(done.counts).toMatchObject({ linked: 1, settled: 1, open: 0 });
    expect(await lines()).toMatchObject([{ is_recorded: true }, { arrival_id: entered.id, is_recorded: false }]);
    expect(await statusOf(invoiceId)).toBe('paid');
  });

  it('waits for a person where more are known than are compared; lines of other sums are taken', async () => {
    const busy = await startPayin();
    const other = await startPayin('2999.13');
    await service.db.pool.query(
      `insert into arrivals (id, requisite_id, amount, currency, arrived_at, reference, status, exception, entered_by, told_by, created_at)
       select overlay(gen_random_uuid()::text placing $5 from 1 for 13)::uuid, $1, $2, 'RUB', $3, 'many ' || n, 'held', 'nobody', 'operator',
         'operator', $3 from generate_series(1, $4::int4) n`,
      [requisiteId, sum.replace('.', ''), new Date(service.now()), alikeMax + 1, idOf(service.now())],
    );
    const done = await bring(operator, [sum, '2999.13']);
    expect(done.counts).toMatchObject({ linked: 0, settled: 1, open: 1 });
    expect(await lines()).toMatchObject([{ state: 'open', held: 'many-alike' }]);
    expect(await Promise.all([busy, other].map(({ invoiceId }) => statusOf(invoiceId)))).toEqual(['new', 'paid']);
  });
});

/** The first letters of the IDs made at this instant. */
function idOf(instant: number): string {
  const time = instant.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

describe('a transfer that only a maker has told of', () => {
  const byPhone = async () =>
    await service.engine.submit(
      recordArrival({
        actor: phoneActor({ id: 1, makerId: 1 }),
        reason: 'message 1',
        id: idOf(service.now()) + randomUUID().slice(13),
        requisiteId,
        amount: sum,
        arrivedAt: service.now() - 25 * hourMs,
        reference: randomUUID(),
        message: { isChainBroken: false, isUnchecked: false },
      }),
    );
  const told: readonly [string, () => Promise<unknown>][] = [
    ['by hand, a day before', () => invent()],
    ['by hand, an hour before the deal', () => invent({ arrivedAt: ago(hourMs) })],
    ['by hand, under the number that the bank will give it', () => invent({ reference: 'BANKS-OWN-1' })],
    ['by hand, with another sum under that number', () => invent({ reference: 'BANKS-OWN-1', amount: '1.00' })],
    ['by a file of their own', () => bring(maker, [sum])],
    ['by a phone that tells no balance', byPhone],
    ['fifty times at once', () => Promise.all(Array.from({ length: 50 }, () => invent()))],
  ];

  it.each(told)('keeps no line of the bank from the deal that waits for it: told %s', async (_, tell) => {
    await tell();
    const { invoiceId } = await startPayin();
    const reference = () => 'BANKS-OWN-1';
    const done = await bring(operator, [sum], reference);
    expect(done.counts).toMatchObject({ settled: 1, open: 0 });
    expect(await statusOf(invoiceId)).toBe('paid');
    expect((await bring(operator, [sum], reference)).counts).toMatchObject({ settled: 0 });
    // The next case has the number for itself.
    await service.db.pool.query(`update arrivals set reference = id::text where reference like 'BANKS%'`);
  });

  it('is shown beside the line that another deal was paid with, and goes back only when a person is certain', async () => {
    const invention = await invent({ arrivedAt: ago(60_000) });
    expect(invention).toMatchObject({ status: 'held', toldBy: 'maker' });
    const { dealId } = await startPayin();
    await bring(operator, [sum]);
    const accountId = good(await operator.get('/bank-accounts')).items[0].id;
    const listed = good(await operator.get(`/bank-accounts/${accountId}/lines?list=matched&limit=200`)).items;
    const [line] = listed.filter((one: { sum: { amount: string } }) => one.sum.amount === sum);
    expect(line).toMatchObject({ dealId, makersEntry: invention.id });
    const doubt = { kind: 'same_money', day: moscowDay(service.now()), dealId };
    expect(good(await operator.get(`/work/${invention.id}`)).doubt).toEqual(doubt);
    expect(await giveBack(invention.id)).toMatchObject({ status: 400, body: [{ code: 'arrival_in_doubt' }] });
    expect(good(await giveBack(invention.id, { isCertain: true })).status).toBe('returned');
  });

  it('goes back only when a person is certain, where the bank’s file of its day has no such line', async () => {
    const invention = await invent({ arrivedAt: ago(60_000) });
    // No file has told of its day.
    expect(good(await operator.get(`/work/${(await invent()).id}`)).doubt).toBe(null);
    await bring(operator, ['1.17']);
    expect(good(await operator.get(`/work/${invention.id}`)).doubt).toMatchObject({ kind: 'no_line', dealId: null });
    expect(await giveBack(invention.id)).toMatchObject({ status: 400, body: [{ code: 'arrival_in_doubt' }] });
  });

  it('does not go back unseen when its line may be the money of a deal that has run out', async () => {
    const invention = await invent();
    const { invoiceId, dealId } = await startPayin();
    await giveUp(invoiceId);
    await bring(operator, [sum]);
    expect(await lines()).toMatchObject([{ state: 'arrival', arrival_id: invention.id }]);
    expect(good(await operator.get(`/work/${invention.id}`)).doubt).toMatchObject({ kind: 'unpaid_deal', dealId });
    expect(await giveBack(invention.id)).toMatchObject({ status: 400, body: [{ code: 'arrival_in_doubt' }] });
    good(await operator.post(`/arrivals/${invention.id}/match`, { dealId, reason }));
    expect(await statusOf(invoiceId)).toBe('paid');
  });

  it('takes no line once it was sent back, where a deal over its sum has run out', async () => {
    const invention = await invent();
    good(await giveBack(invention.id));
    const { invoiceId } = await startPayin();
    await giveUp(invoiceId);
    expect((await bring(operator, [sum])).counts).toMatchObject({ linked: 0, held: 1 });
    const [line] = await lines();
    expect(await readArrival(line.arrival_id)).toMatchObject({ status: 'held', toldBy: 'operators_file' });
  });

  it('is the money of a line that nothing else of ours can be', async () => {
    const entered = await enter(maker);
    expect((await bring(operator, [sum])).counts).toMatchObject({ linked: 1 });
    expect(await lines()).toMatchObject([{ arrival_id: entered.id, is_recorded: false }]);
    expect(good(await giveBack(entered.id)).status).toBe('returned');
  });
});
