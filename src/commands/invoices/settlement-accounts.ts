import { settlementAccountOf, storeOf } from '../../domain/merchants/store.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';

/** The ledger accounts that payins and payouts touch on the store's side. */
export function settlementAccountsOf(catalogue: Catalogue, storeId: number): readonly number[] {
  const account = settlementAccountOf(storeOf(catalogue, storeId));
  return [account.availableId, account.frozenId, account.excessId];
}
