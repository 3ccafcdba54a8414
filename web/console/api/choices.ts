import { useQuery } from '@tanstack/react-query';
import { useText } from '../text/locale.tsx';
import type { Choice } from '../ui/picker.tsx';
import { type ApiError, call } from './client.ts';
import { useNameInLocale, useOptionName } from './names.ts';
import { useRead } from './queries.ts';

/**
 * What pickers offer: everything of a kind, by the names that people know. Asked page by page, once, and again only when something on
 * the page was changed.
 */
type Listed = 'listMakers' | 'listStores' | 'listMerchants' | 'listUsers' | 'listRequisites';

const pageRows = 200;
/** Ten thousand: more than a list that typing narrows can hold with comfort. */
const pagesMax = 50;

function useAll<Item>(name: Listed, isEnabled = true): readonly Item[] {
  const { data } = useQuery<readonly Item[], ApiError>({
    queryKey: [name, 'all'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const items: Item[] = [];
      let after: number | null = 0;
      for (let page = 0; page < pagesMax && after !== null; page++) {
        const found: { readonly items: readonly unknown[]; readonly next: number | null } = await call(
          name,
          { query: { after, limit: pageRows } },
          { signal },
        );
        items.push(...(found.items as readonly Item[]));
        after = found.next;
      }
      return items;
    },
  });
  return data ?? [];
}

interface Named {
  readonly id: number;
  readonly name: string;
}

const byName = (items: readonly Named[]): readonly Choice[] => items.map(({ id, name }) => [String(id), name]);

export function useMakerChoices(isEnabled = true): readonly Choice[] {
  return byName(useAll<Named>('listMakers', isEnabled));
}

export function useStoreChoices(isEnabled = true): readonly Choice[] {
  return byName(useAll<Named>('listStores', isEnabled));
}

export function useMerchantChoices(isEnabled = true): readonly Choice[] {
  return byName(useAll<Named>('listMerchants', isEnabled));
}

export function useUserChoices(): readonly Choice[] {
  const users = useAll<{ readonly id: number; readonly login: string }>('listUsers');
  return users.map(({ id, login }) => [String(id), login]);
}

export function useBankChoices(): readonly Choice[] {
  const inLocale = useNameInLocale();
  return (useRead('readReference').data?.banks ?? []).map((bank) => [bank.code, inLocale(bank)]);
}

interface OfferedRequisite {
  readonly id: number;
  readonly number: string;
  readonly holder: string;
  readonly option: string;
  readonly makerId: number;
}

/** By the end of the number, the holder and the maker: what a bank's message shows. */
export function useRequisiteChoices(isEnabled = true): readonly Choice[] {
  const { trade } = useText();
  const optionName = useOptionName();
  const makers = new Map(useMakerChoices(isEnabled));
  return useAll<OfferedRequisite>('listRequisites', isEnabled).map(({ id, number, holder, option, makerId }) => [
    String(id),
    `${number} · ${holder === '' ? optionName(option) : holder} · ${makers.get(String(makerId)) ?? trade.maker}`,
  ]);
}
