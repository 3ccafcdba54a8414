import { createContext, type ReactNode, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useZone } from '../zone.ts';
import type { Dictionary } from './en/dictionary.ts';

/** The languages of the console. Each is loaded only by who reads it. */
export const locales = { en: 'English', ru: 'Русский' } as const;
export type Locale = keyof typeof locales;

const storageKey = 'quittance.locale';
const listeners = new Set<() => void>();

const dictionaries: Readonly<Record<Locale, () => Promise<Dictionary>>> = {
  en: async () => (await import('./en/dictionary.ts')).en,
  ru: async () => (await import('./ru/dictionary.ts')).ru,
};

interface Reading {
  readonly locale: Locale;
  readonly text: Dictionary;
  /** The time zone of all that is shown. */
  readonly zone: string;
}

const TextContext = createContext<Reading | null>(null);

/** Shows nothing until the words are there: a flash of another language is worse than a blank moment. */
export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const locale = useSyncExternalStore(subscribe, readLocale);
  const zone = useZone();
  const [loaded, setLoaded] = useState<{ readonly locale: Locale; readonly text: Dictionary } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    dictionaries[locale]().then((text) => {
      if (!isCurrent) return;
      document.documentElement.lang = locale;
      setLoaded({ locale, text });
    });
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  // Another zone is another value, so that all that shows a time is drawn again.
  const value = useMemo(() => (loaded === null ? null : { ...loaded, zone }), [loaded, zone]);
  return value === null ? null : <TextContext value={value}>{children}</TextContext>;
}

export function useText(): Dictionary {
  return useLocale().text;
}

export function useLocale(): Reading {
  const found = useContext(TextContext);
  if (found === null) throw new Error('no language was chosen');
  return found;
}

export function chooseLocale(locale: Locale): void {
  localStorage.setItem(storageKey, locale);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readLocale(): Locale {
  const stored = localStorage.getItem(storageKey);
  if (stored === 'en' || stored === 'ru') return stored;
  return navigator.language.startsWith('ru') ? 'ru' : 'en';
}
