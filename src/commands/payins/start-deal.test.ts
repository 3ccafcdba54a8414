import { describe, expect, it } from 'vitest';
import { doneIn, refusalIn } from '../../../test/engine/support/decided.ts';
import { decideOn, memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import { catalogueOf, deal, invoice, maker, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import { merchantParty, payerParty } from '../../domain/authority/own-word.ts';
import type { PayinDeal } from '../../domain/invoices/deal.ts';
import {
  dealsPerInvoiceMax,
  type Invoice,
  type InvoiceStatus,
  invoiceStatuses,
} from '../../domain/invoices/invoice.ts';
import { nothingCounted } from '../../domain/merchants/payer-settings.ts';
import { operatorDecides } from '../../domain/merchants/payment-policy.ts';
import type { Store } from '../../domain/merchants/store.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import type { Variant } from '../../domain/money/payment.ts';
import { unusedLoad } from '../../domain/payins/allocation.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import type { Loaded } from '../../storage/batch/load-steps.ts';
import { namedVariant, startDeal } from './start-deal.ts';

const id = 'invoice';
const anything: Variant = { option: null, bank: null };
const sberbank = requisite(1);
const tinkoff = requisite(2, { bank: 'tinkoff' });
const card = requisite(3, { option: 'TO_CARD', number: '2200000000000004' });
const all = [sberbank, tinkoff, card];
const storeWith = (change: Partial<Store>) => ({ stores: new Map([[1, { ...store, ...change }]]) });
const nudging = storeWith({ policy: { ...operatorDecides, nudgeMinor: 2 } });
const sum = fiat(100_000n);

interface World {
  readonly catalogue?: ReturnType<typeof catalogueOf>;
  readonly of?: Partial<Invoice>;
  readonly deals?: readonly PayinDeal[];
  readonly loaded?: Partial<Loaded>;
}
function worldOf({ catalogue = catalogueOf(all), of = {}, deals = [], loaded = {} }: World = {}) {
  const active = new Set(deals.map(({ requisiteId }) => requisiteId));
  return memoryBatch(catalogue, {
    invoices: [invoice({ id, dealCount: deals.length, ...of })],
    deals,
    requisiteLoads: [...catalogue.requisiteById.keys()].map((one) => {
      return { ...unusedLoad(one), activeDeals: active.has(one) ? 1 : 0 };
    }),
    ...loaded,
  });
}
const current = (change: Partial<PayinDeal> = {}) => deal({ id, invoiceId: id, ...change });
const seen = { storeId: 1, askedSum: sum, currency: 'RUB', named: anything };
type Request = Parameters<typeof startDeal>[0];
const start = (variant: Partial<Variant> = {}, change: Partial<Request> = {}) =>
  startDeal({ invoiceId: id, storeId: 1, dealId: 'next', variant: { ...anything, ...variant }, seen, ...change });
const busy = (requisiteId: number, amount = sum) => ({ requisiteId, amount, dealId: 'other', restsUntil: null });
const last = { hint: { width: 2 } } as const;

describe('start-deal', () => {
  it('gives requisites, holds what the maker will owe, and the first deal has the number of its invoice', () => {
    const { result, changes } = doneIn(worldOf(), start());
    expect(result.deals).toMatchObject([
      { id, ordinal: 1, status: 'transfer_waiting', askedSum: sum, startedAt: noon, occupies: true },
    ]);
    expect(result.invoice.dealCount).toBe(1);
    const { availableId, heldId } = maker(1);
    expect(changes.transfers).toEqual([
      {
        kind: 'payin_hold',
        subjectId: id,
        debitId: availableId,
        creditId: heldId,
        amount: settlement(1_047_120_418n),
        currency: 'USDT',
      },
    ]);
  });

  it.each<[string, Partial<Variant>]>([
    ['nothing', {}],
    ['the same option', { option: 'SBP' }],
    ['the same bank', { bank: 'sberbank' }],
    ['the same bank under its older code', { bank: 'old-sberbank' }],
    ['a bank that is not known', { option: 'SBP', bank: 'unknown' }],
  ])('gives the same requisites again when the payer names %s', (_what, variant) => {
    const { result, changes } = doneIn(worldOf({ deals: [current()] }), start(variant));
    expect(result.deals).toEqual([current()]);
    expect(changes.deals).toEqual([]);
    expect(changes.invoices).toEqual([]);
  });

  it.each<[string, Partial<Variant>, number]>([
    ['another bank', { option: 'SBP', bank: 'tinkoff' }, 2],
    ['another option', { option: 'TO_CARD' }, 3],
  ])('gives others when %s is named, and lets the first go', (_what, variant, requisiteId) => {
    const { result, changes } = doneIn(worldOf({ deals: [current()] }), start(variant));
    expect(changes.deals).toMatchObject([
      { id, status: 'canceled', endedAt: noon },
      { id: 'next', ordinal: 2, requisiteId, status: 'transfer_waiting' },
    ]);
    expect(changes.transfers.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
      ['payin_release', id],
      ['payin_hold', 'next'],
    ]);
    expect(namedVariant(result.invoice)).toEqual({ ...anything, ...variant });
  });

  it('covers the next deal with what was held for the one that gives way', () => {
    const { availableId, heldId } = maker(1);
    const balances = [
      { accountId: availableId, balance: 0n },
      { accountId: heldId, balance: current().makerSum },
    ];
    const world = worldOf({ deals: [current()], loaded: { balances } });
    expect(doneIn(world, start({ option: 'TO_CARD' })).result.deals).toMatchObject([
      { id, status: 'canceled' },
      { id: 'next', requisiteId: 3 },
    ]);
  });

  it('keeps what was wished before when nothing is named, and replaces all of it when something is', () => {
    const of = { namedOption: 'SBP', namedBank: 'tinkoff', paymentOption: 'SBP', bank: 'tinkoff' };
    const named = { option: 'SBP', bank: 'tinkoff' };
    const kept = doneIn(worldOf({ of }), start({}, { seen: { ...seen, named } })).result;
    expect(kept.deals).toMatchObject([{ requisiteId: 2 }]);
    expect(namedVariant(kept.invoice)).toEqual(named);
    const replaced = doneIn(worldOf({ of }), start({ option: 'TO_CARD' }, { seen: { ...seen, named } })).result;
    expect(replaced.invoice).toMatchObject({ namedOption: 'TO_CARD', namedBank: null, paymentOption: 'TO_CARD' });
  });

  it('shows no bank of an earlier wish when nothing is free for the option that is named now', () => {
    const of = { namedOption: 'SBP', namedBank: 'tinkoff', paymentOption: 'SBP', bank: 'tinkoff' };
    const catalogue = catalogueOf([sberbank, tinkoff]);
    const { result } = doneIn(worldOf({ catalogue, of }), start({ option: 'TO_CARD' }));
    expect(result.deals).toEqual([]);
    expect(result.invoice).toMatchObject({ paymentOption: 'TO_CARD', bank: null });
  });

  it('is refused once the payer has sent a receipt, but shows the same requisites again', () => {
    const world = { deals: [current({ status: 'transfer_confirmed' })] };
    expect(refusalIn(worldOf(world), start({ option: 'TO_CARD' }))).toBe('transfer_already_confirmed');
    expect(refusalIn(worldOf(world), start({ option: 'SBP' }))).toBeNull();
  });

  it.each(Object.keys(invoiceStatuses).filter((status) => status !== 'new') as InvoiceStatus[])(
    'is refused for an invoice that is %s',
    (status) => {
      expect(refusalIn(worldOf({ of: { status } }), start())).toBe('invoice_not_active');
    },
  );

  it('is refused for a payout, for the invoice of another store, and for one that is nowhere', () => {
    expect(refusalIn(worldOf({ of: { type: 'out' } }), start())).toBe('payout_not_allowed');
    expect(refusalIn(worldOf(), start({}, { storeId: 2 }))).toBe('not_found');
    expect(refusalIn(memoryBatch(catalogueOf(all)), start())).toBe('not_found');
    expect(refusalIn(worldOf(), start({ option: 'PIGEON' }))).toBe('payment_option_not_allowed');
    expect(start().saidBy).toBe(merchantParty);
    expect(start({}, { storeId: null }).saidBy).toBe(payerParty);
    expect(refusalIn(worldOf(), start({}, { storeId: null }))).toBeNull();
  });

  it('starts as many deals as one invoice may have, and no more', () => {
    const of = (dealCount: number) => ({ of: { dealCount } });
    expect(doneIn(worldOf(of(dealsPerInvoiceMax - 1)), start()).result.deals).toMatchObject([{ id: 'next' }]);
    expect(refusalIn(worldOf(of(dealsPerInvoiceMax)), start())).toBe('too_many_deals');
  });
});

describe('a start-deal that finds nothing free', () => {
  it('looks at more requisites, and says why none was given when it has looked at all', () => {
    const occupants = all.map((one) => busy(one.id));
    expect(decideOn(worldOf({ loaded: { occupants } }), start())).toMatchObject({ kind: 'again', hint: { width: 1 } });
    const { result, changes } = doneIn(worldOf({ loaded: { occupants } }), start(), last);
    expect(result.deals).toEqual([]);
    expect(changes.misses).toEqual([
      { invoiceId: id, storeId: 1, ...anything, amount: sum, currency: 'RUB', reason: 'amount_busy', at: noon },
    ]);
  });

  it('tells a sum that no requisite takes from a way to pay that no requisite has', () => {
    const missOf = (requisites: typeof all, variant: Partial<Variant> = {}) =>
      doneIn(worldOf({ catalogue: catalogueOf(requisites) }), start(variant), last).changes.misses;
    expect(missOf([requisite(1, { dealMin: fiat(sum + 1n) })])).toMatchObject([{ reason: 'amount_out_of_bounds' }]);
    expect(missOf([sberbank], { option: 'TO_CARD' })).toMatchObject([{ reason: 'no_requisite', option: 'TO_CARD' }]);
  });

  it('looks at as many as each width says, in turn', () => {
    const catalogue = catalogueOf(Array.from({ length: 10 }, (_, index) => requisite(index + 1)));
    const planned = (width: 0 | 1 | 2) => start().plan({ catalogue, rotation: new Rotation() }, { width }).candidates;
    expect(planned(0)).toMatchObject({ requisites: { length: 1 }, wider: 1, amount: sum });
    expect(planned(1)).toMatchObject({ requisites: { length: 8 }, wider: 2 });
    expect(planned(2)).toMatchObject({ requisites: { length: 10 }, wider: null });
    const few = start().plan({ catalogue: catalogueOf([]), rotation: new Rotation() }, { width: 0 }).candidates;
    expect(few).toMatchObject({ requisites: [], wider: null });
  });

  it('asks for a sum near by where the store allows that, on those that only the sum keeps busy', () => {
    const catalogue = catalogueOf([sberbank, tinkoff], nudging);
    const view = worldOf({ catalogue, loaded: { occupants: [busy(1), busy(2)] } });
    const again = decideOn(view, start(), last);
    const hint = { width: 0, seen: { askedSum: sum, isRest: false }, nudge: { busyIds: [1, 2] } } as const;
    expect(again).toEqual({ kind: 'again', hint });
    const { result } = doneIn(view, start(), { hint });
    expect(result.deals).toMatchObject([{ askedSum: sum - 1n }]);
    const nearBusy = worldOf({
      catalogue,
      loaded: { occupants: [1, 2].flatMap((one) => [busy(one), busy(one, fiat(99_999n))]) },
    });
    expect(doneIn(nearBusy, start(), { hint }).result.deals).toMatchObject([{ askedSum: sum - 2n }]);
    const allBusy = worldOf({
      catalogue,
      loaded: { occupants: [1, 2].flatMap((one) => [0n, 1n, 2n].map((less) => busy(one, fiat(sum - less)))) },
    });
    const none = doneIn(allBusy, start(), { hint });
    expect(none.result.deals).toEqual([]);
    expect(none.changes.misses).toMatchObject([{ reason: 'amount_busy', amount: sum }]);
  });

  it('asks requisites that refuse the sum for no sum near by, and none for the rest of a part', () => {
    const catalogue = catalogueOf([requisite(1, { dealMin: sum })], nudging);
    const view = worldOf({ catalogue, loaded: { occupants: [busy(1)] } });
    const hint = { width: 0, seen: { askedSum: sum, isRest: false }, nudge: { busyIds: [1] } } as const;
    expect(doneIn(view, start(), { hint }).changes.misses).toMatchObject([{ reason: 'amount_busy' }]);
    const rest = worldOf({
      catalogue: catalogueOf([sberbank], nudging),
      of: { askedSum: fiat(150_000n), partSum: fiat(50_000n) },
      loaded: { occupants: [busy(1)] },
    });
    expect(doneIn(rest, start(), last).changes.misses).toMatchObject([{ reason: 'amount_busy' }]);
  });

  it('looks again when what is left to pay is another sum than was seen', () => {
    const view = worldOf({ of: { partSum: fiat(40_000n) } });
    const hint = { width: 0, seen: { askedSum: fiat(60_000n), isRest: true } } as const;
    expect(decideOn(view, start())).toEqual({ kind: 'again', hint });
    expect(doneIn(view, start(), { hint }).result.deals).toMatchObject([{ askedSum: 60_000n }]);
  });
});

describe('a payer who is counted', () => {
  const rules = { ...nothingCounted, address: { ...nothingCounted.address, countMax: 1 } };
  const catalogue = catalogueOf(all, storeWith({ payerRules: rules }));
  const asked = start({}, { storeId: null, address: '192.0.2.1' });
  const [planned] = asked.plan({ catalogue, rotation: new Rotation() }, undefined).payers ?? [];

  it('is planned for by address where the store counts them, and not otherwise', () => {
    expect(planned).toEqual({ key: '1 address 192.0.2.1', storeId: 1, kind: 'address', name: '192.0.2.1' });
    for (const [command, counting] of [
      [start({}, { storeId: null, address: '192.0.2.1' }), catalogueOf(all)],
      [start({}, { storeId: null, address: null }), catalogue],
      [start(), catalogue],
    ] as const)
      expect(command.plan({ catalogue: counting, rotation: new Rotation() }, undefined)).not.toHaveProperty('payers');
  });

  it('is counted once for one payin, and refused with the next', () => {
    const first = doneIn(worldOf({ catalogue }), asked);
    const [payer] = first.changes.payers;
    if (payer === undefined) throw new Error('the payer was counted');
    expect(payer.begun).toMatchObject([{ id }]);
    const payers = [payer];
    expect(refusalIn(worldOf({ catalogue, loaded: { payers } }), asked)).toBeNull();
    const times = { createdAt: noon, updatedAt: noon, expireAt: noon + 1 };
    const another = {
      id: 'another',
      status: 'new',
      dealCount: 1,
      hasPart: false,
      isConfirmed: false,
      ...times,
    } as const;
    const loaded = {
      payers: [{ ...payer, begun: [{ id: another.id, at: noon }] }],
      payinsOfPayers: [{ key: payer.key, ...another }],
    };
    expect(refusalIn(worldOf({ catalogue, loaded }), asked)).toBe('payer_too_often');
  });
});
