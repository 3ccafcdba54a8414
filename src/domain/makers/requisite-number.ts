import { type NumberKind, numberKinds, type OptionRecord } from '../catalogue/option-record.ts';

/**
 * Numbers that payers send money to. A typing mistake here sends other people's money to strangers, so every number that
 * has a check digit is checked by it: cards by Luhn's, accounts of most countries by the two digits of an IBAN. Russian
 * accounts have twenty digits, whose key depends on the bank's own number; phones are written as in E.164.
 */
export function readRequisiteNumber(wish: {
  readonly option: Pick<OptionRecord, 'numberKinds' | 'phonePrefix'>;
  readonly currency: string;
  readonly number: string;
}): string | null {
  for (const kind of wish.option.numberKinds) {
    const number = readNumber(kind, wish.number, wish);
    if (number !== null) return number;
  }
  return null;
}

function readNumber(
  kind: NumberKind,
  typed: string,
  { option, currency }: { readonly option: Pick<OptionRecord, 'phonePrefix'>; readonly currency: string },
): string | null {
  const number = typed.replace(/[\s()-]/g, '').toUpperCase();
  const orNull = (isGood: boolean) => (isGood ? number : null);
  switch (kind) {
    case 'phone':
      return orNull(isPhone(number) && number.startsWith(option.phonePrefix ?? '+'));
    case 'card':
      return orNull(isCard(number));
    case 'account':
      return orNull(currency === 'RUB' ? /^\d{20}$/.test(number) : isIban(number));
    case 'link':
      return readLink(typed.trim());
    case 'text':
      return readText(typed.trim());
  }
}

/** What a number is, by its look: pages and lists have no more than the number. */
export function kindOfNumber(number: string): NumberKind {
  if (/^https:/i.test(number)) return numberKinds.link;
  if (number.startsWith('+')) return numberKinds.phone;
  if (/^\d{13,19}$/.test(number)) return numberKinds.card;
  return /^[A-Z0-9]{15,34}$/.test(number) ? numberKinds.account : numberKinds.text;
}

/** A column, and a QR code that a phone still reads. */
const textCharactersMax = 255;

/** Where a payer's browser is sent with money in mind: https alone, no name and password, nothing that hides in blanks. */
function readLink(link: string): string | null {
  if (link.length > textCharactersMax || !/^https:\/\/[\x21-\x7e]+$/i.test(link) || !URL.canParse(link)) return null;
  const { username, password, hostname } = new URL(link);
  return username === '' && password === '' && hostname.includes('.') ? link : null;
}

/** Details that no check knows, in lines. Nothing that does not show. */
function readText(text: string): string | null {
  const isGood = text !== '' && text.length <= textCharactersMax && !/[^\P{C}\n\r\t]/u.test(text);
  return isGood ? text : null;
}

/**
 * What makes two requisites one and the same place. A phone leads to one account in each bank; a card or an account is
 * one place whatever bank is written beside it. Money to the same place could not be told apart.
 */
export function requisitePlace(requisite: { readonly number: string; readonly bank: string }): string {
  return isPhone(requisite.number) ? `${requisite.number} ${requisite.bank}` : requisite.number;
}

/** E.164. Numbers of the country code 7 have ten digits behind it, all of them. */
function isPhone(number: string): boolean {
  return number.startsWith('+7') ? /^\+7\d{10}$/.test(number) : /^\+[1-9]\d{7,14}$/.test(number);
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
