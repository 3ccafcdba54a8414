import { useLocale } from '../text/locale.tsx';
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
  const inLocale = useNameInLocale();
  const names = new Map(useRead('readReference').data?.banks.map((bank) => [bank.code, inLocale(bank)]));
  return (code) => (code === null ? '–' : (names.get(code) ?? code));
}

/** What the interface calls TO_CARD is a card transfer to people. */
export function useOptionName(): (code: string | null) => string {
  const inLocale = useNameInLocale();
  const names = new Map(useRead('readReference').data?.options.map((option) => [option.code, inLocale(option)]));
  return (code) => (code === null ? '–' : (names.get(code) ?? code));
}

/** Entries of the catalogue have a name, and mostly a Russian one. */
export function useNameInLocale(): (entry: { readonly name: string; readonly nameRu: string | null }) => string {
  const { locale } = useLocale();
  return ({ name, nameRu }) => (locale === 'ru' ? (nameRu ?? name) : name);
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
    options: (reference.data?.options ?? []).filter(isOn),
  };
}
