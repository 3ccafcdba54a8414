import { useLocale, useText } from '../text/locale.tsx';
import { useRead } from './queries.ts';

/** Names behind IDs. They change seldom: asked once, and again only when something on the page was changed. */
export function useMakerName(): (id: number | null) => string {
  const makers = useRead('listMakers', { query: { limit: 200 } });
  const names = new Map(makers.data?.items.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? '–' : (names.get(id) ?? `#${id}`));
}

export function useStoreName(isEnabled = true): (id: number) => string {
  const stores = useRead('listStores', { query: { limit: 200 } }, { isEnabled });
  const names = new Map(stores.data?.items.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `#${id}`;
}

export function useBankName(): (code: string | null) => string {
  const reference = useRead('readReference');
  const { locale } = useLocale();
  const names = new Map(
    reference.data?.banks.map(({ code, name, nameRu }) => [code, locale === 'ru' ? (nameRu ?? name) : name]),
  );
  return (code) => (code === null ? '–' : (names.get(code) ?? code));
}

/** What the interface calls TO_CARD is a card to people. */
export function useOptionName(): (code: string | null) => string {
  const names: Readonly<Record<string, string>> = useText().trade.options;
  return (code) => (code === null ? '–' : (names[code] ?? code));
}

/** What something new may be begun with: entries that are switched off are not offered. */
export function useOffered() {
  const reference = useRead('readReference');
  const isOn = ({ isEnabled }: { readonly isEnabled: boolean }) => isEnabled;
  const currencies = (reference.data?.currencies ?? []).filter(isOn);
  const isOfOne = ({ currency }: { readonly currency: string }) => currencies.some(({ code }) => code === currency);
  return {
    currencies,
    banks: (reference.data?.banks ?? []).filter(isOn).filter(isOfOne),
    options: (reference.data?.options ?? []).filter(isOn).filter(isOfOne),
  };
}
