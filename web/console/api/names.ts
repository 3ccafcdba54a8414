import { useText } from '../text/locale.tsx';
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
  const names = new Map(reference.data?.banks.map(({ code, name }) => [code, name]));
  return (code) => (code === null ? '–' : (names.get(code) ?? code));
}

/** What the interface calls TO_CARD is a card to people. */
export function useOptionName(): (code: string | null) => string {
  const names: Readonly<Record<string, string>> = useText().trade.options;
  return (code) => (code === null ? '–' : (names[code] ?? code));
}
