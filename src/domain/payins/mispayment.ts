import assert from 'node:assert/strict';
import type { Deal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { Dossier } from '../invoices/lifecycle.ts';
import { type PaymentPolicy, policyFields } from '../merchants/payment-policy.ts';
import { type Stores, storeOf } from '../merchants/store.ts';
import { type Currencies, currencyOf, type FiatMinor, fiat } from '../money/money.ts';
import { type Changes, readFigures } from '../money/setting-fields.ts';

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
export function readPolicy(before: PaymentPolicy, change: Changes<PaymentPolicy>): PaymentPolicy {
  return { ...before, ...readFigures(policyFields, change) };
}
