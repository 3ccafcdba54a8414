import type { Currency } from '../money/money.ts';
import type { Variant } from '../money/payment.ts';
import type { Entry, OptionRecord } from './option-record.ts';

interface KnownCurrency extends Currency, Entry {}

interface Bank extends Entry {
  readonly code: string;
  readonly currency: string;
  /** Other codes that requests may name it by. */
  readonly aliases: readonly string[];
}

/** The part of the catalogue that operators manage as reference data. Each list is in the order to show. */
export interface Reference {
  readonly currencies: ReadonlyMap<string, KnownCurrency>;
  readonly banks: readonly Bank[];
  readonly options: readonly OptionRecord[];
}

/** By its code or by one of its aliases, whether it is switched on or not: what was done with it keeps its name. */
export function findBank({ banks }: Pick<Reference, 'banks'>, currency: string, named: string): Bank | null {
  return bankIndex(banks).get(`${currency} ${named}`) ?? null;
}

/** A bank that something new may be begun with. */
export function findOpenBank(reference: Reference, currency: string, named: string): Bank | null {
  const bank = findBank(reference, currency, named);
  return bank?.isEnabled ? bank : null;
}

const bankIndexes = new WeakMap<readonly Bank[], ReadonlyMap<string, Bank>>();

/** Kept for as long as its catalogue is: every invoice that is shown asks. */
function bankIndex(banks: readonly Bank[]): ReadonlyMap<string, Bank> {
  const known = bankIndexes.get(banks);
  if (known !== undefined) return known;
  const index = new Map<string, Bank>();
  for (const bank of banks) {
    for (const name of [...bank.aliases, bank.code]) index.set(`${bank.currency} ${name}`, bank);
  }
  bankIndexes.set(banks, index);
  return index;
}

/** Whether it is switched on or not. */
export function findOption({ options }: Pick<Reference, 'options'>, code: string): OptionRecord | null {
  return options.find((option) => option.code === code) ?? null;
}

/** A way to pay that something new may be begun with, in this currency. */
export function findOpenOption(reference: Reference, currency: string, code: string): OptionRecord | null {
  const option = findOption(reference, code);
  return option?.isEnabled && option.currencies.includes(currency) ? option : null;
}

/** A currency that something new may be begun in. */
export function findOpenCurrency({ currencies }: Pick<Reference, 'currencies'>, code: string): KnownCurrency | null {
  const currency = currencies.get(code);
  return currency?.isEnabled ? currency : null;
}

/** The banks that can be named, by currency: a currency that is off takes its banks along. */
export function openBanks(reference: Reference): Bank[] {
  return reference.banks.filter(
    ({ currency, isEnabled }) => isEnabled && findOpenCurrency(reference, currency) !== null,
  );
}

/** What a store offers: each way to pay once for each currency it is for. */
export function offeredOptions(
  reference: Reference,
  store: { readonly optionsOff: readonly string[] },
): { readonly option: OptionRecord; readonly currency: string }[] {
  const offered = reference.options.filter(({ code, isEnabled }) => isEnabled && !store.optionsOff.includes(code));
  return [...reference.currencies.values()]
    .filter(({ isEnabled }) => isEnabled)
    .flatMap(({ code }) =>
      offered.filter(({ currencies }) => currencies.includes(code)).map((option) => ({ option, currency: code })),
    );
}

/** Whether a new deal may be started on it, as far as settings say. */
export function isOffered(
  reference: Reference,
  {
    currency,
    bank,
    option,
    isPaused,
  }: { readonly currency: string; readonly bank: string; readonly option: string; readonly isPaused: boolean },
): boolean {
  return (
    !isPaused &&
    findOpenCurrency(reference, currency) !== null &&
    findOpenOption(reference, currency, option) !== null &&
    findOpenBank(reference, currency, bank) !== null
  );
}

/** The same wish with the code that the bank has: requests may name it by another. */
export function inOwnCodes(reference: Pick<Reference, 'banks'>, currency: string, wish: Variant): Variant {
  const { option, bank } = wish;
  return { option, bank: bank === null ? null : (findBank(reference, currency, bank)?.code ?? bank) };
}
