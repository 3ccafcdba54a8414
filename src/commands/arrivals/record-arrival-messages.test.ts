import { describe, expect, it } from 'vitest';
import { makerTwo, operator } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { act, follows, plansOf, type StoredBefore, smallService } from '../../../test/engine/support/small-service.ts';
import {
  arrival,
  catalogueOf,
  deal,
  invoice,
  maker,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import type { ArrivalException } from '../../domain/arrivals/arrival.ts';
import type { PayinDeal } from '../../domain/invoices/deal.ts';
import type { Automation } from '../../domain/makers/automation-settings.ts';
import { operatorDecides, type PaymentPolicy } from '../../domain/merchants/payment-policy.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { phoneActor } from '../../domain/people/audit.ts';
import type { MessageEvidence } from '../../domain/phones/automation.ts';
import { dayOf } from '../../domain/text/timestamp.ts';
import { fault } from '../../errors/app-error.ts';
import { recordArrival } from './record-arrival.ts';

type Request = Parameters<typeof recordArrival>[0];

const open = invoice({ dealCount: 1 });
const running = deal();
const cost = running.makerSum;
const today = dayOf(noon);
const phone = phoneActor({ id: 3, makerId: 1 });
const unlimited: Automation = { isOn: true, dealMax: null, dayMax: null, breakMax: settlement(0n) };
const plain: MessageEvidence = { isChainBroken: false, isUnchecked: false };

const tell = (change: Partial<Request> = {}) =>
  recordArrival({
    actor: phone,
    reason: 'message 5',
    id: 'arrival',
    requisiteId: 1,
    amount: '1000',
    arrivedAt: noon,
    reference: 'message 5',
    message: plain,
    ...change,
  });

/** The same, as a person enters it. */
function byHand(arrivedAt: number, amount = '1000') {
  const line = { id: 'arrival', requisiteId: 1, amount, arrivedAt, reference: 'line 1' };
  return recordArrival({ actor: operator, reason: 'seen', ...line });
}

interface World extends StoredBefore {
  readonly automation?: Partial<Automation>;
  readonly policy?: Partial<PaymentPolicy>;
  readonly deal?: Partial<PayinDeal>;
}

function catalogueWith({ automation = {}, policy = {} }: World) {
  return catalogueOf([requisite(1), requisite(2, { makerId: 2 })], {
    makers: new Map([
      [1, maker(1, 'USDT', { automation: { ...unlimited, ...automation } })],
      [2, maker(2)],
    ]),
    stores: new Map([[1, { ...store, policy: { ...operatorDecides, ...policy } }]]),
  });
}

function world({ automation = {}, policy = {}, deal: change = {}, ...rows }: World = {}) {
  const deals = [{ ...running, ...change }];
  return smallService(catalogueWith({ automation, policy }), { invoices: [open], deals, ...rows });
}

const waiting = (exception: ArrivalException) => ({ status: 'held', exception, resolvedAt: null });
const matched = { status: 'matched', exception: null, dealId: running.id, resolvedAt: noon };

describe('a message of a phone', () => {
  it('settles the deal over its sum, and the day of its maker has one deal more', () => {
    const before = { makerId: 1, day: today, daySum: 5n };
    const { result, changes } = follows(world({ automationDays: [before] }), tell());
    expect(result).toMatchObject({ ...matched, enteredBy: 'phone 3' });
    expect(changes.deals).toMatchObject([{ status: 'completed' }]);
    expect(changes.automationDays).toEqual([{ makerId: 1, day: today, daySum: cost + 5n }]);
  });

  it('is written down with who told of it: the phone; of a file, who brought it', () => {
    expect(follows(world(), tell()).result.toldBy).toBe('phone');
    const line = {
      id: 'arrival',
      requisiteId: 1,
      amount: '1000',
      arrivedAt: noon,
      reference: 'line 1',
      isOfFile: true,
    } as const;
    const ofFile = (actor: Request['actor']) =>
      follows(world(), recordArrival({ ...line, actor, reason: 'statement' })).result.toldBy;
    expect([ofFile(operator), ofFile({ ...operator, role: 'maker', makerId: 1 })]).toEqual([
      'operators_file',
      'makers_file',
    ]);
  });

  it('begins the count of a maker of whom nothing was counted yet', () => {
    const { id: dealId, invoiceId, askedSum: amount, startedAt } = running;
    const found = { dealId, invoiceId, storeId: 1, amount, status: 'transfer_waiting', startedAt } as const;
    const rows = {
      invoices: [open],
      deals: [running],
      dealsOfPairs: [{ requisiteId: 1, ...found }],
    };
    const hint = { isWithoutPair: false, deal: { invoiceId, storeId: 1, dealId } };
    const decision = decideOn(memoryBatch(catalogueWith({}), rows), tell(), { hint });
    if (decision.kind !== 'done') throw new Error('it decides at once');
    expect(decision.changes.automationDays).toEqual([{ makerId: 1, day: today, daySum: cost }]);
  });

  it.each<[ArrivalException, Partial<Automation>, Partial<Automation>, Partial<MessageEvidence>]>([
    ['automation_off', { isOn: false }, { isOn: true }, {}],
    ['deal_limit', { dealMax: settlement(cost - 1n) }, { dealMax: cost }, {}],
    ['day_limit', { dayMax: settlement(cost + 4n) }, { dayMax: settlement(cost + 5n) }, {}],
    ['balance_break', { breakMax: settlement(cost - 1n) }, { breakMax: cost }, { isChainBroken: true }],
    ['balance_unchecked', { breakMax: settlement(cost - 1n) }, { breakMax: cost }, { isUnchecked: true }],
  ])('settles nothing beyond the limits of its maker: %s', (exception, below, at, evidence) => {
    const automationDays = [{ makerId: 1, day: today, daySum: 5n }];
    const message = { ...plain, ...evidence };
    const { result, changes } = follows(world({ automation: below, automationDays }), tell({ message }));
    expect(result).toMatchObject({ ...waiting(exception), dealId: running.id });
    expect(Object.keys(changes).sort()).toEqual(['arrivals', 'audits']);
    expect(changes.audits).toMatchObject([{ details: { amount: '1000.00', status: 'held', exception } }]);
    expect(follows(world({ automation: at, automationDays }), tell({ message })).result).toMatchObject(matched);
  });

  it('settles no deal that began after it, by more than two minutes', () => {
    const early = { arrivedAt: noon - 120_001 };
    expect(follows(world(), tell(early)).result).toMatchObject(waiting('before_deal'));
    expect(follows(world(), tell({ arrivedAt: noon - 120_000 })).result).toMatchObject(matched);
  });

  it('waits for a person where it belongs to no deal', () => {
    const service = smallService(catalogueWith({}));
    expect(follows(service, tell()).result).toMatchObject({ ...waiting('nobody'), dealId: null });
  });

  it('has no say where a person enters the same: no limit of the maker holds', () => {
    const { result, changes } = follows(world({ automation: { isOn: false } }), byHand(noon - 120_000));
    expect(result).toMatchObject(matched);
    expect(changes.automationDays).toBeUndefined();
  });

  it('locks the day of the maker of its requisite, and sees what came for the deal before', () => {
    const asked = { requisiteId: 1, amount: fiat(100_000n), reference: 'message 5' };
    expect(plansOf(world(), tell())).toEqual([
      { arrival: asked },
      {
        arrival: asked,
        invoiceIds: [open.id],
        excessesOf: [open.id],
        accountIds: [11, 12, 15],
        arrivalsOf: [running.id],
        automationOf: [1],
      },
    ]);
  });

  it('is the word of who owns the phone, whatever balance it tells', () => {
    expect(tell().saidBy).toEqual(phone);
  });

  it('tells of no requisite but those of its own maker', () => {
    const refused = fault('not_found', { field: 'requisiteId' });
    expect(act(world(), tell({ actor: makerTwo }))).toEqual(refused);
    expect(act(world(), tell({ requisiteId: 9 }))).toEqual(refused);
  });
});

describe('a message about a deal that a person has settled', () => {
  const settled = { status: 'completed', confirmedAt: noon, endedAt: noon } as const;
  const tellOf = (rows: World = {}, change: Partial<Request> = {}) =>
    follows(world({ ...rows, deal: { ...settled, ...rows.deal } }), tell(change));

  it('tells of that very money: it is matched, and nothing is left to post', () => {
    const { result, changes } = tellOf({ automation: { isOn: false } });
    expect(result).toMatchObject(matched);
    expect(Object.keys(changes).sort()).toEqual(['arrivals', 'audits']);
  });

  it('is matched to the deal over its sum, not to an earlier one of the same invoice', () => {
    const earlier = deal({ id: 'earlier', status: 'expired', occupies: false });
    const deals = [earlier, { ...running, ...settled, ordinal: 2 }];
    expect(follows(world({ deals }), tell()).result).toMatchObject(matched);
  });

  it('is matched once: the next one waits for a person', () => {
    const other = { reference: 'message 6', resolvedAt: noon };
    for (const one of [arrival({ ...other, status: 'matched', exception: null }), arrival(other)]) {
      expect(tellOf({ arrivals: [one] }).result).toMatchObject(waiting('twice'));
    }
    const returned = arrival({ ...other, status: 'returned' });
    expect(tellOf({ arrivals: [returned] }).result).toMatchObject(matched);
  });

  it('waits for a person with another sum than the one that was said to have come', () => {
    expect(tellOf({ deal: { receivedSum: fiat(99_999n) } }).result).toMatchObject(waiting('twice'));
    const first = { id: running.id, invoiceId: open.id, storeId: 1, currency: 'RUB', createdAt: noon };
    const excess = { ...first, sum: fiat(1n), heldSum: settlement(1n), keptAt: null };
    expect(tellOf({ excesses: [excess] }).result).toMatchObject(waiting('twice'));
    expect(tellOf({ excesses: [{ ...excess, keptAt: noon }] }).result).toMatchObject(matched);
  });

  it('is older than the deal by more than two minutes, and so waits for a person', () => {
    expect(tellOf({}, { arrivedAt: noon - 120_001 }).result).toMatchObject(waiting('before_deal'));
    expect(tellOf({}, { arrivedAt: noon - 120_000 }).result).toMatchObject(matched);
  });

  it('is not looked at further where a person enters it', () => {
    const service = world({ deal: settled });
    expect(plansOf(service, byHand(noon))).toHaveLength(1);
    expect(follows(service, byHand(noon)).result).toMatchObject(waiting('twice'));
    expect(plansOf(world({ deal: settled }), tell())).toHaveLength(2);
    // Not even where another command of the batch has loaded the invoice.
    const { id: dealId, invoiceId, askedSum: amount, startedAt } = running;
    const found = { dealId, invoiceId, storeId: 1, amount, status: 'completed', startedAt } as const;
    const rows = {
      invoices: [open],
      deals: [{ ...running, ...settled }],
      dealsOfPairs: [{ requisiteId: 1, ...found }],
    };
    expect(decideOn(memoryBatch(catalogueWith({}), rows), byHand(noon))).toMatchObject({ result: waiting('twice') });
  });

  it.each(['canceled', 'expired'] as const)('waits for a person where the deal is %s', (status) => {
    const service = world({ deal: { status } });
    expect(plansOf(service, tell())).toHaveLength(1);
    expect(follows(service, tell()).result).toMatchObject(waiting('late'));
  });
});

describe('a message that tells of another sum', () => {
  const policy = { restBy: 'payer', shortUnits: 5, excess: 'apart' } as const;

  it.each([
    ['600', 'short'],
    ['995', 'short'],
    ['1100', 'over'],
  ] as const)('waits for a person with %s, whatever its store allows', (amount, exception) => {
    const { result, changes } = follows(world({ policy }), tell({ amount }));
    expect(result).toMatchObject({ ...waiting(exception), dealId: running.id });
    expect(Object.keys(changes).sort()).toEqual(['arrivals', 'audits']);
    expect(plansOf(world({ policy }), tell({ amount })).flatMap(({ invoiceIds = [] }) => invoiceIds)).toEqual([]);
    expect(follows(world({ policy }), byHand(noon, amount)).result).toMatchObject({ ...matched, exception });
  });
});
