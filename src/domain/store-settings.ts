import { AppError } from '../errors.ts';
import { currencyOf } from './catalogue.ts';
import { formatAmount, minorMax, parseAmount } from './money.ts';
import { type PageSettings, readPageSettings } from './page-settings.ts';
import type { Direction } from './payment.ts';
import { findOption, type Reference } from './reference-entries.ts';

/** The settings of a store as people write them: sums as decimal strings. What is absent stays as it is. */
export interface StoreSettings {
  readonly name?: string;
  readonly payinEnabled?: boolean;
  readonly payoutEnabled?: boolean;
  readonly payinFeeBps?: number;
  readonly payinFeeFixed?: string;
  readonly payoutFeeBps?: number;
  readonly payoutFeeFixed?: string;
  readonly payinSpreadBps?: number;
  readonly payoutSpreadBps?: number;
  readonly invoiceLifetimeMs?: number;
  readonly payoutLifetimeMs?: number;
  readonly dealLifetimeMs?: number;
  readonly payoutHoldMs?: number;
  readonly payoutProofMs?: number;
  readonly repeatWindowMs?: number;
  readonly payoutsNeedInternalId?: boolean;
  readonly needsSha256?: boolean;
  readonly needsTimestamp?: boolean;
  readonly confirmDeadlineMs?: number;
  readonly rateBoundBps?: number;
  readonly twoApprovalsAbove?: string;
  readonly withdrawalFee?: string;
  /** All of them: a currency and direction that is not in the list is not allowed any more. */
  readonly limits?: readonly LimitSetting[];
  /** All of it, too. */
  readonly page?: Partial<PageSettings>;
  /** All of them: ways to pay that the store does not offer. */
  readonly optionsOff?: readonly string[];
}

interface LimitSetting {
  readonly currency: string;
  readonly type: Direction;
  readonly min: string;
  readonly max: string;
}

/** The same in minor units, ready to be stored; undefined stays as it is. */
export interface StoreValues {
  readonly name: string | undefined;
  readonly inEnabled: boolean | undefined;
  readonly outEnabled: boolean | undefined;
  readonly inFeeBps: number | undefined;
  readonly inFeeFixed: bigint | undefined;
  readonly outFeeBps: number | undefined;
  readonly outFeeFixed: bigint | undefined;
  readonly inSpreadBps: number | undefined;
  readonly outSpreadBps: number | undefined;
  readonly invoiceLifetimeMs: number | undefined;
  readonly payoutLifetimeMs: number | undefined;
  readonly dealLifetimeMs: number | undefined;
  readonly payoutHoldMs: number | undefined;
  readonly payoutProofMs: number | undefined;
  readonly repeatWindowMs: number | undefined;
  readonly payoutsNeedInternalId: boolean | undefined;
  readonly needsSha256: boolean | undefined;
  readonly needsTimestamp: boolean | undefined;
  readonly confirmDeadlineMs: number | undefined;
  readonly rateBoundBps: number | undefined;
  readonly twoApprovalsAbove: bigint | undefined;
  readonly withdrawalFee: bigint | undefined;
  readonly limits: readonly LimitValues[] | undefined;
  readonly page: PageSettings | undefined;
  readonly optionsOff: readonly string[] | undefined;
}

/** What of them decides who gets how much, and which withdrawals need two people. */
export type StoreTerms = {
  readonly [Name in
    | 'inFeeBps'
    | 'inFeeFixed'
    | 'outFeeBps'
    | 'outFeeFixed'
    | 'inSpreadBps'
    | 'outSpreadBps'
    | 'withdrawalFee'
    | 'twoApprovalsAbove']: NonNullable<StoreValues[Name]>;
};

/** What of them says how much is asked of a request, a maker and a rate before they are believed. */
export type StoreDemands = {
  readonly [Name in
    | 'payoutsNeedInternalId'
    | 'needsSha256'
    | 'needsTimestamp'
    | 'repeatWindowMs'
    | 'payoutHoldMs'
    | 'payoutProofMs'
    | 'confirmDeadlineMs'
    | 'rateBoundBps']: NonNullable<StoreValues[Name]>;
};

/** What a new store has of these where nobody says otherwise, as the database has it. */
export const newStoreDemands: StoreDemands = {
  payoutsNeedInternalId: false,
  needsSha256: false,
  needsTimestamp: false,
  repeatWindowMs: 86_400_000,
  payoutHoldMs: 3_600_000,
  payoutProofMs: 3_600_000,
  confirmDeadlineMs: 86_400_000,
  rateBoundBps: 300,
};
/** A thousand of the currency that it is settled in. */
export function newStoreTwoApprovalsAbove(subunit: number): bigint {
  return 1_000n * 10n ** BigInt(subunit);
}

export interface LimitValues {
  readonly currency: string;
  readonly type: Direction;
  readonly min: bigint;
  readonly max: bigint;
}

export function readStoreSettings(
  reference: Reference,
  settlementCurrency: string,
  settings: StoreSettings,
): StoreValues {
  const { subunit } = currencyOf(reference, settlementCurrency);
  const sum = (field: 'payinFeeFixed' | 'payoutFeeFixed' | 'twoApprovalsAbove' | 'withdrawalFee') => {
    const text = settings[field];
    return text === undefined ? undefined : readSumOrZero(text, subunit, field);
  };
  return {
    name: settings.name,
    inEnabled: settings.payinEnabled,
    outEnabled: settings.payoutEnabled,
    inFeeBps: settings.payinFeeBps,
    inFeeFixed: sum('payinFeeFixed'),
    outFeeBps: settings.payoutFeeBps,
    outFeeFixed: sum('payoutFeeFixed'),
    inSpreadBps: settings.payinSpreadBps,
    outSpreadBps: settings.payoutSpreadBps,
    invoiceLifetimeMs: settings.invoiceLifetimeMs,
    payoutLifetimeMs: settings.payoutLifetimeMs,
    dealLifetimeMs: settings.dealLifetimeMs,
    payoutHoldMs: settings.payoutHoldMs,
    payoutProofMs: settings.payoutProofMs,
    repeatWindowMs: settings.repeatWindowMs,
    payoutsNeedInternalId: settings.payoutsNeedInternalId,
    needsSha256: settings.needsSha256,
    needsTimestamp: settings.needsTimestamp,
    confirmDeadlineMs: settings.confirmDeadlineMs,
    rateBoundBps: settings.rateBoundBps,
    twoApprovalsAbove: sum('twoApprovalsAbove'),
    withdrawalFee: sum('withdrawalFee'),
    limits: settings.limits === undefined ? undefined : readLimits(reference, settings.limits),
    page: settings.page === undefined ? undefined : readPageSettings(settings.page),
    optionsOff: settings.optionsOff === undefined ? undefined : readOptionsOff(reference, settings.optionsOff),
  };
}

function readLimits(reference: Reference, limits: readonly LimitSetting[]): LimitValues[] {
  const seen = new Set<string>();
  return limits.map(({ currency, type, min, max }, index) => {
    const field = `limits.${index}`;
    const known = reference.currencies.get(currency);
    if (known === undefined) throw new AppError('currency_not_allowed', { field: `${field}.currency` });
    if (seen.has(`${currency} ${type}`)) throw new AppError('limit_twice', { field, currency, type });
    seen.add(`${currency} ${type}`);
    const [least, most] = [readSum(min, known.subunit, `${field}.min`), readSum(max, known.subunit, `${field}.max`)];
    if (most < least) {
      throw new AppError('limit_order', { field: `${field}.max`, limit: formatAmount(least, known.subunit) });
    }
    return { currency, type, min: least, max: most };
  });
}

function readOptionsOff(reference: Reference, codes: readonly string[]): readonly string[] {
  const unknown = codes.findIndex((code) => findOption(reference, code) === null);
  if (unknown >= 0) throw new AppError('payment_option_not_allowed', { field: `optionsOff.${unknown}` });
  return [...new Set(codes)];
}

/** A setting may be nothing at all, which a payment may not. */
export function readSumOrZero(text: string, subunit: number, field: string): bigint {
  return /^0+(\.0+)?$/.test(text) ? 0n : readSum(text, subunit, field);
}

/** Far below what a column holds, so that sums of many still fit. */
const settingMax = minorMax / 1000n;

export function readSum(text: string, subunit: number, field: string): bigint {
  const minor = parseAmount(text, subunit);
  if (minor === null || minor > settingMax) throw new AppError('invalid_amount', { field, subunit });
  return minor;
}
