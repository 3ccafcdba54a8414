interface Store {
  readonly id: number;
  readonly name: string;
  readonly settlementCurrency: string;
}

interface Serving {
  readonly settlementCurrency: string;
  /** Null: all. */
  readonly storeIds: readonly number[] | null;
}

/**
 * The stores a maker can be chosen for, and those it serves that are not on the list, which is not longer than a page: what
 * nobody could leave ticked would be lost when something else is saved.
 */
export function servableStores(maker: Serving, listed: readonly Store[]): readonly Pick<Store, 'id' | 'name'>[] {
  const offered = listed.filter(({ settlementCurrency }) => settlementCurrency === maker.settlementCurrency);
  const others = (maker.storeIds ?? []).filter((id) => !offered.some((store) => store.id === id));
  return [...offered, ...others.map((id) => ({ id, name: listed.find((one) => one.id === id)?.name ?? `#${id}` }))];
}
