import { AppError } from '../../errors/app-error.ts';
import { requirePlainWords } from '../text/outside-text.ts';
import { type OptionTraits, readOptionTraits } from './option-record.ts';
import type { Reference } from './reference-entries.ts';

/**
 * The rules of currencies, banks and ways to pay as operators manage them. Codes never change, because invoices, clients
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

export interface NewOption extends Names, OptionTraits {
  readonly code: string;
  readonly currencies: readonly string[];
}

/** A set of them that is loaded together: the starter catalogue, or a file of somebody's own. In the order to show. */
export interface ReferenceData {
  readonly currencies: readonly NewCurrency[];
  readonly banks: readonly NewBank[];
  readonly options: readonly NewOption[];
}

/** Which entry is meant. A bank belongs to a currency; the others stand alone. */
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
  /** All of them, of a way to pay. */
  readonly currencies?: readonly string[];
  /** What else a way to pay is. */
  readonly traits?: Partial<OptionTraits>;
}

/** The same, ready to be stored. */
export interface CheckedChange extends EntryChange {
  readonly traits?: OptionTraits;
}

export const currencyCodePattern = '^[A-Z0-9]{2,10}$';
export const bankCodePattern = '^[a-z0-9_-]{1,50}$';
export const optionCodePattern = '^[A-Z][A-Z0-9_]{0,49}$';
export const subunitMax = 18;
export const subunits = Array.from({ length: subunitMax + 1 }, (_, digits) => digits);
export const aliasesMax = 20;
export const nameCharactersMax = 100;

export const codePatterns: Readonly<Record<Kind, RegExp>> = {
  currency: new RegExp(currencyCodePattern),
  bank: new RegExp(bankCodePattern),
  option: new RegExp(optionCodePattern),
};

/** How an entry is called where one word has to do: in the audit log, on the command line. */
export function entryText({ currency, code }: Omit<EntryName, 'kind'>): string {
  return currency === null ? code : `${currency}/${code}`;
}

/** What of a set is not there yet. */
export interface Missing extends ReferenceData {
  /** A currency that comes with this set is new to ways to pay that were there before it. */
  readonly optionCurrencies: readonly { readonly code: string; readonly currency: string }[];
}

/** Nothing that is there is touched: an operator may have given it another name. */
export function missingFrom(present: Reference, data: ReferenceData): Missing {
  const banks = new Set(
    present.banks.flatMap(({ currency, code, aliases }) => inCurrency(currency, [code, ...aliases])),
  );
  const options = new Set(present.options.map(({ code }) => code));
  const currencies = data.currencies.filter(({ code }) => !present.currencies.has(code));
  const isNew = (currency: string) => currencies.some(({ code }) => code === currency);
  return {
    currencies,
    banks: data.banks
      .filter(({ currency, code }) => !banks.has(entryText({ currency, code })))
      // A name that is another bank's already stays with that bank.
      .map((bank) => ({ ...bank, aliases: bank.aliases.filter((alias) => !banks.has(`${bank.currency}/${alias}`)) })),
    options: data.options.filter(({ code }) => !options.has(code)),
    optionCurrencies: data.options
      .filter(({ code }) => options.has(code))
      .flatMap(({ code, currencies: all }) => all.filter(isNew).map((currency) => ({ code, currency }))),
  };
}

export function inCurrency(currency: string, codes: readonly string[]): string[] {
  return codes.map((code) => entryText({ currency, code }));
}

/** What a load has added, by code, and how many of its entries were there already. */
interface LoadReport {
  readonly added: Readonly<Record<keyof ReferenceData, readonly string[]>>;
  readonly present: Readonly<Record<keyof ReferenceData, number>>;
}

export function loadReport(data: ReferenceData, missing: ReferenceData): LoadReport {
  return {
    added: {
      currencies: missing.currencies.map(({ code }) => code),
      banks: missing.banks.map(entryText),
      options: missing.options.map(({ code }) => code),
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
  const named = [...banks.map(({ currency }) => currency), ...options.flatMap((option) => option.currencies)];
  const stray = named.find((currency) => !known.has(currency));
  if (stray !== undefined) throw new AppError('catalogue_malformed', { place: stray, what: 'is not there' });
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
      return options.map(({ code }) => code);
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
        return present.options.some((option) => option.code === code);
    }
  })();
  if (isTaken) throw new AppError('code_taken', { field: 'code', code });
}

/** Refuses currencies that are not there. */
export function readCurrencies(present: Pick<Reference, 'currencies'>, currencies: readonly string[]): string[] {
  const unknown = currencies.findIndex((code) => !present.currencies.has(code));
  if (unknown >= 0) throw new AppError('currency_not_allowed', { field: `currencies.${unknown}` });
  return [...new Set(currencies)];
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

/** Refuses what the entry cannot have; what is left out of a way to pay is as it was. */
export function checkChange(present: Reference, name: EntryName, change: EntryChange): CheckedChange {
  const { name: text, nameRu, isEnabled } = change;
  requirePlainNames(change);
  const plain = {
    ...(text === undefined ? {} : { name: text }),
    ...(nameRu === undefined ? {} : { nameRu }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
  };
  switch (name.kind) {
    case 'currency':
      return plain;
    case 'bank': {
      if (change.aliases === undefined) return plain;
      const bank = { currency: name.currency ?? '', code: name.code };
      return { ...plain, aliases: readAliases(present, bank, change.aliases) };
    }
    case 'option': {
      const { currencies, traits } = change;
      const before = present.options.find(({ code }) => code === name.code);
      return {
        ...plain,
        ...(currencies === undefined ? {} : { currencies: readCurrencies(present, currencies) }),
        ...(traits === undefined || before === undefined ? {} : { traits: readOptionTraits({ ...before, ...traits }) }),
      };
    }
  }
}

/** Payers read them beside a number. */
export function requirePlainNames({ name, nameRu }: Pick<EntryChange, 'name' | 'nameRu'>): void {
  requirePlainWords(name, 'name');
  requirePlainWords(nameRu, 'nameRu');
}

/** What the audit log keeps of a change. */
export function changeDetails({ aliases, currencies, traits, ...plain }: CheckedChange) {
  return {
    ...plain,
    ...(aliases === undefined ? {} : { aliases: aliases.join(', ') }),
    ...(currencies === undefined ? {} : { currencies: currencies.join(', ') }),
    ...(traits === undefined ? {} : { traits: JSON.stringify(traits) }),
  };
}

/** Those that are named come first, in this order; the rest follow as they stood. */
export function inOrder(present: readonly string[], named: readonly string[]): readonly string[] {
  const unknown = named.find((code) => !present.includes(code));
  if (unknown !== undefined) throw new AppError('not_found', { field: 'codes', code: unknown });
  const first = [...new Set(named)];
  return [...first, ...present.filter((code) => !first.includes(code))];
}
