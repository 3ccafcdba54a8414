import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Told, ToldLine } from '../domain/statements/told.ts';
import { AppError } from '../errors/app-error.ts';
import {
  type BankFileReader,
  dayText,
  partyMax,
  purposeMax,
  refuseFile,
  statementsMax,
  textPartMax,
  tidy,
} from './bank-file.ts';
import { addsUp, decimalText } from './decimal-text.ts';

/**
 * camt.053 (the statement of a day) and camt.052 (the report within a day) of ISO 20022, of any version: the parts that matter have
 * had the same names since the second. Elements are known by their names without a prefix, and by where they stand.
 *
 * The parser knows no entities but XML's own five, and a document type is refused: nothing can be expanded.
 */
export function camtReader(): BankFileReader {
  return new CamtReader();
}

/** What an entry or one of its transactions says. */
interface Facts {
  amount: string | null;
  currency: string | null;
  isCredit: boolean | null;
  isReversal: boolean;
  status: string;
  bookedOn: string | null;
  valueOn: string | null;
  reference: string | null;
  number: string;
  debtor: string;
  creditor: string;
  purpose: string;
}

interface Entry extends Facts {
  readonly where: number;
  readonly transactions: Facts[];
}

interface Statement {
  readonly index: number;
  readonly where: number;
  readonly isInterim: boolean;
  number: string | null;
  account: string | null;
  currency: string | null;
  from: string | null;
  to: string | null;
  opening: string | null;
  closing: string | null;
  balance: { code: string; amount: string; isCredit: boolean; day: string | null };
}

/** A booking of many transfers at once; its parts are kept until it ends. */
const transactionsMax = 100_000;
const depthMax = 64;

const noFacts = (): Facts => ({
  amount: null,
  currency: null,
  isCredit: null,
  isReversal: false,
  status: '',
  bookedOn: null,
  valueOn: null,
  reference: null,
  number: '',
  debtor: '',
  creditor: '',
  purpose: '',
});

class CamtReader implements BankFileReader {
  readonly #parser = new SaxesParser();
  readonly #path: string[] = [];
  readonly #told: Told[] = [];
  #text = '';
  #currency: string | null = null;
  #statements = 0;
  #statement: Statement | null = null;
  #entry: Entry | null = null;
  #isDocument = false;
  #isOver = false;
  /** How far the parser was when it last told anything. */
  #heardAt = 0;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#malformed(error.message.replace(/^\d+:\d+: /, ''));
    });
    parser.on('doctype', () => {
      throw this.#malformed('a document type is not allowed here');
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('text', (text) => this.#hear(text));
    parser.on('cdata', (text) => this.#hear(text));
    parser.on('closetag', (tag) => this.#close(localName(tag.name)));
  }

  write(text: string): readonly Told[] {
    // In parts: so that one that never ends is noticed long before it fills the memory.
    for (let start = 0; start < text.length; start += textPartMax) {
      this.#parser.write(text.slice(start, start + textPartMax));
      if (this.#parser.position - this.#heardAt > 2 * textPartMax) throw this.#malformed('a part of it is too long');
    }
    return this.#told.splice(0);
  }

  end(): readonly Told[] {
    try {
      this.#parser.close();
    } catch (error) {
      // What is missing at the end of a file that was good so far is its end.
      if (error instanceof AppError && !this.#isOver) throw refuseFile('bank_file_cut', this.#parser.line);
      throw error;
    }
    if (!this.#isDocument) throw this.#malformed('there is no statement in it');
    return this.#told.splice(0);
  }

  #hear(text: string): void {
    this.#heardAt = this.#parser.position;
    // Only what stands in an element that is looked at; blanks between elements are nothing.
    if (this.#statement !== null && this.#text.length <= textPartMax) this.#text += text;
  }

  #open(tag: SaxesTagPlain): void {
    this.#heardAt = this.#parser.position;
    const name = localName(tag.name);
    this.#path.push(name);
    if (this.#path.length > depthMax) throw this.#malformed('its parts are nested too deep');
    this.#text = '';
    if (name === 'Amt') this.#currency = tag.attributes['Ccy'] ?? null;
    if (name === 'BkToCstmrStmt' || name === 'BkToCstmrAcctRpt') this.#isDocument = true;
    if (this.#statement === null) {
      if (name === 'Stmt' || name === 'Rpt') this.#openStatement(name === 'Rpt');
    } else if (name === 'Ntry' && this.#entry === null) {
      this.#entry = { ...noFacts(), where: this.#parser.line, transactions: [] };
    } else if (name === 'TxDtls' && this.#entry !== null) {
      this.#entry.transactions.push(noFacts());
      if (this.#entry.transactions.length > transactionsMax) {
        throw this.#malformed(`a booking has more than ${transactionsMax} transfers`);
      }
    } else if (name === 'Bal') {
      this.#statement.balance = { code: '', amount: '', isCredit: true, day: null };
    }
  }

  #openStatement(isInterim: boolean): void {
    if (this.#statements >= statementsMax) throw this.#malformed(`it has more than ${statementsMax} statements`);
    this.#statement = {
      index: this.#statements,
      where: this.#parser.line,
      isInterim,
      number: null,
      account: null,
      currency: null,
      from: null,
      to: null,
      opening: null,
      closing: null,
      balance: { code: '', amount: '', isCredit: true, day: null },
    };
    this.#statements += 1;
  }

  #close(name: string): void {
    this.#heardAt = this.#parser.position;
    const text = this.#text.trim();
    this.#text = '';
    const statement = this.#statement;
    if (statement !== null) {
      if (this.#entry !== null) this.#closeInEntry(this.#entry, statement, name, text);
      else this.#closeInStatement(statement, name, text);
    }
    this.#path.pop();
    if (this.#path.length === 0) this.#isOver = true;
  }

  #closeInStatement(statement: Statement, name: string, text: string): void {
    const parent = this.#path.at(-2);
    const isOfBalance = this.#path.includes('Bal');
    if (isOfBalance) this.#closeInBalance(statement, text);
    else if (parent === 'Stmt' || parent === 'Rpt') {
      // The number of the year, where there is one; the ID is made for the file.
      if (name === 'LglSeqNb' || (name === 'ElctrncSeqNb' && statement.number === null)) statement.number = text;
    } else if (name === 'FrDtTm' || name === 'FrDt') statement.from = this.#day(text);
    else if (name === 'ToDtTm' || name === 'ToDt') statement.to = this.#day(text);
    else if (this.#isIn('Acct', 'Id', 'IBAN') || this.#isIn('Acct', 'Id', 'Othr', 'Id')) statement.account = text;
    else if (this.#isIn('Acct', 'Ccy')) statement.currency = text;
    if (name === 'Stmt' || name === 'Rpt') this.#closeStatement(statement);
  }

  /** Only the balance's own: credit lines (`CdtLine`) and availability (`Avlbty`) in it have sums, kinds and days too. */
  #closeInBalance(statement: Statement, text: string): void {
    const { balance } = statement;
    const place = this.#path.slice(this.#path.indexOf('Bal')).join('/');
    if (place === 'Bal/Tp/CdOrPrtry/Cd' || place === 'Bal/Tp/Cd') balance.code = text;
    else if (place === 'Bal/Amt') {
      const amount = decimalText(text, '.');
      if (amount === null) throw refuseFile('bank_file_amount', this.#parser.line, { amount: text });
      balance.amount = amount;
      statement.currency ??= this.#currency;
    } else if (place === 'Bal/CdtDbtInd') balance.isCredit = text === 'CRDT';
    else if (/^Bal\/Dt(\/Dt|\/DtTm)?$/.test(place) && /\d/.test(text)) balance.day = this.#day(text);
    else if (place === 'Bal') keepBalance(statement);
  }

  #closeInEntry(entry: Entry, statement: Statement, name: string, text: string): void {
    const isOfTransaction = this.#path.includes('TxDtls');
    const facts = isOfTransaction ? (entry.transactions.at(-1) ?? entry) : entry;
    const parent = this.#path.at(-2) ?? '';
    switch (name) {
      case 'Amt':
        this.#closeAmount(facts, parent, text);
        return;
      case 'CdtDbtInd':
        if (parent === 'Ntry' || parent === 'TxDtls') facts.isCredit = text === 'CRDT';
        return;
      case 'RvslInd':
        facts.isReversal = text === 'true' || text === '1';
        return;
      case 'Sts':
        if (parent === 'Ntry' && text !== '') entry.status = text;
        return;
      case 'Cd':
        if (parent === 'Sts') entry.status = text;
        return;
      case 'Dt':
      case 'DtTm':
        if (parent === 'BookgDt') entry.bookedOn = this.#dayAndTime(text);
        else if (parent === 'ValDt') entry.valueOn = this.#dayAndTime(text);
        return;
      case 'AcctSvcrRef':
        if (parent === 'Ntry' || parent === 'Refs') facts.reference = referenceText(text);
        return;
      case 'NtryRef':
      case 'TxId':
      case 'EndToEndId':
        if (facts.number === '' && text !== 'NOTPROVIDED') facts.number = tidy(text, partyMax);
        return;
      case 'Nm':
        if (this.#path.includes('Dbtr')) facts.debtor ||= tidy(text, partyMax);
        else if (this.#path.includes('Cdtr')) facts.creditor ||= tidy(text, partyMax);
        return;
      case 'Ustrd':
      case 'AddtlNtryInf':
        // The note of the whole entry stands for a purpose where there is no other.
        if (name === 'Ustrd' || facts.purpose === '') facts.purpose = tidy(`${facts.purpose} ${text}`, purposeMax);
        return;
      case 'Ntry':
        if (parent !== 'Stmt' && parent !== 'Rpt') return;
        this.#entry = null;
        this.#tellEntry(entry, statement);
    }
  }

  /** Of an entry the sum in the account's currency; of a transaction the one that was booked, or else the one that was ordered. */
  #closeAmount(facts: Facts, parent: string, text: string): void {
    const isOwn = parent === 'Ntry' || parent === 'TxDtls';
    if (!isOwn && !(parent === 'TxAmt' && facts.amount === null && this.#path.includes('TxDtls'))) return;
    const amount = decimalText(text, '.');
    if (amount === null || amount.startsWith('-')) {
      throw refuseFile('bank_file_amount', this.#parser.line, { amount: text });
    }
    facts.amount = amount;
    facts.currency = this.#currency;
  }

  /** What is not booked yet will come again when it is. */
  #tellEntry(entry: Entry, statement: Statement): void {
    if (entry.status !== '' && entry.status !== 'BOOK') return;
    const { where, amount, transactions } = entry;
    const [bookedOn, at] = (entry.bookedOn ?? entry.valueOn ?? '').split(' ');
    if (amount === null || entry.isCredit === null || bookedOn === undefined || bookedOn === '') {
      throw refuseFile('bank_file_malformed', where, { what: 'an entry lacks its sum, its direction or its day' });
    }
    const line = (facts: Facts): ToldLine => {
      // Of an entry that takes an earlier one back the direction is said by the indicator, as for any other.
      const isCredit = facts.isCredit ?? entry.isCredit ?? true;
      return {
        kind: 'line',
        statement: statement.index,
        where,
        direction: isCredit ? 'in' : 'out',
        amount: facts.amount ?? amount,
        currency: facts.currency ?? entry.currency,
        bookedOn,
        at: at ?? null,
        reference: facts.reference ?? (facts === entry ? entry.reference : null),
        number: facts.number || entry.number,
        party: (isCredit ? facts.debtor : facts.creditor) || (isCredit ? entry.debtor : entry.creditor),
        purpose: facts.purpose || entry.purpose,
        isReversal: facts.isReversal || entry.isReversal,
      };
    };
    const [only] = transactions;
    if (transactions.length === 1 && only !== undefined) this.#told.push(line(merged(entry, only)));
    else if (isWholeOf(entry)) for (const one of transactions) this.#told.push(line(one));
    else this.#told.push(line(entry));
  }

  #closeStatement(statement: Statement): void {
    const { balance: _, ...facts } = statement;
    this.#statement = null;
    this.#told.push({ kind: 'statement', ...facts });
  }

  #isIn(...names: readonly string[]): boolean {
    const from = this.#path.length - names.length;
    return from >= 1 && names.every((name, index) => this.#path[from + index] === name);
  }

  #day(text: string): string {
    return this.#dayAndTime(text).slice(0, 10);
  }

  /** The day of the bank's own clock, and the exact time where there is one, with a blank between. */
  #dayAndTime(text: string): string {
    const [, year, month, date, time] = /^(\d{4})-(\d\d)-(\d\d)(T\d\d:\d\d.*)?/.exec(text) ?? [];
    const day = dayText(Number(year), Number(month), Number(date));
    if (day === null) {
      throw refuseFile('bank_file_day', this.#parser.line, { day: text.slice(0, 40) });
    }
    return time === undefined || Number.isNaN(Date.parse(`${day}${time}`)) ? day : `${day} ${day}${time}`;
  }

  #malformed(what: string): AppError {
    return refuseFile('bank_file_malformed', this.#parser.line, { what: what.slice(0, 200) });
  }
}

/** The entry's own sum is what was booked; who sent it and why, its one transaction knows. */
function merged(entry: Entry, only: Facts): Facts {
  return {
    ...only,
    amount: entry.amount,
    currency: entry.currency,
    isCredit: entry.isCredit,
    reference: entry.reference ?? only.reference,
    number: only.number || entry.number,
    purpose: only.purpose || entry.purpose,
  };
}

/** A booking of several transfers becomes as many lines when they are told whole, in its currency. */
function isWholeOf({ amount, currency, isCredit, transactions }: Entry): boolean {
  if (transactions.length < 2 || amount === null) return false;
  const isSame = (one: Facts) =>
    one.amount !== null && one.currency === currency && (one.isCredit ?? isCredit) === isCredit;
  return (
    transactions.every(isSame) &&
    addsUp(
      amount,
      transactions.map((one) => one.amount ?? '0'),
    )
  );
}

function keepBalance(statement: Statement): void {
  const { code, amount, isCredit, day } = statement.balance;
  if (amount === '') return;
  const signed = isCredit || !/[1-9]/.test(amount) ? amount : `-${amount}`;
  // The closing balance of the day before is the opening one of this day.
  if (code === 'OPBD' || (code === 'PRCD' && statement.opening === null)) {
    statement.opening = signed;
    if (code === 'OPBD') statement.from ??= day;
  } else if (code === 'CLBD') {
    statement.closing = signed;
    statement.to ??= day;
  }
}

/** Banks write that there is none in words of their own. */
function referenceText(text: string): string | null {
  const reference = tidy(text, partyMax);
  return reference === '' || /^(NONREF|NOTPROVIDED|NA|N\/A)$/i.test(reference) ? null : reference;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
