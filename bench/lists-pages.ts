/** An invoice to look for, with its deal. */
export interface Sample {
  readonly id: string;
  readonly internalId: string;
  readonly requisiteId: number;
  readonly makerId: number;
  readonly tail: string;
  readonly amount: string;
}

export interface Page {
  readonly role: string;
  readonly path: string;
  /** Adds up many rows, and so takes longer the more there are: sales and balances over time. */
  readonly isReport: boolean;
}

const reports = /\/sales\?|\/history|\/statement\?from/;

/**
 * The lists and searches of the console. Those that find nothing, or little, are the hard ones: a plan that walks the past to
 * fill a page walks all of it for them. The past has payins of one store only, none of them new or in dispute.
 */
export function pagesOf(sample: Sample): Readonly<Record<string, readonly Page[]>> {
  const paths = { operator: operatorPaths(sample), maker: makerPaths(), merchant: merchantPaths(sample) };
  return Object.fromEntries(
    Object.entries(paths).map(
      ([role, list]) => [role, list.map((path) => ({ role, path, isReport: reports.test(path) }))] as const,
    ),
  );
}

const invoiceStatuses = ['new', 'paid', 'canceled', 'expired', 'dispute'];
const dealStatuses = ['running', 'new', 'transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired'];
const dayMs = 86_400_000;

function invoicePaths(): string[] {
  return [
    '/invoices',
    ...invoiceStatuses.map((status) => `/invoices?status=${status}`),
    ...['in', 'out'].map((type) => `/invoices?type=${type}`),
    ...invoiceStatuses.map((status) => `/invoices?type=out&status=${status}`),
    ...invoiceStatuses.map((status) => `/invoices?storeId=2&status=${status}`),
    `/invoices?from=${daysAgo(40)}&to=${daysAgo(39)}&status=paid`,
  ];
}

function operatorPaths({ id, internalId, requisiteId, makerId, tail, amount }: Sample): string[] {
  return [
    ...invoicePaths(),
    `/invoices?after=${id}`,
    `/invoices?internalId=${internalId}`,
    `/invoices?amount=${amount}&currency=RUB`,
    `/invoices?amount=${amount}&currency=RUB&status=dispute`,
    `/invoices?requisite=${tail}`,
    `/invoices?requisite=${tail}&status=dispute`,
    `/invoices/${id}`,
    '/deals',
    '/deals?type=out',
    ...dealStatuses.map((status) => `/deals?status=${status}`),
    ...['transfer_confirmed', 'canceled', 'dispute'].map((status) => `/deals?makerId=${makerId}&status=${status}`),
    `/deals?makerId=${makerId}&type=out`,
    ...['', '?status=held', '?status=returned', '?exception=late', `?requisiteId=${requisiteId}`].map(
      (query) => `/arrivals${query}`,
    ),
    '/work',
    `/work/${id}`,
    '/payouts',
    '/withdrawals',
    '/withdrawals?status=open',
    ...['', '?storeId=1', '?storeId=2', '?state=failed', '?state=waiting', '?storeId=2&state=failed'].map(
      (query) => `/notifications${query}`,
    ),
    '/receivers',
    '/accounts',
    '/accounts/11/statement',
    `/accounts/11/statement?from=${daysAgo(40)}&to=${daysAgo(39)}`,
    '/accounts/11/history',
    '/accounts/2/history?days=366',
    '/audit-log',
    '/audit-log?userId=2',
    `/audit-log?subjectKind=arrival&subjectId=${id}`,
    ...['/users', '/merchants', '/stores', '/makers', '/requisites', '/rates', '/allocation-misses'],
    '/rates/history?settlementCurrency=USDT&fiatCurrency=RUB&type=in',
    '/system',
    ...[id, id.slice(0, 13), internalId, internalId.slice(0, 4), tail, amount, 'nothing-of-the-kind', '123456.78'].map(
      (text) => `/search?q=${text}`,
    ),
    `/overview?from=${daysAgo(1)}`,
    `/overview?from=${daysAgo(7)}&step=hour&zone=Europe/Moscow`,
    `/overview?from=${daysAgo(30)}&step=day&zone=Europe/Moscow`,
    ...salesPaths(),
  ];
}

function makerPaths(): string[] {
  return [
    '/deals',
    ...dealStatuses.map((status) => `/deals?status=${status}`),
    ...['/payouts', '/requisites', '/arrivals', '/arrivals?status=held', '/accounts'],
  ];
}

function merchantPaths({ id, internalId, amount }: Sample): string[] {
  return [
    ...invoicePaths(),
    `/invoices?id=${id}`,
    `/invoices?internalId=${internalId}`,
    `/invoices?amount=${amount}&currency=RUB`,
    ...['/withdrawals', '/notifications?storeId=1', '/notifications?storeId=1&state=failed', '/accounts'],
    '/accounts/11/statement',
    ...salesPaths(),
  ];
}

function salesPaths(): string[] {
  return [
    `/stores/1/sales?from=${daysAgo(1)}&step=hour`,
    `/stores/1/sales?from=${daysAgo(7)}&step=hour`,
    `/stores/1/sales?from=${daysAgo(30)}&step=day`,
  ];
}

/** A day's beginning: so that both sides of the comparison ask for the same. */
function daysAgo(days: number): string {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs).toISOString();
}
