import { AppError } from '../../errors/app-error.ts';
import { formatAmount, minorMax } from '../money/money.ts';
import { storable } from '../text/outside-text.ts';
import { type BankAccount, type NewBankLine, plainNumber, readLine } from './bank-line.ts';
import type { Told, ToldLine, ToldStatement } from './told.ts';

/** A period that a file has told of this account, with what its lines add up to. */
interface CheckedStatement {
  readonly ordinal: number;
  readonly where: number;
  readonly number: string | null;
  readonly from: string;
  readonly to: string;
  /** Null where the file does not say: such a statement closes no day. */
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly isInterim: boolean;
  readonly lines: number;
  readonly sumIn: bigint;
  readonly sumOut: bigint;
}

export interface CheckedFile {
  /** As the file writes it; null where it does not say. */
  readonly account: string | null;
  readonly statements: readonly CheckedStatement[];
  readonly lines: number;
  /** Of other accounts: they are left out. */
  readonly othersLines: number;
}

interface Sums {
  from: string | null;
  to: string | null;
  lines: number;
  sumIn: bigint;
  sumOut: bigint;
}

/**
 * Reads a whole file before anything of it is taken: one bad line, a foreign currency, a balance that does not add up, and nothing
 * happens. Only sums are kept while it reads, never lines.
 */
export class FileCheck {
  readonly #account: BankAccount;
  readonly #subunit: number;
  readonly #family: string;
  readonly #sums = new Map<number, Sums>();
  readonly #statements: ToldStatement[] = [];
  readonly #accounts = new Set<string>();
  /** The first fault of a line whose statement, and so whose account, is not told yet. */
  readonly #faults = new Map<number, AppError>();

  constructor(account: BankAccount, subunit: number, family: string) {
    this.#account = account;
    this.#subunit = subunit;
    this.#family = family;
  }

  take(told: Told): void {
    if (told.kind === 'statement') {
      this.#statements.push({ ...told, number: storableOrNull(told.number), account: storableOrNull(told.account) });
      if (told.account !== null) this.#accounts.add(plainNumber(told.account));
    } else this.#count(told);
  }

  #count(told: ToldLine): void {
    const index = told.statement ?? -1;
    if (this.#faults.has(index)) return;
    const sums = this.#sums.get(index) ?? { from: null, to: null, lines: 0, sumIn: 0n, sumOut: 0n };
    this.#sums.set(index, sums);
    let line: NewBankLine;
    try {
      line = readLine(told, this.#account, this.#subunit, this.#family);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#faults.set(index, error);
      return;
    }
    sums.lines += 1;
    if (line.direction === 'in') sums.sumIn += line.amount;
    else sums.sumOut += line.amount;
    if (sums.sumIn > minorMax || sums.sumOut > minorMax) {
      const what = 'the sums up to here add up to more than can be counted';
      this.#faults.set(index, new AppError('bank_file_malformed', { line: told.where, what }));
      return;
    }
    if (sums.from === null || line.bookedOn < sums.from) sums.from = line.bookedOn;
    if (sums.to === null || line.bookedOn > sums.to) sums.to = line.bookedOn;
  }

  finish(): CheckedFile {
    const own = ownStatements(this.#statements, this.#accounts, this.#account.number);
    const statements = own.flatMap((told) => this.#checked(told) ?? []);
    const lines = statements.reduce((sum, one) => sum + one.lines, 0);
    const allLines = [...this.#sums.values()].reduce((sum, one) => sum + one.lines, 0);
    if (statements.length === 0) throw new AppError('bank_file_empty');
    return {
      account: own.find(({ account }) => account !== null)?.account ?? null,
      statements,
      lines,
      othersLines: allLines - lines,
    };
  }

  /** Null for one without lines, balances or days: it says nothing. */
  #checked(told: ToldStatement): CheckedStatement | null {
    const { index, where, currency, number, isInterim } = told;
    const expected = this.#account.currency;
    if (currency !== null && currency !== expected) {
      throw new AppError('bank_file_currency', { line: where, currency, expected });
    }
    const fault = this.#faults.get(index);
    if (fault !== undefined) throw fault;
    const sums = this.#sums.get(index) ?? { from: null, to: null, lines: 0, sumIn: 0n, sumOut: 0n };
    const opening = this.#balance(told.opening, where);
    const closing = this.#balance(told.closing, where);
    const from = least(told.from, sums.from) ?? told.to;
    const to = most(told.to, sums.to) ?? told.from;
    if (from === null || to === null) return null;
    const counted = (opening ?? 0n) + sums.sumIn - sums.sumOut;
    if (opening !== null && closing !== null && counted !== closing) {
      const text = (minor: bigint) => formatAmount(minor, this.#subunit);
      const details = { opening: text(opening), closing: text(closing), counted: text(counted) };
      throw new AppError('bank_file_balance', { line: where, ...details });
    }
    const { lines, sumIn, sumOut } = sums;
    return { ordinal: index, where, number, from, to, opening, closing, isInterim, lines, sumIn, sumOut };
  }

  #balance(text: string | null, line: number): bigint | null {
    if (text === null) return null;
    const [, sign, whole = '', fraction = ''] = /^(-)?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    const subunit = this.#subunit;
    const minor = BigInt(whole + fraction.slice(0, subunit).padEnd(subunit, '0'));
    if (whole === '' || /[1-9]/.test(fraction.slice(subunit)) || minor > minorMax) {
      throw new AppError('bank_file_decimals', { line, amount: text, currency: this.#account.currency });
    }
    return sign === undefined ? minor : -minor;
  }
}

/** Those of the account; a file that names no account is taken at its uploader's word. */
function ownStatements(
  statements: readonly ToldStatement[],
  accounts: ReadonlySet<string>,
  number: string | null,
): readonly ToldStatement[] {
  if (accounts.size === 0) return statements;
  if (number === null) {
    if (accounts.size > 1)
      throw new AppError('bank_file_accounts', { line: 1, accounts: [...accounts].slice(0, 5).join(', ') });
    return statements;
  }
  const wanted = plainNumber(number);
  const own = statements.filter(({ account }) => account === null || plainNumber(account) === wanted);
  if (own.length === 0) {
    throw new AppError('bank_file_account', { account: [...accounts].slice(0, 5).join(', '), expected: number });
  }
  return own;
}

/** A reader passes on what stands in the file. */
function storableOrNull(text: string | null): string | null {
  return text === null ? null : storable(text);
}

function least(left: string | null, right: string | null): string | null {
  return left !== null && right !== null ? (left < right ? left : right) : (left ?? right);
}

function most(left: string | null, right: string | null): string | null {
  return left !== null && right !== null ? (left > right ? left : right) : (left ?? right);
}
