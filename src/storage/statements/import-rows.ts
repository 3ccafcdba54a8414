import type { Actor } from '../../domain/people/audit.ts';
import type { BankAccount } from '../../domain/statements/bank-line.ts';
import { noCounts, type StatementImport } from '../../domain/statements/statement-import.ts';

/** Of `bank_accounts a`. */
export const accountColumns = `a.id, a.maker_id, a.currency, a.number, a.zone, array(
  select r.requisite_id from bank_account_requisites r where r.account_id = a.id order by r.requisite_id
) as requisite_ids`;

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
export function decodeAccount(row: any): BankAccount {
  const { id, maker_id: makerId, currency, number, zone, requisite_ids: requisiteIds } = row;
  return { id, makerId, currency, number, zone, requisiteIds };
}

interface TokenOfImport {
  readonly id: number;
  readonly max: string | null;
  readonly currency: string;
  readonly requisiteIds: readonly number[] | null;
}

/** Its lines are taken within the bounds of the token that brought the file in. */
function tokenOf(row: TokenOfImport | null): Pick<Actor, 'token'> {
  if (row === null) return {};
  const { id, max, currency, requisiteIds } = row;
  return { token: { id, day: max === null ? null : { max: BigInt(max), currency }, requisiteIds } };
}

/** Of `statement_imports i`. */
export const importColumns = `i.id, i.account_id, i.file_name, i.size_bytes, i.received_bytes, i.format, i.mapping, i.family,
  i.same_as, i.state, i.is_stopped, i.user_id, i.actor, i.role, i.actor_maker_id,
  (select jsonb_build_object('id', t.id, 'max', t.day_max::text, 'currency', t.day_currency, 'requisiteIds', t.requisite_ids)
    from api_tokens t where t.id = i.token_id) as token, i.checked_bytes, i.lines_total, i.lines_done,
  i.lines_of_others, i.counts, i.fault, i.notes, i.created_at, i.started_at, i.ended_at`;

// biome-ignore lint/suspicious/noExplicitAny: a row of the select list above.
export function decodeImport(row: any): StatementImport {
  const { actor: name, role, user_id: userId, actor_maker_id: makerId } = row;
  return {
    id: row.id,
    accountId: row.account_id,
    fileName: row.file_name,
    sizeBytes: Number(row.size_bytes),
    receivedBytes: Number(row.received_bytes),
    format: row.format,
    mapping: row.mapping,
    family: row.family,
    sameAs: row.same_as,
    state: row.state,
    isStopped: row.is_stopped,
    actor: { userId, name, role, makerId, merchantId: null, ...tokenOf(row.token) },
    checkedBytes: Number(row.checked_bytes),
    linesTotal: row.lines_total,
    linesDone: row.lines_done,
    linesOfOthers: row.lines_of_others,
    counts: { ...noCounts, ...row.counts },
    fault: row.fault,
    notes: row.notes,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
  };
}
