import { createHash } from 'node:crypto';
import { AppError } from '../../errors/app-error.ts';
import { type FiatMinor, fiat, minorMax, parseAmount } from '../money/money.ts';
import { instantAt } from '../text/time-zone.ts';
import type { Instant } from '../text/timestamp.ts';
import type { BankFormat, Direction, ToldLine } from './told.ts';

/** The bank account whose statements are read: one requisite or several, of one maker. */
export interface BankAccount {
  readonly id: number;
  readonly makerId: number;
  readonly currency: string;
  /** As the bank's files name it; null until the first one has. */
  readonly number: string | null;
  /** Of the bank's clock: its days begin then. */
  readonly zone: string;
  readonly requisiteIds: readonly number[];
}

/** A movement on the account, once, however many files tell of it. */
export interface NewBankLine {
  /** What makes it this movement and no other, but for its number among those that are alike. */
  readonly likeness: string;
  readonly direction: Direction;
  readonly amount: FiatMinor;
  readonly bookedOn: string;
  readonly at: Instant | null;
  readonly reference: string | null;
  readonly party: string;
  readonly purpose: string;
  readonly isReversal: boolean;
}

export interface BankLine extends Omit<NewBankLine, 'likeness'> {
  readonly id: bigint;
  readonly key: string;
  readonly state: LineState;
  readonly held: OpenReason | null;
  readonly arrivalId: string | null;
  readonly dealId: string | null;
}

/**
 * What became of a line. `new`: not looked at yet. `arrival`: it is that arrival, known before or recorded from the line; `deal`: the
 * money of a deal that a person had settled; `payout`: a payout that the maker has sent; `counted`: other money that went out, which
 * counts for the balance alone; `open`: nobody knows what it is, see `OpenReason`.
 */
export const lineStates = {
  new: 'new',
  arrival: 'arrival',
  deal: 'deal',
  payout: 'payout',
  counted: 'counted',
  open: 'open',
} as const;
export type LineState = keyof typeof lineStates;

/**
 * Why a line that came in is not recorded as an arrival, which could settle a wrong deal. `several`: running deals on several
 * requisites of the account are over this sum. `newer`: the running deal over this sum began after the money came. `reversal`:
 * the bank took a payment of the account back. `told-otherwise`: a file of another format has told of this day, or of
 * this sum within five days: formats may book one transfer on different ones. `reference`: an arrival
 * with the bank's number has another sum. `refused`: the arrival was refused. `taken-back`: it was linked with a deal that was taken
 * back since, or settled with another sum. `many-alike`: more transfers or deals over this sum are known than are compared with it.
 */
export const openReasons = {
  several: 'several',
  newer: 'newer',
  reversal: 'reversal',
  'told-otherwise': 'told-otherwise',
  reference: 'reference',
  refused: 'refused',
  'taken-back': 'taken-back',
  'many-alike': 'many-alike',
} as const;
export type OpenReason = keyof typeof openReasons;

/** What was found out about a line. */
export interface LineOutcome {
  readonly id: bigint;
  readonly state: LineState;
  readonly held: OpenReason | null;
  readonly arrivalId: string | null;
  readonly dealId: string | null;
  readonly isRecorded: boolean;
}

/** Files of one family give a movement the same key. Both kinds of camt do. */
export function familyOf(format: BankFormat, mapping: unknown): string {
  if (format === 'camt.052' || format === 'camt.053') return 'camt';
  return format === 'csv' ? `csv ${shortHash(JSON.stringify(mapping))}` : format;
}

/** Reads a line as one of this account: in its currency, with no more digits than that has. */
export function readLine(told: ToldLine, account: BankAccount, subunit: number, family: string): NewBankLine {
  const { where: line, amount: text, currency } = told;
  if (currency !== null && currency !== account.currency) {
    throw new AppError('bank_file_currency', { line, currency, expected: account.currency });
  }
  const amount = parseAmount(text, subunit);
  if (amount === null || amount > minorMax) {
    throw new AppError('bank_file_decimals', { line, amount: text, currency: account.currency });
  }
  const { direction, bookedOn, reference, party, purpose, isReversal } = told;
  const at = told.at === null ? null : instantAt(told.at, account.zone);
  return {
    likeness: likenessOf(told, amount, `${account.id} ${family}`),
    direction,
    amount: fiat(amount),
    bookedOn,
    at,
    reference,
    party,
    purpose,
    isReversal,
  };
}

/** By the bank's own number; without one, by all that the line says. The sum is always part of it: banks use numbers again. */
function likenessOf(told: ToldLine, amount: bigint, of: string): string {
  const { direction, bookedOn, reference, number, party, purpose, at } = told;
  const own = reference === null ? ['told', number, party, purpose, at ?? ''] : ['reference', reference];
  return shortHash(JSON.stringify([of, direction, String(amount), bookedOn, ...own]));
}

/** Two lines that are alike are two movements: each has its number, in the order of the file. */
export function lineKey(likeness: string, occurrence: number): string {
  return `${likeness}.${occurrence}`;
}

/** The bank's number, under which a person may have entered the arrival; else, and for a second one with it, one of our own. */
export function arrivalReference(line: Pick<BankLine, 'reference' | 'key'>): string {
  return line.reference !== null && line.key.endsWith('.1') ? line.reference : ownReference(line);
}

export function ownReference({ key }: Pick<BankLine, 'key'>): string {
  return `statement ${key}`;
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 24);
}

/** Letters and digits: banks write blanks where they like. */
export function plainNumber(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();
}
