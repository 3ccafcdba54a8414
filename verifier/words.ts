import type { Fault, FaultCode, Point } from './faults.ts';
import type { Facts } from './verify.ts';

/** What a verdict is said with, in one language. */
export interface Words {
  readonly decimalSign: string;
  readonly isProven: string;
  /** Where nothing is wrong, and no page has touched any account of the proof. */
  readonly isNowhere: string;
  readonly isBroken: string;
  readonly notReadable: string;
  readonly page: (facts: Facts) => string;
  readonly balance: (balance: Said) => string;
  /** Also where there was nothing to check: no leaf, nothing that was kept. */
  readonly points: Readonly<Record<Point, (facts: Facts, tools: Tools) => string>>;
  /** Where an account is shown without the other one of its owner, which is of this kind. */
  readonly alone: (account: number, kind: number) => string;
  /** Where transfers are added to a balance that nothing here proves. */
  readonly openingNotProven: (page: number) => string;
  readonly faults: Readonly<Record<FaultCode, (fault: Fault, tools: Tools) => string>>;
  readonly more: string;
}

interface Said {
  readonly owner: number;
  readonly account: number;
  readonly kind: number;
  readonly amount: string;
  readonly isInBook: boolean;
}

export interface Tools {
  /** A sum of money of the fault or the facts, with its currency. */
  readonly money: (amount: bigint, currency: string) => string;
  /** The same of an account of the proof. */
  readonly ofAccount: (account: number, amount: bigint) => string;
}

/** Otherwise the file says that no page has touched the account, which nothing proves. */
export function isInBook({ leaf }: Facts['balances'][number]): boolean {
  return leaf !== null;
}

/** The accounts that the file says no page has touched. */
export function nowhereOf({ balances }: Facts): string {
  return balances
    .filter((balance) => !isInBook(balance))
    .map(({ account }) => account)
    .join(', ');
}

/** A moment as everybody reads it, wherever the clock is. */
export function momentOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

export const numberOf = (fault: Fault, name: string) => Number(fault.values[name] ?? 0);
export const bigOf = (fault: Fault, name: string) => BigInt(fault.values[name] ?? 0);
export const textOf = (fault: Fault, name: string) => String(fault.values[name] ?? '');
