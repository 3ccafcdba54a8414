import { AppError } from '../errors.ts';
import type { ApiKey } from './api-key.ts';
import type { DisputeBlock, DisputeRules } from './dispute-clock.ts';
import { takesDeals } from './maker-settings.ts';
import type { CompiledTemplates } from './messages/reading.ts';
import type { PaymentPolicy } from './mispayment.ts';
import type { Currency, FiatMinor, SettlementMinor } from './money.ts';
import type { PageSettings } from './page-settings.ts';
import type { PayerRules } from './payer-rules.ts';
import type { Direction } from './payment.ts';
import type { Automation } from './phones/automation.ts';
import type { Phone } from './phones/phone.ts';
import { isOutdated, pairName, type Rate, type RatePair, withSpread } from './rates.ts';
import type { Reference } from './reference-entries.ts';
import type { requisiteLimits } from './requisite-settings.ts';
import type { RewardRule } from './rewards.ts';
import type { ValuesOf } from './setting-fields.ts';
import type { StoreEndpoint } from './store-endpoint.ts';
import type { StoreFigures } from './store-settings.ts';
import type { Instant } from './timestamp.ts';
import type { WebhookSecret } from './webhook-secret.ts';
import type { WeeklyHours } from './weekly-hours.ts';
import type { Network } from './withdrawal-address.ts';

/**
 * The catalogue is everything that changes seldom and is asked for always: currencies, banks, stores and their settings,
 * keys, rates, requisites. Each process holds one immutable snapshot in memory. A version number in the database, read
 * in every batch, tells whether the snapshot is still the truth; a stale one is replaced before anything is decided.
 */
export interface Catalogue extends Reference {
  /** Names exactly this content: whatever the database has now is right, also when that is an earlier one. */
  readonly version: string;
  readonly merchants: ReadonlyMap<number, Merchant>;
  readonly stores: ReadonlyMap<number, Store>;
  /** Those that were not revoked, by what they are called with. */
  readonly apiKeys: ReadonlyMap<string, ApiKey>;
  /** Of stores that have one of their own, by store. */
  readonly webhookSecrets: ReadonlyMap<number, WebhookSecret>;
  /** Addresses of stores that hear of more than invoices, by ID. */
  readonly endpoints: ReadonlyMap<string, StoreEndpoint>;
  /** By pair, as in USDT/RUB. */
  readonly rates: ReadonlyMap<string, RatePair>;
  /** Those a new deal may be started on. */
  readonly requisites: RequisiteIndex;
  /** All of them, the paused ones included: deals that run keep theirs. */
  readonly requisiteById: ReadonlyMap<number, Requisite>;
  readonly makers: ReadonlyMap<number, Maker>;
  /** Where fees go, by currency. */
  readonly feeAccounts: ReadonlyMap<string, number>;
  /** The world outside the books, by currency: top-ups come from it, withdrawals go to it. */
  readonly externalAccounts: ReadonlyMap<string, number>;
  /** What makers and stores may owe the service, by the account that pays it; those who never owed anything have none. */
  readonly debts: ReadonlyMap<number, Debt>;
  /** Phones of makers that were not revoked. */
  readonly phones: ReadonlyMap<number, Phone>;
  /** Those of a phone that nothing is heard of: they get no new deals. */
  readonly silentRequisites: ReadonlySet<number>;
  /** Of requisites that get fewer deals than the others, see `routing.ts`: so many of a thousand. */
  readonly weights: ReadonlyMap<number, number>;
  /** Through which hardly anything arrives these hours, see `troubleKey`. */
  readonly troubledBanks: ReadonlySet<string>;
  /** What reads banks' messages: the templates that are on. */
  readonly messageTemplates: CompiledTemplates;
  readonly disputeRules: DisputeRules;
  /** A failover has lost commits, and no operator has said yet that it is put right: no money goes out. */
  readonly isMoneyStopped: boolean;
}

export interface Merchant {
  readonly id: number;
  readonly name: string;
  /** The newest first; a second one while a secret is being rotated. */
  readonly secrets: readonly MerchantSecret[];
  readonly totpSeed: string | null;
  /** When an operator last changed the secret or the second factor; null: never. */
  readonly accessChangedAt: Instant | null;
}

/** The snapshot outlives the rotation, so the end of an old secret stands beside it and the clock decides. */
interface MerchantSecret {
  readonly value: string;
  readonly validUntil: Instant | null;
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

export interface Maker {
  readonly id: number;
  readonly name: string;
  readonly settlementCurrency: string;
  readonly availableId: number;
  readonly heldId: number;
  /** The stores it serves; null: all of its settlement currency. */
  readonly storeIds: readonly number[] | null;
  /** The maker's own switch. Off: no new deals, until the maker is back. */
  readonly isOn: boolean;
  /** No new deals, by an operator: the maker cannot lift it. */
  readonly isStopped: boolean;
  /** With less than this available it gets no deals. */
  readonly balanceMin: SettlementMinor;
  /** How many payouts it may have taken and shown no proof of. */
  readonly takingsMax: number;
  /** Whether its balance has to cover them. */
  readonly takingsCovered: boolean;
  readonly rewards: readonly RewardRule[];
  readonly automation: Automation;
  /** Open disputes keep it from new deals, until they are answered or decided; null: they do not. */
  readonly disputeBlock: DisputeBlock | null;
}

/** An account below zero: losses that the service has borne for its owner. What can be spent pays it first, see `debts.ts`. */
export interface Debt {
  readonly id: number;
  readonly availableId: number;
  readonly currency: string;
}

/** Where a payer's money goes: a card, a phone or an account of a maker. Its limits are settings, its load is not here. */
export interface Requisite extends ValuesOf<typeof requisiteLimits> {
  readonly id: number;
  readonly makerId: number;
  readonly option: string;
  readonly bank: string;
  readonly currency: string;
  readonly number: string;
  readonly holder: string;
  /** When it gets new deals; null: always. */
  readonly hours: WeeklyHours | null;
  /** No new deals; those that run go on. What an operator has paused the maker cannot resume. */
  readonly isPaused: boolean;
  readonly isPausedByOperator: boolean;
  /** From when on it gets deals; null: it waits until somebody else has said that it is right. */
  readonly usableFrom: Instant | null;
  /** The login of who has added it, where that is not enough. */
  readonly addedBy: string | null;
}

/** Requisites that are not paused and do not wait, of makers who take deals, by both currencies, option and bank; `*` stands for any. */
type RequisiteIndex = ReadonlyMap<string, readonly Requisite[]>;

const anyVariant = '*';

interface RequisiteKind {
  /** What the payer transfers, and what the maker's balance is kept in. */
  readonly currency: string;
  readonly settlementCurrency: string;
  readonly option: string | null;
  readonly bank: string | null;
}

export function requisiteKey({ currency, settlementCurrency, option, bank }: RequisiteKind): string {
  return `${currency} ${settlementCurrency} ${option ?? anyVariant} ${bank ?? anyVariant}`;
}

export function indexRequisites(
  requisites: readonly Requisite[],
  makers: ReadonlyMap<number, Pick<Maker, 'settlementCurrency' | 'isOn' | 'isStopped'>>,
): RequisiteIndex {
  const index = new Map<string, Requisite[]>();
  for (const requisite of requisites) {
    const { currency } = requisite;
    const maker = makers.get(requisite.makerId);
    if (maker === undefined || !takesDeals(maker)) continue;
    const { settlementCurrency } = maker;
    for (const option of [requisite.option, null]) {
      for (const bank of [requisite.bank, null]) {
        const key = requisiteKey({ currency, settlementCurrency, option, bank });
        const list = index.get(key);
        if (list === undefined) index.set(key, [requisite]);
        else list.push(requisite);
      }
    }
  }
  return index;
}

/** What requests may be signed with now. */
export function validSecrets({ secrets }: Merchant, now: Instant): readonly string[] {
  return secrets.filter(({ validUntil }) => validUntil === null || now < validUntil).map(({ value }) => value);
}

export function currencyOf(catalogue: Pick<Catalogue, 'currencies'>, code: string): Currency {
  const currency = catalogue.currencies.get(code);
  if (currency === undefined) throw new Error(`currency ${code} is in use but not in the catalogue`);
  return currency;
}

export function storeOf(catalogue: Catalogue, storeId: number): Store {
  const store = catalogue.stores.get(storeId);
  if (store === undefined) throw new Error(`store ${storeId} is in use but not in the catalogue`);
  return store;
}

export function makerOf(catalogue: Catalogue, makerId: number): Maker {
  const maker = catalogue.makers.get(makerId);
  if (maker === undefined) throw new Error(`maker ${makerId} is in use but not in the catalogue`);
  return maker;
}

/** Opened by the act that allows the loss. */
export function findDebt({ debts }: Pick<Catalogue, 'debts'>, availableId: number): Debt {
  const debt = debts.get(availableId);
  if (debt === undefined) throw new Error(`account ${availableId} has no account for what is owed on it`);
  return debt;
}

export function feeAccountOf(catalogue: Catalogue, currency: string): number {
  const account = catalogue.feeAccounts.get(currency);
  if (account === undefined) throw new Error(`there is no fee account in ${currency}`);
  return account;
}

/** The account payouts are paid from and payins are credited to. */
export function settlementAccountOf(store: Store): StoreAccount {
  const account = store.accounts.find((candidate) => candidate.currency === store.settlementCurrency);
  if (account === undefined) throw new Error(`store ${store.id} has no account in ${store.settlementCurrency}`);
  return account;
}

/** The store's rate for a direction, with its spread. Refuses a pair that has no rate, or only one that is too old. */
export function rateOf(
  catalogue: Catalogue,
  store: Store,
  wish: { readonly currency: string; readonly type: Direction; readonly now: Instant },
): Rate {
  const pair = pairName(store.settlementCurrency, wish.currency);
  const setting = catalogue.rates.get(pair)?.[wish.type];
  if (setting === undefined) throw new AppError('rate_unavailable', { pair });
  if (isOutdated(setting, wish.now)) throw new AppError('rate_outdated', { pair });
  return withSpread(setting.rate, wish.type === 'in' ? store.payinSpreadBps : store.payoutSpreadBps);
}
