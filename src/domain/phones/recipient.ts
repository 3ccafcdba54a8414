import type { Requisite } from '../makers/requisite.ts';
import { kindOfNumber } from '../makers/requisite-number.ts';
import type { PhoneRequisite } from './phone.ts';

/** Where a transfer came to, by its message: one requisite of the phone, several that share an account, or a reason why not. */
type Recipient =
  | { readonly kind: 'found'; readonly requisites: readonly [Requisite, ...Requisite[]] }
  | { readonly kind: 'unknown'; readonly reason: 'no_requisite' | 'other_digits' | 'several_requisites' };

export interface OwnRequisite extends Requisite {
  readonly digits: PhoneRequisite['digits'];
}

/**
 * Candidates are the phone's own requisites of the bank that wrote. Last digits have to fit; where the message tells none, only a
 * single requisite of that bank is sure, or several of one and the same account.
 */
export function recipientOf(
  own: readonly OwnRequisite[],
  told: { readonly bank: string; readonly currency: string; readonly lastDigits: string | null },
): Recipient {
  const ofBank = own.filter(({ bank, currency }) => bank === told.bank && currency === told.currency);
  if (ofBank.length === 0) return { kind: 'unknown', reason: 'no_requisite' };
  const fitting = told.lastDigits === null ? ofBank : ofBank.filter((one) => fits(one, told.lastDigits ?? ''));
  const [first, ...others] = fitting;
  if (first === undefined) return { kind: 'unknown', reason: 'other_digits' };
  if (told.lastDigits === null && !others.every((one) => accountOf(one, own) === accountOf(first, own))) {
    return { kind: 'unknown', reason: 'several_requisites' };
  }
  return { kind: 'found', requisites: [first, ...others] };
}

/** Whether a bank would write these digits for it. A phone number says nothing about the account behind it. */
function fits(requisite: OwnRequisite, lastDigits: string): boolean {
  if (lastDigits.length < digitsMin) return false;
  return digitsOf(requisite).some((known) => known.endsWith(lastDigits) || lastDigits.endsWith(known));
}

/** Fewer fit too many accounts. */
const digitsMin = 3;

function digitsOf({ digits, number }: OwnRequisite): readonly string[] {
  if (digits.length > 0) return digits;
  const kind = kindOfNumber(number);
  return kind === 'card' || kind === 'account' ? [number.slice(-4)] : [];
}

/** The lowest of the requisites that share the account: balances are told of accounts, not of cards. */
export function accountOf(requisite: OwnRequisite, own: readonly OwnRequisite[]): number {
  const shared = own.filter(
    (one) =>
      one.bank === requisite.bank &&
      one.currency === requisite.currency &&
      digitsOf(one).some((digits) => digitsOf(requisite).includes(digits)),
  );
  return Math.min(requisite.id, ...shared.map(({ id }) => id));
}
