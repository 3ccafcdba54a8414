import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  account,
  catalogueOf,
  feeAccountId,
  invoice,
  noon,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Requisite } from '../makers/requisite.ts';
import { noReward } from '../makers/rewards.ts';
import { fiat, settlement } from '../money/money.ts';
import { settle as settleWith } from '../payins/settlement.ts';
import { type Changes, noChanges } from '../state/changes.ts';
import type { Move } from '../state/move.ts';
import type { Deal } from './deal.ts';
import {
  cancel,
  changeStatus,
  confirmTransfer,
  type Dossier,
  dealForReceipt,
  endDeal,
  expireDue,
  expireNow,
  payinTerms,
  payoutTerms,
  putDeal,
  putInvoice,
  receivedSums,
  rejectTransfer,
  startPayinDeal,
  startPayoutDeal,
} from './lifecycle.ts';

const catalogue = catalogueOf([requisite(1), requisite(2, { option: 'TO_CARD', bank: 'tinkoff', restMs: 5_000 })]);
const moveAt = (now: number): Move => ({ catalogue, now, changes: noChanges() });
const anyAmount = fc.bigInt({ min: 1n, max: 10n ** 14n }).map(fiat);

/** The sum asked for came, and the maker can cover anything. */
const settle = (dossier: Dossier, deal: Deal, move: Move) =>
  settleWith(dossier, deal, deal.askedSum, { balance: () => 10n ** 18n, excess: () => undefined }, move);

function lastDeal({ deals }: Dossier): Deal {
  const deal = deals.at(-1);
  if (deal === undefined) throw new Error('there is a deal');
  return deal;
}

function started(amount = fiat(100_000n), move = moveAt(noon)): Dossier {
  const dossier = { invoice: invoice({ askedSum: amount }), deals: [] };
  const terms = payinTerms(catalogue, store, dossier.invoice, noon);
  const [given] = [catalogue.requisiteById.get(1)];
  if (given === undefined) throw new Error('there is a requisite');
  return startPayinDeal(
    dossier,
    { id: dossier.invoice.id, requisite: given, terms, reward: noReward, frees: null },
    move,
  );
}

function payout(amount = fiat(100_000n), move = moveAt(noon)): Dossier {
  const requisites = { requisites: '2200000000000004', holder: null };
  const asked = invoice({ type: 'out', askedSum: amount, requisites, paymentOption: 'TO_CARD', bank: 'sberbank' });
  const terms = payoutTerms(catalogue, store, asked, noon);
  return startPayoutDeal({ invoice: asked, deals: [] }, { id: asked.id, terms }, move);
}

/** What every account gains by all the changes together. */
function gains(...all: readonly Changes[]): Record<number, bigint> {
  const sums: Record<number, bigint> = {};
  for (const { debitId, creditId, amount } of all.flatMap(({ transfers }) => transfers)) {
    sums[debitId] = (sums[debitId] ?? 0n) - amount;
    sums[creditId] = (sums[creditId] ?? 0n) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

describe('a payin', () => {
  it('a payin that is paid leaves the merchant what was worked out, to the unit', () => {
    fc.assert(
      fc.property(anyAmount, fc.boolean(), (amount, withReceipt) => {
        const [first, second, third] = [moveAt(noon), moveAt(noon + 1), moveAt(noon + 2)];
        const open = started(amount, first);
        const known = withReceipt ? confirmTransfer(open, lastDeal(open), second) : open;
        const paid = settle(known, lastDeal(known), third);
        const { makerSum, feeSum } = lastDeal(paid);
        expect(makerSum - feeSum).toBeGreaterThanOrEqual(0n);
        expect(gains(first.changes, second.changes, third.changes)).toEqual(
          Object.fromEntries(
            [
              [102, -makerSum],
              [account.availableId, makerSum - feeSum],
              [feeAccountId, feeSum],
            ].filter(([, sum]) => sum !== 0n),
          ),
        );
        expect(paid.invoice).toMatchObject({
          status: 'paid',
          receivedSum: amount,
          makerSum,
          feeSum,
          payoutSum: makerSum - feeSum,
          sequence: 1,
        });
      }),
    );
  });

  it('a payin that is canceled or expires moves no money in the end', () => {
    fc.assert(
      fc.property(anyAmount, fc.boolean(), (amount, isCanceled) => {
        const [first, second] = [moveAt(noon), moveAt(isCanceled ? noon + 1 : noon + 3_600_000)];
        const open = started(amount, first);
        const ended = isCanceled ? cancel(open, second) : expireDue(open, second);
        expect(gains(first.changes, second.changes)).toEqual({});
        expect(ended.invoice.status).toBe(isCanceled ? 'canceled' : 'expired');
        expect(lastDeal(ended)).toMatchObject({ status: isCanceled ? 'canceled' : 'expired', endedAt: second.now });
      }),
    );
  });

  it('has a deal that ends with the invoice at the latest', () => {
    expect(lastDeal(started()).deadlineAt).toBe(noon + 900_000);
    expect(lastDeal(started(undefined, moveAt(noon + 3_000_000))).deadlineAt).toBe(noon + 3_600_000);
  });

  it('counts up the deals, and shows the way to pay that was named before the one that was given', () => {
    const open = started();
    expect(open.invoice).toMatchObject({ dealCount: 1, paymentOption: 'SBP', bank: 'sberbank' });
    expect(lastDeal(open)).toMatchObject({ ordinal: 1, requisiteId: 1, makerId: 1, occupies: true, restsUntil: null });
  });

  it('uses its requisite once and leaves it once, and lets the pair rest', () => {
    const [first, second] = [moveAt(noon), moveAt(noon + 10)];
    const ended = cancel(started(fiat(100_000n), first), second);
    expect(first.changes.requisiteUses).toEqual([
      { requisiteId: 1, activeDelta: 1, started: { at: noon, amount: 100_000n } },
    ]);
    expect(second.changes.requisiteUses).toEqual([{ requisiteId: 1, activeDelta: -1, started: null }]);
    expect(lastDeal(ended)).toMatchObject({ occupies: true, restsUntil: noon + 10 + 60_000 });
  });

  it('does not end without money once that is on its way', () => {
    const open = started();
    const confirmed = confirmTransfer(open, lastDeal(open), moveAt(noon));
    expect(() => endDeal(confirmed, lastDeal(confirmed), 'canceled', moveAt(noon))).toThrow(/on its way/);
    const late = moveAt(noon + 10_000_000);
    expect(expireDue(confirmed, late)).toBe(confirmed);
    expect(late.changes).toEqual(noChanges());
  });

  it('a payin whose transfer is rejected moves no money in the end, and has received nothing', () => {
    fc.assert(
      fc.property(anyAmount, fc.boolean(), (amount, isInTime) => {
        const [first, second, third] = [moveAt(noon), moveAt(noon + 1), moveAt(noon + (isInTime ? 2 : 3_600_000))];
        const open = started(amount, first);
        const confirmed = confirmTransfer(open, lastDeal(open), second);
        const rejected = rejectTransfer(confirmed, lastDeal(confirmed), third);
        expect(gains(first.changes, second.changes, third.changes)).toEqual({});
        expect(third.changes.transfers.every(({ kind }) => kind === 'payin_release')).toBe(true);
        expect(lastDeal(rejected)).toMatchObject({ status: 'canceled', confirmedAt: noon + 1, endedAt: third.now });
        expect(lastDeal(rejected).restsUntil).toBe(third.now + 60_000);
        expect(third.changes.requisiteUses).toEqual([{ requisiteId: 1, activeDelta: -1, started: null }]);
        expect(rejected.invoice).toMatchObject({
          status: isInTime ? 'new' : 'expired',
          receivedSum: null,
          makerSum: null,
          feeSum: null,
          payoutSum: null,
          updatedAt: third.now,
        });
        expect(third.changes.notifications.map((told) => told.invoice.status)).toEqual(isInTime ? [] : ['expired']);
        expect(third.changes.invoices.at(-1)).toEqual(rejected.invoice);
      }),
    );
  });

  it('has no transfer to reject before a receipt, nor after money', () => {
    const open = started();
    expect(() => rejectTransfer(open, lastDeal(open), moveAt(noon))).toThrow();
    const paid = settle(open, lastDeal(open), moveAt(noon));
    expect(() => rejectTransfer(paid, lastDeal(paid), moveAt(noon))).toThrow();
  });

  it('is settled once', () => {
    const open = started();
    const paid = settle(open, lastDeal(open), moveAt(noon));
    expect(() => settle(paid, lastDeal(paid), moveAt(noon))).toThrow();
    expect(() => confirmTransfer(paid, lastDeal(paid), moveAt(noon))).toThrow();
  });

  it('never has two active deals', () => {
    const open = started();
    const terms = payinTerms(catalogue, store, open.invoice, noon);
    const given = catalogue.requisiteById.get(2);
    if (given === undefined) throw new Error('there is a requisite');
    const again = () =>
      startPayinDeal(open, { id: 'second', requisite: given, terms, reward: noReward, frees: null }, moveAt(noon));
    expect(again).toThrow(/one active deal/);
  });

  it('does not end while a deal is active, nor take the status it has', () => {
    const open = started();
    expect(() => changeStatus(open, 'paid', moveAt(noon))).toThrow(/no active deal/);
    expect(() => changeStatus(open, 'new', moveAt(noon))).toThrow(/another one/);
  });

  it('shows only sums that add up', () => {
    const open = started();
    const sums = receivedSums(lastDeal(open));
    expect(() => putInvoice(open, moveAt(noon), sums)).not.toThrow();
    expect(() => putInvoice(open, moveAt(noon), { ...sums, feeSum: settlement(0n) })).toThrow(/add up/);
    expect(() => putInvoice(open, moveAt(noon), { ...sums, payoutSum: null })).toThrow(/known together/);
  });

  it('keeps its deals to itself', () => {
    const open = started();
    expect(() => putDeal(open, { ...lastDeal(open), invoiceId: 'another' }, moveAt(noon))).toThrow(/stays with/);
  });

  it('starts no deal in another currency, nor after its time', () => {
    const { invoice: asked } = started();
    const terms = payinTerms(catalogue, store, asked, noon);
    const given = catalogue.requisiteById.get(1);
    if (given === undefined) throw new Error('there is a requisite');
    const start = (change: Partial<Requisite>, now: number) => () =>
      startPayinDeal(
        { invoice: asked, deals: [] },
        { id: 'one', requisite: { ...given, ...change }, terms, reward: noReward, frees: null },
        moveAt(now),
      );
    expect(start({ currency: 'KZT' }, noon)).toThrow(/currency of the invoice/);
    expect(start({}, asked.expireAt)).toThrow(/expired invoice/);
    expect(start({}, noon)).not.toThrow();
  });
});

describe('a payout', () => {
  it('costs the store the sum and the fee, and gives all of it back when it ends without money', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const [first, second] = [moveAt(noon), moveAt(noon + 86_400_000)];
        const open = payout(amount, first);
        const { makerSum, feeSum } = lastDeal(open);
        expect(gains(first.changes)).toEqual({
          [account.availableId]: -makerSum - feeSum,
          [account.frozenId]: makerSum + feeSum,
        });
        expect(expireDue(open, second).invoice.status).toBe('expired');
        expect(gains(first.changes, second.changes)).toEqual({});
      }),
    );
  });

  it('uses no requisite of ours and occupies nothing', () => {
    const move = moveAt(noon);
    const open = payout(undefined, move);
    expect(lastDeal(open)).toMatchObject({ status: 'new', requisiteId: null, makerId: null, occupies: false });
    expect(cancel(open, move).deals.at(-1)).toMatchObject({ restsUntil: null });
    expect(move.changes.requisiteUses).toEqual([]);
  });
});

describe('every change of status', () => {
  it('is one notification with the next number, showing the invoice as it is from then on', () => {
    const open = started();
    for (const end of [cancel, (dossier: Dossier, move: Move) => settle(dossier, lastDeal(dossier), move)]) {
      const move = moveAt(noon + 5);
      const ended = end(open, move);
      expect(move.changes.notifications).toHaveLength(1);
      expect(move.changes.notifications[0]?.invoice).toEqual(ended.invoice);
      expect(ended.invoice).toMatchObject({ sequence: 1, updatedAt: noon + 5 });
      expect(move.changes.invoices.at(-1)).toEqual(ended.invoice);
    }
  });

  it('comes with no notification where only a deal ends', () => {
    const move = moveAt(noon + 900_000);
    const open = expireDue(started(), move);
    expect(open.invoice.status).toBe('new');
    expect(lastDeal(open).status).toBe('expired');
    expect(move.changes.notifications).toEqual([]);
  });
});

it('a payment worth less than one unit is held, settled and released without any transfer', () => {
  const tiny = catalogueOf([requisite(1)], {
    currencies: new Map([
      ['RUB', { code: 'RUB', name: 'Russian ruble', subunit: 2, nameRu: null, isEnabled: true }],
      ['USDT', { code: 'USDT', name: 'Tether', subunit: 0, nameRu: null, isEnabled: true }],
    ]),
  });
  const terms = payinTerms(tiny, store, { askedSum: fiat(1n), currency: 'RUB' }, noon);
  expect(terms).toMatchObject({ makerSum: 0n, feeSum: 0n });
  const given = tiny.requisiteById.get(1);
  if (given === undefined) throw new Error('there is a requisite');
  const move: Move = { catalogue: tiny, now: noon, changes: noChanges() };
  const open = startPayinDeal(
    { invoice: invoice(), deals: [] },
    { id: 'x', requisite: given, terms, reward: noReward, frees: null },
    move,
  );
  settle(open, lastDeal(open), move);
  cancel(open, move);
  expect(move.changes.transfers).toEqual([]);
});

it('there are no terms without a rate', () => {
  const none = catalogueOf([requisite(1)], { rates: new Map() });
  const sum = { askedSum: fiat(1n), currency: 'RUB' };
  expect(() => payinTerms(none, store, sum, noon)).toThrow('no current rate');
  expect(() => payoutTerms(none, store, sum, noon)).toThrow('no current rate');
});

it('a decision of several steps hands over each row once, as it finally is', () => {
  const move = moveAt(noon);
  const open = started(fiat(100_000n), move);
  const confirmed = confirmTransfer(open, lastDeal(open), move);
  const settled = settle(confirmed, lastDeal(confirmed), move);
  expect(move.changes.invoices).toEqual([settled.invoice]);
  expect(move.changes.deals).toEqual(settled.deals);
});

describe('a payin whose payer is asked for a sum near that of the shop', () => {
  const asked = fiat(100_000n);
  const near = fiat(99_999n);
  const given = (sum: bigint, dossier: Dossier, move: Move, frees: string | null = null) => {
    const terms = payinTerms(catalogue, store, { askedSum: fiat(sum), currency: 'RUB' }, noon);
    const one = catalogue.requisiteById.get(1);
    if (one === undefined) throw new Error('there is a requisite');
    return startPayinDeal(dossier, { id: `deal-of-${sum}`, requisite: one, terms, reward: noReward, frees }, move);
  };

  it('shows that sum, and that it is another one, for as long as the deal runs', () => {
    const open = given(near, { invoice: invoice({ askedSum: asked }), deals: [] }, moveAt(noon));
    expect([open.invoice.shownSum, open.invoice.isSumChanged]).toEqual([near, true]);
    const ended = endDeal(open, lastDeal(open), 'expired', moveAt(noon + 1));
    expect([ended.invoice.shownSum, ended.invoice.isSumChanged]).toEqual([asked, false]);
  });

  it('shows the sum of the shop as unchanged where just that is asked for', () => {
    const open = given(asked, { invoice: invoice({ askedSum: asked }), deals: [] }, moveAt(noon));
    expect([open.invoice.shownSum, open.invoice.isSumChanged]).toEqual([asked, false]);
  });

  it('goes on saying that its sum was changed before', () => {
    const changed = invoice({ askedSum: asked, isSumChanged: true });
    const open = given(asked, { invoice: changed, deals: [] }, moveAt(noon));
    const ended = endDeal(open, lastDeal(open), 'expired', moveAt(noon + 1));
    expect([open.invoice.isSumChanged, ended.invoice.isSumChanged]).toEqual([true, true]);
  });

  it('frees the pair that another deal has left, and none where it found one free', () => {
    const pairs = [null, 'a deal of before'].map((frees) => {
      const move = moveAt(noon);
      given(asked, { invoice: invoice({ askedSum: asked }), deals: [] }, move, frees);
      return move.changes.freedPairs;
    });
    expect(pairs).toEqual([[], ['a deal of before']]);
  });
});

describe('the deal that a receipt is for', () => {
  const code = (dossier: Dossier) => {
    try {
      return dealForReceipt(dossier).id;
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
    }
  };

  it('is the one that runs on an open payin', () => {
    const open = started();
    expect(code(open)).toBe(lastDeal(open).id);
  });

  it('is missing where none runs, where the invoice has ended, and of a payout', () => {
    const ended = cancel(started(), moveAt(noon + 1));
    expect(code({ invoice: invoice(), deals: [] })).toMatch(/^deal_not_active/);
    expect(code(ended)).toMatch(/^invoice_not_active.*canceled/);
    expect(code(payout())).toMatch(/^payout_not_allowed/);
  });
});

describe('the name that a shop has given a payin', () => {
  it.each([
    ['canceled', false],
    ['expired', false],
    ['paid', true],
    ['dispute', true],
  ] as const)('is after %s held: %s', (status, isHeld) => {
    const named = { invoice: invoice({ internalId: 'order-1' }), deals: [] };
    expect(changeStatus(named, status, moveAt(noon)).invoice.holdsName).toBe(isHeld);
    const unnamed = { invoice: invoice(), deals: [] };
    expect(changeStatus(unnamed, status, moveAt(noon)).invoice.holdsName).toBe(false);
  });
});

it('a payout counts its deal, and has a holder where one was named', () => {
  const holderOf = (holder: string | null) => {
    const requisites = { requisites: '2200000000000004', holder };
    const asked = invoice({ type: 'out', requisites, paymentOption: 'TO_CARD', bank: 'sberbank' });
    const terms = payoutTerms(catalogue, store, asked, noon);
    const { invoice: open, deals } = startPayoutDeal(
      { invoice: asked, deals: [] },
      { id: asked.id, terms },
      moveAt(noon),
    );
    return [open.dealCount, deals[0]?.holder, deals[0]?.attachments];
  };
  expect([holderOf(null), holderOf('Ivan P.')]).toEqual([
    [1, '', []],
    [1, 'Ivan P.', []],
  ]);
});

it('an invoice that expires says that it was short only where a part had come', () => {
  const reasonOf = (partSum: bigint | null) => {
    const open = invoice({ partSum: partSum === null ? null : fiat(partSum) });
    return expireNow({ invoice: open, deals: [] }, moveAt(noon)).invoice.sumReason;
  };
  expect([reasonOf(null), reasonOf(40_000n)]).toEqual([null, 'short']);
});

it('a payout that was to return an excess gives it back when it ends without money, and any other payout none', () => {
  const ended = (fromExcess: bigint | null) => {
    const open = payout();
    const asked = { ...open.invoice, fromExcess: fromExcess === null ? null : settlement(fromExcess) };
    const move = moveAt(noon + 1);
    cancel({ invoice: asked, deals: open.deals }, move);
    return gains(move.changes)[account.excessId] ?? 0n;
  };
  expect([ended(null), ended(7n)]).toEqual([0n, 7n]);
});

it('no deal is written whose sums are negative, or whose reward is more than its fee', () => {
  const open = started();
  const wrong: Partial<Deal>[] = [
    { makerSum: settlement(-1n) },
    { feeSum: settlement(-1n) },
    { rewardSum: settlement(-1n) },
    { rewardSum: settlement(lastDeal(open).feeSum + 1n) },
  ];
  for (const change of wrong) {
    expect(() => putDeal(open, { ...lastDeal(open), ...change } as Deal, moveAt(noon))).toThrow();
  }
});
