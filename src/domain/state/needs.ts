import type { Requisite } from '../makers/requisite.ts';
import type { FiatMinor } from '../money/money.ts';
import type { PayerKey } from '../payins/payer-rules.ts';
import type { Instant } from '../text/timestamp.ts';
import type { ListedAddress } from '../withdrawals/withdrawal-address.ts';

/**
 * The rows a command needs. All lists may be empty; rows that follow from others (a deal's maker) are loaded along. Which
 * rows a need leads to is said by the steps of the load, in `src/storage/rows/`.
 */
export interface Needs {
  /** Locked, with all their deals, those deals' requisite loads and makers' accounts. */
  readonly invoiceIds?: readonly string[];
  /** An earlier invoice of the same store with the same values: looked up, not locked. */
  readonly earlier?: EarlierKey;
  /** Requisites a deal may be started on, best first: their loads, pairs and makers' accounts are locked. */
  readonly candidates?: Candidates;
  readonly accountIds?: readonly number[];
  readonly merchantIds?: readonly number[];
  readonly withdrawalIds?: readonly string[];
  /** An address on a store's list: locked, so that it cannot be taken off while an approval counts on it. */
  readonly storeAddress?: StoreAddressKey;
  /** A transaction of the network, by its key: which withdrawal it has sent; not locked. */
  readonly transaction?: string;
  /** Money that came to a requisite: the same arrival entered before, and the deal over its sum; not locked. */
  readonly arrival?: ArrivalKey;
  /** The deals of a requisite that ran while this money may have come; not locked. */
  readonly ran?: CameKey;
  /** The deal of a requisite that a person has settled with this very sum, and of whose money no bank has told; not locked. */
  readonly handSettled?: CameKey;
  /** Locked. */
  readonly arrivalIds?: readonly string[];
  /** Deals of which to know what has come for them. Not locked: with its invoice locked, no money can be matched to a deal. */
  readonly arrivalsOf?: readonly string[];
  /** Deals of which to know the line of the bank that is their money. Not locked. */
  readonly linesOf?: readonly string[];
  /** Invoices of which to know the refunds. Not locked: a refund changes only while its invoice is locked. */
  readonly refundsOf?: readonly string[];
  /** Invoices of which to know what was sent too much. Not locked: that changes only while its invoice is locked. */
  readonly excessesOf?: readonly string[];
  /** Deals, withdrawals or movements of which to know whether their transfers are posted. */
  readonly subjectIds?: readonly string[];
  /** A maker of whom to know what payouts have brought since then, and may have to go back. Not locked: the account is. */
  readonly openPayoutsOf?: OpenPayoutsKey;
  /** Makers of whom to know what their phones' messages have settled today: locked. */
  readonly automationOf?: readonly number[];
  /** Makers of whom to know what they have taken and shown no proof of; the command that asks locks their accounts. */
  readonly takingsOf?: readonly number[];
  /** Stores of which to know what is claimed and, since then, was decided; the command that asks locks their accounts. */
  readonly claimsOf?: readonly { readonly storeId: number; readonly since: Instant }[];
  /** Tokens of which to know what their acts have moved today: locked. The engine asks for it, no command does. */
  readonly tokenDays?: readonly number[];
  /** Payers to be counted: locked, with what is known of their newest payins. */
  readonly payers?: readonly PayerKey[];
  /** Whose receipts take up room: locked. */
  readonly receiptOwners?: readonly string[];
  /** The first answer to an idempotency key. The engine asks for it, no command does. */
  readonly answer?: AnswerKey;
  /** The answer to the very same signed bytes: locked. The engine asks for it, too. */
  readonly signedRequest?: string;
}

export interface OpenPayoutsKey {
  readonly makerId: number;
  readonly since: Instant;
}

type StoreAddressKey = Pick<ListedAddress, 'storeId' | 'address'>;

/** `storeId` is below zero for a person: keys of people never meet those of the store of the same number. */
export interface AnswerKey {
  readonly storeId: number;
  readonly key: string;
}

export interface ArrivalKey {
  readonly requisiteId: number;
  readonly amount: FiatMinor;
  readonly reference: string;
}

export interface CameKey extends Omit<ArrivalKey, 'reference'> {
  readonly arrivedAt: Instant;
  /** The latest that it can have come: no deal that began later comes into question. */
  readonly cameBy: Instant;
}

export interface EarlierKey {
  readonly storeId: number;
  readonly internalId: string;
  readonly type: 'in' | 'out';
  /** A payin is the same only with the same sum; a payout is the same by its internal ID alone. */
  readonly amount: FiatMinor;
  readonly currency: string;
}

export interface Candidates {
  readonly requisites: readonly Requisite[];
  readonly amount: FiatMinor;
  /** Sums to try when none of them is free for this one, the best first. */
  readonly nudges?: readonly FiatMinor[];
  /** How wide to look next when none of these is free; null when these are all. */
  readonly wider: 1 | 2 | null;
}
