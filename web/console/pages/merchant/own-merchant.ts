import type { Answer, ApiError } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useUrlState } from '../../url-state.ts';

export type Store = Answer<'listStores'>['items'][number];
export type Merchant = Answer<'listMerchants'>['items'][number];

/** The business somebody has signed in for: the interface shows nobody else's. */
export function useOwnMerchant(): Merchant | undefined {
  return useRead('listMerchants').data?.items[0];
}

export interface StoreChoice {
  /** Undefined while they are not known. */
  readonly stores: readonly Store[] | undefined;
  /** The one in the address, else the first. */
  readonly store: Store | undefined;
  readonly error: ApiError | null;
}

export function useStoreChoice(): StoreChoice {
  const url = useUrlState();
  const { data, error } = useRead('listStores', { query: { limit: 200 } });
  const stores = data?.items;
  return { stores, store: stores?.find(({ id }) => String(id) === url.get('store')) ?? stores?.[0], error };
}
