import type pg from 'pg';
import { cameForDeal, isSettledPayin, withExcess } from '../rows/settled-deals.ts';
import type { Statement } from '../rows/statement.ts';
import { plainArray, type Write } from '../rows/table.ts';

/**
 * A line is linked with a deal as it was read, and a batch may take the deal back at the same time. So links share this lock, and
 * a batch that takes a deal back holds it alone: then it frees all that was linked. "line" in ASCII.
 */
const linksLock = 0x6c696e65;

export async function holdLinks(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock_shared($1)', [linksLock]);
}

/** Before anything else is written: nobody who links can then wait for what this batch has locked. */
export const lockLinks: Write = {
  statement: { name: 'lock-links', text: 'select pg_advisory_xact_lock($1::int8)' },
  values: [String(linksLock)],
};

/**
 * All that are linked, as none can be linked any more, in the order of a file that is being read. Who reads one is waited for here, and
 * not behind the accounts and counters that other batches need.
 */
export function lockLines(dealIds: readonly string[]): Write {
  return { statement: lockStatement, values: [plainArray(dealIds)] };
}

const lockStatement: Statement = {
  name: 'lock-lines',
  text: `select from bank_lines where deal_id = any($1::uuid[]) and direction = 'in' order by key for no key update`,
};

/**
 * Lines of deals that are not settled any more, or with another sum: nobody knows whose money they are. Nothing is known of a deal that
 * has left with its month.
 */
const freeText = `update bank_lines l set state = 'open', held = 'taken-back', deal_id = null, is_decided = false,
    explanation = null, explained_by = null, explained_at = null
  where l.deal_id = any($1::uuid[]) and l.direction = 'in' and exists (select from deals d where d.id = l.deal_id) and not exists (
    select from deals d ${withExcess} where d.id = l.deal_id and ${isSettledPayin} and ${cameForDeal} = l.amount
  )`;
const freeStatement: Statement = { name: 'free-lines', text: freeText };

/** Behind what the batch makes of these deals. */
export function freeLines(dealIds: readonly string[]): Write {
  return { statement: freeStatement, values: [plainArray(dealIds)] };
}

/** Of deals that were settled when they were looked at. */
export async function freeLinesNow(client: pg.ClientBase, dealIds: readonly string[]): Promise<void> {
  await client.query(freeText, [dealIds]);
}
