import type { Role } from '../../../src/domain/people/audit.ts';
import type { Things } from './authorization-table.ts';

/**
 * Every search key of every list that a maker or a merchant may ask: a query that finds a thing of maker 1 or merchant 1. A
 * test asks it as they do and as strangers do, and fails when a list gets a key that is not here. A new condition leads
 * through an index of its own, and is where a filter by store or maker is forgotten.
 */
export interface Search {
  readonly query: (things: Things, role: Role) => string;
  /** What shows that it was found; else the marker of the row in the authorization table. */
  readonly marker?: (things: Things, role: Role) => string;
  /** Strangers are told that there is nothing, where the list itself would be empty. */
  readonly others?: 'hidden';
}

const by = (query: Search['query'], marker?: Search['marker']): Search =>
  marker === undefined ? { query } : { query, marker };
const always = (query: string): readonly Search[] => [by(() => query)];

/** Every caller of this endpoint gets a list; it may be empty. */
const ofEndpoint = (query: string): Search => ({ query: () => query, marker: () => '"items":' });
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const uuidPages = { after: always(`after=${lastId}&limit=200`), limit: always('limit=200') };
const numberPages = { after: always('after=0&limit=200'), limit: always('limit=200') };
const zone = always('zone=Asia/Almaty');
const period = { from: always('from=2020-01-01'), to: always('to=2100-01-01') };
/** Sales are shown over a bounded number of steps. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString();

const disputed = ({ disputedId }: Things) => disputedId;
const openPayout = ({ openPayoutId }: Things) => openPayoutId;
const sum = ({ amount }: Things) => `amount=${amount}&currency=RUB`;

/** `limit=200` is the list's own; the file has no pages. */
const invoiceSearches: Readonly<Record<string, readonly Search[]>> = {
  storeId: always('storeId=1'),
  status: [by(() => 'status=new'), by(() => 'status=dispute', disputed)],
  type: [by(() => 'type=in'), by(() => 'type=out', openPayout), by(() => 'type=in&status=dispute', disputed)],
  ...period,
  internalId: [by(({ internalId }) => `internalId=${encodeURIComponent(internalId)}`)],
  id: [
    by(({ invoiceId }) => `id=${invoiceId}`),
    by(({ dealId }) => `id=${dealId}`),
    by(({ openPayoutId }) => `id=${openPayoutId}`, openPayout),
  ],
  requisite: [
    by(({ requisiteNumber }) => `requisite=${encodeURIComponent(requisiteNumber)}`),
    by(({ requisiteNumber }) => `requisite=${requisiteNumber.slice(-4)}`),
    by(({ openPayoutNumber }) => `requisite=${openPayoutNumber}`, openPayout),
  ],
  amount: [by(sum), by((things) => `${sum(things)}&status=new`)],
  currency: [by((things) => `${sum(things)}&type=in`)],
};

export const searchTable: Readonly<Record<string, Readonly<Record<string, readonly Search[]>>>> = {
  listInvoices: { ...invoiceSearches, ...uuidPages },
  exportInvoices: { ...invoiceSearches, zone },
  listDeals: {
    makerId: always('makerId=1'),
    status: [by(() => 'status=running'), by(() => 'status=transfer_waiting'), by(() => 'status=dispute', disputed)],
    type: [
      by(() => 'type=in'),
      by(
        () => 'type=out',
        ({ takenPayoutId }) => takenPayoutId,
      ),
    ],
    ...uuidPages,
  },
  listArrivals: {
    status: always('status=held'),
    exception: [by(({ arrivalException }) => `exception=${arrivalException}`)],
    requisiteId: [by(({ requisiteId }) => `requisiteId=${requisiteId}`)],
    id: [by(({ arrivalId }) => `id=${arrivalId}`)],
    ...uuidPages,
  },
  listPhones: { makerId: always('makerId=1') },
  listMessages: {
    outcome: always('outcome=unread'),
    waiting: always('waiting=open'),
    makerId: always('makerId=1'),
    phoneId: [by(({ phoneId }) => `phoneId=${phoneId}`)],
    after: always('after=999999999999&limit=200'),
    limit: always('limit=200'),
  },
  listStatementImports: { accountId: [by(({ bankAccountId }) => `accountId=${bankAccountId}`)], ...uuidPages },
  listBankAccounts: numberPages,
  readAccountDays: { from: always('from=2026-01-01&to=2026-01-31'), to: always('to=2026-01-31') },
  listBankLines: {
    list: always('list=bank'),
    from: period.from,
    to: period.to,
    after: always('after=2100-01-01.1'),
    limit: always('limit=200'),
  },
  listBlockedPayers: { storeId: always('storeId=1') },
  listUnbacked: period,
  listWithdrawals: {
    status: always('status=open'),
    storeId: always('storeId=1'),
    id: [by(({ withdrawalId }) => `id=${withdrawalId}`)],
    ...uuidPages,
  },
  listNotifications: {
    storeId: always('storeId=1'),
    invoiceId: [by(({ disputedId }) => `storeId=1&invoiceId=${disputedId}`)],
    state: [by(() => 'storeId=1&state=waiting'), by(() => 'storeId=1&state=failed')],
    after: [by(({ disputedId }) => `storeId=1&invoiceId=${disputedId}&after=${disputedId}_99`)],
    limit: always('storeId=1&limit=200'),
  },
  listEndpointEvents: { after: [ofEndpoint('after=999999999&limit=200')], limit: [ofEndpoint('limit=200')] },
  listLedgerAccounts: {
    kind: [by((_, role) => `kind=${role === 'maker' ? 'maker_available' : 'store_available'}`)],
    ownerId: always('ownerId=1'),
    ...numberPages,
  },
  readStatement: { ...period, after: always('after='), limit: always('limit=200') },
  readInvoice: { at: [by(() => `at=${encodeURIComponent(new Date().toISOString())}`)] },
  readBalanceHistory: { days: always('days=30') },
  exportStatement: { ...period, zone },
  exportMonthStatement: { month: always('month=2026-01'), zone },
  printMonthStatement: { month: always('month=2026-01'), zone, language: always('language=ru') },
  proveLedgerAccount: { page: always('page=0'), known: always('known=1') },
  readSettlementReport: period,
  exportSettlement: { ...period, zone },
  readSales: { from: [by(() => `from=${yesterday()}`)], to: period.to, step: always('step=day') },
  listTokens: {
    userId: [{ query: ({ userIds }, role) => `userId=${userIds[role]}`, others: 'hidden' }],
    ...numberPages,
  },
  listMerchants: numberPages,
  listStores: { merchantId: always('merchantId=1'), ...numberPages },
  listMakers: numberPages,
  listRequisites: {
    makerId: always('makerId=1'),
    id: [by(({ requisiteId }) => `id=${requisiteId}`)],
    bank: always('bank=sberbank'),
    waiting: always('waiting=false'),
    number: [by(({ requisiteNumber }) => `number=${requisiteNumber}`)],
    ...numberPages,
  },
};
