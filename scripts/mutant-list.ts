/** A mistake that somebody might make, and the test that has to notice it. */
export interface Mutant {
  /** For the command line. */
  readonly name: string;
  /** What would go wrong. */
  readonly mistake: string;
  readonly file: string;
  /** Occurs exactly once in the file; a tidy test looks. */
  readonly text: string;
  readonly replacement: string;
  /** The name, or the part of it that tells it from the others of the file. */
  readonly test: { readonly file: string; readonly name: string };
}

export function placesOf({ text }: Pick<Mutant, 'text'>, content: string): number {
  return content.split(text).length - 1;
}

const authorization = 'test/http/operator/authorization.test.ts';
const finds = 'finds things for their owner and nothing of them for strangers';

export const mutants: readonly Mutant[] = [
  {
    name: 'invoices-of-any-store-by-id',
    mistake: 'a merchant finds any invoice by its ID',
    file: 'src/storage/reads/invoice-list-reads.ts',
    text: `\n    .add('t.store_id = any(?::int4[])', filter.storeIds)`,
    replacement: '',
    test: { file: authorization, name: `listInvoices by id ${finds}` },
  },
  {
    name: 'invoices-of-any-store-by-requisite',
    mistake: "a merchant exports others' invoices by the number that was paid to",
    file: 'src/storage/reads/invoice-list-reads.ts',
    text: 'rangeConditions(where, filter, page)} limit 1',
    replacement: 'rangeConditions(where, { ...filter, storeIds: null }, page)} limit 1',
    test: { file: authorization, name: `exportInvoices by requisite ${finds}` },
  },
  {
    name: 'invoices-of-any-store-by-internal-id',
    mistake: 'a merchant finds any invoice by the ID that another shop gave it',
    file: 'src/storage/reads/invoice-list-reads.ts',
    text: 'byInternalId(where, { stores, internalId: filter.internalId }, filter, page)',
    replacement:
      'byInternalId(where, { stores: allStoreIds, internalId: filter.internalId }, { ...filter, storeIds: null }, page)',
    test: { file: authorization, name: `listInvoices by internalId ${finds}` },
  },
  {
    name: 'withdrawals-of-any-store',
    mistake: "a merchant sees everybody's withdrawals",
    file: 'src/storage/reads/withdrawal-reads.ts',
    text: 'const stores = filter.storeIds === null ? null : where.parameter(filter.storeIds);',
    replacement: 'const stores = null;',
    test: { file: authorization, name: `listWithdrawals by status ${finds}` },
  },
  {
    name: 'notifications-of-any-store',
    mistake: 'a merchant reads the notifications of any invoice',
    file: 'src/storage/reads/notification-reads.ts',
    text: `.add('n.store_id = ?', storeId)`,
    replacement: '',
    test: { file: authorization, name: `listNotifications by invoiceId ${finds}` },
  },
  {
    name: 'receivers-of-any-store',
    mistake: "a merchant sees everybody's servers",
    file: 'src/storage/reads/notification-reads.ts',
    text: 'where $1::int4[] is null or r.store_id = any($1::int4[])',
    replacement: 'where $1::int4[] is null or r.store_id > 0',
    test: { file: authorization, name: 'listReceivers shows a merchant nothing that belongs to another' },
  },
  {
    name: 'arrivals-on-any-requisite',
    mistake: "a maker sees money that came to others' requisites",
    file: 'src/storage/reads/arrival-reads.ts',
    text: 'if (requisiteIds !== null) {',
    replacement: 'if (requisiteIds !== null && requisiteIds.length > 0) {',
    test: { file: authorization, name: `listArrivals by status ${finds}` },
  },
  {
    name: 'accounts-of-any-owner',
    mistake: "a maker or merchant sees everybody's balance",
    file: 'src/storage/reads/book-reads.ts',
    text: 'and ($4::int4[] is null or a.owner_id = any($4))',
    replacement: 'and ($4::int4[] is null or a.owner_id > 0)',
    test: { file: authorization, name: `listLedgerAccounts by kind ${finds}` },
  },
];
