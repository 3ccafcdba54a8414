import type { Operation } from './client.ts';

/** What the service's events are about. */
export type Topic =
  | 'invoices'
  | 'deals'
  | 'payouts'
  | 'arrivals'
  | 'withdrawals'
  | 'balances'
  | 'notifications'
  | 'settings'
  | 'rates'
  | 'audit'
  | 'misses'
  | 'cases';

/** What has to change for an answer to be another one. An operation that is not here is asked again whatever changes. */
const topicsOf: Partial<Record<Operation, readonly Topic[]>> = {
  listInvoices: ['invoices'],
  // A payout that is given back is nobody's deal any more; that it waits again is what its maker hears.
  listDeals: ['deals', 'payouts'],
  listPayouts: ['payouts'],
  listWork: ['invoices', 'deals', 'payouts', 'arrivals', 'withdrawals', 'cases'],
  readCase: ['invoices', 'deals', 'payouts', 'arrivals', 'withdrawals', 'cases'],
  listArrivals: ['arrivals'],
  listBankLines: ['arrivals', 'deals'],
  listLineCandidates: ['arrivals', 'deals'],
  listUnbacked: ['arrivals', 'deals'],
  readAccountDays: ['arrivals', 'deals'],
  listMessages: ['arrivals'],
  listPhones: ['settings'],
  readAutomation: ['settings', 'arrivals'],
  listWithdrawals: ['withdrawals'],
  listLedgerAccounts: ['balances', 'settings'],
  readStatement: ['balances'],
  readBalanceHistory: ['balances'],
  getMaker: ['balances', 'settings'],
  listMakers: ['balances', 'settings'],
  // Each row shows how many deals run on it.
  listRequisites: ['deals', 'settings'],
  listNotifications: ['notifications'],
  readNotification: ['notifications'],
  listReceivers: ['notifications', 'settings'],
  listRates: ['rates'],
  listRateHistory: ['rates'],
  listRateFeeds: ['rates', 'settings'],
  listTeam: ['settings'],
  readReference: ['settings'],
  readCatalogue: ['settings'],
  listAllocationMisses: ['misses'],
  listAuditLog: ['audit'],
  // An act that has to wait is in the log with its author.
  listApprovals: ['audit'],
  readSystem: [],
  // It counts the whole day: asked now and then, not with every change.
  readOverview: [],
  readOpening: ['settings', 'rates', 'balances', 'audit'],
  readAudit: [],
  readSandboxWorld: [],
};

export function isAbout(operation: Operation, topics: ReadonlySet<Topic>): boolean {
  return topicsOf[operation]?.some((topic) => topics.has(topic)) ?? true;
}

/** Figures of the running program: they change all the time, and nobody says so. */
export function isUntold(operation: Operation): boolean {
  return topicsOf[operation]?.length === 0;
}
