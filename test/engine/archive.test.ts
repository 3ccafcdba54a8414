import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordArrival } from '../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../src/commands/arrivals/resolve-arrival.ts';
import type { AnyCommand } from '../../src/commands/command.ts';
import { expireInvoice } from '../../src/commands/invoices/expire-invoice.ts';
import { createPayin } from '../../src/commands/payins/create-payin.ts';
import { createPayout } from '../../src/commands/payouts/create-payout.ts';
import { creditPayout } from '../../src/commands/payouts/credit-payout.ts';
import { disputeReasons } from '../../src/domain/invoices/deal-dispute.ts';
import { idRandomBytes, newId as spellId } from '../../src/domain/text/uuid.ts';
import { Resending } from '../../src/settings/notifications/resending.ts';
import { openProof } from '../../src/storage/book/prove.ts';
import { scrubWhole } from '../../src/storage/book/scrub-end.ts';
import { findByInternalId, findInvoices } from '../../src/storage/reads/invoices/invoice-reads.ts';
import { findPast, findStoredLife } from '../../src/storage/reads/invoices/past-reads.ts';
import { findNotification } from '../../src/storage/reads/notifications/notification-reads.ts';
import { verifyProof } from '../../verifier/verify.ts';
import { expectLawsHold } from '../support/database.ts';
import { byService } from '../support/people.ts';
import { testSettings } from '../support/settings.ts';
import { Movements } from './archive/archived-world.ts';
import {
  deliver,
  everyRow,
  findDue,
  type Heard,
  hear,
  openWorld,
  seal,
  secrets,
  submit,
  type World,
} from './archive/two-worlds.ts';
import { type Act, acts, commandOf } from './support/acts.ts';
import { payinRequest, payoutRequest } from './support/requests.ts';
import { announceSeed, randomFrom } from './support/seed.ts';

/**
 * The same happens to two databases, act by act. In one of them the mover takes old invoices between the acts, and months
 * leave into files and come back. On PostgreSQL and not in the simulator: what may move is decided by functions of the database, and a
 * mover written for the store in memory would prove itself alone.
 */
const stepsMax = 120;
/** A slow machine takes fewer. */
const timeLimitMs = 12_000;
const [minuteMs, dayMs] = [60_000, 86_400_000];
/** In rubles; no part of one is another, so that money in parts points to one deal. */
const amounts = [1_009, 2_003, 3_001];
const waits = [1_000, 1_000, minuteMs, minuteMs, 16 * minuteMs, 61 * minuteMs, dayMs, 3 * dayMs, 20 * dayMs];

let still: World;
let moved: World;
let movements: Movements;
let random: (below: number) => number;
/** Of both worlds. */
const clock = { nowMs: Date.parse('2100-01-01T12:00:00Z') };
const ids: string[] = [];
/** Those that chance leaves alone: the first still wait for somebody. */
const named = { waiting: [] as readonly string[], paid: '', canceled: '' };
const storeOf = new Map<string, number>();
/** What merchants asked for; each time it comes it gets an ID of its own. */
const requests: { readonly key: string | null; readonly storeId: number; readonly ask: (id: string) => AnyCommand }[] =
  [];

beforeAll(async () => {
  random = randomFrom(announceSeed('acts while the archive moves'));
  [still, moved] = await Promise.all([openWorld(), openWorld()]);
  movements = await Movements.open(moved.db, () => clock.nowMs);
});
afterAll(async () => {
  await movements.close();
  await Promise.all([still.stop(), moved.stop()]);
});

const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)] as Value;
const newId = () =>
  spellId(
    clock.nowMs,
    Uint8Array.from({ length: idRandomBytes }, () => random(256)),
  );

function wait(ms: number): void {
  clock.nowMs += ms;
  still.clock.nowMs = clock.nowMs;
  moved.clock.nowMs = clock.nowMs;
}

/**
 * Both hear the same, byte for byte. Who is told that the month is away brings it back, and then hears it. Chance decides before
 * the worlds are asked, so that what one of them takes long for changes nothing.
 */
async function same(title: string, act: (world: World) => Promise<unknown>, mayLeave = true): Promise<Heard> {
  const seed = random(2 ** 31);
  const expected = await hear(() => act(still));
  const [first] = await Promise.all([hear(() => act(moved)), movements.any(randomFrom(seed), mayLeave)]);
  const heard = await broughtBack(first, () => act(moved));
  expect(heard, title).toEqual(expected);
  return expected;
}

async function broughtBack(heard: Heard, act: () => Promise<unknown>): Promise<Heard> {
  if (!('refused' in heard) || heard.refused !== 'invoice_detached') return heard;
  const [month = ''] = /\d{4}-\d\d/.exec(heard.message) ?? [];
  // It may be back already: it was away when it was asked for.
  if (movements.away.has(month)) await movements.attach(month);
  return await broughtBack(await hear(act), act);
}

async function timelineOf(id: string) {
  return (await findStoredLife(still.db.pool, id, []))?.timeline ?? null;
}

/** As a merchant does. */
async function create(): Promise<void> {
  const isPayout = random(4) === 0;
  const storeId = isPayout ? 1 : pick([1, 1, 2]);
  const wish = {
    ...{ storeId, amount: `${pick(amounts)}.00`, internalId: pick([null, `order-${random(20)}`]) },
    notificationUrl: pick(['', 'https://shop.example/hook']),
  };
  const variant = { option: pick(['SBP', 'TO_CARD']), bank: 'sberbank' };
  const ask = (id: string) =>
    isPayout ? createPayout(payoutRequest({ ...wish, id })) : createPayin(payinRequest({ ...wish, id, variant }));
  const request = { ask, storeId, key: storeId === 1 && random(2) === 0 ? `key-${newId()}` : null };
  requests.push(request);
  await send(request);
}

/** For the first time or once more, with its key or without: perhaps long after its invoice has moved. */
async function send({ ask, storeId, key }: (typeof requests)[number]): Promise<string> {
  const id = newId();
  const command = ask(id);
  await same(`create ${id}`, (world) => submit(world, { command, key }));
  if ((await timelineOf(id)) !== null) {
    ids.push(id);
    storeOf.set(id, storeId);
  }
  return id;
}

async function act(id: string, wanted: Act): Promise<void> {
  const timeline = await timelineOf(id);
  if (timeline === null) throw new Error('it was there');
  // What comes for a deal after that long is a test of its own.
  const isOld = clock.nowMs - timeline.invoice.updatedAt > 29 * dayMs;
  if (isOld && wanted.act.startsWith('arrival')) return;
  const command = commandOf(wanted, timeline, { newId, now: clock.nowMs });
  if (command === null) return;
  await same(`${wanted.act} ${id}`, (world) => submit(world, { command, key: null }));
  if (wanted.act !== 'fill refund') return;
  for (const { payoutId } of (await timelineOf(id))?.refunds ?? []) {
    if (payoutId === null || storeOf.has(payoutId)) continue;
    ids.push(payoutId);
    storeOf.set(payoutId, timeline.invoice.storeId);
  }
}

async function resend(id: string): Promise<void> {
  const storeId = storeOf.get(id) ?? 0;
  await same(
    `resend ${id}`,
    async ({ db }) => {
      const found = await findNotification(db.pool, { invoiceId: id, sequence: 1 }, [storeId]);
      if (found === null) return null;
      return await new Resending(testSettings(db.pool)).resend(found, clock.nowMs, null);
    },
    // Who asks in the moment in which the month leaves is told later that it could not be sent.
    false,
  );
}

/** What the workers of the service do. */
async function work(): Promise<void> {
  const due = await findDue(still);
  expect(await findDue(moved)).toEqual(due);
  for (const one of due.expiring)
    await same('expire', (world) => submit(world, { command: expireInvoice(one), key: null }));
  for (const one of due.credited)
    await same('credit', (world) => submit(world, { command: creditPayout(one), key: null }));
  await same('deliver', deliver, false);
}

/** Everything that is known of an invoice, now and at an instant. */
async function read(id: string): Promise<void> {
  const at = clock.nowMs - random(100) * dayMs;
  const storeId = storeOf.get(id) ?? 0;
  await same(`read ${id}`, async ({ db }) => {
    const stored = await findStoredLife(db.pool, id, [storeId]);
    if (stored === null) throw new Error('it was there');
    return { life: stored.life, timeline: stored.timeline, past: await findPast(db.pool, stored, at) };
  });
}

/** To anybody else it was never there. */
async function hideFromStrangers(): Promise<void> {
  const { pool } = moved.db;
  const { rows } = await moved.db.owner.query('select id, store_id as "storeId" from detached_ids order by id limit 5');
  for (const { id, storeId } of rows) {
    expect(await findStoredLife(pool, id, [])).toBeNull();
    expect(await findStoredLife(pool, id, [3 - storeId])).toBeNull();
    expect((await findInvoices(pool, [id])).size).toBe(0);
    expect(await hear(() => findStoredLife(pool, id, [storeId]))).toMatchObject({ refused: 'invoice_detached' });
    expect(await hear(() => findStoredLife(pool, id, null))).toMatchObject({ refused: 'invoice_detached' });
  }
}

/** What waits for somebody for ever, whatever chance brings: each of these is asked for by name. */
async function begin(): Promise<void> {
  const live = async (amount: string, ...lived: readonly Act['act'][]) => {
    const payin = (id: string) =>
      createPayin(payinRequest({ id, amount, variant: { option: 'SBP', bank: 'sberbank' } }));
    const id = await send({ ask: payin, storeId: 1, key: null });
    for (const one of lived) await act(id, { act: one, reason: 'has_payment' });
    wait(minuteMs);
    return id;
  };
  named.waiting = [
    await live('4001.00', 'cancel', 'dispute'),
    await live('4003.00', 'arrival of little', 'cancel'),
    await live('4007.00', 'settle', 'ask refund'),
  ];
  named.paid = await live('4013.00', 'settle');
  named.canceled = await live('4019.00', 'cancel');
  // Nobody else does anything to them.
  ids.length = 0;
}

async function step(): Promise<void> {
  wait(pick(waits));
  await work();
  const recent = ids.slice(-4);
  const one = ids.length === 0 ? null : random(2) === 0 ? pick(recent) : pick(ids);
  const what = random(20);
  if (one === null || what < 5) await create();
  else if (what < 14) await act(one, { act: pick(acts), reason: pick(Object.values(disputeReasons)) });
  else if (what < 16) await send(pick(requests));
  else if (what < 17) await resend(one);
  else if (what < 18) await Promise.all([still, moved].map((world) => seal(world, random(2) === 0)));
  else if (what < 19) await hideFromStrangers();
  else await read(one);
}

describe('an archive that moves between and during any acts', () => {
  it('is not noticed: both worlds hear the same, and have the same rows in the end', async () => {
    await begin();
    const began = performance.now();
    let steps = 0;
    for (; steps < stepsMax && performance.now() - began < timeLimitMs; steps += 1) await step();
    wait(60 * dayMs);
    await work();
    // It was paid long ago, and somebody has just decided about it.
    await act(named.paid, { act: 'dispute', reason: 'no_payment' });
    await act(named.paid, { act: 'reject claim', reason: 'no_payment' });
    await movements.moveAll();
    await expectNothingLivesInMonths();
    const { rows } = await moved.db.pool.query('select id from only invoices where id = any($1)', [
      [...named.waiting, named.paid],
    ]);
    expect(rows).toHaveLength(named.waiting.length + 1);
    for (const month of await movements.months()) await movements.detach(month);
    await hideFromStrangers();
    await expectLawsHold(moved.db.pool);
    for (const id of [...ids, ...named.waiting, named.paid, named.canceled]) await read(id);
    for (const month of [...movements.away.keys()]) await movements.attach(month);
    expect(await everyRow(moved)).toEqual(await everyRow(still));
    await expectLawsHold(moved.db.pool);
    expect(movements.done.moved, `${steps} steps`).toBeGreaterThan(0);
  });

  it('leaves names, the sealed book and the proofs as they were', async () => {
    for (let name = 0; name < 20; name += 1) {
      const keys = [1, 2].map((storeId) => ({ storeId, internalId: `order-${name}` }));
      await same(`order-${name}`, async ({ db }) => await findByInternalId(db.pool, keys), false);
    }
    for (const { db, keeper, ...world } of [still, moved]) {
      await seal({ db, keeper, ...world }, true);
      expect(await scrubWhole(keeper, secrets)).toEqual([]);
      const { rows: accounts } = await db.pool.query(
        `select id, kind, owner_id as "ownerId", currency, 8 as decimals from accounts
         where owner_id = 1 and kind in ('store_available', 'store_frozen') and currency = 'USDT' order by id`,
      );
      const { parts } = await openProof(db.pool, secrets, { accounts, since: 0, known: null });
      const pieces: Buffer[] = [];
      for await (const piece of parts) pieces.push(piece);
      const verdict = verifyProof(Buffer.concat(pieces));
      expect(verdict).toMatchObject({ isProven: true, faults: [] });
    }
  });

  it('names no deal for money that comes when it has moved, and lets a person match it', async () => {
    const { pool } = moved.db;
    await movements.moveAll();
    const living = 'select from only invoices where id = $1';
    expect((await pool.query(living, [named.canceled])).rows).toHaveLength(0);
    const invoice = { invoiceId: named.canceled, storeId: 1 };
    const [deal] = (await timelineOf(named.canceled))?.deals ?? [];
    const came = { id: newId(), requisiteId: 1, amount: '4019.00', reference: 'late', arrivedAt: clock.nowMs };
    const arrival = await moved.engine.submit(recordArrival({ ...byService, ...came }));
    expect(arrival).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
    const answer = { kind: 'match', dealId: deal?.id ?? '', ...invoice } as const;
    const match = resolveArrival({ ...byService, arrivalId: came.id, answer });
    expect(await moved.engine.submit(match)).toMatchObject({ status: 'matched', dealId: deal?.id });
    expect((await findInvoices(pool, [named.canceled])).get(named.canceled)?.invoice.status).toBe('paid');
    expect((await pool.query(living, [named.canceled])).rows).toHaveLength(1);
    await expectLawsHold(pool);
  });
});

/** Said once more, and otherwise than the function that moves says it. */
async function expectNothingLivesInMonths(): Promise<void> {
  const lives = `select i.id, i.status from invoices i where not exists (select from only invoices o where o.id = i.id) and (
      i.status not in ('paid', 'canceled', 'expired') or i.updated_at > $1
      or exists (select from deals d where d.invoice_id = i.id and d.status in ('new', 'transfer_waiting', 'transfer_confirmed', 'dispute'))
      or exists (select from deals d join arrivals a on a.deal_id = d.id where d.invoice_id = i.id and a.status = 'held')
      or exists (select from refunds r where i.id in (r.invoice_id, r.payout_id))
      or exists (select from delivery_queue q where q.invoice_id = i.id))`;
  expect((await moved.db.owner.query(lives, [new Date(clock.nowMs - 30 * dayMs)])).rows).toEqual([]);
}
