import { AppError } from '../../errors/app-error.ts';
import { findOption, type Reference } from '../catalogue/reference-entries.ts';
import { currencyOf, type FiatMinor, fiat, formatAmount, type SettlementMinor, settlement } from '../money/money.ts';
import type { Direction } from '../money/payment.ts';
import {
  type Changes,
  readSettings,
  readSum,
  readSumOrZero,
  type SettingFields,
  type TextsOf,
  type ValuesOf,
} from '../money/setting-fields.ts';
import { type PageSettings, readPageSettings } from './page-settings.ts';
import { repeatWindowMaxMs } from './signed-request.ts';

const bps = { kind: 'figure', min: 0, max: 10_000 } as const;
const spread = { kind: 'figure', min: -5_000, max: 5_000, says: 'Basis points added to the common rate' } as const;
const duration = { kind: 'figure', min: 60_000, max: 2_000_000_000 } as const;
const fixedFee = { kind: 'sum', says: 'Added to the share, in the settlement currency' } as const;
const share = { ...bps, says: 'Basis points: 100 are one per cent' } as const;

/** Who gets how much, and which withdrawals need two people. */
export const storeTerms = {
  payinFeeBps: { ...share, column: 'in_fee_bps', usual: 250, looser: 'changed' },
  payinFeeFixed: { ...fixedFee, column: 'in_fee_fixed', usual: 0, looser: 'changed' },
  payoutFeeBps: { ...share, column: 'out_fee_bps', usual: 150, looser: 'changed' },
  payoutFeeFixed: { ...fixedFee, column: 'out_fee_fixed', usual: 0, looser: 'changed' },
  payinSpreadBps: { ...spread, column: 'in_spread_bps', usual: 0, looser: 'changed' },
  payoutSpreadBps: { ...spread, column: 'out_spread_bps', usual: 0, looser: 'changed' },
  twoApprovalsAbove: {
    kind: 'sum',
    column: 'two_approvals_above',
    says: 'Withdrawals above this sum need two different people',
    usual: 1_000,
    looser: 'more',
  },
} as const satisfies SettingFields;

/** How much is asked of a request, a maker and a rate before they are believed. */
export const storeDemands = {
  payoutHoldMs: {
    ...duration,
    column: 'payout_hold_ms',
    says: "Milliseconds that a maker's proof of a payout waits for an objection before it credits the maker",
    usual: 3_600_000,
    looser: 'less',
  },
  // A longer time keeps a merchant's money; a shorter one lets a merchant cancel what a maker is paying.
  payoutProofMs: {
    kind: 'figure',
    column: 'payout_proof_ms',
    says: 'Milliseconds that a maker who takes a payout has until there is a proof; after that the merchant may cancel it, and it stands at the top of the work queue',
    min: 5 * 60_000,
    max: 24 * 3_600_000,
    usual: 3_600_000,
    looser: 'changed',
  },
  confirmDeadlineMs: {
    ...duration,
    column: 'confirm_deadline_ms',
    says: 'Milliseconds that a confirmed transfer may wait before it is overdue',
    usual: 86_400_000,
    looser: 'more',
  },
  rateBoundBps: {
    ...bps,
    column: 'rate_bound_bps',
    says: 'Basis points that the rate may move before an overdue transfer is no longer settled at its own',
    usual: 300,
    looser: 'more',
  },
  repeatWindowMs: {
    kind: 'figure',
    column: 'repeat_window_ms',
    says: 'Milliseconds over which identical signed bytes of a payout or withdrawal are one request; 0: each is a new one',
    min: 0,
    max: repeatWindowMaxMs,
    usual: 86_400_000,
    looser: 'less',
  },
  payoutsNeedInternalId: {
    kind: 'flag',
    column: 'payouts_need_id',
    says: 'Whether a payout without an `internalId` is refused',
    usual: false,
    looser: 'less',
  },
  needsSha256: {
    kind: 'flag',
    column: 'needs_sha256',
    says: 'Whether requests need `X-Signature-256`',
    usual: false,
    looser: 'less',
  },
  needsTimestamp: {
    kind: 'flag',
    column: 'needs_timestamp',
    says: 'Whether requests need `X-Timestamp`',
    usual: false,
    looser: 'less',
  },
} as const satisfies SettingFields;

/** All that operators set of a store and that its own row keeps. */
export const storeFields = {
  payinEnabled: { kind: 'flag', column: 'in_enabled', says: 'Whether new payins are taken', usual: true },
  payoutEnabled: { kind: 'flag', column: 'out_enabled', says: 'Whether new payouts are taken', usual: true },
  ...storeTerms,
  invoiceLifetimeMs: {
    ...duration,
    column: 'invoice_lifetime_ms',
    says: 'How long a payin can be paid, in milliseconds',
    usual: 3_600_000,
  },
  payoutLifetimeMs: {
    ...duration,
    column: 'payout_lifetime_ms',
    says: 'How long a payout waits to be paid, in milliseconds',
    usual: 86_400_000,
  },
  dealLifetimeMs: {
    ...duration,
    column: 'deal_lifetime_ms',
    says: 'How long a deal waits for its transfer, in milliseconds',
    usual: 900_000,
  },
  ...storeDemands,
} as const satisfies SettingFields;
export type StoreFigures = ValuesOf<typeof storeFields>;

/** The settings of a store as people write them. What is absent stays as it is. */
export interface StoreSettings extends Changes<TextsOf<typeof storeFields>> {
  readonly name?: string;
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

/** The same in minor units, ready to be stored. */
export interface StoreValues {
  readonly figures: Partial<StoreFigures>;
  readonly name: string | undefined;
  readonly withdrawalFee: SettlementMinor | undefined;
  readonly limits: readonly LimitValues[] | undefined;
  readonly page: PageSettings | undefined;
  readonly optionsOff: readonly string[] | undefined;
}

interface LimitValues {
  readonly currency: string;
  readonly type: Direction;
  readonly min: FiatMinor;
  readonly max: FiatMinor;
}

export function readStoreSettings(
  reference: Reference,
  settlementCurrency: string,
  settings: StoreSettings,
): StoreValues {
  const { subunit } = currencyOf(reference, settlementCurrency);
  const { name, withdrawalFee, limits, page, optionsOff } = settings;
  return {
    figures: readSettings(storeFields, settings, subunit),
    name,
    withdrawalFee:
      withdrawalFee === undefined ? undefined : settlement(readSumOrZero(withdrawalFee, subunit, 'withdrawalFee')),
    limits: limits === undefined ? undefined : readLimits(reference, limits),
    page: page === undefined ? undefined : readPageSettings(page),
    optionsOff: optionsOff === undefined ? undefined : readOptionsOff(reference, optionsOff),
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
    return { currency, type, min: fiat(least), max: fiat(most) };
  });
}

function readOptionsOff(reference: Reference, codes: readonly string[]): readonly string[] {
  const unknown = codes.findIndex((code) => findOption(reference, code) === null);
  if (unknown >= 0) throw new AppError('payment_option_not_allowed', { field: `optionsOff.${unknown}` });
  return [...new Set(codes)];
}
