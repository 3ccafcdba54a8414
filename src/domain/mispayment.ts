import assert from 'node:assert/strict';
import { AppError } from '../errors.ts';
import type { Deal } from './deal.ts';
import type { Invoice } from './invoice.ts';
import type { Dossier } from './lifecycle.ts';
import { type Currencies, currencyOf, type FiatMinor, fiat } from './money.ts';
import { type Stores, storeOf } from './store.ts';

/**
 * What a store lets happen when another sum comes than was asked for. Without a policy an operator decides about each.
 *
 * The payer gains by a tolerance, and the store gives it: so the store sets it, within bounds, and the audit log says so. What
 * the maker owes is what came, always: a maker who says that less came gains by it, and so is never the one who is believed
 * (`own-word.ts`).
 */
export interface PaymentPolicy {
  /** A short payment pays when no more is missing than so many whole units of its currency, */
  readonly shortUnits: number;
  /** or so many basis points of the sum asked for. */
  readonly shortBps: number;
  /** Who deals with what is missing: an operator, or the payer, who may send the rest. */
  readonly restBy: RestBy;
  /**
   * When all requisites are busy with a sum, the payer is asked for up to so many of the smallest units less: money that comes
   * must point to one deal. Never for more: the store has set it, and so the store gives it.
   */
  readonly nudgeMinor: number;
  /**
   * What becomes of more than was asked for, once it is known to have come. `counts`: the invoice is paid with all of it. `apart`: it is
   * paid with the sum asked for, and the excess is kept for the payer (`excess.ts`). The store bears what a return costs.
   */
  readonly excess: ExcessRule;
}

export const excessRules = { counts: 'counts', apart: 'apart' } as const;
type ExcessRule = keyof typeof excessRules;

export const restBys = { operator: 'operator', payer: 'payer' } as const;
type RestBy = keyof typeof restBys;

/** Of a store that has said nothing. */
export const operatorDecides: PaymentPolicy = {
  shortUnits: 0,
  shortBps: 0,
  restBy: 'operator',
  nudgeMinor: 0,
  excess: 'counts',
};

/** What rounds a bank's fee off, and no more. */
export const shortUnitsMax = 100;
export const shortBpsMax = 500;

/** A rouble, where there are kopecks: enough for a hundred payers of one sum on one requisite. */
export const nudgeMinorMax = 100;

/** Whatever the units: a tolerance is never more than this of the sum, or five roubles would pay for ten. */
const toleranceBpsMax = 1_000n;

/**
 * What comes to a requisite may be somebody else's and have nothing to do with the one deal that runs on it. Less than this
 * share of what was asked for is looked at by a person before it counts as a part of it.
 */
const partBpsMin = 5_000n;

/** Who sends it in more pieces than this is asked by a person what that is about. */
export const partsPerInvoiceMax = 5;

/** No sum is lowered by more than this share of it. */
const nudgeBpsMax = 100n;

/**
 * The sums to try beside the one asked for, the nearest first. None of a rest: of that, the payer knows to the kopeck what is
 * missing.
 */
export function nudgedSums({ nudgeMinor }: PaymentPolicy, asked: FiatMinor, isRest: boolean): readonly FiatMinor[] {
  if (isRest) return [];
  const least = asked - (asked * nudgeBpsMax) / 10_000n;
  const near = Array.from({ length: nudgeMinor }, (_, index) => fiat(asked - BigInt(index + 1)));
  return near.filter((sum) => sum >= least);
}

/** How much may be missing of a sum that was asked for. */
export function toleranceOf({ shortUnits, shortBps }: PaymentPolicy, asked: FiatMinor, subunit: number): FiatMinor {
  const units = BigInt(shortUnits) * 10n ** BigInt(subunit);
  const share = (asked * BigInt(shortBps)) / 10_000n;
  const most = (asked * toleranceBpsMax) / 10_000n;
  const wished = units > share ? units : share;
  return fiat(wished < most ? wished : most);
}

interface ComingSum {
  /** What the deal asks for: the rest of the invoice, where a part has come. */
  readonly asked: FiatMinor;
  readonly received: FiatMinor;
  /** What the shop asked for. */
  readonly whole: FiatMinor;
  /** How many parts of it have come before. */
  readonly parts: number;
  readonly subunit: number;
}

/** `pays`: the invoice is paid with it. `part`: it counts, and the payer sends the rest. `operator`: a person decides. */
type SumVerdict = 'pays' | 'part' | 'operator';

export function judgeShort(policy: PaymentPolicy, { asked, received, whole, parts, subunit }: ComingSum): SumVerdict {
  assert(received > 0n && received < asked, 'less came than was asked for');
  if (asked - received <= toleranceOf(policy, whole, subunit)) return 'pays';
  const isPart = policy.restBy === 'payer' && received * 10_000n >= asked * partBpsMin && parts < partsPerInvoiceMax;
  return isPart ? 'part' : 'operator';
}

/** What its store says to a smaller sum than this deal asks for. */
export function judgeShortOf(
  { invoice, deals }: Dossier,
  { askedSum: asked, currency }: Deal,
  received: FiatMinor,
  catalogue: Currencies & Stores,
): SumVerdict {
  const { policy } = storeOf(catalogue, invoice.storeId);
  const { subunit } = currencyOf(catalogue, currency);
  const parts = deals.filter(({ status }) => status === 'completed').length;
  return judgeShort(policy, { asked, received, whole: invoice.askedSum, parts, subunit });
}

/** Whether the policy could say anything but "an operator decides". */
export function actsOnShort({ shortUnits, shortBps, restBy }: PaymentPolicy): boolean {
  return shortUnits > 0 || shortBps > 0 || restBy === 'payer';
}

/** What the payer has still to send of an invoice. */
export function toPay({ askedSum, partSum }: Pick<Invoice, 'askedSum' | 'partSum'>): {
  readonly askedSum: FiatMinor;
  readonly isRest: boolean;
} {
  const rest = askedSum - (partSum ?? 0n);
  assert(rest > 0n, 'a part is less than the whole');
  return { askedSum: fiat(rest), isRest: partSum !== null };
}

/** Refuses what is not within the bounds. */
export function readPolicy(before: PaymentPolicy, change: Partial<PaymentPolicy>): PaymentPolicy {
  const policy = { ...before, ...change };
  requireWithin('shortUnits', policy.shortUnits, shortUnitsMax);
  requireWithin('shortBps', policy.shortBps, shortBpsMax);
  requireWithin('nudgeMinor', policy.nudgeMinor, nudgeMinorMax);
  return policy;
}

function requireWithin(field: string, value: number, limit: number): void {
  if (value < 0 || value > limit) {
    throw new AppError('out_of_range', { field, minimum: 0, maximum: limit });
  }
}
