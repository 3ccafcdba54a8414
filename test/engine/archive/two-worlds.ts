import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import type { AnyCommand } from '../../../src/commands/command.ts';
import { AppError } from '../../../src/errors/app-error.ts';
import { keepBook } from '../../../src/storage/book/keep-book.ts';
import { connect } from '../../../src/storage/database/connection.ts';
import { DeliveryQueue, type DeliveryResult } from '../../../src/storage/notifications/delivery-queue.ts';
import { findDueInvoices, findPayoutsToCredit } from '../../../src/storage/reads/invoices/invoice-reads.ts';
import { SecretBox } from '../../../src/storage/secrets/secret-box.ts';
import { createTestDatabase, demoMasterKey, type TestDatabase } from '../../support/database.ts';
import { startTestEngine, type TestEngine } from '../support/test-engine.ts';

export const secrets = new SecretBox(demoMasterKey);

/** One of two worlds to which the same happens. */
export interface World {
  readonly db: TestDatabase;
  readonly engine: TestEngine['engine'];
  /** Of the engine. */
  readonly clock: { nowMs: number };
  /** Seals the book. */
  readonly keeper: pg.Client;
  stop(): Promise<void>;
}

/** The clock of the database is ahead, as in a sandbox, and later than anything that happens. */
const end = Date.parse('2110-01-01T00:00:00Z');
/** One for each way to pay: which of several has its turn depends on how often a command was planned. */
const requisiteIds = [1, 41];

export async function openWorld(): Promise<World> {
  const db = await createTestDatabase();
  await db.owner.query(`insert into sandbox_clock (ahead_ms) values ($1)`, [end - Date.now()]);
  await db.pool.query('update requisites set paused = true where not id = any($1)', [requisiteIds]);
  await db.pool.query('update requisites set rest_ms = 60000, active_deals_max = null, day_max = null');
  await db.pool.query(`update stores set rest_by = 'payer'`);
  const { engine, clock, stop } = await startTestEngine({}, db);
  const keeper = await connect(db.url, 'admin');
  return {
    db,
    engine,
    clock,
    keeper,
    async stop() {
      await keeper.end();
      await stop();
      await db.drop();
    },
  };
}

/** What somebody got, as text: an answer, or the code of a refusal. Anything else that is thrown is a defect and stays one. */
export type Heard = { readonly answer: string } | { readonly refused: string; readonly message: string };

export async function hear(act: () => Promise<unknown>): Promise<Heard> {
  try {
    return { answer: shown(await act()) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code, message: error.message };
    throw error;
  }
}

/** What nobody is shown is left out: whether a pair of requisite and sum, and whether a name is taken. */
function shown(value: unknown): string {
  const hidden = new Set(['holdsName', 'occupies']);
  return JSON.stringify(value ?? null, (key, one) => {
    if (hidden.has(key)) return undefined;
    if (typeof one === 'bigint') return String(one);
    return one instanceof Map ? [...one] : one;
  });
}

interface Request {
  readonly command: AnyCommand;
  /** Of the Idempotency-Key. */
  readonly key: string | null;
}

export async function submit({ engine }: World, { command, key }: Request): Promise<unknown> {
  const requestHash = createHash('sha256').update(String(key)).digest('hex');
  const render = (outcome: unknown) => ({ status: 200, body: shown(outcome) });
  const answer = await engine.submitOnce(command, key === null ? null : { storeId: 1, key, requestHash, render });
  return answer.kind === 'replay' ? answer.rendered : answer.result;
}

/** What the workers would do something about. */
export async function findDue({ db, clock }: World) {
  const inOrder = <Found extends { readonly invoiceId: string }>(found: readonly Found[]) =>
    [...found].sort((left, right) => left.invoiceId.localeCompare(right.invoiceId));
  return {
    expiring: inOrder(await findDueInvoices(db.pool, clock.nowMs, 1_000)),
    credited: inOrder(await findPayoutsToCredit(db.pool, clock.nowMs, 1_000)),
  };
}

const looksMax = 50;
const everyReceiver = {
  ...{ rooms: new Map<bigint, number>(), roomDefault: 1_000, countMax: 1_000, from: -(2n ** 63n) },
  failed: (error: unknown) => {
    throw error;
  },
};

/** Sends everything that waits, and says what that was. */
export async function deliver({ db, clock }: World): Promise<readonly string[]> {
  const queue = new DeliveryQueue(db.pool);
  const sent: string[] = [];
  const [lease, now] = ['0198f0a0-0000-7000-8000-000000000001', clock.nowMs];
  for (let look = 0; look < looksMax; look += 1) {
    const { rows } = await db.pool.query('select from delivery_queue limit 1');
    if (rows.length === 0) return sent.sort();
    const deliveries = await queue.claim({ lease, now, leaseMs: 60_000, ...everyReceiver });
    for (const { invoiceId, sequence, read } of deliveries) sent.push(`${invoiceId}_${sequence} ${shown(read())}`);
    const results = deliveries.map((delivery): DeliveryResult => {
      const taken = { outcome: 'delivered', status: 200, answer: '', next: { kind: 'done' } } as const;
      return { delivery, startedAt: now, durationMs: 1, ...taken };
    });
    if (results.length > 0) await queue.settle(results, { lease, now, pauseAfterMs: 60_000 });
  }
  throw new Error('what waits is never sent');
}

export async function seal({ keeper, clock }: World, isCheckDue: boolean): Promise<void> {
  await keepBook(keeper, { secrets, at: clock.nowMs, transfersMax: 10_000, from: null, isCheckDue });
  const { rows } = await keeper.query('select law, subject, detail from book_faults');
  expect(rows).toEqual([]);
}

/** Every row, without what nobody is shown and what the database has counted. */
export async function everyRow({ db }: World): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {};
  for (const [table, hidden] of Object.entries({
    invoices: ['holds_name'],
    deals: ['occupies'],
    notifications: [],
    delivery_attempts: ['id'],
    arrivals: [],
    refunds: [],
    dispute_facts: [],
    idempotency_keys: [],
    accounts: [],
  })) {
    const row = `to_jsonb(t) - $1::text[] #- '{snapshot,deal,occupies}' #- '{snapshot,invoice,holdsName}'`;
    const text = `select (${row})::text as line from ${table} t order by 1`;
    tables[table] = (await db.owner.query(text, [hidden])).rows.map(({ line }) => line);
  }
  return tables;
}
