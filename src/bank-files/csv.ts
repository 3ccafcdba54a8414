import { type CsvColumns, type CsvMapping, csvColumnNames, csvSeparators } from '../domain/statements/csv-mapping.ts';
import type { Told, ToldLine } from '../domain/statements/told.ts';
import { type BankFileReader, dayText, partyMax, purposeMax, refuseFile, tidy } from './bank-file.ts';
import { type CsvCells, CsvRows } from './csv-rows.ts';
import { addsUp, decimalText, less } from './decimal-text.ts';

/** A CSV file, read by what a person has said its columns mean. */
export function csvReader(mapping: CsvMapping): BankFileReader {
  return new CsvReader(mapping);
}

interface Row {
  readonly line: ToldLine;
  readonly signed: string;
  readonly balance: string | null;
}

interface SignedAmount {
  /** Below zero where the money went out. */
  readonly signed: string;
  readonly isReversal: boolean;
}

class CsvReader implements BankFileReader {
  readonly #mapping: CsvMapping;
  readonly #rows: CsvRows;
  #places: ReadonlyMap<keyof CsvColumns, number> | null = null;
  #isFirst = true;
  #first: Row | null = null;
  #second: Row | null = null;
  #last: Row | null = null;
  #from: string | null = null;
  #to: string | null = null;
  #account: string | null = null;

  constructor(mapping: CsvMapping) {
    this.#mapping = mapping;
    this.#rows = new CsvRows(csvSeparators[mapping.separator]);
    if (mapping.headingLine === 0) this.#places = this.#findPlaces([], 1);
  }

  write(text: string): readonly Told[] {
    const given = this.#isFirst ? text.replace(/^\uFEFF/, '') : text;
    this.#isFirst = this.#isFirst && text === '';
    return this.#rows.write(given).flatMap((row) => this.#readRow(row) ?? []);
  }

  end(): readonly Told[] {
    const told: Told[] = this.#rows.end().flatMap((row) => this.#readRow(row) ?? []);
    if (this.#places === null) throw refuseFile('bank_file_columns', 1, { missing: this.#mapping.columns.day });
    const balances = this.#balances();
    told.push({
      kind: 'statement',
      index: 0,
      where: 1,
      number: null,
      account: this.#account,
      currency: null,
      from: this.#from,
      to: this.#to,
      ...balances,
      isInterim: false,
    });
    return told;
  }

  #readRow(row: CsvCells): ToldLine | null {
    const { headingLine } = this.#mapping;
    if (row.line < headingLine) return null;
    if (this.#places === null) {
      this.#places = this.#findPlaces(row.cells, row.line);
      return null;
    }
    const places = this.#places;
    const cell = (name: keyof CsvColumns) => row.cells[places.get(name) ?? -1] ?? '';
    // Totals below the lines have no day.
    if (cell('day') === '') return null;
    const read = this.#rowOf(row.line, cell);
    if (read === null) return null;
    this.#first ??= read;
    if (this.#second === null && this.#first !== read) this.#second = read;
    this.#last = read;
    const { bookedOn } = read.line;
    if (this.#from === null || bookedOn < this.#from) this.#from = bookedOn;
    if (this.#to === null || bookedOn > this.#to) this.#to = bookedOn;
    return read.line;
  }

  #rowOf(where: number, cell: (name: keyof CsvColumns) => string): Row | null {
    const account = tidy(cell('account'), partyMax);
    if (account !== '') {
      if (this.#account !== null && this.#account !== account) {
        throw refuseFile('bank_file_accounts', where, { accounts: `${this.#account}, ${account}` });
      }
      this.#account = account;
    }
    const { signed, isReversal } = this.#amountOf(where, cell);
    // A line about nothing, such as a note of the bank.
    if (!/[1-9]/.test(signed)) return null;
    const isOut = signed.startsWith('-');
    const balanceText = cell('balance');
    const balance = balanceText === '' ? null : decimalText(balanceText, this.#mapping.decimalMark);
    if (balanceText !== '' && balance === null) throw refuseFile('bank_file_amount', where, { amount: balanceText });
    const { day, at } = this.#dayOf(where, cell('day'));
    const line: ToldLine = {
      kind: 'line',
      statement: 0,
      where,
      direction: isOut ? 'out' : 'in',
      amount: signed.replace('-', ''),
      currency: currencyText(cell('currency')),
      bookedOn: day,
      at,
      reference: tidy(cell('reference'), partyMax) || null,
      number: tidy(cell('number'), partyMax),
      party: tidy(cell('party'), partyMax),
      purpose: tidy(cell('purpose'), purposeMax),
      isReversal,
    };
    return { line, signed, balance };
  }

  /** The sign of a credit counts: a negative one takes another back. That of a debit does not: many banks write one. */
  #amountOf(where: number, cell: (name: keyof CsvColumns) => string): SignedAmount {
    const { decimalMark, inWord, columns } = this.#mapping;
    const read = (text: string) => {
      const amount = text === '' ? '0' : decimalText(text, decimalMark);
      if (amount === null) throw refuseFile('bank_file_amount', where, { amount: text.slice(0, 40) });
      return amount;
    };
    if (columns.credit || columns.debit) {
      const [credit, debit] = [read(cell('credit')), read(cell('debit'))];
      if (/[1-9]/.test(credit) && /[1-9]/.test(debit)) {
        throw refuseFile('bank_file_malformed', where, { what: 'a line has both a credit and a debit' });
      }
      return { signed: less(credit, debit.replace('-', '')), isReversal: credit.startsWith('-') };
    }
    const amount = read(cell('amount'));
    if (!columns.direction || !inWord) return { signed: amount, isReversal: false };
    const isIn = cell('direction').toLowerCase() === inWord.trim().toLowerCase();
    return isIn
      ? { signed: less(amount, '0'), isReversal: amount.startsWith('-') }
      : { signed: less('0', amount.replace('-', '')), isReversal: false };
  }

  /** A time behind the day is kept; without a zone it is the bank's own. */
  #dayOf(where: number, text: string): { readonly day: string; readonly at: string | null } {
    const [, first = '', second = '', third = '', time] =
      /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[ T]+(\d\d?:\d\d(?::\d\d)?))?/.exec(text.trim()) ?? [];
    const order = { dmy: [third, second, first], ymd: [first, second, third], mdy: [third, first, second] } as const;
    const [year, month, day] = order[this.#mapping.dayOrder].map(Number);
    const full = (year ?? 0) < 100 ? (year ?? 0) + 2000 : (year ?? 0);
    const date = first === '' ? null : dayText(full, month ?? 0, day ?? 0);
    if (date === null) throw refuseFile('bank_file_day', where, { day: text.slice(0, 40) });
    const clock = time === undefined ? null : time.padStart(time.length < 6 ? 5 : 8, '0');
    return { day: date, at: clock === null ? null : `${date}T${clock.length === 5 ? `${clock}:00` : clock}` };
  }

  #findPlaces(headings: readonly string[], line: number): ReadonlyMap<keyof CsvColumns, number> {
    const names = headings.map((heading) => heading.trim().toLowerCase());
    const places = new Map<keyof CsvColumns, number>();
    const { columns } = this.#mapping;
    for (const name of csvColumnNames) {
      const wanted = columns[name];
      if (!wanted) continue;
      const [, number] = /^#([1-9]\d{0,2})$/.exec(wanted) ?? [];
      const place = number === undefined ? names.indexOf(wanted.trim().toLowerCase()) : Number(number) - 1;
      if (place < 0) throw refuseFile('bank_file_columns', line, { missing: wanted });
      places.set(name, place);
    }
    if (!places.has('day') || !(places.has('amount') || places.has('credit') || places.has('debit'))) {
      throw refuseFile('bank_file_columns', line, { missing: places.has('day') ? 'amount' : 'day' });
    }
    return places;
  }

  /** From the balances beside the lines. Files run forwards or backwards in time; which, the days say, or else the sums. */
  #balances(): { readonly opening: string | null; readonly closing: string | null } {
    const [first, second, last] = [this.#first, this.#second, this.#last];
    if (first === null || last === null || first.balance === null || last.balance === null) {
      return { opening: null, closing: null };
    }
    const isBackwards =
      first.line.bookedOn === last.line.bookedOn
        ? second !== null && second.balance !== null && !addsUp(second.balance, [first.balance, second.signed])
        : first.line.bookedOn > last.line.bookedOn;
    const [oldest, newest] = isBackwards ? [last, first] : [first, last];
    return { opening: less(oldest.balance ?? '0', oldest.signed), closing: newest.balance };
  }
}

/** Old names of currencies, and signs. */
function currencyText(text: string): string | null {
  const name = text.trim().toUpperCase();
  if (name === '') return null;
  return { RUR: 'RUB', '₽': 'RUB', РУБ: 'RUB', 'РУБ.': 'RUB', '€': 'EUR', $: 'USD' }[name] ?? name;
}
