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
const people = 'test/http/operator/people.test.ts';
const backup = 'test/e2e/backup.test.ts';
const deliveries = 'test/storage/delivery-queue.test.ts';

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
  {
    name: 'tokens-of-disabled-users',
    mistake: 'the script of somebody who was disabled goes on working',
    file: 'src/storage/settings/sessions.ts',
    text: 'and (t.expires_at is null or t.expires_at > $2) and not u.disabled',
    replacement: 'and (t.expires_at is null or t.expires_at > $2)',
    test: { file: people, name: 'users that are disabled have tokens that no longer work' },
  },
  {
    name: 'sessions-of-disabled-users',
    mistake: 'somebody who was disabled past the interface stays signed in',
    file: 'src/storage/settings/sessions.ts',
    text: 'and s.expires_at > $2 and not u.disabled',
    replacement: 'and s.expires_at > $2',
    test: { file: people, name: 'users that are disabled in the database itself are out at once' },
  },
  {
    name: 'restore-without-sequences',
    mistake: 'new rows collide with restored ones',
    file: 'src/storage/backup/restore.ts',
    text: 'of manifest.sequences) {',
    replacement: 'of manifest.sequences.slice(0, 0)) {',
    test: { file: backup, name: 'restores numbers that go on behind those in use' },
  },
  {
    name: 'backup-without-evidence',
    mistake: 'files that were added to a dispute as evidence are not in the backup',
    file: 'src/storage/backup/backup.ts',
    text: "         union all select attachment->>'sha256' from dispute_facts where attachment is not null\n",
    replacement: '',
    test: { file: backup, name: 'restores every file that any row names' },
  },
  {
    name: 'unknown-outcome-called-undone',
    mistake: '"nothing was done" is said of what may have been done',
    file: 'src/engine/lane.ts',
    text: "tell === null ? 'database_unavailable' : 'outcome_unknown'",
    replacement: "'database_unavailable'",
    test: { file: 'src/engine/lane.test.ts', name: 'its outcome is unknown, and watchers are told' },
  },
  {
    name: 'undone-called-unknown',
    mistake: '"perhaps it was done" is said of what certainly was not',
    file: 'src/engine/lane.ts',
    text: "tell === null ? 'database_unavailable' : 'outcome_unknown'",
    replacement: "'outcome_unknown'",
    test: { file: 'src/engine/lane.test.ts', name: 'was not done when that happens before anything is stored' },
  },
  {
    name: 'answers-swept-early',
    mistake: 'an answer to an idempotency key is forgotten after five hours',
    file: 'src/workers/sweep.ts',
    text: 'const answersKeptMs = 48 * 3_600_000;',
    replacement: 'const answersKeptMs = 5 * 3_600_000;',
    test: { file: 'test/storage/sweep.test.ts', name: 'keeps answers to idempotency keys for 48 hours' },
  },
  {
    name: 'settle-without-lease',
    mistake: 'a process that comes late settles a delivery which another one has leased',
    file: 'src/storage/delivery-queue.ts',
    text: 'and lease = $13::uuid and sequence = g.sequence',
    replacement: 'and $13::uuid is not null and sequence = g.sequence',
    test: { file: deliveries, name: 'settles nothing: the notification is somebody else' },
  },
  {
    name: 'settle-another-notification',
    mistake: 'a late result settles a later notification, which is then never sent',
    file: 'src/storage/delivery-queue.ts',
    text: 'and lease = $13::uuid and sequence = g.sequence',
    replacement: 'and lease = $13::uuid',
    test: { file: deliveries, name: 'does not settle a later notification' },
  },
  {
    name: 'release-without-lease',
    mistake: 'a process gives back what another one is sending',
    file: 'src/storage/delivery-queue.ts',
    text: 'and lease = $2::uuid order by invoice_id for update',
    replacement: 'and $2::uuid is not null order by invoice_id for update',
    test: { file: deliveries, name: 'gives nothing back that somebody else has leased since' },
  },
  {
    name: 'unbounded-upload',
    mistake: 'an upload without Content-Length has no limit',
    file: 'src/http/multipart.ts',
    text: "if (bytes > bytesMax) throw new AppError('attachment_too_big', { field: fileField });",
    replacement: '',
    test: { file: 'src/http/multipart.test.ts', name: 'is bounded when it comes without Content-Length' },
  },
  {
    name: 'stop-without-waiting',
    mistake: 'stopping breaks off a batch that waits for a row lock',
    file: 'src/engine/engine.ts',
    text: "while (this.#queue.length > 0 || this.#lanes.some((lane) => lane.state === 'busy')) {",
    replacement: 'while (this.#queue.length > 0) {',
    test: { file: 'test/engine/batches.test.ts', name: 'is waited for by a stop' },
  },
  {
    name: 'quote-not-escaped',
    mistake: "a merchant's text ends an attribute of the payer's page",
    file: 'src/http/html.ts',
    text: `/[&<>"']/g`,
    replacement: `/[&<>']/g`,
    test: { file: 'src/http/html.test.ts', name: 'cannot end what it stands in: it becomes &quot;' },
  },
];
