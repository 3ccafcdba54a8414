import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Command, done } from '../../src/commands/command.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import type { Transfer } from '../../src/domain/ledger/ledger.ts';
import { settlement } from '../../src/domain/money/money.ts';
import { serviceActor } from '../../src/domain/people/audit.ts';
import { type Changes, noChanges } from '../../src/domain/state/changes.ts';
import { expectLawsHold } from '../support/database.ts';
import { accounts, balance, count } from './support/books.ts';
import { payinRequest, payoutRequest } from './support/requests.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

let world: TestEngine;
beforeAll(async () => {
  world = await startTestEngine();
});
beforeEach(() => {
  world.reports.length = 0;
});
afterEach(() => expectLawsHold(world.db.pool));
afterAll(() => world.stop());

const planned = { accountIds: [accounts.storeAvailable, accounts.storeFrozen] };

/** A command that wants exactly these changes. */
function changing(changes: Partial<Changes>): Command<null> {
  return {
    name: 'bad',
    saidBy: serviceActor,
    plan: () => planned,
    decide: () => done(null, { ...noChanges(), ...changes }),
  };
}

function throwing(error: unknown): Command<null> {
  const decide = () => {
    throw error;
  };
  return { name: 'bad', saidBy: serviceActor, plan: () => planned, decide };
}

function transfer(change: Partial<Transfer>): Transfer {
  return {
    debitId: accounts.storeAvailable,
    creditId: accounts.storeFrozen,
    amount: settlement(1n),
    currency: 'USDT',
    kind: 'payout_freeze',
    subjectId: randomUUID(),
    ...change,
  };
}

const twice = transfer({});

const miss = {
  invoiceId: randomUUID(),
  storeId: 1,
  option: null,
  bank: null,
  amount: 1n,
  currency: 'RUB',
  at: Date.parse('2026-11-14T12:00:00Z'),
} as const;

const badCommands: Readonly<Record<string, Command<null>>> = {
  'breaks a check': changing({ misses: [{ ...miss, reason: 'nonsense' as 'limits' }] }),
  'breaks a unique key': changing({ transfers: [twice, { ...twice }] }),
  'writes what the column cannot hold': changing({ misses: [{ ...miss, amount: 2n ** 63n, reason: 'limits' }] }),
  'writes an ID that is none': changing({ misses: [{ ...miss, invoiceId: 'nonsense', reason: 'limits' }] }),
  'overdraws an account': changing({ transfers: [transfer({ amount: settlement(10n ** 15n) })] }),
  'moves an account that it did not plan for': changing({
    transfers: [transfer({ creditId: accounts.otherAvailable })],
  }),
  'fails an assertion while it decides': throwing(new Error('an assertion')),
  'throws a value that is not an error while it decides': throwing('a string'),
};

describe('a command that', () => {
  it.each(Object.entries(badCommands))('%s gets an error, and its neighbours are stored', async (_name, bad) => {
    const { engine, db } = world;
    const before = {
      invoices: await count(db.pool, 'select count(*) from invoices'),
      available: await balance(db.pool, accounts.storeAvailable),
    };
    // Ten before it, ten after it.
    const good = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? createPayin(payinRequest({ amount: `${1000 + before.invoices + index}.00` }))
        : createPayout(payoutRequest()),
    );
    const answers = await Promise.allSettled([
      ...good.slice(0, 10).map((command) => engine.submit(command)),
      engine.submit(bad),
      ...good.slice(10).map((command) => engine.submit(command)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, index) => (index === 10 ? 'rejected' : 'fulfilled')),
    );
    expect(world.reports[0]?.size).toBe(21);
    expect(await count(db.pool, 'select count(*) from invoices')).toBe(before.invoices + 20);
    const cost = 1_069_518_717n + 16_042_781n;
    expect(await balance(db.pool, accounts.storeAvailable)).toBe(before.available - 10n * cost);
    const deals = `select count(*) from deals where type = 'in' and status = 'transfer_waiting'`;
    expect(await count(db.pool, deals)).toBe((before.invoices + 20) / 2);
  });

  it('cannot be planned is refused alone, without the batch being run again', async () => {
    const unplannable: Command<null> = {
      name: 'bad',
      saidBy: serviceActor,
      plan: () => {
        throw new Error('no plan');
      },
      decide: () => done(null, noChanges()),
    };
    const { engine } = world;
    const answers = await Promise.allSettled([
      engine.submit(createPayin(payinRequest({ amount: '5001' }))),
      engine.submit(unplannable),
      engine.submit(createPayin(payinRequest({ amount: '5002' }))),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(world.reports).toHaveLength(1);
  });

  it('never comes to a decision is given up', async () => {
    const restless: Command<null, number> = {
      name: 'bad',
      saidBy: serviceActor,
      plan: () => planned,
      decide: () => ({ kind: 'again', hint: 1 }),
    };
    await expect(world.engine.submit(restless)).rejects.toMatchObject({ code: 'overloaded' });
    expect(await world.engine.submit(createPayin(payinRequest({ amount: '5003' })))).toBeDefined();
  });
});

it('text of every kind survives the way into the database and back', async () => {
  const text = `NULL "quoted" \\back\\slash\\ {braces},comma 'single' \n\r\t tab ünïcödé 日本語 \u{1f4b8} \u0001 end`;
  const { invoice } = await world.engine.submit(
    createPayin(
      payinRequest({ amount: '5004', userId: text, internalId: text, notificationToken: text, successUrl: 'NULL' }),
    ),
  );
  const { rows } = await world.db.pool.query(
    'select user_id, internal_id, notification_token, success_url, cancel_url from invoices where id = $1',
    [invoice.id],
  );
  expect(rows).toEqual([
    { user_id: text, internal_id: text, notification_token: text, success_url: 'NULL', cancel_url: null },
  ]);
});
