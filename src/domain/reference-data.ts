import { AppError } from '../errors.ts';
import type { Reference } from './catalogue.ts';

/**
 * The rules of currencies, banks and ways to pay as operators manage them. Codes are for ever, because invoices, clients
 * and books name them; names, order and the switch may change.
 */
export const kinds = { currency: 'currency', bank: 'bank', option: 'option' } as const;
export type Kind = keyof typeof kinds;

export interface Names {
  readonly name: string;
  readonly nameRu: string | null;
}

export interface NewCurrency extends Names {
  readonly code: string;
  readonly subunit: number;
}

export interface NewBank extends Names {
  readonly currency: string;
  readonly code: string;
  readonly aliases: readonly string[];
}

export interface NewOption extends Names {
  readonly currency: string;
  readonly code: string;
}

/** A set of them that is loaded together: the starter catalogue, or a file of somebody's own. In the order to show. */
export interface ReferenceData {
  readonly currencies: readonly NewCurrency[];
  readonly banks: readonly NewBank[];
  readonly options: readonly NewOption[];
}

/** Which entry is meant. A currency stands alone; a bank and an option belong to one. */
export interface EntryName {
  readonly kind: Kind;
  readonly currency: string | null;
  readonly code: string;
}

/** What is absent stays as it is. */
export interface EntryChange {
  readonly name?: string;
  /** Null takes it away. */
  readonly nameRu?: string | null;
  readonly isEnabled?: boolean;
  /** All of them, of a bank. */
  readonly aliases?: readonly string[];
}

export const currencyCodePattern = '^[A-Z0-9]{2,10}$';
export const bankCodePattern = '^[a-z0-9_-]{1,50}$';
export const optionCodePattern = '^[A-Z][A-Z0-9_]{0,49}$';
export const subunitMax = 18;
const subunits = Array.from({ length: subunitMax + 1 }, (_, digits) => digits);
export const aliasesMax = 20;
export const nameCharactersMax = 100;

const codePatterns: Readonly<Record<Kind, RegExp>> = {
  currency: new RegExp(currencyCodePattern),
  bank: new RegExp(bankCodePattern),
  option: new RegExp(optionCodePattern),
};

/** How an entry is called where one word has to do: in the audit log, on the command line. */
export function entryText({ currency, code }: Omit<EntryName, 'kind'>): string {
  return currency === null ? code : `${currency}/${code}`;
}

/** What of a set is not there yet. Nothing that is there is touched: an operator may have given it another name. */
export function missingFrom(present: Reference, data: ReferenceData): ReferenceData {
  const banks = new Set(
    present.banks.flatMap(({ currency, code, aliases }) => inCurrency(currency, [code, ...aliases])),
  );
  const options = new Set(present.options.flatMap(({ currency, code }) => inCurrency(currency, [code])));
  return {
    currencies: data.currencies.filter(({ code }) => !present.currencies.has(code)),
    banks: data.banks
      .filter(({ currency, code }) => !banks.has(entryText({ currency, code })))
      // A name that is another bank's already stays with that bank.
      .map((bank) => ({ ...bank, aliases: bank.aliases.filter((alias) => !banks.has(`${bank.currency}/${alias}`)) })),
    options: data.options.filter(({ currency, code }) => !options.has(entryText({ currency, code }))),
  };
}

function inCurrency(currency: string, codes: readonly string[]): string[] {
  return codes.map((code) => entryText({ currency, code }));
}

/** What a load has added, by code, and how many of its entries were there already. */
export interface LoadReport {
  readonly added: Readonly<Record<keyof ReferenceData, readonly string[]>>;
  readonly present: Readonly<Record<keyof ReferenceData, number>>;
}

export function loadReport(data: ReferenceData, missing: ReferenceData): LoadReport {
  return {
    added: {
      currencies: missing.currencies.map(({ code }) => code),
      banks: missing.banks.map(entryText),
      options: missing.options.map(entryText),
    },
    present: {
      currencies: data.currencies.length - missing.currencies.length,
      banks: data.banks.length - missing.banks.length,
      options: data.options.length - missing.options.length,
    },
  };
}

/** A file of somebody's own may name a currency that nobody has added. */
export function requireCurrencies(present: Reference, { currencies, banks, options }: ReferenceData): void {
  const known = new Set([...present.currencies.keys(), ...currencies.map(({ code }) => code)]);
  const stray = [...banks, ...options].find(({ currency }) => !known.has(currency));
  if (stray !== undefined) throw wrong(entryText(stray), 'is of a currency that is not there');
}

export function requirePresent(present: Reference, { kind, currency, code }: EntryName): void {
  if (!codesOf(present, kind, currency).includes(code)) throw new AppError('not_found');
}

export function codesOf(
  { currencies, banks, options }: Reference,
  kind: Kind,
  currency: string | null,
): readonly string[] {
  switch (kind) {
    case 'currency':
      return [...currencies.keys()];
    case 'bank':
      return banks.filter((bank) => bank.currency === currency).map(({ code }) => code);
    case 'option':
      return options.filter((option) => option.currency === currency).map(({ code }) => code);
  }
}

/** Refuses a code that is in use, also as another name of a bank: one name means one bank. */
export function requireFree(present: Reference, { kind, currency, code }: EntryName): void {
  if (!codePatterns[kind].test(code)) throw new AppError('invalid_code', { field: 'code' });
  const isTaken = (() => {
    switch (kind) {
      case 'currency':
        return present.currencies.has(code);
      case 'bank':
        return present.banks.some((bank) => bank.currency === currency && [bank.code, ...bank.aliases].includes(code));
      case 'option':
        return present.options.some((option) => option.currency === currency && option.code === code);
    }
  })();
  if (isTaken) throw new AppError('code_taken', { field: 'code', code });
}

/** Refuses aliases that are no codes, or that mean another bank. */
export function readAliases(
  present: Pick<Reference, 'banks'>,
  bank: { readonly currency: string; readonly code: string },
  aliases: readonly string[],
): readonly string[] {
  const others = new Set(
    present.banks
      .filter(({ currency, code }) => currency === bank.currency && code !== bank.code)
      .flatMap(({ code, aliases: names }) => [code, ...names]),
  );
  const own = [...new Set(aliases)].filter((alias) => alias !== bank.code);
  for (const alias of own) {
    if (!codePatterns.bank.test(alias)) throw new AppError('invalid_code', { field: 'aliases' });
    if (others.has(alias)) throw new AppError('code_taken', { field: 'aliases', code: alias });
  }
  return own;
}

/** Those that are named come first, in this order; the rest follow as they stood. */
export function inOrder(present: readonly string[], named: readonly string[]): readonly string[] {
  const unknown = named.find((code) => !present.includes(code));
  if (unknown !== undefined) throw new AppError('not_found', { field: 'codes', code: unknown });
  const first = [...new Set(named)];
  return [...first, ...present.filter((code) => !first.includes(code))];
}

/**
 * Reads a file of reference data: currencies; ways to pay with the currencies they are for; banks by currency. Whatever
 * is wrong in it is told with its place, and nothing of it is taken.
 */
export function readReferenceData(text: string): ReferenceData {
  const file = record(parse(text), 'the file');
  const currencies = array(file['currencies'], 'currencies').map((value, index) => {
    const at = `currencies[${index}]`;
    const one = record(value, at);
    const subunit = subunits.find((digits) => digits === one['subunit']);
    if (subunit === undefined) throw wrong(`${at}.subunit`, `is not a whole number from 0 to ${subunitMax}`);
    return { code: codeOf(one['code'], 'currency', `${at}.code`), ...namesOf(one, at), subunit };
  });
  const options = array(file['options'], 'options').flatMap((value, index) => readOption(value, `options[${index}]`));
  const banks = Object.entries(record(file['banks'], 'banks')).flatMap(([currency, list]) =>
    array(list, `banks.${currency}`).map((value, index) => readBank(currency, value, `banks.${currency}[${index}]`)),
  );
  requireOnce(currencies.map(({ code }) => code));
  requireOnce(options.map(entryText));
  requireOnce(banks.flatMap(({ currency, code, aliases }) => inCurrency(currency, [code, ...aliases])));
  return { currencies, banks, options };
}

function readOption(value: unknown, at: string): NewOption[] {
  const one = record(value, at);
  const option = { code: codeOf(one['code'], 'option', `${at}.code`), ...namesOf(one, at) };
  return array(one['currencies'], `${at}.currencies`).map((currency) => ({
    ...option,
    currency: codeOf(currency, 'currency', `${at}.currencies`),
  }));
}

function readBank(currency: string, value: unknown, at: string): NewBank {
  const one = record(value, at);
  const aliases = one['aliases'] === undefined ? [] : array(one['aliases'], `${at}.aliases`);
  return {
    currency: codeOf(currency, 'currency', at),
    code: codeOf(one['code'], 'bank', `${at}.code`),
    ...namesOf(one, at),
    aliases: aliases.map((alias) => codeOf(alias, 'bank', `${at}.aliases`)),
  };
}

function namesOf(one: Readonly<Record<string, unknown>>, at: string): Names {
  const { name, nameRu = null } = one;
  if (!isName(name)) throw wrong(`${at}.name`, 'is not a name');
  if (nameRu !== null && !isName(nameRu)) throw wrong(`${at}.nameRu`, 'is not a name');
  return { name, nameRu };
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value) && value.length <= nameCharactersMax && !value.includes('\0');
}

function codeOf(value: unknown, kind: Kind, at: string): string {
  if (typeof value !== 'string' || !codePatterns[kind].test(value)) throw wrong(at, `is not a code of a ${kind}`);
  return value;
}

function requireOnce(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw wrong(twice, 'stands there twice');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('the file', 'is not JSON');
  }
}

function record(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(at, 'is not an object');
  return value as Readonly<Record<string, unknown>>;
}

function array(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(at, 'is not a list');
  return value;
}

function wrong(place: string, what: string): AppError {
  return new AppError('catalogue_malformed', { place, what });
}
