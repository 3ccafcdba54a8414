import { type Maker, type Makers, makerOf } from '../makers/maker.ts';
import { hasBalanceMin } from '../makers/maker-settings.ts';
import { type Requisite, type Requisites, requisiteKey } from '../makers/requisite.ts';
import { type Reward, rewardFor, servesStore } from '../makers/rewards.ts';
import type { Store } from '../merchants/store.ts';
import type { FiatMinor, SettlementMinor } from '../money/money.ts';
import { unknownBank, type Variant } from '../money/payment.ts';
import { dayOf, type Instant, monthOf } from '../text/timestamp.ts';
import { isWithinHours } from '../text/weekly-hours.ts';
import type { Traffic } from './routing.ts';

/**
 * Which requisite a payer gets. Money that arrives must point to one deal, so a requisite never carries two deals over the
 * same amount, and after a deal the pair rests. Limits and the maker's balance are looked at under lock, in `choose`;
 * what never changes during a batch is filtered before, in `eligible`.
 */
export interface Request {
  readonly store: Store;
  readonly variant: Variant;
  readonly askedSum: FiatMinor;
  readonly currency: string;
  /** What is left of an invoice of which a part has come: it may be smaller than a requisite takes otherwise. */
  readonly isRest?: boolean;
}

export type Routed = Makers & Requisites & Traffic;

/** Why no requisite could be given, for the operator to see. */
export const missReasons = {
  no_requisite: 'no_requisite',
  amount_out_of_bounds: 'amount_out_of_bounds',
  amount_busy: 'amount_busy',
  limits: 'limits',
  hours: 'hours',
  maker_balance: 'maker_balance',
  reward_above_fee: 'reward_above_fee',
  phone_silent: 'phone_silent',
  disputes: 'disputes',
  new_requisite: 'new_requisite',
} as const;
export type MissReason = keyof typeof missReasons;

export interface AllocationMiss {
  readonly invoiceId: string;
  readonly storeId: number;
  readonly option: string | null;
  readonly bank: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly reason: MissReason;
  readonly at: Instant;
}

/** How a requisite is used right now; read under lock. */
export interface RequisiteLoad {
  readonly requisiteId: number;
  readonly activeDeals: number;
  /** The newest day and month that deals were started in, and what was started in them. */
  readonly day: number;
  readonly daySum: bigint;
  readonly dayDeals: number;
  readonly month: number;
  readonly monthSum: bigint;
  readonly lastStartedAt: Instant | null;
}

/** The load of a requisite that nobody has used. */
export function unusedLoad(requisiteId: number): RequisiteLoad {
  return { requisiteId, activeDeals: 0, day: 0, daySum: 0n, dayDeals: 0, month: 0, monthSum: 0n, lastStartedAt: null };
}

/** The load after a deal over this sum has started. Counters never go back: clocks of two processes differ at midnight. */
export function loadAfterStart(load: RequisiteLoad, { at, amount }: { at: Instant; amount: bigint }): RequisiteLoad {
  const [day, month] = [Math.max(load.day, dayOf(at)), Math.max(load.month, monthOf(at))];
  return {
    requisiteId: load.requisiteId,
    activeDeals: load.activeDeals + 1,
    day,
    daySum: (day === load.day ? load.daySum : 0n) + amount,
    dayDeals: (day === load.day ? load.dayDeals : 0) + 1,
    month,
    monthSum: (month === load.month ? load.monthSum : 0n) + amount,
    lastStartedAt: Math.max(load.lastStartedAt ?? at, at),
  };
}

/** What `choose` may look at. */
export interface AllocationView {
  requisiteLoad(requisiteId: number): RequisiteLoad;
  /** The deal that occupies the pair, and until when; undefined when the pair is free. */
  occupant(requisiteId: number, amount: FiatMinor): { dealId: string; restsUntil: Instant | null } | undefined;
  balance(accountId: number): bigint;
}

/** What a deal is wanted for, with its figures at the current rate. */
export interface DealWish {
  readonly store: Pick<Store, 'id'>;
  readonly askedSum: FiatMinor;
  readonly currency: string;
  readonly makerSum: SettlementMinor;
  readonly feeSum: SettlementMinor;
  readonly now: Instant;
}

type Choice =
  | { readonly requisite: Requisite; readonly reward: Reward; readonly frees: string | null }
  | { readonly requisite: null; readonly reason: MissReason };

/** Requisites that fit the variant and belong to a maker who serves the store, whatever their load. */
export function matching(catalogue: Routed, request: Request): readonly Requisite[] {
  return listed(catalogue, request).filter((requisite) => suits(catalogue, requisite, request));
}

export function listed(catalogue: Routed, request: Request): readonly Requisite[] {
  const bank = request.variant.bank === unknownBank ? null : request.variant.bank;
  const { settlementCurrency } = request.store;
  const { option } = request.variant;
  const key = requisiteKey({ currency: request.currency, settlementCurrency, option, bank });
  return catalogue.requisites.get(key) ?? [];
}

/** Asked also for an invoice that was made before the store switched the way off, or the maker stopped to serve it. */
export function suits(catalogue: Routed, { option, makerId }: Requisite, { store }: Request): boolean {
  return !store.optionsOff.includes(option) && servesStore(makerOf(catalogue, makerId), store.id);
}

export function takesAmount(
  { dealMin, dealMax }: Requisite,
  { askedSum, isRest = false }: Pick<Request, 'askedSum' | 'isRest'>,
): boolean {
  return (isRest || dealMin === null || askedSum >= dealMin) && (dealMax === null || askedSum <= dealMax);
}

/** The first candidate that is free, within its limits and covered by its maker; or the reason that was met most late. */
export function choose(
  catalogue: Routed,
  view: AllocationView,
  candidates: readonly Requisite[],
  wish: DealWish,
): Choice {
  let reason: MissReason = 'no_requisite';
  for (const requisite of candidates) {
    if (requisite.usableFrom === null || wish.now < requisite.usableFrom) {
      reason = 'new_requisite';
      continue;
    }
    // Money that comes to it now would be seen by nobody.
    if (catalogue.silentRequisites.has(requisite.id)) {
      reason = 'phone_silent';
      continue;
    }
    if (requisite.hours !== null && !isWithinHours(requisite.hours, wish.now)) {
      reason = 'hours';
      continue;
    }
    if (!withinLimits(requisite, view.requisiteLoad(requisite.id), wish)) {
      reason = 'limits';
      continue;
    }
    const maker = makerOf(catalogue, requisite.makerId);
    if (maker.disputeBlock !== null) {
      reason = 'disputes';
      continue;
    }
    const available = view.balance(maker.availableId);
    if (available < wish.makerSum || !hasBalanceMin(maker, available)) {
      reason = 'maker_balance';
      continue;
    }
    const reward = rewardOf(maker, requisite, wish);
    if (reward === null) {
      reason = 'reward_above_fee';
      continue;
    }
    const occupant = view.occupant(requisite.id, wish.askedSum);
    if (occupant === undefined) return { requisite, reward, frees: null };
    if (occupant.restsUntil !== null && occupant.restsUntil <= wish.now) {
      return { requisite, reward, frees: occupant.dealId };
    }
    reason = 'amount_busy';
  }
  return { requisite: null, reason };
}

function rewardOf({ rewards }: Pick<Maker, 'rewards'>, { option }: Requisite, wish: DealWish): Reward | null {
  const { store, currency, askedSum: amount } = wish;
  return rewardFor(rewards, { type: 'in', storeId: store.id, option, currency, amount }, wish);
}

function withinLimits(
  { activeDealsMax, gapMs, dayMax, dayDealsMax, monthMax }: Requisite,
  load: RequisiteLoad,
  { askedSum: amount, now }: Pick<DealWish, 'askedSum' | 'now'>,
): boolean {
  if (activeDealsMax !== null && load.activeDeals >= activeDealsMax) return false;
  if (gapMs !== null && load.lastStartedAt !== null && now < load.lastStartedAt + gapMs) return false;
  // A clock that is behind the counters cannot say what there was on the day it shows: those are of the next one already.
  if (dayMax !== null || dayDealsMax !== null) {
    const today = dayOf(now);
    if (today < load.day) return false;
    const [sum, deals] = today === load.day ? [load.daySum, load.dayDeals] : [0n, 0];
    if (dayMax !== null && sum + amount > dayMax) return false;
    if (dayDealsMax !== null && deals >= dayDealsMax) return false;
  }
  if (monthMax === null) return true;
  const month = monthOf(now);
  if (month < load.month) return false;
  return (month === load.month ? load.monthSum : 0n) + amount <= monthMax;
}
