import type { Direction, Told, ToldStatement } from '../domain/statements/told.ts';
import { type BankFileReader, dayText, partyMax, purposeMax, refuseFile, statementsMax, tidy } from './bank-file.ts';
import { decimalText } from './decimal-text.ts';
import { LinesOfText } from './lines-of-text.ts';
import { dayNumber, Periods } from './periods.ts';

/**
 * The exchange text of 1C (`1CClientBankExchange`): sections of `name=value` lines. The sections of accounts come first, one for each
 * period with its balances, then the payment orders of all of them; `КонецФайла` ends the file.
 */
export function oneCReader(): BankFileReader {
  return new OneCReader();
}

type Section = { readonly kind: 'account' | 'document'; readonly where: number; readonly values: Map<string, string> };

class OneCReader implements BankFileReader {
  readonly #lines = new LinesOfText();
  readonly #told: Told[] = [];
  #isBegun = false;
  #isEnded = false;
  #section: Section | null = null;
  #statements = 0;
  /** The accounts of the file, with the statements of each. */
  readonly #accounts = new Map<string, Periods<ToldStatement>>();

  write(text: string): readonly Told[] {
    for (const line of this.#lines.write(text)) this.#readLine(line.trim());
    return this.#told.splice(0);
  }

  end(): readonly Told[] {
    for (const line of this.#lines.end()) this.#readLine(line.trim());
    if (!this.#isEnded) throw refuseFile('bank_file_cut', this.#lines.count);
    return this.#told.splice(0);
  }

  #readLine(given: string): void {
    const line = this.#isBegun ? given : given.replace(/^\uFEFF/, '');
    if (!this.#isBegun) {
      if (line !== '1CClientBankExchange') throw this.#malformed('its first line should be 1CClientBankExchange');
      this.#isBegun = true;
      return;
    }
    if (this.#isEnded || line === '') return;
    const [, name = line, value = ''] = /^([^=]*)=([\s\S]*)$/.exec(line) ?? [];
    if (name === 'СекцияРасчСчет') this.#open('account');
    else if (name === 'СекцияДокумент') this.#open('document');
    else if (name === 'КонецРасчСчет') this.#closeAccount(this.#close('account'));
    else if (name === 'КонецДокумента') this.#closeDocument(this.#close('document'));
    else if (name === 'КонецФайла') this.#closeFile();
    else this.#keep(name, value);
  }

  #closeFile(): void {
    if (this.#section !== null) throw this.#malformed('a section is not closed');
    this.#isEnded = true;
  }

  #open(kind: Section['kind']): void {
    if (this.#section !== null) throw this.#malformed('a section begins before the last one has ended');
    this.#section = { kind, where: this.#lines.count, values: new Map() };
  }

  #close(kind: Section['kind']): Section {
    const section = this.#section;
    if (section?.kind !== kind) throw this.#malformed('a section ends that was not begun');
    this.#section = null;
    return section;
  }

  #keep(name: string, value: string): void {
    if (this.#section === null) {
      if (name === 'РасчСчет') this.#periodsOf(value.trim());
      return;
    }
    if (this.#section.values.size >= namesMax) throw this.#malformed('a section has too many lines');
    this.#section.values.set(name, value.trim());
  }

  #periodsOf(account: string): Periods<ToldStatement> {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    if (this.#accounts.size >= statementsMax) throw this.#malformed(`it has more than ${statementsMax} accounts`);
    const periods = new Periods<ToldStatement>();
    this.#accounts.set(account, periods);
    return periods;
  }

  #closeAccount(section: Section): void {
    if (this.#statements >= statementsMax) throw this.#malformed(`it has more than ${statementsMax} statements`);
    const { where } = section;
    const text = (name: string) => section.values.get(name) ?? '';
    const account = text('РасчСчет');
    const from = this.#dayOf(text('ДатаНачала'), where);
    const to = this.#dayOf(text('ДатаКонца') || text('ДатаНачала'), where);
    const statement: ToldStatement = {
      kind: 'statement',
      index: this.#statements,
      where,
      number: null,
      account: account || null,
      currency: currencyOfAccount(account),
      from,
      to,
      opening: this.#balanceOf(text('НачальныйОстаток'), where),
      closing: this.#balanceOf(text('КонечныйОстаток'), where),
      isInterim: false,
    };
    this.#statements += 1;
    const periods = this.#periodsOf(account);
    if (account !== '') periods.add(dayNumber(from), dayNumber(to), statement);
    this.#told.push(statement);
  }

  /** An order between two accounts of the file is a line of both. */
  #closeDocument(document: Section): void {
    const text = (name: string) => document.values.get(name) ?? '';
    const receiver = text('ПолучательСчет') || text('ПолучательРасчСчет');
    const sender = text('ПлательщикСчет') || text('ПлательщикРасчСчет');
    const sides = [
      { direction: 'in', account: receiver },
      { direction: 'out', account: sender },
    ] as const;
    const own = sides.filter(({ account }) => this.#accounts.has(account));
    if (own.length === 0) {
      throw refuseFile('bank_file_malformed', document.where, { what: 'an order names no account of the file' });
    }
    for (const { direction, account } of own) this.#tellLine(document, direction, account);
  }

  #tellLine({ where, values }: Section, direction: Direction, account: string): void {
    const text = (name: string) => values.get(name) ?? '';
    const isIn = direction === 'in';
    const bookedOn = this.#dayOf((isIn ? text('ДатаПоступило') : text('ДатаСписано')) || text('Дата'), where);
    const amount = this.#balanceOf(text('Сумма'), where);
    if (amount === null || amount.startsWith('-'))
      throw refuseFile('bank_file_amount', where, { amount: text('Сумма') });
    const party = isIn ? text('Плательщик1') || text('Плательщик') : text('Получатель1') || text('Получатель');
    const statement = this.#accounts.get(account)?.at(dayNumber(bookedOn)) ?? null;
    if (statement === null) {
      throw refuseFile('bank_file_malformed', where, { what: `no section СекцияРасчСчет covers ${bookedOn}` });
    }
    this.#told.push({
      kind: 'line',
      statement: statement.index,
      where,
      direction,
      amount,
      currency: statement.currency,
      bookedOn,
      at: null,
      reference: null,
      number: tidy(text('Номер'), partyMax),
      party: tidy(party, partyMax),
      purpose: tidy(text('НазначениеПлатежа'), purposeMax),
      isReversal: false,
    });
  }

  #dayOf(text: string, where: number): string {
    const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text) ?? [];
    const date = day === undefined ? null : dayText(Number(year), Number(month), Number(day));
    if (date === null) throw refuseFile('bank_file_day', where, { day: text.slice(0, 40) });
    return date;
  }

  #balanceOf(text: string, where: number): string | null {
    if (text === '') return null;
    const amount = decimalText(text, '.') ?? decimalText(text, ',');
    if (amount === null) throw refuseFile('bank_file_amount', where, { amount: text.slice(0, 40) });
    return amount;
  }

  #malformed(what: string) {
    return refuseFile('bank_file_malformed', this.#lines.count, { what });
  }
}

const namesMax = 200;

/** The sixth to eighth digit of a Russian account are its currency. */
function currencyOfAccount(account: string): string | null {
  const code = /^\d{20}$/.test(account) ? account.slice(5, 8) : '';
  return accountCurrencies[code] ?? null;
}

const accountCurrencies: Readonly<Record<string, string>> = {
  '810': 'RUB',
  '643': 'RUB',
  '840': 'USD',
  '978': 'EUR',
  '156': 'CNY',
  '398': 'KZT',
  '933': 'BYN',
  '826': 'GBP',
  '784': 'AED',
  '949': 'TRY',
};
