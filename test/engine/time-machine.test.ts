import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Command, InvoiceState } from '../../src/commands/command.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import { disputeReasons } from '../../src/domain/invoices/deal-dispute.ts';
import { asOf } from '../../src/domain/invoices/expiry.ts';
import { refundState } from '../../src/domain/refunds/refund.ts';
import { AppError } from '../../src/errors/app-error.ts';
import {
  findPast,
  findStoredLife,
  type Past,
  type StoredTimeline,
} from '../../src/storage/reads/invoices/past-reads.ts';
import type { Timeline } from '../../src/storage/reads/invoices/timeline-reads.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { setUpWorld } from './model/world.ts';
import { type Act, acts, commandOf } from './support/acts.ts';
import { newId, payinRequest, payoutRequest } from './support/requests.ts';
import { announceSeed } from './support/seed.ts';
import { startTestEngine, type TestEngine } from './support/test-engine.ts';

/** A slow machine lives fewer lives, but at least one. */
const timeLimitMs = 8_000;
const livesMax = 60;

let db: TestDatabase;
let world: TestEngine;
beforeAll(async () => {
  db = await createTestDatabase();
  await setUpWorld(db.pool);
  // So a part that comes is counted, and the payer may send the rest.
  await db.pool.query(`update stores set rest_by = 'payer'`);
  world = await startTestEngine({}, db);
  // After the top-ups of the world, which are of the day of the test.
  world.clock.nowMs = Date.parse('2100-01-01T12:00:00Z');
});
afterAll(async () => {
  await world.stop();
  await db.drop();
});

/** After these something of before is in no row: the fee of another sum, who had a payout, and whose an arrival was thought to be. */
const leavesLess: ReadonlySet<string> = new Set([
  ...['settle less', 'accept less', 'give back', 'arrival of a part', 'match', 'match a part'],
]);

interface LivedAct extends Act {
  readonly advanceMs: number;
}

const anyReason = fc.constantFrom(...Object.values(disputeReasons));

/** How lives begin that chance alone seldom finds: with money in parts, with money that waits, with some that goes back. */
const beginnings: readonly (readonly Act['act'][])[] = [
  [],
  [],
  ['arrival of a part'],
  ['arrival of a part', 'start', 'arrival'],
  ['receipt', 'arrival of a part', 'start', 'receipt', 'settle', 'ask refund'],
  ['arrival of little', 'match a part', 'start', 'arrival of more', 'match'],
  ['arrival of little', 'match', 'ask refund', 'fill refund'],
  ['arrival of more', 'return', 'arrival', 'ask refund', 'cancel refund', 'ask refund'],
  ['settle', 'ask refund', 'fill refund', 'ask refund', 'fill refund'],
];

/** While its deal runs. */
const anyBeginning = fc
  .constantFrom(...beginnings)
  .chain((begun) =>
    fc.tuple(
      ...begun.map((act) =>
        fc.record({ act: fc.constant(act), reason: anyReason, advanceMs: fc.constantFrom(1, 1_000, 60_000) }),
      ),
    ),
  );

const anyLife = fc
  .record({
    type: fc.constantFrom('in', 'in', 'in', 'out'),
    amount: fc.integer({ min: 1_000, max: 9_999 }),
    begun: anyBeginning,
    acts: fc.array(
      fc.record({
        act: fc.constantFrom(...acts),
        reason: anyReason,
        // Enough for a deal, an invoice or a hold to end.
        advanceMs: fc.constantFrom(1, 1_000, 60_000, 16 * 60_000, 61 * 60_000),
      }),
      { minLength: 4, maxLength: 10 },
    ),
  })
  .map(({ begun, ...life }) => ({ ...life, acts: [...begun, ...life.acts] as readonly LivedAct[] }));

async function tried(command: Command<InvoiceState, never>): Promise<void> {
  try {
    await world.engine.submit(command);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** What nobody is shown is left out: when a pair of requisite and sum is free again, and whether a name is taken. */
function shownOf({ invoice, deals, transfers, disputeFacts, arrivals, refunds, audit }: Timeline) {
  const { holdsName: _, ...facts } = invoice;
  return {
    invoice: facts,
    deals: deals.map(({ occupies, restsUntil, ...deal }) => deal),
    transfers,
    disputeFacts,
    arrivals,
    refunds,
    audit,
  };
}

type Shown = ReturnType<typeof shownOf>;

/** Without what the time machine itself says is of today. */
function without(shown: Shown, ofToday: Past['ofToday']): unknown {
  const hidden = (of: string) => ofToday.flatMap((field) => (field.startsWith(of) ? [field.slice(of.length)] : []));
  const leave = (row: object, fields: readonly string[]) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !fields.includes(name)));
  const ofDeal = hidden('deals.');
  return {
    ...shown,
    invoice: leave(shown.invoice, hidden('')),
    deals: shown.deals.map((deal) => leave(deal, ofDeal.includes('rewardSum') ? [...ofDeal, 'rewardBps'] : ofDeal)),
    arrivals: shown.arrivals.map((arrival) => leave(arrival, hidden('arrivals.'))),
  };
}

async function storedOf(invoiceId: string): Promise<StoredTimeline> {
  const stored = await findStoredLife(db.pool, invoiceId, []);
  if (stored === null) throw new Error('the invoice is gone');
  return stored;
}

const timelineOf = async (invoiceId: string) => (await storedOf(invoiceId)).timeline;

/** How each refund stands, by its payout of now. */
async function refundStatesOf({ refunds }: Timeline): Promise<string[]> {
  const now = world.clock.nowMs;
  const states = refunds.map(async (refund) => {
    const payout = refund.payoutId === null ? null : await timelineOf(refund.payoutId);
    return refundState(refund, payout === null ? undefined : asOf(payout.invoice, payout.deals, now).invoice, now);
  });
  return await Promise.all(states);
}

function pastRefundStates({ refunds, payouts }: Past, at: number): string[] {
  return refunds.map((refund) => {
    const payout = payouts.get(refund.id);
    return refundState(refund, payout === undefined ? undefined : asOf(payout.invoice, payout.deals, at).invoice, at);
  });
}

async function balancesOf(): Promise<Map<number, bigint>> {
  const { rows } = await db.pool.query('select id, balance from accounts');
  return new Map(rows.map(({ id, balance }) => [id, balance]));
}

it('shows every life at every instant as it was, but for what it names as of today', async () => {
  const seed = announceSeed('lives and the time machine');
  const endsAtMs = performance.now() + timeLimitMs;
  let lived = 0;
  const property = fc.asyncProperty(anyLife, async (life) => {
    if (lived > 0 && performance.now() > endsAtMs) return;
    lived += 1;
    world.clock.nowMs += 1;
    const amount = `${life.amount}.00`;
    const id = newId();
    await world.engine.submit(
      life.type === 'in' ? createPayin(payinRequest({ id, amount })) : createPayout(payoutRequest({ id, amount })),
    );
    const recorded = new Map<number, { shown: Shown; balances: Map<number, bigint>; states: string[] }>();
    const record = async () => {
      const timeline = await timelineOf(id);
      const [balances, states] = [await balancesOf(), await refundStatesOf(timeline)];
      recorded.set(world.clock.nowMs, { shown: shownOf(timeline), balances, states });
    };
    await record();
    for (const act of life.acts) {
      world.clock.nowMs += act.advanceMs;
      const command = commandOf(act, await timelineOf(id), { newId, now: world.clock.nowMs });
      if (command !== null) await tried(command);
      await record();
    }
    const stored = await storedOf(id);
    for (const [at, { shown, balances, states }] of recorded) {
      const past = await findPast(db.pool, stored, at);
      if (past === null) throw new Error('there was an invoice');
      expect(without(shownOf(past), past.ofToday), `${at}`).toEqual(without(shown, past.ofToday));
      if (!life.acts.some(({ act }) => leavesLess.has(act))) expect(past.ofToday).toEqual([]);
      expect(pastRefundStates(past, at)).toEqual(states);
      for (const { account, balance } of past.balances) expect(balance).toBe(balances.get(account.id));
    }
    expect(await findPast(db.pool, stored, Math.min(...recorded.keys()) - 1)).toBeNull();
    // So that its requisite is free for the next one.
    world.clock.nowMs += 2 * 86_400_000;
    for (const act of ['reject claim', 'reject', 'expire'] as const) {
      const command = commandOf({ act, reason: 'unknown' }, await timelineOf(id), { newId, now: world.clock.nowMs });
      if (command !== null) await tried(command);
    }
  });
  await fc.assert(property, { seed, numRuns: livesMax });
});
