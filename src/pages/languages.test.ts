import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { language as english } from './language-en.ts';
import { language as russian } from './language-ru.ts';
import { codeOfFile, findLanguage, languages, pickLanguage, plural } from './languages.ts';

const pick = (acceptLanguage: string | undefined, switched?: string, store: string | null = null) =>
  pickLanguage({ switched, acceptLanguage, store }).code;

describe('the language', () => {
  it('is what the browser asks for, in the order of its wish', () => {
    expect(pick('ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7')).toBe('ru');
    expect(pick('de, ru;q=0.5, en;q=0.7')).toBe('en');
    expect(pick('ru;q=0, en')).toBe('en');
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
    expect(languages).toEqual(expect.arrayContaining([english, russian]));
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

  it.each(languages.map((one) => [one.name, one] as const))('%s has words for everything', (_, language) => {
    expect(emptyTexts(language)).toEqual([]);
    expect(Intl.getCanonicalLocales(language.code)).toEqual([language.code]);
  });
});

/** The paths of texts that say nothing. Functions are called with a word that has to come back. */
function emptyTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [path] : [];
  if (typeof value === 'function') {
    const said = value('«one»', '«two»');
    return [said].flat().join(' ').includes('«one»') ? [] : [path];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => emptyTexts(inner, `${path}.${name}`));
}
