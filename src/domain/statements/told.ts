/**
 * What a bank's file tells, whatever its format. Sums are decimal text with a point, as they stand in the file: how many digits
 * its currency has is not for a file to say. Days are `2026-11-16`, of the bank's own clock.
 */
export interface ToldLine {
  readonly kind: 'line';
  /** Which statement of the file it belongs to, from 0; null where none covers it. */
  readonly statement: number | null;
  /** The line of the file it begins in, from 1: what a person looks for in an editor. */
  readonly where: number;
  readonly direction: Direction;
  readonly amount: string;
  /** Null where the format does not say: it is the account's. */
  readonly currency: string | null;
  readonly bookedOn: string;
  /** When exactly, where it is told: `2026-11-16T14:07:00`, with a zone or by the bank's clock. */
  readonly at: string | null;
  /** The bank's own number of the movement: no other has it. */
  readonly reference: string | null;
  /** A number that others may have too, such as the payer's own number of the order. */
  readonly number: string;
  /** Who sent it, or got it. */
  readonly party: string;
  readonly purpose: string;
  /** A movement that takes an earlier one back. */
  readonly isReversal: boolean;
}

/** A period with its balances. Told when all of it is known: before its lines or after them, as the format has it. */
export interface ToldStatement {
  readonly kind: 'statement';
  readonly index: number;
  readonly where: number;
  readonly number: string | null;
  readonly account: string | null;
  readonly currency: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** With a sign. Null where the file does not say. */
  readonly opening: string | null;
  readonly closing: string | null;
  /** The day goes on: more lines of it will follow in another file. */
  readonly isInterim: boolean;
}

export type Told = ToldLine | ToldStatement;

export const directions = { in: 'in', out: 'out' } as const;
export type Direction = keyof typeof directions;

export const bankFormats = {
  'camt.053': 'camt.053',
  'camt.052': 'camt.052',
  mt940: 'mt940',
  '1c': '1c',
  csv: 'csv',
} as const;
export type BankFormat = keyof typeof bankFormats;
