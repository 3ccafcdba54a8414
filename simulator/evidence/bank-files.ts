import { type FiatMinor, formatAmount } from '../../src/domain/money/money.ts';
import type { BankFormat, ToldLine } from '../../src/domain/statements/told.ts';
import { wallDate } from '../../src/domain/text/time-zone.ts';
import type { Instant } from '../../src/domain/text/timestamp.ts';

/**
 * What a bank's files say of the transfers that truly came: how, and when. Nothing here knows what the service makes of it, so any
 * way of matching can be judged by the same evidence.
 */
export interface Transfer {
  readonly reference: string;
  readonly amount: FiatMinor;
  readonly sentAt: Instant;
}

/** How one family of formats tells of a transfer, and what it leaves out. */
export interface FileFamily {
  readonly format: BankFormat;
  readonly tells: 'time' | 'day';
  /** `known`: the number that makers and their programs see, too. `own`: one of this format. `none`: equal lines look alike. */
  readonly numbers: 'known' | 'own' | 'none';
  /** So much later than it came the bank books it here: on another day, towards midnight. */
  readonly bookedAfterMs: number;
}

const hourMs = 3_600_000;

export const fileFamilies = [
  { format: 'camt.053', tells: 'time', numbers: 'known', bookedAfterMs: 0 },
  { format: 'mt940', tells: 'day', numbers: 'own', bookedAfterMs: 0 },
  { format: '1c', tells: 'day', numbers: 'none', bookedAfterMs: 0 },
  { format: 'csv', tells: 'time', numbers: 'own', bookedAfterMs: 6 * hourMs },
] as const satisfies readonly FileFamily[];

export function bookedOn(family: FileFamily, { sentAt }: Transfer, zone: string): string {
  return wallDate(sentAt + family.bookedAfterMs, zone);
}

/** A transfer as a line of a file, before anybody has read it. */
export function toldLine(family: FileFamily, transfer: Transfer, zone: string): ToldLine {
  const { reference, amount, sentAt } = transfer;
  return {
    kind: 'line',
    statement: 0,
    where: 1,
    direction: 'in',
    amount: formatAmount(amount, 2),
    currency: null,
    bookedOn: bookedOn(family, transfer, zone),
    at: family.tells === 'time' ? new Date(sentAt).toISOString() : null,
    reference: { known: reference, own: `${family.format} ${reference}`, none: null }[family.numbers],
    number: '',
    // Payers have names, and several have the same one.
    party: family.numbers === 'none' ? 'Олег К.' : `Олег К. ${reference}`,
    purpose: '',
    isReversal: false,
  };
}
