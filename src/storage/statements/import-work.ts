import type pg from 'pg';
import type { BankAccount } from '../../domain/statements/bank-line.ts';
import type { CheckedFile } from '../../domain/statements/check-file.ts';
import {
  type ImportNote,
  isTrusted,
  type LineCounts,
  type StatementImport,
} from '../../domain/statements/statement-import.ts';
import type { BankFormat } from '../../domain/statements/told.ts';
import { storable } from '../../domain/text/outside-text.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import type { Fault } from '../../errors/app-error.ts';
import { orUnavailable } from '../database/database-errors.ts';
import { inTransaction } from '../database/transaction.ts';
import { accountColumns, decodeAccount, decodeImport, importColumns } from './import-rows.ts';

/** A process that may work on the imports of an account, until the lease ends. */
export interface ImportLease {
  readonly lease: string;
  /** Of the machine: a lease is no part of a sandbox's time. */
  readonly now: () => Instant;
  readonly leaseMs: number;
  /** What rows are dated with. */
  readonly clock: () => Instant;
}

export interface ClaimedImport {
  readonly account: BankAccount;
  readonly work: StatementImport;
}

/** Another worker has the account by now; this one drops what it holds. */
export class LeaseLost extends Error {}

/** Of an import `i`: there is something left to read. */
export const isToBeRead = `i.state in ('waiting', 'reading') and not i.is_stopped`;

/**
 * The oldest import that nobody works on, of the account that has waited longest. One import of an account at a time: two files
 * with the same lines must not be matched side by side. `importId`: this one alone.
 */
export async function claimImport(
  pool: pg.Pool,
  { lease, now, leaseMs }: ImportLease,
  importId: string | null,
): Promise<ClaimedImport | null> {
  const at = now();
  const { rows } = await orUnavailable(
    pool.query({
      name: 'claim-import',
      text: `update bank_accounts set leased_by = $1, leased_until = $3 where id = (
         select b.id from bank_accounts b
         where (b.leased_until is null or b.leased_until < $2 or b.leased_by = $1) and exists (
           select 1 from statement_imports i
           where i.account_id = b.id and ${isToBeRead}
             and ($4::uuid is null or i.id = $4)
         ) order by b.leased_until nulls first, b.id limit 1 for no key update skip locked
       ) returning id`,
      values: [lease, new Date(at), new Date(at + leaseMs), importId],
    }),
  );
  const accountId = rows[0]?.id;
  return accountId === undefined ? null : await readClaimed(pool, accountId, importId);
}

async function readClaimed(pool: pg.Pool, accountId: number, importId: string | null): Promise<ClaimedImport | null> {
  const found = await orUnavailable(
    pool.query(`select ${accountColumns} from bank_accounts a where a.id = $1`, [accountId]),
  );
  const imports = await orUnavailable(
    pool.query(
      `select ${importColumns} from statement_imports i
       where i.account_id = $1 and ${isToBeRead}
         and ($2::uuid is null or i.id = $2) order by i.id limit 1`,
      [accountId, importId],
    ),
  );
  const [work] = imports.rows;
  return work === undefined ? null : { account: decodeAccount(found.rows[0]), work: decodeImport(work) };
}

/** Lets others have the account: at once, or from an instant on. */
export async function releaseAccount(
  pool: pg.Pool,
  accountId: number,
  { lease, until }: { readonly lease: string; readonly until: Instant | null },
): Promise<void> {
  await pool.query('update bank_accounts set leased_by = null, leased_until = $3 where id = $1 and leased_by = $2', [
    accountId,
    lease,
    until === null ? null : new Date(until),
  ]);
}

/** Within the transaction of a step: the step is stored only while the account is ours. */
export async function keepLease(
  client: pg.PoolClient,
  accountId: number,
  { lease, now, leaseMs }: ImportLease,
): Promise<void> {
  const { rowCount } = await client.query(
    'update bank_accounts set leased_until = $3 where id = $1 and leased_by = $2',
    [accountId, lease, new Date(now() + leaseMs)],
  );
  if (rowCount !== 1) throw new LeaseLost('another process works on this account');
}

/** Between steps that store something. Says whether a person has stopped the import. */
export async function renewLease(
  pool: pg.Pool,
  { account, work }: ClaimedImport,
  lease: ImportLease,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    const { rows } = await client.query('select is_stopped from statement_imports where id = $1', [work.id]);
    return rows[0].is_stopped;
  });
}

/** How far the check has come. Says whether a person has stopped the import. */
export async function noteChecked(
  pool: pg.Pool,
  { account, work }: ClaimedImport,
  lease: ImportLease,
  bytes: number,
): Promise<boolean> {
  return await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    const { rows } = await client.query(
      'update statement_imports set checked_bytes = $2 where id = $1 returning is_stopped',
      [work.id, bytes],
    );
    return rows[0].is_stopped;
  });
}

interface CheckedImport {
  readonly format: BankFormat;
  readonly family: string;
  readonly sha256: string;
  readonly file: CheckedFile;
}

/** The file is good: from here on its lines are taken. The same bytes a second time are the import they were the first time. */
export async function storeChecked(
  pool: pg.Pool,
  { account, work }: ClaimedImport,
  lease: ImportLease,
  { format, family, sha256, file }: CheckedImport,
): Promise<'reading' | 'same'> {
  return await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    const now = new Date(lease.clock());
    const { rows } = await client.query(
      `select id from statement_imports where account_id = $1 and role = $2 and sha256 = $3 and same_as is null
         and state <> 'refused' and id <> $4`,
      [account.id, work.actor.role, sha256, work.id],
    );
    const known = { format, family, sha256, bytes: work.sizeBytes };
    if (rows[0] !== undefined) {
      await client.query(
        `update statement_imports set state = 'done', same_as = $2, sha256 = $3, format = $4, checked_bytes = $5, ended_at = $6
         where id = $1`,
        [work.id, rows[0].id, known.sha256, known.format, known.bytes, now],
      );
      return 'same';
    }
    const notes = await findNotes(client, account, file);
    await client.query(
      `update statement_imports set state = 'reading', sha256 = $2, format = $3, family = $4, checked_bytes = $5,
         lines_total = $6, lines_of_others = $7, notes = $8 where id = $1`,
      [work.id, sha256, format, family, known.bytes, file.lines, file.othersLines, JSON.stringify(notes)],
    );
    await insertStatements(client, account, work, file);
    if (isTrusted(work.actor) && account.number === null && file.account !== null) {
      await client.query('update bank_accounts set number = $2 where id = $1 and number is null', [
        account.id,
        file.account,
      ]);
    }
    return 'reading';
  });
}

async function insertStatements(
  client: pg.PoolClient,
  account: BankAccount,
  work: StatementImport,
  { statements }: CheckedFile,
): Promise<void> {
  await client.query(
    `insert into bank_statements (import_id, ordinal, account_id, number, first_day, last_day, opening, closing, is_interim,
       is_trusted, lines, sum_in, sum_out)
     select $1, ordinal, $2, number, first_day, last_day, opening, closing, is_interim, $3, lines, sum_in, sum_out
     from unnest($4::int4[], $5::text[], $6::date[], $7::date[], $8::int8[], $9::int8[], $10::bool[], $11::int4[], $12::int8[],
       $13::int8[]) as s (ordinal, number, first_day, last_day, opening, closing, is_interim, lines, sum_in, sum_out)`,
    [
      work.id,
      account.id,
      isTrusted(work.actor),
      statements.map(({ ordinal }) => ordinal),
      statements.map(({ number }) => number),
      statements.map(({ from }) => from),
      statements.map(({ to }) => to),
      statements.map(({ opening }) => opening),
      statements.map(({ closing }) => closing),
      statements.map(({ isInterim }) => isInterim),
      statements.map(({ lines }) => lines),
      statements.map(({ sumIn }) => sumIn),
      statements.map(({ sumOut }) => sumOut),
    ],
  );
}

const notesMax = 50;

/** What is odd beside the statements that were told before. */
async function findNotes(client: pg.PoolClient, account: BankAccount, file: CheckedFile): Promise<ImportNote[]> {
  const notes: ImportNote[] = [];
  for (const one of file.statements.slice(0, notesMax)) {
    const { number, from, to, where: line, opening, closing } = one;
    const { rows } = await client.query(
      `select
         exists (select 1 from bank_statements where account_id = $1 and number = $2
           and extract(year from first_day) = extract(year from $3::date)) as repeated,
         exists (select 1 from bank_statements where account_id = $1 and last_day >= $3::date and first_day <= $4::date) as overlap,
         (select closing from bank_statements where account_id = $1 and last_day < $3::date and closing is not null
           order by last_day desc, ordinal desc limit 1) as before`,
      [account.id, number, from, to],
    );
    const [{ repeated, overlap, before }] = rows;
    if (repeated) notes.push({ note: 'repeated', line, about: number ?? '' });
    else if (overlap) notes.push({ note: 'overlap', line, about: from === to ? from : `${from} – ${to}` });
    // Within a file the pages follow each other; the first of them follows what is stored.
    if (one === file.statements[0] && opening !== null && before !== null && opening !== before) {
      notes.push({ note: 'gap', line, about: from });
    }
    if (opening === null || closing === null) notes.push({ note: 'unbalanced', line, about: from });
  }
  if (file.othersLines > 0) notes.push({ note: 'others', line: 1, about: String(file.othersLines) });
  return notes;
}

/** What is wrong is said in words of the file, which may have been cut in the middle of a character. */
export async function storeRefused(
  pool: pg.Pool,
  { account, work }: ClaimedImport,
  lease: ImportLease,
  fault: Fault,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    await client.query(`update statement_imports set state = 'refused', fault = $2, ended_at = $3 where id = $1`, [
      work.id,
      JSON.stringify({ ...fault, message: storable(fault.message) }),
      new Date(lease.clock()),
    ]);
  });
}

/** The day's time for the maker's files is used up: it waits to be continued, and says why. */
export async function storeSpent(
  pool: pg.Pool,
  { account, work }: ClaimedImport,
  lease: ImportLease,
  fault: Fault,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    await client.query('update statement_imports set is_stopped = true, fault = $2 where id = $1', [
      work.id,
      JSON.stringify(fault),
    ]);
  });
}

export async function storeDone(pool: pg.Pool, { account, work }: ClaimedImport, lease: ImportLease): Promise<void> {
  await inTransaction(pool, async (client) => {
    await keepLease(client, account.id, lease);
    await client.query(`update statement_imports set state = 'done', ended_at = $2 where id = $1`, [
      work.id,
      new Date(lease.clock()),
    ]);
  });
}

/** What has been done so far; says whether a person has stopped the import. */
export async function noteProgress(
  client: pg.PoolClient,
  importId: string,
  linesDone: number,
  counts: LineCounts,
): Promise<boolean> {
  const { rows } = await client.query(
    'update statement_imports set lines_done = $2, counts = $3 where id = $1 returning is_stopped',
    [importId, linesDone, JSON.stringify(counts)],
  );
  return rows[0].is_stopped;
}

export async function findImport(pool: pg.Pool, id: string): Promise<StatementImport | null> {
  const { rows } = await orUnavailable(
    pool.query(`select ${importColumns} from statement_imports i where i.id = $1`, [id]),
  );
  return rows[0] === undefined ? null : decodeImport(rows[0]);
}

/** Which statements of the file are of the account. */
export async function findStatementOrdinals(pool: pg.Pool, importId: string): Promise<ReadonlySet<number>> {
  const { rows } = await orUnavailable(
    pool.query('select ordinal from bank_statements where import_id = $1', [importId]),
  );
  return new Set(rows.map(({ ordinal }) => ordinal));
}
