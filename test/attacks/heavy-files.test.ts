import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writtenText } from '../../bench/statement-files.ts';
import { BankFileThread } from '../../src/bank-files/bank-file-thread.ts';
import { makersReadingMsPerDay } from '../../src/domain/statements/reading-time.ts';
import { readCatalogue } from '../../src/storage/reads/catalogue-read.ts';
import { SecretBox } from '../../src/storage/secrets/secret-box.ts';
import { findReadingTime } from '../../src/storage/statements/reading-time.ts';
import { createStatementImportWorker, workOnImport } from '../../src/workers/statements/statement-imports.ts';
import { badThreads } from '../support/bad-threads.ts';
import { bringStatement, importEnded, sendStatement } from '../support/bring-statement.ts';
import { cardNumber } from '../support/card-number.ts';
import { demoMasterKey, expectLawsHold } from '../support/database.ts';
import type { OperatorClient } from '../support/operator-client.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signInDemo } from '../support/staff.ts';

/**
 * A maker whose files keep the service busy: they take for ever, fill its memory, or are many. As it was run: one file of 1C with as
 * many accounts as orders, 3 MB, stopped the whole process for ten seconds at a time.
 */
let service: TestService;
let maker: OperatorClient;
let requisiteId: number;
beforeAll(async () => {
  service = await startTestService();
  maker = await signInDemo(service, 'maker');
  requisiteId = (await maker.get('/requisites')).body.items[0].id;
});
afterAll(async () => {
  await expectLawsHold(service.db.pool);
  await service.stop();
});

const day = '2026-11-16';
const line = (amount: bigint) =>
  ({ direction: 'out', amount, day, reference: `R${amount}`, party: '', purpose: 'x' }) as const;
/** No two of them are the same file. */
function statement(sum: number): string {
  const lines = [line(BigInt(sum))];
  const ledger = { account: '40817810000000004821', currency: 'RUB', number: String(sum), from: day, to: day };
  return writtenText('mt940', { ...ledger, opening: 0n, closing: -BigInt(sum) }, lines);
}

const accountOfCard = 'select account_id from bank_account_requisites where requisite_id = $1';

/** A file of the maker that is read by what is given here, and not by the service's own worker. */
async function heldFile(sum: number) {
  const id = await sendStatement(maker, { requisiteId, content: statement(sum) });
  const lease = randomUUID();
  const { pool } = service.db;
  await pool.query(
    `update bank_accounts set leased_by = $2, leased_until = now() + interval '1 day' where id = (${accountOfCard})`,
    [requisiteId, lease],
  );
  expect((await maker.post(`/statement-imports/${id}/start`, {})).status).toBe(200);
  const catalogue = await readCatalogue(pool, new SecretBox(demoMasterKey));
  const options = {
    pool,
    engine: service.engine,
    catalogue: () => catalogue,
    clock: service.now,
    machineClock: Date.now,
    newId: randomUUID,
    lease,
    importId: id,
    failed: () => undefined,
  };
  return { id, options };
}

const stateOf = async (id: string) => (await maker.get(`/statement-imports/${id}`)).body;

describe('a file that was made to harm', () => {
  it('may have as many accounts as orders: it is read like any other, and refused where it is cut', async () => {
    const parts = ['1CClientBankExchange'];
    const account = (index: number) => `РасчСчет=${40_817_810_000 + index}`;
    for (let index = 0; index < 9_999; index++) {
      parts.push(`СекцияРасчСчет\nДатаНачала=01.01.2020\n${account(index)}\nКонецРасчСчет`);
    }
    for (let index = 0; index < 15_000; index++) {
      parts.push(`СекцияДокумент\nДата=01.01.2020\nСумма=1\nПолучатель${account(index % 9_999)}\nКонецДокумента`);
    }
    const done = await bringStatement(maker, { requisiteId, content: parts.join('\n') });
    expect(done).toMatchObject({ state: 'refused', fault: { code: 'bank_file_cut' } });
  });

  it.each(['hangs', 'fillsMemory', 'dies'] as const)(
    'is refused when the thread that reads it %s, while the service answers; the next one is read',
    async (bad) => {
      const { id, options } = await heldFile(1_000 + bad.length);
      const small = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };
      const reader = new BankFileThread({ threadFile: badThreads[bad], timeMaxMs: 2_000, resourceLimits: small });
      const working = workOnImport({ ...options, reader }, new AbortController().signal);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
      await working;
      expect(await stateOf(id)).toMatchObject({
        state: 'refused',
        fault: { code: 'bank_file_too_heavy' },
        linesDone: 0,
      });
      await reader.close();
      const next = await bringStatement(maker, { requisiteId, content: statement(2_000 + bad.length) });
      expect(next).toMatchObject({ state: 'done', linesDone: 1 });
    },
  );

  it('does not hold a shutdown up, and is read from its beginning by the process that follows', async () => {
    const { id, options } = await heldFile(3_000);
    const reader = new BankFileThread({ threadFile: badThreads.hangs, timeMaxMs: 600_000 });
    const asked = vi.spyOn(reader, 'ask');
    const worker = createStatementImportWorker({ ...options, reader });
    worker.start();
    worker.wake();
    await vi.waitFor(() => expect(asked).toHaveBeenCalled(), { timeout: 30_000 });
    await worker.stop();
    expect(await importEnded(maker, id)).toMatchObject({ state: 'done', linesDone: 1 });
  });
});

describe('the time for reading the files of one maker', () => {
  const left = async (leftMs: number) =>
    await service.db.pool.query('update statement_reading set spent_ms = $1', [makersReadingMsPerDay - leftMs]);
  const spent = async () => await findReadingTime(service.db.pool, 1);

  it('ends for the day, for files of all accounts and previews at once as well, and begins anew on the next one', async () => {
    await bringStatement(maker, { requisiteId, content: statement(4_999) });
    expect((await spent()).spentMs).toBeGreaterThan(0);
    const files = [];
    for (const [index, id] of (await newRequisites(8)).entries()) {
      files.push(await sendStatement(maker, { requisiteId: id, content: statement(5_000 + index) }));
    }
    const late = await sendStatement(maker, { requisiteId, content: statement(6_000) });
    await left(1);
    const previews = await Promise.all(
      Array.from({ length: 10 }, () => maker.post(`/statement-imports/${late}/preview`, {})),
    );
    expect(previews.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(429)]);

    await left(1);
    const starts = await Promise.all(files.map((id) => maker.post(`/statement-imports/${id}/start`, {})));
    expect(starts.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    const started = files.filter((_, index) => starts[index]?.status === 200);
    for (const id of started) {
      const stopped = { state: 'waiting', isStopped: true, fault: { code: 'bank_reading_spent' } };
      await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject(stopped), {
        timeout: 30_000,
        interval: 100,
      });
    }
    // What the first of them was read when it ended, and no more than that.
    expect((await spent()).spentMs).toBeLessThan(makersReadingMsPerDay + 15_000);
    await expectLeft(started[0] ?? '', late);

    service.advance(86_400_000);
    maker = await signInDemo(service, 'maker');
    expect((await maker.post(`/statement-imports/${started[0]}/continue`)).body).toMatchObject({ fault: null });
    expect(await importEnded(maker, started[0] ?? '')).toMatchObject({ state: 'done', linesDone: 1, fault: null });
  });

  /** Each with an account of its own: a maker has one upload at a time for an account. */
  async function newRequisites(count: number): Promise<number[]> {
    const operator = await signInDemo(service, 'operator');
    const card = { makerId: 1, option: 'TO_CARD', bank: 'sberbank', currency: 'RUB', holder: 'Test', reason: 'a test' };
    const ids = [];
    for (let index = 0; index < count; index++) {
      ids.push((await operator.post('/requisites', { ...card, number: cardNumber(index) })).body.id);
    }
    return ids;
  }

  /** Nothing more of the maker's on this day, and all of an operator's. */
  async function expectLeft(stopped: string, late: string): Promise<void> {
    const announced = { requisiteId, fileName: 'more', sizeBytes: 1 };
    for (const [path, body] of [
      [`/statement-imports/${stopped}/continue`, {}],
      [`/statement-imports/${late}/start`, {}],
      [`/statement-imports/${late}/preview`, {}],
      ['/statement-imports', announced],
    ] as const) {
      const answer = await maker.post(path, body);
      expect(answer, path).toMatchObject({ status: 429, body: [{ code: 'bank_reading_spent' }] });
      expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0);
    }
    const operator = await signInDemo(service, 'operator');
    expect((await operator.post(`/statement-imports/${late}/preview`, {})).status).toBe(200);
    expect(await bringStatement(operator, { requisiteId, content: statement(4_000) })).toMatchObject({ state: 'done' });
  }
});
