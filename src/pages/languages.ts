import { readdirSync } from 'node:fs';
import type { Language, Plural } from './language.ts';
import { countFormat, pluralRules } from './reading-form.ts';

/**
 * The languages of the payer's page: every `language-*.ts` beside this file is one. They are found and not listed, so that
 * a translator adds a file and touches nothing else.
 */
export const languages: readonly Language[] = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((name) => codeOfFile(name) !== null)
    .sort()
    .map(
      async (name) => ((await import(new URL(name, import.meta.url).href)) as { readonly language: Language }).language,
    ),
);

/** `language-pt-BR.ts` holds pt-BR, `language-zh-Hant.js` zh-Hant. Null for a file that is no language. */
export function codeOfFile(name: string): string | null {
  return /^language-([a-z]{2,8}(?:-[a-z0-9]{1,8})*)\.[jt]s$/i.exec(name)?.[1] ?? null;
}

const fallbackCode = 'en';

/** What the reader switched to, else what the browser asks for, else what the store speaks, else English. */
export function pickLanguage(wish: {
  readonly switched: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly store: string | null;
}): Language {
  const candidates = [wish.switched ?? '', ...acceptedCodes(wish.acceptLanguage ?? ''), wish.store ?? '', fallbackCode];
  for (const code of candidates) {
    const found = findLanguage(code);
    if (found !== undefined) return found;
  }
  throw new Error(`there is no language ${fallbackCode}`);
}

/** `pt-PT` finds `pt-PT`, else `pt`, else any Portuguese there is. */
export function findLanguage(code: string, among: readonly Language[] = languages): Language | undefined {
  const wanted = code.toLowerCase();
  const [base] = wanted.split('-');
  const exact = among.find((one) => one.code.toLowerCase() === wanted);
  return (
    exact ??
    among.find((one) => one.code.toLowerCase() === base) ??
    among.find((one) => one.code.toLowerCase().split('-')[0] === base)
  );
}

/** A browser lists a handful; what is longer is not read to its end. */
const acceptedMax = 20;

/** `ru-RU,ru;q=0.9,en;q=0.8` in the order of wish; q=0 means "not this one". */
function acceptedCodes(header: string): readonly string[] {
  return header
    .split(',', acceptedMax)
    .map((entry) => {
      const [code = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { code, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ code }) => code);
}

/** The text with the form that the language uses for this number. */
export function plural(language: Language, count: number, forms: Plural): string {
  const form = pluralRules(language.code).select(count);
  return (forms[form] ?? forms.other).replace('{n}', countFormat(language.code).format(count));
}
