import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closingOf, type WrittenLine, writtenMapping, writtenText } from '../../../bench/statement-files.ts';
import { BankFileThread } from '../../../src/bank-files/bank-file-thread.ts';
import { readCatalogue } from '../../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../../src/storage/secrets/secret-box.ts';
import { workOnImport } from '../../../src/workers/statements/statement-imports.ts';
import { bringStatement, importEnded, sendStatement } from '../../support/bring-statement.ts';
import { cardNumber } from '../../support/card-number.ts';
import { demoMasterKey, expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { moscowDay, sinceMoscowNoon } from '../../support/moscow.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createUser, signInDemo, signInWithPassword } from '../../support/staff.ts';

/** Whose money a line of the bank is, in a store that keeps apart what was sent too much; and in whose name a file is read. */
let service: TestService;
let operator: OperatorClient;
let requisiteId: number;
const reason = 'a test';

beforeAll(async () => {
  service = await startTestService({}, sinceMoscowNoon());
  operator = await signInDemo(service, 'operator');
  const merchant = await signInDemo(service, 'merchant');
  good(await merchant.patch('/stores/1/payment-policy', { excess: 'apart', reason }));
  for (const { id } of good(await operator.get('/makers')).items) {
    if (id !== 1) good(await operator.patch(`/makers/${id}`, { isStopped: true, reason }));
  }
  for (const one of good(await operator.get('/requisites?makerId=1&limit=200')).items) open.push(one.id);
});
beforeEach(async () => {
  for (const id of open.splice(0)) good(await operator.post(`/requisites/${id}/pause`, { reason }));
  const card = { makerId: 1, option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', holder: 'Test' };
  cards += 1;
  requisiteId = good(await operator.post('/requisites', { ...card, number: cardNumber(cards), reason })).id;
  open.push(requisiteId);
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const open: number[] = [];
let cards = 0;
function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const today = () => moscowDay(service.now());
const line = (rubles: number): WrittenLine => ({
  direction: 'in',
  amount: BigInt(rubles) * 100n,
  day: today(),
  reference: randomUUID().slice(0, 16),
  party: 'Олег К.',
  purpose: 'Перевод',
});

function written(format: 'camt.053' | 'csv', lines: readonly WrittenLine[]): string {
  const account = `4081781000000000${String(requisiteId).padStart(4, '0')}`;
  const period = { number: '1', from: today(), to: today(), opening: 0n, closing: closingOf(0n, lines) };
  return writtenText(format, { account, currency: 'RUB', ...period }, lines);
}
const bring = (lines: readonly WrittenLine[]) =>
  bringStatement(operator, { requisiteId, content: written('camt.053', lines) });
/** Of a day that a file of another format has told of: such lines wait for a person. */
const bringOtherwise = (lines: readonly WrittenLine[]) =>
  bringStatement(operator, { requisiteId, content: written('csv', lines), mapping: writtenMapping });

async function startPayin(rubles: number): Promise<{ readonly id: string; readonly dealId: string }> {
  const order = { startDeal: true, amount: `${rubles}.00`, internalId: randomUUID() };
  const { id, deals } = good(await service.shop.createPayin(order));
  return { id, dealId: deals[0].id };
}
async function settle(dealId: string, rubles: number): Promise<void> {
  good(await operator.post(`/deals/${dealId}/settle`, { amount: `${rubles}.00`, reason }));
}
/** An operator says that 1100 came for a deal over 1000; no arrival is entered. */
async function paidOver(): Promise<{ readonly id: string; readonly dealId: string }> {
  const payin = await startPayin(1_000);
  await settle(payin.dealId, 1_100);
  return payin;
}
async function paidAndDisputed(): Promise<{ readonly id: string; readonly dealId: string }> {
  const payin = await startPayin(1_100);
  await settle(payin.dealId, 1_100);
  good(await service.shop.dispute(payin.id, { disputeReason: 'no_payment' }));
  return payin;
}
const statusOf = async (id: string): Promise<string> => (await service.shop.read(id)).body.status;
const accountId = async (): Promise<number> =>
  (await service.db.pool.query('select account_id from bank_account_requisites where requisite_id = $1', [requisiteId]))
    .rows[0].account_id;
const list = async (name: string) =>
  good(await operator.get(`/bank-accounts/${await accountId()}/lines?list=${name}`)).items;
const unbacked = async () => good(await operator.get(`/bank-accounts/${await accountId()}/unbacked`)).items;

describe.each([
  ['with an excess that is kept apart', paidOver],
  ['and is in dispute since', paidAndDisputed],
])('a deal that a person has settled %s', (_, settled) => {
  it('has its money in the line of the bank, which pays no other deal', async () => {
    const { dealId } = await settled();
    const other = await startPayin(900);
    const done = await bring([line(1_100)]);
    expect(done.counts).toMatchObject({ linked: 1, settled: 0, held: 0, open: 0 });
    expect(await statusOf(other.id)).toBe('new');
    expect(await list('matched')).toMatchObject([{ state: 'deal', dealId }]);
    expect(await unbacked()).toEqual([]);
  });

  it('is shown with all that came while the bank does not have it, and is linked by hand', async () => {
    await bring([line(5)]);
    const found = await bringOtherwise([line(1_100)]);
    expect(found.counts).toMatchObject({ open: 1 });
    const { dealId } = await settled();
    const sum = { amount: '1100.00' };
    expect(await unbacked()).toMatchObject([{ kind: 'deal', id: dealId, sum }]);
    const [{ id }] = (await list('bank')).filter(({ state }: { state: string }) => state === 'open');
    expect(good(await operator.get(`/bank-lines/${id}/candidates`)).items).toMatchObject([
      { kind: 'deal', id: dealId, sum, isSettled: true },
    ]);
    good(await operator.post(`/bank-lines/${id}/link`, { subjectId: dealId, reason }));
    expect(await unbacked()).toEqual([]);
  });
});

it('an excess that the store has kept is money that came for its deal, once', async () => {
  const { id, dealId } = await paidOver();
  good(await operator.post(`/invoices/${id}/excess/keep`, { reason }));
  expect((await bring([line(1_100)])).counts).toMatchObject({ linked: 1 });
  expect(await list('matched')).toMatchObject([{ state: 'deal', dealId }]);
});

it('a line with its time pays no deal that began after it, also where the store takes another sum', async () => {
  const { id } = await startPayin(1_000);
  const at = new Date(service.now() - 5 * 3_600_000).toISOString();
  const content = written('camt.053', [line(1_100)]).replace(
    /<BookgDt>.*?<\/BookgDt>/,
    `<BookgDt><DtTm>${at}</DtTm></BookgDt>`,
  );
  const done = await bringStatement(operator, { requisiteId, content });
  expect(done.counts).toMatchObject({ settled: 0, held: 1 });
  expect(await statusOf(id)).toBe('new');
  expect(await list('bank')).toMatchObject([{ arrival: { status: 'held', exception: 'nobody' } }]);
  expect((await bring([line(1_100)])).counts).toMatchObject({ settled: 1 });
});

describe('the file of a disabled user', () => {
  /** Keeps the service's own worker off the account, and gives what works on it in its place. */
  async function holdAccount() {
    const lease = randomUUID();
    await service.db.pool.query(
      `update bank_accounts set leased_by = $2, leased_until = now() + interval '1 day' where id = $1`,
      [await accountId(), lease],
    );
    const catalogue = await readCatalogue(service.db.pool, new SecretBox(demoMasterKey));
    return (engine: { submit(command: never): Promise<unknown> }) => ({
      pool: service.db.pool,
      engine: engine as unknown as TestService['engine'],
      catalogue: () => catalogue,
      clock: service.now,
      machineClock: Date.now,
      newId: randomUUID,
      reader: new BankFileThread(),
      lease,
      failed: () => undefined,
    });
  }
  const enteredBy = async () => {
    const { rows } = await service.db.pool.query(
      'select entered_by as name, count(*)::int4 as count from arrivals where requisite_id = $1 group by 1 order by 1',
      [requisiteId],
    );
    return rows;
  };

  it('is stopped behind the lines under way, and goes on in the name of the operator who continues it', async () => {
    const userId = await createUser(service, { login: 'leaving', role: 'operator' });
    const leaving = await signInWithPassword(service, 'leaving');
    const lines = Array.from({ length: 600 }, (_, index) => line(7_000 + index));
    const id = await sendStatement(leaving, { requisiteId, content: written('camt.053', lines) });
    const held = await holdAccount();
    good(await leaving.post(`/statement-imports/${id}/start`, {}));
    let isAsked = false;
    const engine = {
      submit: async (command: never) => {
        if (!isAsked) {
          isAsked = true;
          good(await operator.patch(`/users/${userId}`, { isDisabled: true, reason }));
        }
        return await service.engine.submit(command);
      },
    };
    await workOnImport(held(engine), new AbortController().signal);
    const stopped = good(await operator.get(`/statement-imports/${id}`));
    expect(stopped).toMatchObject({ state: 'reading', isStopped: true, linesDone: 500, enteredBy: 'leaving' });
    expect(await enteredBy()).toEqual([{ name: 'leaving', count: 500 }]);
    good(await operator.post(`/statement-imports/${id}/continue`));
    expect(await importEnded(operator, id)).toMatchObject({ linesDone: 600, enteredBy: 'operator', isTrusted: true });
    expect(await enteredBy()).toEqual([
      { name: 'leaving', count: 500 },
      { name: 'operator', count: 100 },
    ]);
  });

  it('is stopped before it was started, and stays a maker’s word when an operator continues it', async () => {
    const userId = await createUser(service, { login: 'leaving-maker', role: 'maker', makerId: 1 });
    const leaving = await signInWithPassword(service, 'leaving-maker');
    const id = await sendStatement(leaving, { requisiteId, content: written('camt.053', [line(10)]) });
    good(await operator.patch(`/users/${userId}`, { isDisabled: true, reason }));
    good(await operator.post(`/statement-imports/${id}/start`, {}));
    expect(good(await operator.get(`/statement-imports/${id}`))).toMatchObject({ state: 'waiting', isStopped: true });
    good(await operator.post(`/statement-imports/${id}/continue`));
    const done = { state: 'done', enteredBy: 'leaving-maker', isTrusted: false };
    expect(await importEnded(operator, id)).toMatchObject(done);
  });
});
