import type { PaymentOption } from './payment.ts';

/**
 * Numbers that payers send money to. A typing mistake here sends other people's money to strangers, so every number that
 * has a check digit is checked by it: cards by Luhn's, accounts of most countries by the two digits of an IBAN. Russian
 * accounts have twenty digits, whose key depends on the bank's own number; phones are written as in E.164.
 */
export function readRequisiteNumber(wish: {
  readonly option: PaymentOption;
  readonly currency: string;
  readonly number: string;
}): string | null {
  const number = wish.number.replace(/[\s()-]/g, '').toUpperCase();
  const isGood = (() => {
    switch (wish.option) {
      case 'SBP':
        return /^\+7\d{10}$/.test(number);
      case 'TO_CARD':
        return isCard(number);
      case 'TO_ACCOUNT':
        return wish.currency === 'RUB' ? /^\d{20}$/.test(number) : isIban(number);
      case 'CROSS_BORDER':
        return isPhone(number) || isCard(number) || isIban(number);
    }
  })();
  return isGood ? number : null;
}

/**
 * What makes two requisites one and the same place. A phone leads to one account in each bank; a card or an account is
 * one place whatever bank is written beside it. Money to the same place could not be told apart.
 */
export function requisitePlace(requisite: { readonly number: string; readonly bank: string }): string {
  return isPhone(requisite.number) ? `${requisite.number} ${requisite.bank}` : requisite.number;
}

function isPhone(number: string): boolean {
  return /^\+[1-9]\d{7,14}$/.test(number);
}

/** Sixteen digits mostly; nineteen on some national cards, thirteen on old ones. */
function isCard(number: string): boolean {
  return /^[1-9]\d{12,18}$/.test(number) && luhnSum(number) % 10 === 0;
}

/** ISO/IEC 7812-1, annex B: every second digit from the right counts double. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = digit.charCodeAt(0) - 48;
    const doubled = index % 2 === 1 ? value * 2 : value;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}

/** ISO 13616: with the first four characters moved to the end and letters as 10 to 35, the remainder by 97 is 1. */
function isIban(number: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)) return false;
  const moved = number.slice(4) + number.slice(0, 4);
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}
