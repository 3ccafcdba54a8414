import { describe, expect, it } from 'vitest';
import { operator } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { follows, plansOf, type StoredBefore, smallService } from '../../../test/engine/support/small-service.ts';
import {
  arrival,
  catalogueOf,
  deal,
  dispute,
  excess,
  invoice,
  maker,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { type Arrival, clockDriftMaxMs, olderMaxMs } from '../../domain/arrivals/arrival.ts';
import type { PayinDeal } from '../../domain/invoices/deal.ts';
import { operatorDecides } from '../../domain/merchants/payment-policy.ts';
import { fiat, minorMax, settlement } from '../../domain/money/money.ts';
import { phoneActor } from '../../domain/people/audit.ts';
import { recordArrival } from './record-arrival.ts';

type Request = Parameters<typeof recordArrival>[0];

const unlimited = { isOn: true, dealMax: settlement(minorMax), dayMax: settlement(minorMax), breakMax: settlement(0n) };
/** The payer may send the rest, a little less is enough, and more is kept apart. */
const policy = { ...operatorDecides, restBy: 'payer', shortUnits: 5, excess: 'apart' } as const;
const catalogue = catalogueOf([requisite(1), requisite(2)], {
  makers: new Map([[1, maker(1, 'USDT', { automation: unlimited })]]),
  stores: new Map([[1, { ...store, policy }]]),
});

/** 1000 were asked for; a person has said that 900 came, a minute ago. The pair rests still. */
const settledAt = noon - 60_000;
const settled = deal({
  id: 'settled',
  invoiceId: 'settled',
  status: 'completed',
  receivedSum: fiat(90_000n),
  startedAt: noon - 600_000,
  endedAt: settledAt,
  restsUntil: noon + 600_000,
});
/** So late that the other one cannot have been running still: this one alone ran then. */
const cameAt = settledAt + clockDriftMaxMs + 1;
/** The only one that runs on the requisite: its store would take 900 for a part of it. */
const running = deal({
  ...{ id: 'running', invoiceId: 'running', askedSum: fiat(150_000n), startedAt: noon - 600_000 },
  // It runs on while money of the next day comes.
  deadlineAt: noon + 2 * olderMaxMs,
});
const invoices = [invoice({ id: 'settled', status: 'paid', sequence: 1 }), invoice({ id: 'running', dealCount: 1 })];

const record = (change: Partial<Request> = {}) =>
  recordArrival({
    actor: operator,
    reason: 'line of the statement',
    id: 'arrival',
    requisiteId: 1,
    amount: '900',
    arrivedAt: cameAt,
    reference: 'bank line 1',
    ...change,
  });

const message = { isChainBroken: false, isUnchecked: false };
const phone = phoneActor({ id: 3, makerId: 1 });
const told = (change: Partial<Request> = {}) =>
  record({ actor: phone, message, reference: 'message 5', arrivedAt: settledAt, ...change });

function world(change: Partial<PayinDeal> = {}, more: StoredBefore = {}) {
  return smallService(catalogue, { invoices, deals: [{ ...settled, ...change }, running], ...more });
}

const waits = { status: 'held', exception: 'twice', dealId: 'settled', resolvedAt: null };
const paysOther = { status: 'matched', exception: 'short', dealId: 'running' };
const excessOf = (sum: bigint, keptAt: number | null = null) =>
  excess({ id: 'settled', invoiceId: 'settled', sum: fiat(sum), keptAt });

describe('money over a sum with which a person has settled a deal of the requisite', () => {
  it('waits for a person in place of paying another deal by the policy of its store', () => {
    const { result, changes } = follows(world(), record());
    expect(result).toMatchObject(waits);
    expect(Object.keys(changes).sort()).toEqual(['arrivals', 'audits']);
    expect(follows(world({ receivedSum: fiat(90_001n) }), record()).result).toMatchObject(paysOther);
    expect(follows(world({ requisiteId: 2 }), record()).result).toMatchObject(paysOther);
  });

  it('counts what was sent too much, but not a second time where that was kept', () => {
    const asked = { askedSum: fiat(80_000n), receivedSum: null };
    expect(follows(world(asked, { excesses: [excessOf(10_000n)] }), record()).result).toMatchObject(waits);
    expect(follows(world(asked, { excesses: [excessOf(9_999n)] }), record()).result).toMatchObject(paysOther);
    expect(follows(world({}, { excesses: [excessOf(10_000n, noon)] }), record()).result).toMatchObject(waits);
  });

  it('waits, too, where none runs, and where several do', () => {
    const other = deal({ id: 'other', invoiceId: 'other', askedSum: fiat(70_000n) });
    const all = [...invoices, invoice({ id: 'other', dealCount: 1 })];
    for (const deals of [[settled], [settled, running, other]]) {
      expect(follows(world({}, { invoices: all, deals }), record()).result).toMatchObject(waits);
    }
  });

  it('may be that of a deal with the same sum that began later: then it is held', () => {
    const newer = deal({ ...running, askedSum: fiat(90_000n), startedAt: noon });
    for (const command of [record({ arrivedAt: noon - 300_000 }), told({ arrivedAt: noon - 300_000 })]) {
      const { result } = follows(world({}, { deals: [settled, newer] }), command);
      expect(result).toMatchObject({ status: 'held', exception: 'before_deal', dealId: 'running' });
    }
  });

  it('waits for a person where that deal ran as well when it came, also where it was settled with another sum', () => {
    for (const change of [{ receivedSum: fiat(90_001n) }, { status: 'expired' }, { status: 'canceled' }] as const) {
      const { result } = follows(world(change), record({ arrivedAt: settledAt + clockDriftMaxMs }));
      expect(result).toMatchObject({ status: 'held', exception: 'nobody', dealId: null });
    }
  });

  it('pays the running deal over just this sum: the other is no more than a possibility', () => {
    const same = { ...running, askedSum: fiat(90_000n) };
    const { result } = follows(world({}, { deals: [settled, same] }), record());
    expect(result).toMatchObject({ status: 'matched', exception: null, dealId: 'running' });
  });

  it('is of a deal that was there when it came, and was settled a day before at the earliest', () => {
    const pays = (arrivedAt: number, more: Partial<Request> = {}) =>
      follows(world({ startedAt: noon, endedAt: noon }), record({ arrivedAt, ...more })).result;
    expect(pays(noon - clockDriftMaxMs)).toMatchObject(waits);
    expect(pays(noon - clockDriftMaxMs - 1)).toMatchObject(paysOther);
    expect(pays(noon - clockDriftMaxMs - 1, { cameBy: noon })).toMatchObject(waits);
    expect(pays(noon + olderMaxMs)).toMatchObject(waits);
    expect(pays(noon + olderMaxMs + 1)).toMatchObject(paysOther);
  });

  it('is not looked for among deals whose money a bank has told of; the report of a maker is no bank', () => {
    const matched = arrival({
      id: 'first',
      amount: fiat(90_000n),
      status: 'matched',
      exception: 'short',
      dealId: 'settled',
    });
    const withArrival = (reference: string) => world({}, { arrivals: [{ ...matched, reference }] });
    expect(follows(withArrival('bank line 0'), record()).result).toMatchObject(paysOther);
    expect(follows(withArrival('deal settled'), record()).result).toMatchObject(waits);
    expect(follows(withArrival('deal settled'), told()).result).toMatchObject(waits);
    // What the bank told beside the report, and a person took for the same money, is told; the rest is not.
    const beside = (change: Partial<Arrival>) => {
      const other = arrival({ ...matched, id: 'second', reference: 'bank line 0', exception: 'twice', ...change });
      const arrivals = [{ ...matched, reference: 'deal settled' }, other];
      return follows(world({}, { arrivals }), record()).result;
    };
    expect(beside({ status: 'returned' })).toMatchObject(paysOther);
    expect(beside({ status: 'returned', amount: fiat(1n) })).toMatchObject(waits);
    expect(beside({ status: 'held' })).toMatchObject(waits);
  });

  it('is looked for behind a line of a file, which was compared with all such deals before, only where that would pay another', () => {
    expect(follows(world(), record({ isOfFile: true })).result).toMatchObject(waits);
    const plans = plansOf(world(), record({ isOfFile: true }));
    expect(plans.map(({ ran, handSettled }) => [ran !== undefined, handSettled !== undefined])).toEqual([
      [false, false],
      [true, false],
      [true, true],
    ]);
    expect(plansOf(world(), record({ isOfFile: true, isOfPairOnly: true }))).toHaveLength(1);
  });

  it('is not looked for among deals that were not paid, or are not settled any more', () => {
    for (const status of ['canceled', 'expired'] as const) {
      expect(follows(world({ status }), record()).result).toMatchObject(paysOther);
    }
    const claimed = (from: 'completed' | 'canceled') => ({ status: 'dispute', dispute: dispute({ from }) }) as const;
    expect(follows(world(claimed('canceled')), record()).result).toMatchObject(paysOther);
    for (const command of [record(), told()]) {
      expect(follows(world(claimed('completed')), command).result).toMatchObject({ ...waits, exception: 'late' });
    }
  });

  it('is looked for only where the sum has no deal of its own', () => {
    const sums = { requisiteId: 1, amount: fiat(90_000n) };
    const asked = { arrival: { ...sums, reference: 'bank line 1' } };
    const came = { ...sums, arrivedAt: cameAt, cameBy: cameAt + clockDriftMaxMs };
    expect(plansOf(world(), record())).toEqual([asked, { ...asked, ran: came, handSettled: came }]);
    const same = { ...running, askedSum: fiat(90_000n) };
    const plans = plansOf(world({}, { deals: [settled, same] }), record());
    expect(plans.map((plan) => plan.handSettled)).toEqual([undefined, undefined]);
  });
});

describe('a message over a sum with which a person has settled a deal', () => {
  it('tells of that very money: it is matched, and nothing is left to post', () => {
    for (const change of [{}, { occupies: false }, { askedSum: fiat(90_000n), receivedSum: null, occupies: false }]) {
      const { result, changes } = follows(world(change), told());
      expect(result).toMatchObject({ status: 'matched', exception: null, dealId: 'settled', resolvedAt: noon });
      expect(Object.keys(changes).sort()).toEqual(['arrivals', 'audits']);
    }
  });

  it('waits for a person where it came after that person had said so, by more than clocks differ', () => {
    const toldAfter = (ms: number) => follows(world(), told({ arrivedAt: settledAt + ms })).result;
    expect(toldAfter(clockDriftMaxMs)).toMatchObject({ status: 'matched', dealId: 'settled' });
    expect(toldAfter(clockDriftMaxMs + 1)).toMatchObject(waits);
  });

  it('waits where its balance does not follow or is not told: it may be made up', () => {
    for (const doubt of [{ isChainBroken: true }, { isUnchecked: true }]) {
      const { result } = follows(world(), told({ message: { ...message, ...doubt } }));
      expect(result).toMatchObject(waits);
    }
  });

  it('waits where two deals were settled with this sum when it came, and is of the one that was, where one was', () => {
    const other = { ...settled, id: 'other', invoiceId: 'other', askedSum: fiat(80_000n) };
    const both = [...invoices, invoice({ id: 'other', status: 'paid', sequence: 1 })];
    const toldOf = (change: Partial<PayinDeal>) =>
      follows(world({}, { invoices: both, deals: [settled, { ...other, ...change }] }), told()).result;
    expect(toldOf({})).toMatchObject({ status: 'held', exception: 'twice', dealId: 'settled' });
    expect(toldOf({ endedAt: settledAt - clockDriftMaxMs - 1 })).toMatchObject({
      status: 'matched',
      dealId: 'settled',
    });
    expect(toldOf({ receivedSum: fiat(90_001n) })).toMatchObject({ status: 'matched', dealId: 'settled' });
  });

  it('waits where other money waits for that deal, also if its invoice was loaded for another command', () => {
    const held = arrival({ id: 'first', amount: fiat(90_000n), dealId: 'settled', reference: 'message 4' });
    expect(follows(world({}, { arrivals: [held] }), told()).result).toMatchObject(waits);
    const { id: dealId, invoiceId, askedSum: amount, status, startedAt } = settled;
    const found = { dealId, invoiceId, storeId: 1, amount, status, startedAt };
    const window = { arrivedAt: settledAt, cameBy: settledAt + clockDriftMaxMs };
    const sought = { requisiteId: 1, soughtSum: fiat(90_000n), ...window, isOnly: true };
    const batch = memoryBatch(catalogue, { invoices, deals: [settled], handSettled: [{ ...sought, ...found }] });
    const hint = { isWithoutPair: true, deal: null };
    expect(decideOn(batch, told(), { hint })).toEqual({ kind: 'again', hint: { isWithoutPair: true, deal: found } });
    // What was found for money of another time says nothing about this one, nor does another deal of the invoice.
    const later = told({ arrivedAt: settledAt + 1 });
    expect(decideOn(batch, later, { hint })).toMatchObject({ result: { status: 'held', exception: 'nobody' } });
    const ofOther = { isWithoutPair: true, deal: { ...found, dealId: 'other' } };
    expect(decideOn(batch, told(), { hint: ofOther })).toMatchObject({ kind: 'again', hint: { deal: found } });
  });
});
