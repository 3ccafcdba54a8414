/**
 * Which rows a chain is over. The table has a column `id` and a column `xid`, the number of the transaction that wrote the row
 * (`xid8`, by default `pg_current_xact_id()`), with an index on both; its links are in a table of their own. A further chain
 * needs a description, that table and a worker.
 */
export interface Chain {
  readonly name: string;
  readonly table: string;
  readonly links: string;
  /** What is hashed of a row `r`: expressions that give the same text in every version of PostgreSQL, in a fixed order. */
  readonly cells: readonly string[];
}

export const auditChain: Chain = {
  name: 'audit',
  table: 'audit_log',
  links: 'audit_chain',
  cells: [
    'r.id::text',
    // Microseconds: how a timestamp is written depends on settings, its number does not.
    '(extract(epoch from r.at) * 1000000)::int8::text',
    'r.user_id::text',
    'r.actor',
    'r.action',
    'r.subject_kind',
    'r.subject_id',
    'r.reason',
    // Keys of jsonb have one order, and its numbers keep their digits.
    'r.details::text',
  ],
};

/** As an array of text, which travels whole. */
export function cellsOf({ cells }: Chain): string {
  return `array[${cells.join(', ')}]`;
}
