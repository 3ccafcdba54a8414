import type { OperatorRecord, PendingAct } from '../../domain/second-person.ts';
import type { Queryable } from '../connection.ts';
import { pendingActContext } from '../sealed-columns.ts';
import type { SettingsTransaction } from './settings-transaction.ts';

/** Those there are, and those who were disabled; for the rules that need a second person. */
export async function findOperators(client: Queryable): Promise<OperatorRecord[]> {
  const { rows } = await client.query(
    `select id, login, trusted_since, case when disabled then coalesce(disabled_at, to_timestamp(0)) end as disabled_at
     from users where role = 'operator' order by id`,
  );
  return rows.map((row) => ({
    id: row.id,
    login: row.login,
    trustedSince: row.trusted_since,
    disabledAt: row.disabled_at,
  }));
}

export const pendingColumns = `id, name, danger, subject_kind, subject_id, details, requested_by, requested_at, reason, approvable_at,
  expires_at, status, decided_by, decided_at`;

/** What is asked for in full; sealed because it may hold the hash of a password or a new secret. */
interface SealedAct {
  readonly input: unknown;
  readonly drawn: unknown;
}

export async function insertPending(
  { client, secrets }: SettingsTransaction,
  pending: PendingAct,
  act: SealedAct,
): Promise<void> {
  await client.query(
    `insert into pending_acts (${pendingColumns}, sealed)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      pending.id,
      pending.name,
      pending.danger,
      pending.subjectKind,
      pending.subjectId,
      pending.details,
      pending.requestedBy,
      new Date(pending.requestedAt),
      pending.reason,
      new Date(pending.approvableAt),
      new Date(pending.expiresAt),
      pending.status,
      pending.decidedBy,
      pending.decidedAt === null ? null : new Date(pending.decidedAt),
      secrets.seal(JSON.stringify(act, writeBigint), pendingActContext(pending.id)),
    ],
  );
}

/** Rates and sums are bigints, for which JSON has no word. */
const writeBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value);

const readBigint = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bigint' in value ? BigInt(String(value.bigint)) : value;

export async function lockPending(
  { client, secrets }: SettingsTransaction,
  id: string,
): Promise<{ readonly pending: PendingAct; readonly act: SealedAct } | null> {
  const { rows } = await client.query(
    `select ${pendingColumns}, sealed from pending_acts where id = $1 for no key update`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const act = JSON.parse(secrets.open(row.sealed, pendingActContext(id)), readBigint);
  return { pending: decodePending(row), act };
}

export async function updatePending(
  { client }: SettingsTransaction,
  { id, status, decidedBy, decidedAt }: Pick<PendingAct, 'id' | 'status' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await client.query('update pending_acts set status = $2, decided_by = $3, decided_at = $4 where id = $1', [
    id,
    status,
    decidedBy,
    decidedAt === null ? null : new Date(decidedAt),
  ]);
}

interface PendingRow {
  readonly id: string;
  readonly name: string;
  readonly danger: PendingAct['danger'];
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly details: PendingAct['details'];
  readonly requested_by: number;
  readonly requested_at: number;
  readonly reason: string;
  readonly approvable_at: number;
  readonly expires_at: number;
  readonly status: PendingAct['status'];
  readonly decided_by: number | null;
  readonly decided_at: number | null;
}

export function decodePending(row: PendingRow): PendingAct {
  return {
    id: row.id,
    name: row.name,
    danger: row.danger,
    subjectKind: row.subject_kind,
    subjectId: row.subject_id,
    details: row.details,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    reason: row.reason,
    approvableAt: row.approvable_at,
    expiresAt: row.expires_at,
    status: row.status,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
  };
}
