import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closingOf,
  type WrittenFormat,
  type WrittenLine,
  type WrittenStatement,
  windowsBytes,
  writtenMapping,
  writtenText,
} from '../../../bench/statement-files.ts';
import { BankFileThread } from '../../../src/bank-files/bank-file-thread.ts';
import { AppError } from '../../../src/errors/app-error.ts';
import { readCatalogue } from '../../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../../src/storage/secrets/secret-box.ts';
import { claimImport } from '../../../src/storage/statements/import-work.ts';
import { workOnImport } from '../../../src/workers/statements/statement-imports.ts';
import { bringStatement, importEnded, sendStatement } from '../../support/bring-statement.ts';
import { demoMasterKey, expectLawsHold } from '../../support/database.ts';
import type { Answer } from '../../support/merchant-client.ts';
import { moscowDay, sinceMoscowNoon } from '../../support/moscow.ts';
import type { OperatorClient } from '../../support/operator-client.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createSignedIn, signInDemo } from '../../support/staff.ts';

/** Files of a bank beside what the service knows: by HTTP, as the console uses it, and with the service's own worker. */
let service: TestService;
let operator: OperatorClient;
let maker: OperatorClient;
let requisiteId: number;
let numbers = 0;
function nextNumber(): number {
  numbers += 1;
  return numbers;
}

beforeAll(async () => {
  service = await startTestService({}, sinceMoscowNoon());
  operator = await signInDemo(service, 'operator');
  maker = await signInDemo(service, 'maker');
  for (const { id } of good(await operator.get('/makers')).items) {
    if (id !== 1) good(await operator.patch(`/makers/${id}`, { isStopped: true, reason }));
  }
  for (const one of good(await operator.get('/requisites?makerId=1&limit=200')).items) open.push(one.id);
});
beforeEach(async () => {
  requisiteId = await openCard();
});
afterAll(async () => {
  await service.stop();
});

const reason = 'a test';
const balances = new Map<number, bigint>();
let sums = 1_000;
/** A sum that no other deal or line of this file has. */
const nextSum = () => `${sums++}.17`;
const minor = (sum: string) => BigInt(sum.replace('.', ''));
/** The day that the clock of the bank shows. */
const today = () => moscowDay(service.now());

function good({ status, body }: Answer) {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

const line = (sum: string, more: Partial<WrittenLine> = {}): WrittenLine => ({
  direction: 'in',
  amount: minor(sum),
  day: today(),
  reference: randomUUID().slice(0, 16),
  party: 'Олег К.',
  purpose: 'Перевод',
  ...more,
});

/** A statement that opens with what the last one of the account closed with. */
function statement(lines: readonly WrittenLine[], more: Partial<WrittenStatement> = {}): WrittenStatement {
  const opening = more.opening ?? balances.get(requisiteId) ?? 0n;
  const days = lines.map(({ day }) => day).sort();
  return {
    account: accountOf(requisiteId),
    currency: 'RUB',
    number: String(nextNumber()),
    from: days[0] ?? today(),
    to: days.at(-1) ?? today(),
    opening,
    closing: closingOf(opening, lines),
    ...more,
  };
}

const accountOf = (id: number) => `4081781000000000${String(id).padStart(4, '0')}`;

function written(format: WrittenFormat, lines: readonly WrittenLine[], more: Partial<WrittenStatement> = {}): string {
  return writtenText(format, statement(lines, more), lines);
}

/** Another card of maker 1, the only one that is open: all deals come to it. Those of tests before are out of the way. */
async function openCard(): Promise<number> {
  await closeCards();
  return await addCard();
}

async function closeCards(): Promise<void> {
  for (const id of open.splice(0)) good(await operator.post(`/requisites/${id}/pause`, { reason }));
}

const open: number[] = [];

async function addCard(): Promise<number> {
  const number = withCheckDigit(`22000001000${String(nextNumber()).padStart(4, '0')}`);
  const card = { makerId: 1, option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', number, holder: 'Test' };
  const { id } = good(await operator.post('/requisites', { ...card, reason }));
  open.push(id);
  return id;
}

function withCheckDigit(digits: string): string {
  const weighted = [...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1));
  const sum = weighted.reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function startPayin(amount: string) {
  const invoice = good(await service.shop.createPayin({ startDeal: true, amount, internalId: randomUUID() }));
  const deal = good(await operator.get(`/deals/${invoice.deals[0].id}`));
  return { invoiceId: invoice.id as string, dealId: deal.id as string, requisiteId: deal.requisiteId as number };
}

const statusOf = async (invoiceId: string) => (await service.shop.read(invoiceId)).body.status;
const accountId = async () =>
  (await service.db.pool.query('select account_id from bank_account_requisites where requisite_id = $1', [requisiteId]))
    .rows[0].account_id as number;
const list = async (name: string) =>
  good(await operator.get(`/bank-accounts/${await accountId()}/lines?list=${name}`)).items;
const unbacked = async () => good(await operator.get(`/bank-accounts/${await accountId()}/unbacked`)).items;
const dayState = async () =>
  good(await operator.get(`/bank-accounts/${await accountId()}/days?from=${today()}&to=${today()}`)).items[0];

describe('a statement', () => {
  it('settles deals, links what is known, holds what is not, and reports what the bank does not have', async () => {
    const [paid, said, lie, entered, late] = [nextSum(), nextSum(), nextSum(), nextSum(), nextSum()];
    const running = await startPayin(paid);
    const settledBefore = await startPayin(said);
    good(await operator.post(`/deals/${settledBefore.dealId}/settle`, { reason }));
    const unpaid = await startPayin(lie);
    good(await operator.post(`/deals/${unpaid.dealId}/settle`, { reason }));
    await startPayin(entered);
    const arrival = { requisiteId, amount: entered, reference: 'bank-entered' };
    good(await operator.post('/arrivals', arrival));
    const canceled = await startPayin(late);
    await service.shop.cancel(canceled.invoiceId);
    const lines = [
      line(paid),
      line(said),
      line(entered, { reference: 'bank-entered' }),
      line(late),
      line(nextSum(), { direction: 'out', purpose: 'комиссия' }),
    ];

    const done = await bringStatement(operator, { requisiteId, content: written('camt.053', lines) });

    expect(done).toMatchObject({ state: 'done', format: 'camt.053', linesTotal: 5, linesDone: 5, isTrusted: true });
    expect(done.counts).toEqual({ known: 0, linked: 2, settled: 1, held: 1, open: 0, out: 1 });
    expect(await statusOf(running.invoiceId)).toBe('paid');
    expect(await statusOf(canceled.invoiceId)).toBe('canceled');
    const matched = await list('matched');
    expect(matched.map((one: { sum: { amount: string } }) => one.sum.amount).sort()).toEqual(
      [paid, said, entered].sort(),
    );
    expect(await list('bank')).toMatchObject([
      { sum: { amount: late }, arrival: { status: 'held', exception: 'late' } },
    ]);
    expect(await unbacked()).toMatchObject([{ kind: 'deal', id: unpaid.dealId, sum: { amount: lie } }]);
    expect(await dayState()).toMatchObject({ state: 'open', onlyBank: 1, onlyOurs: 1, lines: 5 });

    const [{ id: lineId }] = await list('bank');
    good(await operator.post(`/bank-lines/${lineId}/explain`, { reason: 'sent back by hand' }));
    good(
      await operator.post(`/bank-accounts/${await accountId()}/unbacked/explain`, {
        subjectId: unpaid.dealId,
        reason: 'cash',
      }),
    );
    expect(await dayState()).toMatchObject({ state: 'closed', onlyBank: 0, onlyOurs: 0 });
    expect(await list('explained')).toMatchObject([{ explanation: 'sent back by hand', explainedBy: 'operator' }]);
    await expectLawsHold(service.db.pool);
  });

  it('is read in every format, and a later file adds what the first one did not have', async () => {
    for (const format of ['camt.052', 'mt940', '1c', 'csv'] as const) {
      requisiteId = await openCard();
      const [first, second] = [nextSum(), nextSum()];
      const deals = [await startPayin(first), await startPayin(second)];
      const bytes = (text: string) => (format === '1c' ? windowsBytes(text) : Buffer.from(text));
      const mapping = format === 'csv' ? { mapping: writtenMapping } : {};
      const lines = [line(first, { purpose: 'за заказ № 1' }), line(second, { purpose: 'за заказ № 2' })];
      const head = await bringStatement(operator, {
        requisiteId,
        content: bytes(written(format, lines.slice(0, 1))),
        ...mapping,
      });
      expect(head, format).toMatchObject({ state: 'done', format, counts: { settled: 1, known: 0 } });
      const whole = await bringStatement(operator, { requisiteId, content: bytes(written(format, lines)), ...mapping });
      expect(whole, format).toMatchObject({ state: 'done', counts: { settled: 1, known: 1 } });
      expect(whole.notes.map(({ note }: { note: string }) => note)).toContain('overlap');
      for (const { invoiceId } of deals) expect(await statusOf(invoiceId), format).toBe('paid');
      // A report within the day closes nothing.
      expect((await dayState()).state, format).toBe(format === 'camt.052' ? 'unbalanced' : 'closed');
    }
  });

  it('fifty times at once is once', async () => {
    const sum = nextSum();
    const { invoiceId } = await startPayin(sum);
    const lines = [line(sum), ...Array.from({ length: 40 }, () => line(nextSum()))];
    const content = written('mt940', lines);
    const ids = await Promise.all(Array.from({ length: 50 }, () => sendStatement(operator, { requisiteId, content })));
    await Promise.all(ids.map(async (id) => good(await operator.post(`/statement-imports/${id}/start`, {}))));
    const all: { sameAs: string | null; state: string }[] = [];
    for (const id of ids) all.push(await importEnded(operator, id));
    expect(all.filter(({ sameAs }) => sameAs === null)).toHaveLength(1);
    expect(all.every(({ state }) => state === 'done')).toBe(true);
    const { rows } = await service.db.pool.query(
      'select count(*)::int4 as count from bank_lines where account_id = $1',
      [await accountId()],
    );
    expect(rows[0].count).toBe(41);
    const arrivals = await service.db.pool.query(
      'select count(*)::int4 as count from arrivals where requisite_id = $1',
      [requisiteId],
    );
    expect(arrivals.rows[0].count).toBe(41);
    expect(await statusOf(invoiceId)).toBe('paid');
    await expectLawsHold(service.db.pool);
  });

  it('goes on behind what was taken when the process that reads it dies', async () => {
    const sum = nextSum();
    const { invoiceId } = await startPayin(sum);
    const lines = [
      ...Array.from({ length: 1_200 }, (_, index) => line(`${5_000 + index}.31`, { reference: null })),
      line(sum),
    ];
    const id = await sendStatement(operator, { requisiteId, content: written('camt.053', lines) });
    const dying = await holdAccount();
    good(await operator.post(`/statement-imports/${id}/start`, {}));
    let submitted = 0;
    const engine = {
      submit: (command: never) => {
        submitted += 1;
        return submitted > 700 ? Promise.reject(new Error('the process dies')) : service.engine.submit(command);
      },
    };
    await expect(workOnImport(dying(engine), new AbortController().signal)).rejects.toThrow('the process dies');
    await rested();
    // Its lease is gone with it, and the service's own worker takes over.
    const done = await importEnded(operator, id);
    expect(done).toMatchObject({ state: 'done', linesDone: 1_201 });
    const { counts } = done;
    expect(counts.linked + counts.settled + counts.held).toBe(1_201);
    const arrivals = await service.db.pool.query(
      'select count(*)::int4 as count from arrivals where requisite_id = $1',
      [requisiteId],
    );
    expect(arrivals.rows[0].count).toBe(1_201);
    // Those that it had recorded, and did not live to say so, too: messages of phones about this money are looked for among them.
    const recorded = await service.db.pool.query(
      'select count(*)::int4 as count from bank_lines where account_id = $1 and is_recorded',
      [await accountId()],
    );
    expect(recorded.rows[0].count).toBe(1_201);
    expect(counts.linked).toBe(0);
    expect(await statusOf(invoiceId)).toBe('paid');
    await expectLawsHold(service.db.pool);
  });

  it('has its turn again behind the files of others when it failed, and later after an unexpected error', async () => {
    const { pool } = service.db;
    const id = await sendStatement(operator, { requisiteId, content: written('mt940', [line(nextSum())]) });
    await holdAccount();
    good(await operator.post(`/statement-imports/${id}/start`, {}));
    // A day ahead: the service's own worker does not come in between.
    const now = Date.now() + 86_400_000;
    const claimedAt = (at: number) =>
      claimImport(pool, { lease: randomUUID(), now: () => at, leaseMs: 30_000, clock: service.now }, id);
    for (const [error, restMs] of [
      [new AppError('overloaded'), 0],
      [new Error('nobody knows why'), 30_000],
    ] as const) {
      const held = await holdAccount();
      const failing = { ...held({ submit: () => Promise.reject(error) }), machineClock: () => now };
      await expect(workOnImport(failing, new AbortController().signal)).rejects.toBe(error);
      expect(await claimedAt(now + restMs)).toBeNull();
      expect(await claimedAt(now + restMs + 1)).toMatchObject({ work: { id, state: 'reading', linesDone: 0 } });
    }
    await rested();
    expect(await importEnded(operator, id)).toMatchObject({ state: 'done', linesDone: 1 });
  });

  it('is let go, or kept from others, while what was taken before is passed over', async () => {
    // Pieces that are larger than the parts in which a file is read, so that each is a look of its own.
    const purpose = 'Перевод '.repeat(100);
    const lines = Array.from({ length: 600 }, (_, index) => line(`${6_000 + index}.37`, { purpose }));
    const id = await sendStatement(operator, { requisiteId, content: written('mt940', lines) });
    const held = await holdAccount();
    good(await operator.post(`/statement-imports/${id}/start`, {}));
    const { engine } = service;
    const { pool } = service.db;
    // Stopped, so that the service's own worker leaves it alone when an attempt has let it go.
    const stopped = (is: boolean) => pool.query('update statement_imports set is_stopped = $2 where id = $1', [id, is]);
    const stopping = {
      submit: async (command: never) => {
        await stopped(true);
        return await engine.submit(command);
      },
    };
    await workOnImport(held(stopping), new AbortController().signal);

    const ending = await holdAccount();
    await stopped(false);
    const stop = new AbortController();
    const untilStop = beforeEachPiece(pool, async () => {
      stop.abort();
      await stopped(true);
    });
    await workOnImport({ ...ending(engine), pool: untilStop }, stop.signal);
    expect(good(await operator.get(`/statement-imports/${id}`))).toMatchObject({ state: 'reading', linesDone: 500 });

    const slow = await holdAccount();
    await stopped(false);
    // Each piece takes so long that two of them outlast a lease.
    let now = Date.now();
    const taken: unknown[] = [];
    const other = { lease: randomUUID(), now: () => now, leaseMs: 30_000, clock: service.now };
    const slowPool = beforeEachPiece(pool, async () => {
      now += 20_000;
      taken.push(await claimImport(pool, other, id));
    });
    await workOnImport({ ...slow(engine), pool: slowPool, machineClock: () => now }, new AbortController().signal);
    expect(taken).toEqual([null, null, null, null]);
    expect(good(await operator.get(`/statement-imports/${id}`))).toMatchObject({ state: 'done', linesDone: 600 });
  });

  it('is stopped between two batches, and continued', async () => {
    const lines = Array.from({ length: 1_100 }, (_, index) => line(`${7_000 + index}.33`));
    const id = await sendStatement(operator, { requisiteId, content: written('mt940', lines) });
    const held = await holdAccount();
    good(await operator.post(`/statement-imports/${id}/start`, {}));
    let isAsked = false;
    const engine = {
      submit: async (command: never) => {
        if (!isAsked) {
          isAsked = true;
          good(await operator.post(`/statement-imports/${id}/stop`));
        }
        return await service.engine.submit(command);
      },
    };
    await workOnImport(held(engine), new AbortController().signal);
    const stopped = good(await operator.get(`/statement-imports/${id}`));
    expect(stopped).toMatchObject({ state: 'reading', isStopped: true, linesDone: 500, linesTotal: 1_100 });
    good(await operator.post(`/statement-imports/${id}/continue`));
    expect(await importEnded(operator, id)).toMatchObject({ state: 'done', linesDone: 1_100, counts: { held: 1_100 } });
  });
});

/** Something happens before each piece of a file is read. */
function beforeEachPiece(pool: pg.Pool, act: () => Promise<void>): pg.Pool {
  const query = async (asked: string | pg.QueryConfig, values?: unknown[]) => {
    const isPiece = typeof asked === 'string' && asked.includes('from statement_pieces');
    if (isPiece) await act();
    return await pool.query(asked, values);
  };
  return new Proxy(pool, { get: (target, key) => (key === 'query' ? query : Reflect.get(target, key, target)) });
}

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

/** As if the time were over for which nobody works on the account. */
async function rested(): Promise<void> {
  await service.db.pool.query('update bank_accounts set leased_by = null, leased_until = null where id = $1', [
    await accountId(),
  ]);
}

describe('a file that is wrong', () => {
  const refused = async (content: string | Uint8Array, mapping?: object) => {
    const done = await bringStatement(operator, {
      requisiteId,
      content,
      ...(mapping === undefined ? {} : { mapping }),
    });
    const { rows } = await service.db.pool.query(
      'select count(*)::int4 as count from bank_lines where account_id = $1',
      [await accountId()],
    );
    expect(rows[0].count, 'lines that were taken').toBe(0);
    expect(done.state).toBe('refused');
    return `${done.fault.code}: ${done.fault.message}`;
  };

  it('is refused whole, with the line and what is wrong there', async () => {
    const lines = [line('100.00'), line('200.00')];
    const camt = written('camt.053', lines);
    expect(await refused(camt.slice(0, -60))).toContain('bank_file_cut');
    expect(await refused(written('camt.053', lines, { currency: 'USD' }))).toMatch(
      /bank_file_currency: Line \d+ of the file is in USD/,
    );
    expect(await refused(camt.replace('>200.00<', '>200.005<'))).toMatch(
      /bank_file_decimals: The sum 200.005 in line 7/,
    );
    expect(await refused(camt.replace('>200.00<', '>250.00<'))).toMatch(
      /bank_file_balance: .* 300.00 at its end; 0.00 and its lines add up to 350.00/,
    );
    expect(await refused('%PDF-1.7 statement')).toContain('bank_file_format');
    expect(await refused('a;b\n1;2\n')).toContain('bank_file_mapping');
    expect(
      await refused(written('csv', lines), { ...writtenMapping, columns: { day: 'Дата', amount: 'Итого' } }),
    ).toContain('bank_file_columns: Line 1 of the file should have a column "Итого"');
    expect(await refused(`<!DOCTYPE x [<!ENTITY a "b">]>${camt.slice(camt.indexOf('<Document'))}`)).toContain(
      'document type',
    );
  });

  it('is refused also where its own words, which say what is wrong, cannot be stored as they are', async () => {
    const read = async (content: string, mapping: object | null) => {
      const id = await sendStatement(operator, { requisiteId, content });
      const held = await holdAccount();
      good(await operator.post(`/statement-imports/${id}/start`, { mapping }));
      await workOnImport(held(service.engine), new AbortController().signal);
      return good(await operator.get(`/statement-imports/${id}`));
    };
    const lines = [line('100.00')];
    // The fortieth sign, behind which it is cut, is half of a character.
    const cut = written('csv', lines).replace(/^\d\d\.\d\d\.\d{4};/m, `${'x'.repeat(39)}💸;`);
    expect(await read(cut, writtenMapping)).toMatchObject({
      state: 'refused',
      fault: { code: 'bank_file_day', message: expect.stringContaining('x'.repeat(39)) },
    });
    const mt940 = written('mt940', lines);
    expect(await read(mt940.replace(':60F:C', ':60F:C\0'), null)).toMatchObject({
      state: 'refused',
      fault: { code: 'bank_file_malformed', message: expect.stringContaining('C\ufffd') },
    });
    // Nothing is wrong with a number that nobody can read.
    expect(await read(mt940.replace(':28C:', ':28C:\0'), null)).toMatchObject({ state: 'done', linesDone: 1 });
  });

  it('is refused when it is of another account, once the account is known, and a file of several accounts before', async () => {
    const [own, other] = [
      written('mt940', [line('10.00')]),
      written('mt940', [line('20.00')], { account: '40817810000000009999' }),
    ];
    expect(await refused(own + other)).toContain('bank_file_accounts');
    expect(await bringStatement(operator, { requisiteId, content: own })).toMatchObject({
      state: 'done',
      linesTotal: 1,
    });
    expect(await bringStatement(operator, { requisiteId, content: other })).toMatchObject({
      state: 'refused',
      fault: { code: 'bank_file_account' },
    });
    const both = await bringStatement(operator, { requisiteId, content: own + other });
    expect(both).toMatchObject({
      state: 'done',
      linesTotal: 1,
      notes: [{ note: 'repeated' }, { note: 'others', about: '1' }],
    });
  });
});

describe('money that could be two things', () => {
  it('is not recorded: deals of one sum on two cards of one account', async () => {
    const sum = nextSum();
    const first = await startPayin(sum);
    const second = await addCard();
    const other = await startPayin(sum);
    expect(other.requisiteId).toBe(second);
    good(await operator.post('/bank-accounts', { requisiteIds: [requisiteId, second], zone: 'Europe/Moscow', reason }));
    const done = await bringStatement(operator, { requisiteId, content: written('mt940', [line(sum)]) });
    expect(done.counts).toMatchObject({ open: 1, settled: 0, held: 0 });
    const [open1] = await list('bank');
    expect(open1).toMatchObject({ held: 'several', state: 'open', arrival: null });
    expect(await statusOf(first.invoiceId)).toBe('new');
    // A person decides, with the act that settles a deal; then the line is linked.
    const work = good(await operator.get('/work?kind=line&limit=200'));
    expect(work.items).toContainEqual(
      expect.objectContaining({ kind: 'line', id: `line-${open1.id}`, line: open1, deal: null, claim: null }),
    );
    const candidates = async () => good(await operator.get(`/bank-lines/${open1.id}/candidates`)).items;
    expect(
      (await candidates()).map(({ id, isSettled }: { id: string; isSettled: boolean }) => [id, isSettled]),
    ).toEqual(
      expect.arrayContaining([
        [first.dealId, false],
        [other.dealId, false],
      ]),
    );
    const link = (subjectId: string) => operator.post(`/bank-lines/${open1.id}/link`, { subjectId, reason });
    expect((await link(first.dealId)).body[0].code).toBe('link_differs');
    good(await operator.post(`/deals/${first.dealId}/settle`, { reason }));
    expect((await candidates()).find(({ id }: { id: string }) => id === first.dealId)).toMatchObject({
      kind: 'deal',
      isSettled: true,
      sum: open1.sum,
    });
    good(await link(first.dealId));
    good(await link(first.dealId));
    expect((await candidates()).map(({ id }: { id: string }) => id)).toEqual([other.dealId]);
    const left = good(await operator.get('/work?kind=line&limit=200')).items;
    expect(left.map(({ id }: { id: string }) => id)).not.toContain(`line-${open1.id}`);
    expect(await list('bank')).toEqual([]);
    expect((await dayState()).state).toBe('closed');
  });

  it('does not pay a deal that began after the money came', async () => {
    const sum = nextSum();
    const { invoiceId } = await startPayin(sum);
    const yesterday = new Date(Date.parse(today()) - 86_400_000).toISOString().slice(0, 10);
    const done = await bringStatement(operator, {
      requisiteId,
      content: written('mt940', [line(sum, { day: yesterday })]),
    });
    expect(done.counts).toMatchObject({ open: 1, settled: 0 });
    expect(await list('bank')).toMatchObject([{ held: 'newer' }]);
    expect(await statusOf(invoiceId)).toBe('new');
  });

  it('is not taken twice from files of two formats', async () => {
    const sum = nextSum();
    const lines = [line(sum, { reference: null })];
    await bringStatement(operator, { requisiteId, content: written('camt.053', lines) });
    const second = await startPayin(sum);
    const done = await bringStatement(operator, {
      requisiteId,
      content: written('csv', lines),
      mapping: writtenMapping,
    });
    expect(done.counts).toMatchObject({ open: 1, settled: 0 });
    expect(await list('bank')).toMatchObject([{ held: 'told-otherwise' }, { arrival: { status: 'held' } }]);
    expect(await statusOf(second.invoiceId)).toBe('new');
  });
});

describe('a transfer that formats book on different days', () => {
  it('is not recorded twice: the second one waits for a person', async () => {
    const sum = nextSum();
    const booked = (day: string) => [line(sum, { reference: null, day })];
    const yesterday = moscowDay(service.now() - 86_400_000);
    await bringStatement(operator, { requisiteId, content: written('camt.053', booked(yesterday)) });
    const { invoiceId } = await startPayin(sum);
    const content = written('csv', booked(today()));
    const done = await bringStatement(operator, { requisiteId, content, mapping: writtenMapping });
    expect(done.counts).toMatchObject({ open: 1, settled: 0 });
    expect(await list('bank')).toMatchObject([{ held: 'told-otherwise' }, { arrival: { status: 'held' } }]);
    expect(await statusOf(invoiceId)).toBe('new');
  });
});

describe('requisites of one account', () => {
  it('are taken off again, with a reason, but for the last one', async () => {
    const second = await addCard();
    const grouped = good(await operator.post('/bank-accounts', { requisiteIds: [requisiteId, second], reason }));
    expect(grouped.requisites).toHaveLength(2);
    const ungroup = (ids: readonly number[]) =>
      operator.post(`/bank-accounts/${grouped.id}/ungroup`, { requisiteIds: ids, reason: 'another account' });
    expect((await ungroup([requisiteId, second])).body[0].code).toBe('account_last_requisite');
    expect((await ungroup([requisiteId + second + 1])).body[0].code).toBe('not_found');
    const id = await sendStatement(operator, { requisiteId, content: written('mt940', [line(nextSum())]) });
    good(await operator.post(`/statement-imports/${id}/start`, { mapping: null }));
    await importEnded(operator, id);
    await service.db.pool.query(`update statement_imports set state = 'reading', is_stopped = true where id = $1`, [
      id,
    ]);
    expect((await ungroup([second])).body[0].code).toBe('account_in_use');
    await service.db.pool.query(`update statement_imports set state = 'done' where id = $1`, [id]);
    expect(good(await ungroup([second])).requisites).toMatchObject([{ id: requisiteId }]);
    // It is free to be of another account.
    const other = good(await operator.post('/bank-accounts', { requisiteIds: [second], reason }));
    expect(other.id).not.toBe(grouped.id);
    const { items } = good(await operator.get('/audit-log?limit=20'));
    expect(items).toContainEqual(expect.objectContaining({ action: 'ungroup-requisites', reason: 'another account' }));
  });
});

describe("a maker's own file", () => {
  it('confirms that money came, and closes no day', async () => {
    const sum = nextSum();
    const { invoiceId } = await startPayin(sum);
    const lines = [line(sum)];
    const content = written('camt.053', lines);
    const done = await bringStatement(maker, { requisiteId, content });
    expect(done).toMatchObject({ state: 'done', isTrusted: false, counts: { settled: 1 } });
    expect(await statusOf(invoiceId)).toBe('paid');
    expect((await dayState()).state).toBe('untold');
    const [one] = await list('matched');
    expect((await maker.post(`/bank-lines/${one.id}/explain`, { reason })).body[0].code).toBe('forbidden');
    // The same file, brought in by an operator, is the operator's word.
    expect(await bringStatement(operator, { requisiteId, content })).toMatchObject({
      sameAs: null,
      counts: { known: 0, linked: 1, settled: 0 },
    });
    expect((await dayState()).state).toBe('closed');
    const arrivals = await service.db.pool.query('select 1 from arrivals where requisite_id = $1', [requisiteId]);
    expect(arrivals.rows).toHaveLength(1);
  });

  it('says nothing any more about a line that an operator’s file tells of', async () => {
    const sum = nextSum();
    const reference = randomUUID().slice(0, 16);
    const told = line(sum, { reference, party: 'Кто угодно', purpose: 'Подарок' });
    await bringStatement(maker, { requisiteId, content: written('camt.053', [told]) });
    const [before] = await list('bank');
    expect(before).toMatchObject({ party: 'Кто угодно', isTrusted: false, arrival: { status: 'held' } });
    const true1 = line(sum, { reference, party: 'Олег К.', purpose: 'Перевод по СБП' });
    const done = await bringStatement(operator, { requisiteId, content: written('camt.053', [true1]) });
    expect(done.counts).toMatchObject({ known: 0, linked: 1 });
    expect(await list('bank')).toMatchObject([
      {
        id: before.id,
        party: 'Олег К.',
        purpose: 'Перевод по СБП',
        isTrusted: true,
        arrival: { id: before.arrival.id },
      },
    ]);
  });

  it('keeps what an operator has said of a line, when the operator’s file comes', async () => {
    const sum = nextSum();
    const lines = [line(sum)];
    await bringStatement(maker, { requisiteId, content: written('camt.053', lines) });
    const [one] = await list('bank');
    good(await operator.post(`/bank-lines/${one.id}/explain`, { reason: 'a gift' }));
    const done = await bringStatement(operator, { requisiteId, content: written('camt.053', lines) });
    expect(done.counts).toMatchObject({ known: 1, linked: 0 });
    expect(await list('explained')).toMatchObject([{ id: one.id, explanation: 'a gift', isTrusted: true }]);
  });

  it('does not switch an operator’s file of another format off, and is not a second transfer either', async () => {
    const [paid, other] = [nextSum(), nextSum()];
    const { invoiceId } = await startPayin(paid);
    const lines = [line(other, { reference: null })];
    await bringStatement(maker, { requisiteId, content: written('csv', lines), mapping: writtenMapping });
    const done = await bringStatement(operator, {
      requisiteId,
      content: written('camt.053', [...lines, line(paid)]),
    });
    // Before the file came it would have been for this deal: see test/attacks/invented-arrivals.test.ts.
    const second = await startPayin(other);
    expect(done.counts).toMatchObject({ linked: 1, settled: 1, open: 0 });
    expect([await statusOf(invoiceId), await statusOf(second.invoiceId)]).toEqual(['paid', 'new']);
    expect(await list('bank')).toMatchObject([{ isTrusted: true, arrival: { status: 'held' } }]);
    expect(await list('explained')).toMatchObject([
      { isTrusted: false, held: 'told-otherwise', explainedBy: 'service' },
    ]);
    expect((await dayState()).onlyBank).toBe(1);
  });

  it('neither backs money nor counts for a day that an operator’s file closes', async () => {
    const [true1, lie] = [nextSum(), nextSum()];
    const [paid, lied] = [await startPayin(true1), await startPayin(lie)];
    good(await maker.post(`/deals/${paid.dealId}/settle`, { reason }));
    good(await maker.post(`/deals/${lied.dealId}/settle`, { reason }));
    const real = line(true1);
    await bringStatement(maker, { requisiteId, content: written('camt.053', [real, line(lie)]) });
    expect(await list('matched')).toHaveLength(2);
    await bringStatement(operator, { requisiteId, content: written('camt.053', [real]) });
    expect(await unbacked()).toMatchObject([{ id: lied.dealId, kind: 'deal' }]);
    expect(await dayState()).toMatchObject({ state: 'open', lines: 1, onlyOurs: 1, onlyBank: 0 });
    good(
      await operator.post(`/bank-accounts/${await accountId()}/unbacked/explain`, { subjectId: lied.dealId, reason }),
    );
    expect((await dayState()).state).toBe('closed');
  });

  it('does not exist for another maker, and an operator’s does not exist for a maker', async () => {
    const stranger = await createSignedIn(service, { login: 'maker-2', role: 'maker', makerId: 2 });
    const asked = { requisiteId, fileName: 'x', sizeBytes: 3 };
    expect((await stranger.post('/statement-imports', asked)).body[0].code).toBe('not_found');
    const id = await sendStatement(operator, { requisiteId, content: 'abc' });
    expect((await maker.get(`/statement-imports/${id}`)).status).toBe(404);
    expect((await maker.post(`/statement-imports/${id}/stop`)).status).toBe(404);
  });
});
