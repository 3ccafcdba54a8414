import type { Store } from '../merchants/store.ts';
import { storeTerms } from '../merchants/store-settings.ts';
import { isOutdated } from '../rates/rates.ts';
import type { Catalogue } from '../state/catalogue.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * From an empty database to a business that runs: what has to be there, in the order in which people do it. Nobody ticks a
 * step off; whether it is done is read from the data, so that it does not matter where it was done.
 */
export const openingSteps = [
  'operators',
  'catalogue',
  'rates',
  'merchant',
  'store',
  'api-key',
  'maker',
  'payment',
  'backup',
] as const;
type OpeningStepName = (typeof openingSteps)[number];

export interface OpeningStep {
  readonly name: OpeningStepName;
  readonly isDone: boolean;
  /** How much of it there is, and how much is needed. */
  readonly have: number;
  readonly need: number;
}

/** What the catalogue does not know. */
export interface OpeningRows {
  /** Operators who can sign in and have a second factor. */
  readonly operators: number;
  /** Makers whose balance is not empty. */
  readonly makersWithFunds: readonly number[];
  readonly hasPaidPayin: boolean;
  readonly lastBackupAt: Instant | null;
}

export function openingState(catalogue: Catalogue, rows: OpeningRows, now: Instant): OpeningStep[] {
  const have: Readonly<Record<OpeningStepName, number>> = {
    operators: rows.operators,
    catalogue: isCatalogueUsable(catalogue) ? 1 : 0,
    rates: [...catalogue.rates.values()].filter((pair) => !isOutdated(pair.in, now) && !isOutdated(pair.out, now))
      .length,
    merchant: catalogue.merchants.size,
    store: [...catalogue.stores.values()].filter(canEarn).length,
    'api-key': new Set([...catalogue.apiKeys.values()].map(({ storeId }) => storeId)).size,
    maker: readyMakers(catalogue, rows).length,
    payment: rows.hasPaidPayin ? 1 : 0,
    backup: rows.lastBackupAt === null ? 0 : 1,
  };
  return openingSteps.map((name) => {
    const need = name === 'operators' ? 2 : 1;
    return { name, have: have[name], need, isDone: have[name] >= need };
  });
}

export function isOpen(steps: readonly OpeningStep[]): boolean {
  return steps.every(({ isDone }) => isDone);
}

function isCatalogueUsable({ currencies, banks, options }: Catalogue): boolean {
  return [[...currencies.values()], banks, options].every((entries) => entries.some(({ isEnabled }) => isEnabled));
}

/** It takes some sum, and keeps something of it: a share, or a fixed fee alone. */
function canEarn({ limits, payinFeeBps, payinFeeFixed }: Store): boolean {
  return limits.in.size > 0 && (payinFeeBps > 0 || payinFeeFixed > 0n);
}

/** Makers whom a payer could be sent to: they have a requisite in use, and a balance to hold of. */
function readyMakers(catalogue: Catalogue, { makersWithFunds }: OpeningRows): number[] {
  const inUse = [...catalogue.requisiteById.values()].filter(({ isPaused }) => !isPaused);
  return makersWithFunds.filter((id) => inUse.some(({ makerId }) => makerId === id));
}

/** What a new store gets where nobody says otherwise: fees that a service lives on, and sums that cards and banks take. */
export const usualTerms = {
  payinFeeBps: storeTerms.payinFeeBps.usual,
  payoutFeeBps: storeTerms.payoutFeeBps.usual,
} as const;

export const usualLimits: Readonly<Record<string, readonly [min: string, max: string]>> = {
  RUB: ['500', '300000'],
  KZT: ['3000', '1500000'],
  TJS: ['50', '30000'],
  UZS: ['50000', '30000000'],
  KGS: ['500', '300000'],
  AZN: ['10', '5000'],
  USD: ['10', '3000'],
  EUR: ['10', '3000'],
};

/** The smallest and the largest sum that are usual; null for a currency whose prices nobody here knows. */
export function usualLimitsOf(currency: string): { readonly min: string; readonly max: string } | null {
  const [min, max] = usualLimits[currency] ?? [];
  return min === undefined || max === undefined ? null : { min, max };
}

interface GivenTerms {
  readonly payinFeeBps?: number | undefined;
  readonly payoutFeeBps?: number | undefined;
  /** Of a payin and of a payout, as decimal text. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/** Fees and limits of a new store: as given, else as usual. Where both sums are not known it takes none until they are set. */
export function newStoreSettings(currency: string, given: GivenTerms) {
  const usual = usualLimitsOf(currency);
  const [min, max] = [given.min ?? usual?.min, given.max ?? usual?.max];
  const hasLimits = min !== undefined && max !== undefined;
  return {
    payinFeeBps: given.payinFeeBps ?? usualTerms.payinFeeBps,
    payoutFeeBps: given.payoutFeeBps ?? usualTerms.payoutFeeBps,
    limits: hasLimits ? (['in', 'out'] as const).map((type) => ({ currency, type, min, max })) : [],
  };
}
