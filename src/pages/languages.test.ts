import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Language, Plural } from './language.ts';
import { language as azerbaijani } from './language-az.ts';
import { language as english } from './language-en.ts';
import { language as kazakh } from './language-kk.ts';
import { language as kyrgyz } from './language-ky.ts';
import { language as russian } from './language-ru.ts';
import { language as tajik } from './language-tg.ts';
import { language as uzbek } from './language-uz.ts';
import { codeOfFile, findLanguage, languages, pickLanguage, plural } from './languages.ts';
import { pluralRules } from './reading-form.ts';

const pick = (acceptLanguage: string | undefined, switched?: string, store: string | null = null) =>
  pickLanguage({ switched, acceptLanguage, store }).code;

describe('the language', () => {
  it('is what the browser asks for, in the order of its wish', () => {
    expect(pick('ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7')).toBe('ru');
    expect(pick('de, ru;q=0.5, en;q=0.7')).toBe('en');
    expect(pick('ru;q=0, en')).toBe('en');
    expect(['kk-KZ', 'uz-Latn-UZ', 'tg', 'ky-KG', 'az'].map((one) => pick(`${one},ru;q=0.8`))).toEqual([
      'kk',
      'uz',
      'tg',
      'ky',
      'az',
    ]);
  });

  it("is the store's where the browser asks for none that we have, and English at last", () => {
    expect(pick('de', undefined, 'ru')).toBe('ru');
    expect(pick(undefined, undefined, 'ru')).toBe('ru');
    expect(pick('xx-XX;q=nonsense,,;;', undefined, 'zz')).toBe('en');
  });

  it('is what the reader switched to before all that', () => {
    expect(pick('ru', 'en', 'ru')).toBe('en');
    expect(pick('ru', 'klingon')).toBe('ru');
  });

  it('a language of a region is found for other regions of the same language', () => {
    const among = ['en', 'pt-BR', 'zh-Hant'].map((code) => ({ ...english, code }));
    const found = (code: string) => findLanguage(code, among)?.code;
    expect(['pt-BR', 'PT-br', 'pt', 'pt-PT', 'zh-TW', 'en-GB', 'de'].map(found)).toEqual([
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'pt-BR',
      'zh-Hant',
      'en',
      undefined,
    ]);
  });

  it('has the plural forms of its own', () => {
    const { receipts } = russian.waiting;
    expect([1, 2, 5, 11, 21, 22].map((count) => plural(russian, count, receipts))).toEqual([
      'Получен 1 чек',
      'Получено 2 чека',
      'Получено 5 чеков',
      'Получено 11 чеков',
      'Получен 21 чек',
      'Получено 22 чека',
    ]);
    expect([1, 2].map((count) => plural(english, count, english.waiting.receipts))).toEqual([
      '1 receipt received',
      '2 receipts received',
    ]);
  });
});

describe('every language', () => {
  it('is found by its file alone, with the code as in BCP 47', () => {
    const all = [english, russian, kazakh, uzbek, tajik, kyrgyz, azerbaijani];
    expect(languages).toEqual(expect.arrayContaining(all));
    const names = ['language-en.ts', 'language-pt-BR.ts', 'language-zh-Hant.js', 'language-es-419.js'];
    expect(names.map(codeOfFile)).toEqual(['en', 'pt-BR', 'zh-Hant', 'es-419']);
    expect(['language.ts', 'languages.ts', 'language-en.test.ts', 'language-en.js.map'].map(codeOfFile)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('has a file with its code in the name; no file that looks like one is passed over', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => name.startsWith('language-'));
    expect(files.map(codeOfFile).sort()).toEqual(languages.map(({ code }) => code).sort());
  });

  const each = languages.map((one) => [one.name, one] as const);

  it.each(each)('%s has words for everything, and puts in all that it is given', (_, language) => {
    expect(textsOf(language).map(({ path }) => path)).toEqual(textsOf(english).map(({ path }) => path));
    expect(textsOf(language).filter(({ text }) => text.trim() === '')).toEqual([]);
    const slots = ({ path, text }: Text) => `${path}: ${text.match(/«\d»/g)?.sort().join('') ?? ''}`;
    // Each language says as often as it likes who is meant; what is there has to be there once at least.
    const given = (one: Language) => textsOf(one).map((text) => slots(text).replace(/(«\d»)\1+/g, '$1'));
    expect(given(language)).toEqual(given(english));
    expect(Intl.getCanonicalLocales(language.code)).toEqual([language.code]);
  });

  it.each(each)('%s has every plural form that it tells apart, with the number in it', (_, language) => {
    const { pluralCategories } = pluralRules(language.code).resolvedOptions();
    const { choose, transfer, waiting, paid } = language;
    for (const forms of [choose.banks, transfer.minutesLeft, waiting.receipts, paid.returning]) {
      expect(Object.keys(forms).sort()).toEqual([...pluralCategories].sort());
      expect(Object.values(forms).filter((text) => text?.split('{n}').length !== 2)).toEqual([]);
    }
  });

  it.each(each)('%s needs no more room than the page has', (_, language) => {
    const english_ = new Map(textsOf(english).map(({ path, text }) => [path, text.length]));
    const tooLong = textsOf(language).filter(({ path, text }) => text.length > 1.75 * (english_.get(path) ?? 0) + 12);
    expect(tooLong).toEqual([]);
    // A step has a third of a phone's width, a button that copies stands beside a number.
    const { steps, page } = language;
    const narrow = [steps.choose, steps.transfer, steps.check, page.copy, page.copied];
    expect(narrow.filter((text) => text.length > 13)).toEqual([]);
  });

  it.each(each.filter(([, one]) => one !== english))('%s is written in its own words', (_, language) => {
    const words = new Map(textsOf(english).map(({ path, text }) => [path, text]));
    const copied = textsOf(language).filter(({ path, text }) => /[a-z]{3}/i.test(text) && words.get(path) === text);
    // Some words are the same everywhere.
    expect(copied.map(({ path }) => path).filter((path) => !['.transfer.bank'].includes(path))).toEqual([]);
  });
});

interface Text {
  readonly path: string;
  readonly text: string;
}

/** Every text with its path, except code, name and direction. Functions are called with marks that have to come back. */
function textsOf(language: Language): Text[] {
  const { code: _code, name: _name, direction: _direction, ...texts } = language;
  return flat(texts, '');
}

function flat(value: unknown, path: string): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value === 'function') return flat([value('«1»', '«2»', '«3»')].flat().join(' '), path);
  if (isPlural(value)) return [{ path, text: value.other }];
  return Object.entries(value as object).flatMap(([name, inner]) => flat(inner, `${path}.${name}`));
}

/** Which forms there are differs from language to language. */
function isPlural(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'other' in value && String(value.other).includes('{n}');
}
