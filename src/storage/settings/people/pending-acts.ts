import {
  dangers,
  type OperatorRecord,
  type PendingAct,
  pendingStatuses,
} from '../../../domain/authority/second-person.ts';
import type { Queryable } from '../../database/connection.ts';
import { bytes, instant, int4, json, oneOf, text, uuid } from '../../rows/codec.ts';
import { select } from '../../rows/shape.ts';
import { pendingActContext } from '../../secrets/sealed-columns.ts';
import { defineRecord, selectRows } from '../record.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

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

export const pendingActs = defineRecord({
  table: 'pending_acts',
  columns: {
    id: uuid,
    name: text,
    danger: oneOf(dangers),
    subjectKind: text,
    subjectId: text,
    details: json<NonNullable<PendingAct['details']>>().orNull,
    requestedBy: int4,
    requestedAt: instant,
    reason: text,
    approvableAt: instant,
    expiresAt: instant,
    status: oneOf(pendingStatuses),
    decidedBy: int4.orNull,
    decidedAt: instant.orNull,
  },
  hidden: { sealed: bytes },
});

/** What is asked for in full; sealed because it may hold the hash of a password or a new secret. */
interface SealedAct {
  readonly input: unknown;
  readonly drawn: unknown;
}

export async function insertPending(tx: SettingsTransaction, pending: PendingAct, act: SealedAct): Promise<void> {
  const sealed = tx.secrets.seal(JSON.stringify(act, writeBigint), pendingActContext(pending.id));
  await pendingActs.insert(tx, { ...pending, sealed });
}

/** Rates and sums are bigints, for which JSON has no word. */
const writeBigint = (_name: string, value: unknown) => (typeof value === 'bigint' ? { bigint: String(value) } : value);

const readBigint = (_name: string, value: unknown) =>
  typeof value === 'object' && value !== null && 'bigint' in value ? BigInt(String(value.bigint)) : value;

const pendingRow = select('pending_acts', { pending: pendingActs.row, sealed: bytes });

export async function lockPending(
  { client, secrets }: SettingsTransaction,
  id: string,
): Promise<{ readonly pending: PendingAct; readonly act: SealedAct } | null> {
  const text = (list: string) => `select ${list} from pending_acts where id = $1 for no key update`;
  const [row] = await selectRows(client, pendingRow, text, [id]);
  if (row === undefined) return null;
  const act = JSON.parse(secrets.open(row.sealed, pendingActContext(id)), readBigint);
  return { pending: row.pending, act };
}

export async function updatePending(
  tx: SettingsTransaction,
  { id, status, decidedBy, decidedAt }: Pick<PendingAct, 'id' | 'status' | 'decidedBy' | 'decidedAt'>,
): Promise<void> {
  await pendingActs.patch(tx, { id }, { status, decidedBy, decidedAt });
}
