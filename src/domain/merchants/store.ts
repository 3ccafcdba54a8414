import { AppError } from '../../errors/app-error.ts';
import type { FiatMinor, SettlementMinor } from '../money/money.ts';
import type { Direction } from '../money/payment.ts';
import { type CurrentRates, isOutdated, pairName, type Rate, withSpread } from '../rates/rates.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Network } from '../withdrawals/withdrawal-address.ts';
import type { PageSettings } from './page-settings.ts';
import type { PayerRules } from './payer-settings.ts';
import type { PaymentPolicy } from './payment-policy.ts';
import type { StoreFigures } from './store-settings.ts';

export interface Stores {
  readonly stores: ReadonlyMap<number, Store>;
}

export interface Limits {
  readonly min: FiatMinor;
  readonly max: FiatMinor;
}

export interface Store extends StoreFigures {
  readonly id: number;
  readonly merchantId: number;
  readonly name: string;
  readonly currency: string;
  readonly settlementCurrency: string;
  /** Smallest and largest sums by fiat currency; a currency that is absent is not allowed. */
  readonly limits: Readonly<Record<Direction, ReadonlyMap<string, Limits>>>;
  /** What happens when another sum comes than was asked for. */
  readonly policy: PaymentPolicy;
  /** How much it lets one payer have open, begin and leave unpaid. */
  readonly payerRules: PayerRules;
  readonly accounts: readonly StoreAccount[];
  readonly page: PageSettings;
  /** Codes of ways to pay that it does not offer. What is new is offered until somebody says no. */
  readonly optionsOff: readonly string[];
}

/**
 * What a merchant sees as one account is two accounts of the ledger: what can be spent and what is frozen. Beside them, and not the
 * store's to spend, stands what its payers have sent too much.
 */
export interface StoreAccount {
  readonly id: string;
  readonly storeId: number;
  readonly currency: string;
  readonly network: Network;
  readonly availableId: number;
  readonly frozenId: number;
  readonly excessId: number;
  readonly withdrawalFee: SettlementMinor;
}

export function storeOf({ stores }: Stores, storeId: number): Store {
  const store = stores.get(storeId);
  if (store === undefined) throw new Error(`store ${storeId} is in use but not in the catalogue`);
  return store;
}

/** The account payouts are paid from and payins are credited to. */
export function settlementAccountOf(store: Store): StoreAccount {
  const account = store.accounts.find((candidate) => candidate.currency === store.settlementCurrency);
  if (account === undefined) throw new Error(`store ${store.id} has no account in ${store.settlementCurrency}`);
  return account;
}

/** The store's rate for a direction, with its spread. Refuses a pair that has no rate, or only one that is too old. */
export function rateOf(
  { rates }: CurrentRates,
  store: Store,
  wish: { readonly currency: string; readonly type: Direction; readonly now: Instant },
): Rate {
  const pair = pairName(store.settlementCurrency, wish.currency);
  const setting = rates.get(pair)?.[wish.type];
  if (setting === undefined) throw new AppError('rate_unavailable', { pair });
  if (isOutdated(setting, wish.now)) throw new AppError('rate_outdated', { pair });
  return withSpread(setting.rate, wish.type === 'in' ? store.payinSpreadBps : store.payoutSpreadBps);
}
