import type { Actor } from '../../../domain/people/audit.ts';
import type { BankAccount, BankLine, LineState } from '../../../domain/statements/bank-line.ts';
import type { CsvMapping } from '../../../domain/statements/csv-mapping.ts';
import type { StatementImport } from '../../../domain/statements/statement-import.ts';
import type { Instant } from '../../../domain/text/timestamp.ts';
import { cameForDeal, isSettledPayin, withExcess } from '../../rows/settled-deals.ts';
import { accountColumns, decodeAccount, decodeImport, importColumns } from '../../statements/import-rows.ts';
import { holdLinks } from '../../statements/line-links.ts';
import { decodeLine, lineColumns, releaseLinks } from '../../statements/line-work.ts';
import { abandonedFault } from '../../statements/statement-files.ts';
import type { SettingsTransaction } from '../settings-transaction.ts';

/** Of requisites, those that have one. */
export async function lockAccountsOf(
  { client }: SettingsTransaction,
  requisiteIds: readonly number[],
): Promise<BankAccount[]> {
  const { rows } = await client.query(
    `select ${accountColumns} from bank_accounts a
     where a.id in (select account_id from bank_account_requisites where requisite_id = any($1::int4[]))
     order by a.id for no key update`,
    [requisiteIds],
  );
  return rows.map(decodeAccount);
}

export async function findAccount({ client }: SettingsTransaction, id: number): Promise<BankAccount | null> {
  const { rows } = await client.query(`select ${accountColumns} from bank_accounts a where a.id = $1`, [id]);
  return rows[0] === undefined ? null : decodeAccount(rows[0]);
}

export async function lockAccount({ client }: SettingsTransaction, id: number): Promise<BankAccount | null> {
  const { rows } = await client.query(
    `select ${accountColumns} from bank_accounts a where a.id = $1 for no key update`,
    [id],
  );
  return rows[0] === undefined ? null : decodeAccount(rows[0]);
}

/** Whether a process reads a file of it, or is about to. */
export async function isAccountRead({ client }: SettingsTransaction, id: number): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from statement_imports where account_id = $1 and state in ('waiting', 'reading') limit 1`,
    [id],
  );
  return rows.length > 0;
}

export async function removeRequisites(
  { client }: SettingsTransaction,
  { accountId, requisiteIds }: { readonly accountId: number; readonly requisiteIds: readonly number[] },
): Promise<void> {
  await client.query('delete from bank_account_requisites where account_id = $1 and requisite_id = any($2::int4[])', [
    accountId,
    requisiteIds,
  ]);
}

interface RequisiteOfAccount {
  readonly id: number;
  readonly makerId: number;
  readonly currency: string;
}

export async function findRequisites(
  { client }: SettingsTransaction,
  ids: readonly number[],
): Promise<RequisiteOfAccount[]> {
  const { rows } = await client.query(
    'select id, maker_id as "makerId", currency from requisites where id = any($1::int4[]) order by id',
    [ids],
  );
  return rows;
}

/** With all its requisites; those that belong to it already stay. */
export async function putAccount({ client }: SettingsTransaction, account: BankAccount, at: Instant): Promise<void> {
  const { id, makerId, currency, number, zone, requisiteIds } = account;
  await client.query(
    `insert into bank_accounts (id, maker_id, currency, number, zone, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set number = excluded.number, zone = excluded.zone`,
    [id, makerId, currency, number, zone, new Date(at)],
  );
  await client.query(
    `insert into bank_account_requisites (requisite_id, account_id) select r, $2 from unnest($1::int4[]) r on conflict do nothing`,
    [requisiteIds, id],
  );
}

export async function countImportsSince(
  { client }: SettingsTransaction,
  accountId: number,
  since: Instant,
): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::int4 as count from statement_imports where account_id = $1 and created_at >= $2',
    [accountId, new Date(since)],
  );
  return rows[0].count;
}

/** Of the maker's own files: those that still come count as a whole, of an upload that ended what has come. */
export async function countMakersBytesSince(
  { client }: SettingsTransaction,
  makerId: number,
  since: Instant,
): Promise<number> {
  const { rows } = await client.query(
    `select coalesce(sum(case i.state when 'receiving' then i.size_bytes else i.received_bytes end), 0) as bytes
     from statement_imports i join bank_accounts a on a.id = i.account_id
     where a.maker_id = $1 and i.role = 'maker' and i.created_at >= $2`,
    [makerId, new Date(since)],
  );
  return Number(rows[0].bytes);
}

/** The one that its maker has not started: its bytes are coming, or wait to be looked at. */
export async function findMakersUpload(
  { client }: SettingsTransaction,
  accountId: number,
): Promise<{ readonly id: string; readonly missingBytes: number } | null> {
  const { rows } = await client.query(
    `select id, size_bytes - received_bytes as missing from statement_imports
     where account_id = $1 and role = 'maker' and state = 'receiving' for no key update`,
    [accountId],
  );
  return rows[0] === undefined ? null : { id: rows[0].id, missingBytes: Number(rows[0].missing) };
}

export async function abandonImport({ client }: SettingsTransaction, id: string, at: Instant): Promise<void> {
  await client.query(`update statement_imports set state = 'refused', ended_at = $2, fault = $3 where id = $1`, [
    id,
    new Date(at),
    abandonedFault,
  ]);
}

interface NewImport {
  readonly id: string;
  readonly accountId: number;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly actor: Actor;
  readonly at: Instant;
}

export async function insertImport({ client }: SettingsTransaction, one: NewImport): Promise<void> {
  const { actor } = one;
  await client.query(
    `insert into statement_imports (id, account_id, file_name, size_bytes, state, user_id, actor, role, actor_maker_id, created_at, token_id)
     values ($1, $2, $3, $4, 'receiving', $5, $6, $7, $8, $9, $10)`,
    [
      one.id,
      one.accountId,
      one.fileName,
      one.sizeBytes,
      actor.userId,
      actor.name,
      actor.role,
      actor.makerId,
      new Date(one.at),
      actor.token?.id ?? null,
    ],
  );
}

export async function lockImport({ client }: SettingsTransaction, id: string): Promise<StatementImport | null> {
  const { rows } = await client.query(
    `select ${importColumns} from statement_imports i where i.id = $1 for no key update`,
    [id],
  );
  return rows[0] === undefined ? null : decodeImport(rows[0]);
}

export async function startImport(
  { client }: SettingsTransaction,
  { id, mapping, at }: { readonly id: string; readonly mapping: CsvMapping | null; readonly at: Instant },
): Promise<void> {
  await client.query(`update statement_imports set state = 'waiting', mapping = $2, started_at = $3 where id = $1`, [
    id,
    mapping === null ? null : JSON.stringify(mapping),
    new Date(at),
  ]);
}

export async function stopImport({ client }: SettingsTransaction, { id }: { readonly id: string }): Promise<void> {
  await client.query('update statement_imports set is_stopped = true where id = $1', [id]);
}

/** In the name of who continues it. */
export async function continueImport(
  { client }: SettingsTransaction,
  { id, actor }: { readonly id: string; readonly actor: Actor },
): Promise<void> {
  await client.query(
    'update statement_imports set is_stopped = false, fault = null, user_id = $2, actor = $3, role = $4, actor_maker_id = $5, token_id = $6 where id = $1',
    [id, actor.userId, actor.name, actor.role, actor.makerId, actor.token?.id ?? null],
  );
}

/** Whatever of them has not ended. */
export async function stopImportsOf({ client }: SettingsTransaction, userId: number): Promise<void> {
  await client.query(
    `update statement_imports set is_stopped = true
     where user_id = $1 and state in ('receiving', 'waiting', 'reading') and not is_stopped`,
    [userId],
  );
}

export interface LockedLine extends BankLine {
  readonly accountId: number;
  readonly explanation: string | null;
  /** Of the arrival, where the line is one. */
  readonly arrivalStatus: string | null;
}

/** Until the transaction ends, no deal is taken back that a line is linked with here. */
export async function holdLinksOfLines({ client }: SettingsTransaction): Promise<void> {
  await holdLinks(client);
}

export async function lockLine({ client }: SettingsTransaction, id: bigint): Promise<LockedLine | null> {
  const { rows } = await client.query(
    `select ${lineColumns}, l.account_id, l.explanation, (select a.status from arrivals a where a.id = l.arrival_id) as arrival_status
     from bank_lines l where l.id = $1 for no key update`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    ...decodeLine(row),
    accountId: row.account_id,
    explanation: row.explanation,
    arrivalStatus: row.arrival_status,
  };
}

/** Money that the service knows, to be linked with a line. */
export interface KnownSubject {
  readonly kind: 'arrival' | 'deal' | 'payout';
  readonly amount: bigint;
  readonly requisiteId: number | null;
  readonly makerId: number | null;
  readonly isSettled: boolean;
  /** A line of an operator's file is this one already; of a deal, also through its arrival. */
  readonly isLinked: boolean;
}

export async function findSubject({ client }: SettingsTransaction, id: string): Promise<KnownSubject | null> {
  const { rows } = await client.query(
    `select 'arrival' as kind, amount, requisite_id, null::int4 as maker_id, true as is_settled,
       exists (select 1 from bank_lines l where l.arrival_id = a.id and l.is_trusted) as is_linked
     from arrivals a where a.id = $1
     union all
     select case when d.type = 'in' then 'deal' else 'payout' end, ${cameForDeal}, d.requisite_id, d.maker_id,
       ${isSettledPayin} or (d.type = 'out' and d.status in ('completed', 'transfer_confirmed')),
       exists (select 1 from bank_lines l where l.deal_id = d.id and l.is_trusted) or exists (
         select 1 from arrivals a join bank_lines l on l.arrival_id = a.id and l.is_trusted
         where a.deal_id = d.id and a.status = 'matched')
     from deals d ${withExcess} where d.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return {
    kind: row.kind,
    amount: row.amount,
    requisiteId: row.requisite_id,
    makerId: row.maker_id,
    isSettled: row.is_settled,
    isLinked: row.is_linked,
  };
}

interface NewLink {
  readonly id: bigint;
  readonly state: LineState;
  readonly subjectId: string;
  readonly at: Instant;
}

/** A person says so: it is not judged again. */
export async function linkLine({ client }: SettingsTransaction, { id, state, subjectId, at }: NewLink): Promise<void> {
  const isArrival = state === 'arrival';
  await releaseLinks(client, {
    arrivalIds: isArrival ? [subjectId] : [],
    dealIds: isArrival ? [] : [subjectId],
    but: [id],
    now: at,
  });
  const column = isArrival ? 'arrival_id' : 'deal_id';
  await client.query(`update bank_lines set state = $2, ${column} = $3, held = null, is_decided = true where id = $1`, [
    id,
    state,
    subjectId,
  ]);
}

interface Explanation {
  readonly explanation: string;
  readonly by: string;
  readonly at: Instant;
}

export async function explainLine(
  { client }: SettingsTransaction,
  id: bigint,
  { explanation, by, at }: Explanation,
): Promise<void> {
  await client.query('update bank_lines set explanation = $2, explained_by = $3, explained_at = $4 where id = $1', [
    id,
    explanation,
    by,
    new Date(at),
  ]);
}

export async function isExplained({ client }: SettingsTransaction, subjectId: string): Promise<boolean> {
  const { rows } = await client.query('select 1 from unbacked_explanations where subject_id = $1', [subjectId]);
  return rows.length > 0;
}

export async function explainUnbacked(
  { client }: SettingsTransaction,
  { accountId, subjectId }: { readonly accountId: number; readonly subjectId: string },
  { explanation, by, at }: Explanation,
): Promise<void> {
  await client.query(
    `insert into unbacked_explanations (subject_id, account_id, explanation, explained_by, explained_at) values ($1, $2, $3, $4, $5)`,
    [subjectId, accountId, explanation, by, new Date(at)],
  );
}

export interface SavedMapping {
  readonly id: number;
  readonly name: string;
  readonly mapping: CsvMapping;
  readonly createdAt: Instant;
}

export async function findMappingId({ client }: SettingsTransaction, name: string): Promise<number | null> {
  const { rows } = await client.query('select id from csv_mappings where name = $1', [name]);
  return rows[0]?.id ?? null;
}

export async function countMappings({ client }: SettingsTransaction): Promise<number> {
  const { rows } = await client.query('select count(*)::int4 as count from csv_mappings');
  return rows[0].count;
}

export async function putMapping(
  { client }: SettingsTransaction,
  { id, name, mapping, createdAt }: SavedMapping,
): Promise<void> {
  await client.query(
    `insert into csv_mappings (id, name, mapping, created_at) values ($1, $2, $3, $4)
     on conflict (id) do update set mapping = excluded.mapping, created_at = excluded.created_at`,
    [id, name, JSON.stringify(mapping), new Date(createdAt)],
  );
}

export async function findMappingName({ client }: SettingsTransaction, id: number): Promise<string | null> {
  const { rows } = await client.query('select name from csv_mappings where id = $1 for update', [id]);
  return rows[0]?.name ?? null;
}

export async function deleteMapping({ client }: SettingsTransaction, id: number): Promise<void> {
  await client.query('delete from csv_mappings where id = $1', [id]);
}
