import type { SettingKinds } from '../../ui/settings.tsx';
import type { Store } from './stores.tsx';

/** What operators set of a store, in the order of its form and of its page. A new one is a line here and a word in each language. */
export const storeSettings = {
  payinEnabled: 'flag',
  payoutEnabled: 'flag',
  payoutsNeedInternalId: 'flag',
  needsTimestamp: 'flag',
  needsSha256: 'flag',
  payinFeeBps: 'percent',
  payinFeeFixed: 'amount',
  payoutFeeBps: 'percent',
  payoutFeeFixed: 'amount',
  payinSpreadBps: 'percent',
  payoutSpreadBps: 'percent',
  invoiceLifetimeMs: 'minutes',
  dealLifetimeMs: 'minutes',
  payoutLifetimeMs: 'minutes',
  payoutProofMs: 'minutes',
  payoutHoldMs: 'minutes',
  confirmDeadlineMs: 'minutes',
  rateBoundBps: 'percent',
  repeatWindowMs: 'minutes',
  twoApprovalsAbove: 'amount',
  withdrawalFee: 'amount',
} as const satisfies SettingKinds;

/** With the fee of withdrawals, which stands with the account. */
export function settingsOfStore(store: Store) {
  const withdrawalFee = store.accounts[0]?.withdrawalFee.amount ?? '0';
  return { kinds: storeSettings, values: { ...store, withdrawalFee }, currency: store.settlementCurrency };
}
