import type { Direction, Told, ToldLine } from '../domain/statements/told.ts';
import { type BankFileReader, dayText, partyMax, purposeMax, refuseFile, statementsMax, tidy } from './bank-file.ts';
import { decimalText } from './decimal-text.ts';
import { LinesOfText } from './lines-of-text.ts';

/**
 * MT940, the customer statement of SWIFT. A message is a list of fields, `:61:` and the like, each of one or more lines; it ends with
 * `-` or `-}`, or where the next one begins. A long statement comes as several messages, whose balances in between are marked `M`.
 */
export function mt940Reader(): BankFileReader {
  return new Mt940Reader();
}

interface Message {
  readonly index: number;
  readonly where: number;
  account: string | null;
  number: string | null;
  currency: string | null;
  from: string | null;
  to: string | null;
  opening: string | null;
  closing: string | null;
}

class Mt940Reader implements BankFileReader {
  readonly #lines = new LinesOfText();
  readonly #told: Told[] = [];
  #messages = 0;
  #message: Message | null = null;
  #field: { readonly tag: string; readonly where: number; text: string } | null = null;
  /** Waits for the field `:86:` that may say more about it. */
  #line: ToldLine | null = null;

  write(text: string): readonly Told[] {
    for (const line of this.#lines.write(text)) this.#readLine(line);
    return this.#told.splice(0);
  }

  end(): readonly Told[] {
    for (const line of this.#lines.end()) this.#readLine(line);
    this.#closeMessage();
    if (this.#messages === 0) throw this.#malformed('there is no statement in it');
    return this.#told.splice(0);
  }

  #readLine(given: string): void {
    // The envelope of the network, if it was left on: what stands before the fourth block is no part of the statement.
    const line = given.replace(/^\uFEFF/, '').replace(/^\{1:.*?\{4:/, '');
    const [, tag, text] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? [];
    if (tag !== undefined) {
      this.#closeField();
      if (tag === '20') this.#openMessage();
      this.#field = { tag, where: this.#lines.count, text: text ?? '' };
    } else if (/^-(\}.*)?$/.test(line.trim())) this.#closeMessage();
    else if (this.#field !== null && line !== '') {
      if (this.#field.text.length > fieldMax) throw this.#malformed('a field is too long');
      this.#field.text += `\n${line}`;
    }
  }

  #openMessage(): void {
    this.#closeMessage();
    if (this.#messages >= statementsMax) throw this.#malformed(`it has more than ${statementsMax} statements`);
    this.#message = {
      index: this.#messages,
      where: this.#lines.count,
      account: null,
      number: null,
      currency: null,
      from: null,
      to: null,
      opening: null,
      closing: null,
    };
    this.#messages += 1;
  }

  #closeField(): void {
    const field = this.#field;
    this.#field = null;
    if (field === null) return;
    const message = this.#message;
    if (message === null) throw refuseFile('bank_file_malformed', field.where, { what: 'a field stands before :20:' });
    const first = field.text.split('\n', 1)[0]?.trim() ?? '';
    if (field.tag === '86') this.#closeInformation(field.text);
    else this.#tellLine();
    switch (field.tag) {
      case '25':
        // With the bank in front of it, and perhaps the currency behind.
        message.account = (first.split('/').at(-1) ?? '').replace(/(?<=[\d ])[A-Z]{3}$/, '').trim() || null;
        break;
      case '28C':
      case '28':
        message.number = first;
        break;
      case '60F':
      case '60M':
        this.#readBalance(message, 'opening', first, field.where);
        break;
      case '62F':
      case '62M':
        this.#readBalance(message, 'closing', first, field.where);
        break;
      case '61':
        this.#line = lineOf(field.text, field.where, message);
    }
  }

  #readBalance(message: Message, which: 'opening' | 'closing', text: string, where: number): void {
    const [, side, year, month, day, currency, sum] = /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})([\d,]+)$/.exec(text) ?? [];
    const amount = sum === undefined ? null : decimalText(sum.replace(/,$/, ''), ',');
    const date = dayText(2000 + Number(year), Number(month), Number(day));
    if (amount === null || date === null || currency === undefined) {
      throw refuseFile('bank_file_malformed', where, { what: `a balance is written as "${text.slice(0, 40)}"` });
    }
    message[which] = side === 'D' && /[1-9]/.test(amount) ? `-${amount}` : amount;
    message.currency ??= currency;
    if (which === 'closing') message.to = date;
  }

  #closeInformation(text: string): void {
    if (this.#line === null) return;
    const { party, purpose } = informationOf(text);
    this.#line = { ...this.#line, party: party || this.#line.party, purpose: purpose || this.#line.purpose };
    this.#tellLine();
  }

  #tellLine(): void {
    if (this.#line !== null) this.#told.push(this.#line);
    this.#line = null;
  }

  #closeMessage(): void {
    this.#closeField();
    this.#tellLine();
    const message = this.#message;
    this.#message = null;
    if (message === null) return;
    // The closing balance is the last thing a statement says before it ends: without it the rest is missing as well.
    if (message.closing === null) throw refuseFile('bank_file_cut', this.#lines.count);
    this.#told.push({ kind: 'statement', ...message, isInterim: false });
  }

  #malformed(what: string) {
    return refuseFile('bank_file_malformed', this.#lines.count, { what });
  }
}

const fieldMax = 64 * 1024;

/** Value day, booking day, side, the currency's third letter, sum, kind, the owner's number, the bank's number, more. */
const movement =
  /^(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?(R?[CD])([A-Z])?(\d[\d,]*)([A-Z][A-Z0-9]{3})([^\n/]*(?:\/(?!\/)[^\n/]*)*)(?:\/\/([^\n]*))?(?:\n([\s\S]*))?$/;

function lineOf(text: string, where: number, message: Message): ToldLine {
  const match = movement.exec(text);
  if (match === null) {
    throw refuseFile('bank_file_malformed', where, { what: `field :61: is "${tidy(text, 60)}"` });
  }
  const [, year, month, day, bookMonth, bookDay, mark = '', , sum = '', , number = '', reference = '', more = ''] =
    match;
  const amount = decimalText(sum.replace(/,$/, ''), ',');
  if (amount === null) throw refuseFile('bank_file_amount', where, { amount: sum });
  const valueYear = 2000 + Number(year);
  const booked =
    bookMonth === undefined
      ? dayText(valueYear, Number(month), Number(day))
      : bookingDay(valueYear, Number(month), Number(bookMonth), Number(bookDay));
  if (booked === null) throw refuseFile('bank_file_day', where, { day: text.slice(0, 10) });
  return {
    kind: 'line',
    statement: message.index,
    where,
    direction: sideOf(mark),
    amount,
    currency: message.currency,
    bookedOn: booked,
    at: null,
    reference: ownReference(reference),
    number: ownReference(number) ?? '',
    party: '',
    purpose: tidy(more, purposeMax),
    isReversal: mark.startsWith('R'),
  };
}

/** Only the value day has a year; around the New Year the booking may be in the one before or after. */
function bookingDay(valueYear: number, valueMonth: number, month: number, day: number): string | null {
  const year = valueYear + (valueMonth === 12 && month === 1 ? 1 : valueMonth === 1 && month === 12 ? -1 : 0);
  return dayText(year, month, day);
}

/** What takes a credit back goes out. */
function sideOf(mark: string): Direction {
  return mark === 'C' || mark === 'RD' ? 'in' : 'out';
}

function ownReference(text: string): string | null {
  const reference = tidy(text, partyMax);
  return reference === '' || reference === 'NONREF' ? null : reference;
}

/** In numbered parts (`?20…`), in named ones (`/NAME/…`), or as plain text. */
function informationOf(text: string): { readonly party: string; readonly purpose: string } {
  const joined = text.replaceAll('\n', '');
  const mark = /^\d{3}([?>~^|])/.exec(joined)?.[1];
  if (mark !== undefined) {
    const parts = joined.slice(3).split(mark).slice(1);
    const of = (from: number, to: number) =>
      parts
        .filter((part) => Number(part.slice(0, 2)) >= from && Number(part.slice(0, 2)) <= to)
        .map((part) => part.slice(2))
        .join('');
    return { party: tidy(of(32, 33), partyMax), purpose: tidy(of(20, 29) + of(60, 63), purposeMax) };
  }
  const named = (name: string) => new RegExp(`/${name}/(.*?)(?=/[A-Z]{3,4}/|$)`).exec(joined)?.[1] ?? '';
  if (/\/(NAME|REMI)\//.test(joined))
    return { party: tidy(named('NAME'), partyMax), purpose: tidy(named('REMI'), purposeMax) };
  return { party: '', purpose: tidy(text, purposeMax) };
}
