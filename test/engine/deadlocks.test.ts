import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import type { AnyCommand } from '../../src/commands/command.ts';
import { openDispute } from '../../src/commands/disputes/open-dispute.ts';
import { cancelInvoice } from '../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../src/commands/invoices/confirm-transfer.ts';
import { expireInvoice } from '../../src/commands/invoices/expire-invoice.ts';
import { settleDeal } from '../../src/commands/invoices/settle-deal.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { startDeal } from '../../src/commands/payins/start-deal.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import { requestWithdrawal } from '../../src/commands/withdrawals/request-withdrawal.ts';
import type { FiatMinor } from '../../src/domain/money/money.ts';
import type { Idempotency } from '../../src/engine/job.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { expectLawsHold } from '../support/database.ts';
import { asAsked, byService } from '../support/people.ts';
import { count } from './support/books.ts';
import { newId, payinRequest, payoutRequest, receipt, withdrawalRequest } from './support/requests.ts';
import { announceSeed, randomFrom } from './support/seed.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';
import { codeAt } from './support/totp.ts';

const commandCount = 2_000;
const callers = 100;

describe('many lanes of two engines with random acts', () => {
  const random = randomFrom(announceSeed('random acts in many lanes'));
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[random(values.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  };
  let first: TestEngine;
  let second: TestEngine;
  const invoices: { id: string; storeId: number; askedSum: FiatMinor }[] = [];

  beforeAll(async () => {
    first = await startTestEngine({ lanes: 6, batchMax: 8 });
    second = await startTestEngine({ lanes: 6, batchMax: 8 }, first.db);
  });
  afterAll(() => first.stop());

  const create = (): AnyCommand => {
    // Few sums and IDs, so that callers get in each other's way.
    const rubles = 1_000 + random(20);
    const change = {
      storeId: 1 + random(2),
      amount: `${rubles}.00`,
      internalId: random(2) === 0 ? null : `order ${random(40)}`,
    };
    return random(4) === 0 ? createPayout(payoutRequest(change)) : createPayin(payinRequest(change));
  };

  const act = (): AnyCommand => {
    if (invoices.length < 20 || random(3) === 0) return create();
    const { id, storeId, askedSum } = pick(invoices);
    switch (random(7)) {
      case 0:
        return cancelInvoice({ invoiceId: id, storeId, seenStoreId: storeId });
      case 1:
        return confirmTransfer({ invoiceId: id, storeId, seenStoreId: storeId, attachment: receipt });
      case 2:
        return settleDeal({ ...asAsked, invoiceId: id, dealId: id, seenStoreId: storeId });
      case 3:
        return expireInvoice({ invoiceId: id, storeId });
      case 4:
        return openDispute({ invoiceId: id, storeId, dealId: null, reason: 'unknown', amount: null, attachment: null });
      case 5:
        return requestWithdrawal(withdrawalRequest({ code: codeAt(first.clock.nowMs, random(3) - 1), amount: '3' }));
      default: {
        const variant = { option: pick(['SBP', 'TO_CARD', null]), bank: null };
        const seen = { storeId, askedSum, currency: 'RUB', named: { option: null, bank: null } };
        return startDeal({ invoiceId: id, storeId, dealId: newId(), variant, seen });
      }
    }
  };

  /** Few keys: different commands get the same one, and most repeats are refused. */
  const key = (): Idempotency | null =>
    random(3) === 0
      ? { storeId: 1, key: `key ${random(60)}`, requestHash: 'x', render: () => ({ status: 200, body: '{}' }) }
      : null;

  it('never wait for each other in a circle, and leave the books right', async () => {
    let left = commandCount;
    const refusals = new Map<string, number>();
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        if (random(50) === 0) first.clock.nowMs = second.clock.nowMs += random(120_000);
        const engine = random(2) === 0 ? first.engine : second.engine;
        try {
          const answer = await engine.submitOnce(act(), key());
          const invoice =
            answer.kind === 'result' ? (answer.result as { invoice?: (typeof invoices)[number] }).invoice : undefined;
          if (invoice !== undefined) invoices.push(invoice);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
        }
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    // A backend tells the statistics of its deadlocks when it goes.
    await second.stopEngine();
    await first.stopEngine();
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
    expect(await count(first.db.pool, deadlocks)).toBe(0);
    expect([...refusals.keys()]).not.toContain('database_unavailable');
    // Who waits for a lock for five seconds gives up, also when the machine has stood still: that costs a few, once.
    expect(refusals.get('overloaded') ?? 0).toBeLessThan(commandCount / 10);
    expect(invoices.length).toBeGreaterThan(commandCount / 10);
    await expectLawsHold(first.db.pool);
  });
});

describe('two engines that write the same in opposite order', () => {
  let first: TestEngine;
  let second: TestEngine;
  beforeAll(async () => {
    first = await startTestEngine();
    second = await startTestEngine({}, first.db);
  });
  afterAll(async () => {
    await second.stopEngine();
    await first.stopEngine();
    const deadlocks = 'select deadlocks from pg_stat_database where datname = current_database()';
    expect(await count(first.db.pool, deadlocks)).toBe(0);
    await first.stop();
  });

  const rounds = 10;
  const names = (round: number) => Array.from({ length: 40 }, (_, index) => `round ${round} number ${index}`);
  /** Both engines have one lane, so each of the two lists goes as one batch. */
  const inOppositeOrder = async (submit: (engine: TestEngine['engine'], name: string) => Promise<unknown>) => {
    for (let round = 0; round < rounds; round++) {
      const forth = names(round).map((name) => submit(first.engine, name));
      const back = names(round)
        .reverse()
        .map((name) => submit(second.engine, name));
      await Promise.all([...forth, ...back]);
    }
  };

  it('two programs that enter the same list of a bank, one from its end, do not wait for each other in a circle', async () => {
    const { pool } = first.db;
    const enter = ({ engine, clock }: TestEngine, reference: string) => {
      const money = { requisiteId: 1, amount: '1000', arrivedAt: clock.nowMs, reference };
      return engine.submit(recordArrival({ ...byService, id: newId(), ...money }));
    };
    // Somebody else is just entering one in the middle: both come as far as that, and go on at once.
    const middle = await pool.connect();
    await middle.query('begin');
    await middle.query(
      `insert into arrivals (id, requisite_id, amount, currency, arrived_at, reference, status, exception, entered_by, created_at)
       values ($1, 1, 1, 'RUB', now(), 'round 0 number 25', 'held', 'nobody', 'somebody', now())`,
      [newId()],
    );
    const forth = names(0).map((name) => enter(first, name));
    const back = names(0)
      .reverse()
      .map((name) => enter(second, name));
    const waiting = `select from pg_locks where not granted and locktype = 'transactionid'`;
    await expect.poll(async () => (await pool.query(waiting)).rows.length, { timeout: 4_000 }).toBe(2);
    await middle.query('rollback');
    middle.release();
    await Promise.all([...forth, ...back]);
    expect(await count(pool, 'select count(*) from arrivals')).toBe(40);
  });

  it('two engines that write the same internal IDs and idempotency keys do not wait for each other in a circle', async () => {
    await inOppositeOrder((engine, internalId) =>
      engine.submit(createPayin(payinRequest({ internalId, startDeal: false }))),
    );
    await inOppositeOrder((engine, key) =>
      engine.submitOnce(createPayin(payinRequest({ startDeal: false })), {
        storeId: 1,
        key,
        requestHash: '',
        render: () => ({ status: 200, body: '{}' }),
      }),
    );
    expect(await count(first.db.pool, 'select count(*) from invoices')).toBe(2 * rounds * 40);
  });
});
