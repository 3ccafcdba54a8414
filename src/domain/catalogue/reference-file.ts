import { AppError } from '../../errors/app-error.ts';
import { array, parse, record, requireOnce, wrong } from './catalogue-file.ts';
import {
  numberKinds,
  type OptionPage,
  type OptionWish,
  optionIcons,
  optionPageLimits,
  phonePrefixPattern,
  qrContents,
  readOptionTraits,
} from './option-record.ts';
import {
  codePatterns,
  inCurrency,
  type Kind,
  type Names,
  type NewBank,
  type NewOption,
  nameCharactersMax,
  type ReferenceData,
  subunitMax,
  subunits,
} from './reference-data.ts';

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
  const options = array(file['options'], 'options').map((value, index) => readOption(value, `options[${index}]`));
  const banks = Object.entries(record(file['banks'], 'banks')).flatMap(([currency, list]) =>
    array(list, `banks.${currency}`).map((value, index) => readBank(currency, value, `banks.${currency}[${index}]`)),
  );
  requireOnce(currencies.map(({ code }) => code));
  requireOnce(options.map(({ code }) => code));
  requireOnce(banks.flatMap(({ currency, code, aliases }) => inCurrency(currency, [code, ...aliases])));
  return { currencies, banks, options };
}

function readOption(value: unknown, at: string): NewOption {
  const one = record(value, at);
  const wish: OptionWish = {
    numberKinds: choices(one['numberKinds'], numberKinds, `${at}.numberKinds`),
    ...optional(one, 'phonePrefix', (prefix) => matching(prefix, phonePrefixPattern, `${at}.phonePrefix`)),
    ...optional(one, 'hasBank', (flag) => boolean(flag, `${at}.hasBank`)),
    ...optional(one, 'needsBank', (flag) => boolean(flag, `${at}.needsBank`)),
    ...optional(one, 'hasLink', (flag) => boolean(flag, `${at}.hasLink`)),
    ...optional(one, 'qrCarries', (carried) => choice(carried, qrContents, `${at}.qrCarries`)),
    ...optional(one, 'icon', (icon) => choice(icon, optionIcons, `${at}.icon`)),
    ...optional(one, 'page', (page) => readPages(page, `${at}.page`)),
  };
  return {
    code: codeOf(one['code'], 'option', `${at}.code`),
    ...namesOf(one, at),
    currencies: array(one['currencies'], `${at}.currencies`).map((currency) =>
      codeOf(currency, 'currency', `${at}.currencies`),
    ),
    ...traitsOf(wish, at),
  };
}

function traitsOf(wish: OptionWish, at: string) {
  try {
    return readOptionTraits(wish);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw wrong(at, `is refused (${error.code})`);
  }
}

function readPages(value: unknown, at: string): Readonly<Record<string, OptionPage>> {
  const pages = Object.entries(record(value, at)).map(([language, page]) => {
    const { title, lead, steps } = record(page, `${at}.${language}`);
    return [
      language,
      {
        title: words(title, `${at}.${language}.title`),
        lead: words(lead, `${at}.${language}.lead`),
        steps: array(steps, `${at}.${language}.steps`).map((step) => words(step, `${at}.${language}.steps`)),
      },
    ] as const;
  });
  return Object.fromEntries(pages);
}

function words(value: unknown, at: string): string {
  if (typeof value !== 'string' || !/\S/.test(value) || value.length > optionPageLimits.characters) {
    throw wrong(at, `is not a text of up to ${optionPageLimits.characters} characters`);
  }
  return value;
}

function optional<Name extends string, Value>(
  one: Readonly<Record<string, unknown>>,
  name: Name,
  read: (value: unknown) => Value,
): Partial<Record<Name, Value>> {
  return one[name] === undefined ? {} : ({ [name]: read(one[name]) } as Record<Name, Value>);
}

function choices<Known extends string>(value: unknown, known: Record<Known, Known>, at: string): Known[] {
  return array(value, at).map((one) => choice(one, known, at));
}

function choice<Known extends string>(value: unknown, known: Record<Known, Known>, at: string): Known {
  if (typeof value !== 'string' || !Object.hasOwn(known, value)) {
    throw wrong(at, `is not one of ${Object.keys(known).join(', ')}`);
  }
  return value as Known;
}

function matching(value: unknown, pattern: string, at: string): string {
  if (typeof value !== 'string' || !new RegExp(pattern).test(value)) throw wrong(at, 'has not the right form');
  return value;
}

function boolean(value: unknown, at: string): boolean {
  if (typeof value !== 'boolean') throw wrong(at, 'is neither true nor false');
  return value;
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
