/**
 * What the role that the service works under may do, table by table: the one list that grants are written from. A table that
 * is not named here cannot be used, so a test compares it with the schema. `insert(a, b)` allows these columns alone.
 *
 * Nothing here lets the service rewrite the books: transfers, sealed pages, the audit log and its chain are read and added to; balances
 * follow from transfers by a trigger that works with the owner's rights; triggers, functions and tables are the owner's.
 */
export const workRights: Readonly<Record<string, string>> = {
  access_rules: 'select update',
  // To lock a row one needs the right to update a column of it; a trigger refuses the update itself.
  accounts: 'select insert(id, kind, owner_id, currency, debt_of) update(id) delete',
  allocation_misses: 'select insert',
  api_key_uses: 'select insert update',
  api_keys: 'select insert update',
  api_tokens: 'select insert update',
  // Moved to and fro by functions that work with the owner's rights.
  archive_months: 'select',
  archive_state: 'select',
  archived_names: 'select',
  arrivals: 'select insert update',
  audit_chain: 'select insert',
  // Not the ID and the transaction's number: the chain goes by them.
  audit_log: 'select insert(at, user_id, actor, action, subject_kind, subject_id, reason, details)',
  automation_days: 'select insert update',
  balance_chains: 'select insert update',
  bank_account_requisites: 'select insert delete',
  bank_accounts: 'select insert update',
  bank_aliases: 'select insert delete',
  bank_days: 'select insert update',
  // What a file has told is never taken back; what became of it is written to it.
  bank_line_sightings: 'select insert',
  bank_lines: 'select insert update',
  bank_statements: 'select insert',
  banks: 'select insert update delete',
  book_balances: 'select insert',
  book_closings: 'select insert',
  book_days: 'select insert',
  book_faults: 'select insert update delete',
  // Sealed anew when the master key changes.
  book_keys: 'select insert update(secret)',
  book_pages: 'select insert',
  book_scrub: 'select insert update',
  book_state: 'select insert update',
  // They follow from the balances.
  book_tiles: 'select insert update',
  case_claims: 'select insert update delete',
  case_comments: 'select insert',
  case_mentions: 'select insert delete',
  catalogue_version: 'select update',
  cell: 'select insert update',
  chain_states: 'select insert update',
  csv_mappings: 'select insert update delete',
  currencies: 'select insert update delete',
  deals: 'select insert update',
  delivery_attempts: 'select insert delete',
  delivery_queue: 'select insert update delete',
  detached_ids: 'select',
  devices: 'select insert update delete',
  dispute_calls: 'select insert',
  dispute_facts: 'select insert',
  dispute_rules: 'select update',
  endpoint_events: 'select insert',
  endpoint_outbox: 'select insert delete',
  endpoint_places: 'select insert update',
  enrolment_codes: 'select insert delete',
  excesses: 'select insert update',
  failed_notifications: 'select insert update delete',
  fee_rollups: 'select insert update',
  // Updated by nobody, and locked while a batch looks for an earlier answer.
  idempotency_keys: 'select insert update delete',
  invoices: 'select insert update',
  kept_receipts: 'select insert',
  maker_rewards: 'select insert delete',
  makers: 'select insert update',
  master_keys: 'select insert update',
  merchants: 'select insert update',
  message_outcomes: 'select insert update',
  message_template_versions: 'select insert',
  message_templates: 'select insert update',
  money_stops: 'select insert update',
  notification_feeds: 'select insert update',
  notifications: 'select insert',
  option_currencies: 'select insert delete',
  options: 'select insert update delete',
  // Updated by nobody, and locked while an answer to it is looked at.
  passkey_challenges: 'select insert update delete',
  // They go with their session.
  passkey_proofs: 'select insert update delete',
  passkeys: 'select insert update delete',
  payer_rules: 'select insert delete',
  payers: 'select insert update delete',
  pending_acts: 'select insert update',
  // As they came, for ever.
  phone_messages: 'select insert',
  phone_requisites: 'select insert update delete',
  phone_states: 'select insert update',
  phones: 'select insert update',
  rate_feeds: 'select insert update delete',
  rate_history: 'select insert',
  rate_sources: 'select insert update delete',
  rates: 'select insert update',
  receipt_bands: 'select insert delete',
  receipt_likenesses: 'select insert',
  receipt_looks: 'select insert delete',
  receipt_rooms: 'select insert update',
  receipt_uploads: 'select insert delete',
  receipts_to_compare: 'select insert update delete',
  receivers: 'select insert update',
  refunds: 'select insert update',
  requisite_loads: 'select insert update',
  requisite_rollups: 'select insert delete',
  requisite_weights: 'select insert update delete',
  requisites: 'select insert update',
  rollup_state: 'select insert update',
  sandbox_clock: 'select insert update',
  saved_views: 'select insert update delete',
  schema_migrations: 'select',
  second_factors: 'select insert update',
  service_processes: 'select insert update delete',
  sessions: 'select insert update delete',
  sign_in_attempts: 'select insert update delete',
  signed_requests: 'select insert update delete',
  statement_imports: 'select insert update',
  statement_pieces: 'select insert delete',
  statement_reading: 'select insert update',
  store_accounts: 'select insert update',
  // Updated by nobody, and locked by acts that look whether an address is known.
  store_addresses: 'select insert update delete',
  store_endpoints: 'select insert update',
  store_limits: 'select insert delete',
  stores: 'select insert update',
  team_invitations: 'select insert update',
  token_days: 'select insert update',
  told_channels: 'select insert update',
  told_messages: 'select insert update delete',
  told_wishes: 'select insert delete',
  trade_rollups: 'select insert update delete',
  transfers: 'select insert(debit_id, credit_id, amount, currency, kind, subject_id, created_at)',
  troubled_banks: 'select insert delete',
  unbacked_explanations: 'select insert',
  users: 'select insert update',
  withdrawals: 'select insert update',
  work_limits: 'select insert update',
};

/** One right on a table, or on one column of it. */
export interface Right {
  readonly table: string;
  readonly act: string;
  readonly column: string | null;
}

export function rightsOf(list: Readonly<Record<string, string>>): readonly Right[] {
  return Object.entries(list).flatMap(([table, text]) =>
    [...text.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].flatMap(([, act = '', columns]): Right[] =>
      columns === undefined
        ? [{ table, act, column: null }]
        : columns.split(',').map((column) => ({ table, act, column: column.trim() })),
    ),
  );
}
