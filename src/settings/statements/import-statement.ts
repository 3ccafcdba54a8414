import { requireTokenRequisites } from '../../domain/authority/token-bounds.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { BankAccount } from '../../domain/statements/bank-line.ts';
import type { CsvMapping } from '../../domain/statements/csv-mapping.ts';
import { refuseSpent, secondsAfter } from '../../domain/statements/reading-time.ts';
import {
  fileBytesMax,
  filesPerDayMax,
  isTrusted,
  makersBytesPerDayMax,
  makersFileBytesMax,
  type StatementImport,
} from '../../domain/statements/statement-import.ts';
import { dayOf, type Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { type SettingsTransaction, takeId } from '../../storage/settings/settings-transaction.ts';
import {
  abandonImport,
  continueImport as continueImportRow,
  countImportsSince,
  countMakersBytesSince,
  findAccount,
  findMakersUpload,
  findRequisites,
  insertImport,
  lockAccountsOf,
  lockImport,
  putAccount,
  startImport as startImportRow,
  stopImport as stopImportRow,
} from '../../storage/settings/statements/bank-statements.ts';
import { findReadingTime } from '../../storage/statements/reading-time.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

const dayMs = 86_400_000;

interface NewStatementImport {
  readonly id: string;
  readonly requisiteId: number;
  readonly fileName: string;
  readonly sizeBytes: number;
}

/**
 * Announces a bank's file for a requisite, and with it for all requisites of the same bank account; the bytes follow. A requisite that
 * has no account yet gets one of its own.
 */
export const importStatement = settingAct({
  name: 'import-statement',
  async load(tx, { requisiteId }: NewStatementImport, { at }) {
    const [requisite] = await findRequisites(tx, [requisiteId]);
    const [known] = await lockAccountsOf(tx, [requisiteId]);
    const makerId = requisite?.makerId ?? 0;
    return {
      requisite: requisite ?? null,
      known: known ?? null,
      newId: known === undefined ? await takeId(tx, 'bank_accounts') : 0,
      today: known === undefined ? 0 : await countImportsSince(tx, known.id, at - dayMs),
      spent: await findReadingTime(tx.client, makerId),
      open: known === undefined ? null : await findMakersUpload(tx, known.id),
      bytesToday: await countMakersBytesSince(tx, makerId, dayOf(at) * dayMs),
    };
  },
  decide({ id, requisiteId, fileName, sizeBytes }, rows, { actor, at }) {
    const { requisite, known, newId, today, spent } = rows;
    if (requisite === null || !isOwn(actor, requisite.makerId))
      throw new AppError('not_found', { field: 'requisiteId' });
    requireTokenRequisites(actor.token, known?.requisiteIds ?? [requisiteId]);
    const limit = actor.role === 'operator' ? fileBytesMax : makersFileBytesMax;
    if (sizeBytes > limit) throw new AppError('bank_file_too_big', { field: 'sizeBytes', limit });
    if (today >= filesPerDayMax) throw new AppError('too_many_imports', { limit: filesPerDayMax });
    refuseSpent(actor, spent, at);
    // One upload of a maker's at a time for each account: the newer file takes the place of the one that nobody has started.
    const replaced = isTrusted(actor) ? null : rows.open;
    if (!isTrusted(actor)) refuseFull(rows.bytesToday - (replaced?.missingBytes ?? 0) + sizeBytes, at);
    const { makerId, currency } = requisite;
    const account: BankAccount = known ?? {
      id: newId,
      makerId,
      currency,
      number: null,
      zone: usualZone(currency),
      requisiteIds: [requisiteId],
    };
    const row = { id, accountId: account.id, fileName, sizeBytes, actor, at };
    const details = { accountId: account.id, requisiteId, fileName, sizeBytes };
    return changed(
      id,
      { row, account: known === null ? account : null, replacedId: replaced?.id ?? null },
      { subjectKind: 'import', subjectId: id, details },
    );
  },
  async store(tx, { row, account, replacedId }) {
    if (account !== null) await putAccount(tx, account, row.at);
    if (replacedId !== null) await abandonImport(tx, replacedId, row.at);
    await insertImport(tx, row);
  },
});

function refuseFull(bytes: number, now: Instant): void {
  if (bytes <= makersBytesPerDayMax) return;
  const seconds = secondsAfter(dayOf(now), now);
  throw new AppError('bank_bytes_spent', { field: 'sizeBytes', limit: makersBytesPerDayMax, seconds });
}

/** Banks keep their own clock; most accounts in roubles are kept in Moscow. It can be changed. */
function usualZone(currency: string): string {
  return currency === 'RUB' ? 'Europe/Moscow' : 'UTC';
}

function isOwn(actor: Actor, makerId: number): boolean {
  return actor.role === 'operator' || (actor.role === 'maker' && actor.makerId === makerId);
}

/** All bytes are there, and what they mean was looked at: the file is read. */
export const startImport = settingAct({
  name: 'start-import',
  lock: 'rows',
  load: (tx, { id }: { readonly id: string; readonly mapping: CsvMapping | null }) => loadOwn(tx, id),
  decide({ mapping }, { work, account, spent }, { actor, at }) {
    const own = requireOwn(work, account, actor);
    const { id, state, receivedBytes: received, sizeBytes: size } = own;
    if (state !== 'receiving') return unchanged(id);
    if (received < size) throw new AppError('import_incomplete', { received, size });
    refuseSpent(own.actor, spent, at);
    return changed(
      id,
      { id, mapping, at },
      { subjectKind: 'import', subjectId: id, details: { hasMapping: mapping !== null } },
    );
  },
  store: startImportRow,
});

/** Between two batches of lines; what was taken stays taken. */
export const stopImport = settingAct({
  name: 'stop-import',
  lock: 'rows',
  load: (tx, { id }: { readonly id: string }) => loadOwn(tx, id),
  decide(_, rows, { actor }) {
    const work = requireOwn(rows.work, rows.account, actor);
    return switched(work, true, { id: work.id });
  },
  store: stopImportRow,
});

/**
 * From where it was stopped. Who continues answers for what is left: the other may have been disabled. A maker's file stays a maker's
 * word, also when an operator continues it.
 */
export const continueImport = settingAct({
  name: 'continue-import',
  lock: 'rows',
  load: (tx, { id }: { readonly id: string }) => loadOwn(tx, id),
  decide(_, rows, { actor, at }) {
    const work = requireOwn(rows.work, rows.account, actor);
    if (work.isStopped) refuseSpent(work.actor, rows.spent, at);
    return switched(work, false, { id: work.id, actor: actor.role === work.actor.role ? actor : work.actor });
  },
  store: continueImportRow,
});

function switched<Change>({ id, state, isStopped, linesDone }: StatementImport, wanted: boolean, change: Change) {
  if (state !== 'waiting' && state !== 'reading') throw new AppError('import_state', { state });
  if (isStopped === wanted) return unchanged(id);
  return changed(id, change, { subjectKind: 'import', subjectId: id, details: { linesDone } });
}

async function loadOwn(tx: SettingsTransaction, id: string) {
  const work = await lockImport(tx, id);
  const account = work === null ? null : await findAccount(tx, work.accountId);
  return { work, account, spent: await findReadingTime(tx.client, account?.makerId ?? 0) };
}

/** A maker reaches the files that makers brought in for their own accounts; what operators brought in is the operators'. */
function requireOwn(work: StatementImport | null, account: BankAccount | null, actor: Actor): StatementImport {
  if (work === null || account === null || !isOwn(actor, account.makerId)) throw new AppError('not_found');
  if (actor.role === 'maker' && work.actor.role !== 'maker') throw new AppError('not_found');
  requireTokenRequisites(actor.token, account.requisiteIds);
  return work;
}
