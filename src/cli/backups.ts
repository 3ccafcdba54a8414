import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { bookHeadsOf } from '../domain/book/book-head.ts';
import { parseRecipient, type Recipient } from '../domain/text/age-recipient.ts';
import { recordBackup } from '../settings/installation/record-backup.ts';
import { recordBackupFailure } from '../settings/installation/record-backup-failure.ts';
import { type Identity, newIdentity, parseIdentityFile } from '../storage/age/age-keys.ts';
import { writeBackup } from '../storage/backup/backup.ts';
import type { Manifest } from '../storage/backup/backup-manifest.ts';
import { restoreBackup } from '../storage/backup/restore.ts';
import { checkBook } from '../storage/book/check-book.ts';
import { HeadFile } from '../storage/chain/head-file.ts';
import { connect, createPool } from '../storage/database/connection.ts';
import { Replica } from '../storage/database/replica.ts';
import { onWatchedConnection } from '../storage/database/watched.ts';
import { type CliCall, type CliCommand, counted, UsageError } from './command-line.ts';
import { givenFile } from './given-file.ts';
import {
  byCli,
  type CliSession,
  figureOption,
  openReceipts,
  settingsOf,
  textOption,
  withAnyDatabase,
} from './session.ts';

const folder = { name: 'folder', text: 'where the backup is' } as const;

export const backup: CliCommand = {
  name: 'backup',
  summary: 'Write database and receipts into a new folder, while the service works',
  notes: `All tables are of one moment. Every file is read back after it was written; a backup that is no good ends with exit code 1
and has no manifest. The folder holds everything but MASTER_KEY, which you keep elsewhere: without it the secrets in the
backup cannot be read. With BACKUP_RECIPIENTS or --recipient every file is encrypted for these public keys. When receipts are
missing that the database names, the backup is kept and counts as failed, with exit code 1: mostly DATA_DIR is not that of
the service.`,
  words: [{ ...folder, text: 'a new or empty folder' }],
  options: {
    recipient: { value: 'keys', text: 'public keys (age1…), separated by commas, instead of BACKUP_RECIPIENTS' },
    'allow-missing': { value: 'count', text: 'receipts that are known to be lost for good: so many may be missing' },
  },
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    const given = recipientsOf(call);
    const allowed = figureOption(call, 'allow-missing') ?? 0;
    const { tables, receipts, rows, recipients, gap, isGood } = await withAnyDatabase(call, (session) =>
      backUp(call, session, { path, recipients: given ?? session.config.backupRecipients, allowed }),
    );
    const lost = gap === null ? '' : `${gap}\n`;
    const sealed = recipients.length === 0 ? '' : `, encrypted for ${counted(recipients.length, 'public key')}`;
    return {
      text: `${lost}Backed up ${rows} rows and ${receipts.count} receipts into ${path}${sealed}; every file was read back.\n`,
      data: {
        folder: path,
        rows,
        tables: tables.length,
        receipts: receipts.count,
        missingReceipts: receipts.missing,
        recipients: recipients.map(({ text }) => text),
      },
      exitCode: isGood ? 0 : 1,
    };
  },
};

export function recipientsOf(call: CliCall): readonly Recipient[] | null {
  const text = textOption(call, 'recipient');
  if (text === undefined) return null;
  return text.split(',').map((one) => {
    const recipient = parseRecipient(one.trim());
    if (recipient === null) throw new UsageError('--recipient has a text that is no public key (age1…).');
    return recipient;
  });
}

interface WishedBackup {
  readonly path: string;
  readonly recipients: readonly Recipient[];
  /** So many receipts may be missing. */
  readonly allowed: number;
}

async function backUp(call: CliCall, session: CliSession, { path, recipients, allowed }: WishedBackup) {
  const recordFault = (fault: string) =>
    record(
      call,
      () => settingsOf(session).run(recordBackupFailure, { folder: path, fault }, byCli(call)),
      'The backup has failed',
    );
  try {
    const manifest = await writeBackup({
      connectionString: await sourceOf(call, session),
      receipts: await openReceipts(session),
      folder: path,
      recipients,
      progress: call.progress,
      now: Date.now,
    });
    const rows = rowsIn(manifest);
    const missing = manifest.receipts.missing.length;
    const written = { folder: path, rows, receipts: manifest.receipts.count, missing };
    const gap = missing === 0 ? null : gapText(session, manifest);
    const isGood = gap === null || missing <= allowed;
    if (isGood)
      await record(call, () => settingsOf(session).run(recordBackup, written, byCli(call)), 'The backup is complete');
    else await recordFault(gap);
    return { ...manifest, rows, recipients, gap, isGood };
  } catch (error) {
    await recordFault(error instanceof Error ? error.message : String(error));
    throw error;
  }
}

/** Receipts are never removed, so that some are missing is mostly a mistake of who runs the command, and can be mended. */
function gapText({ config: { dataDir, s3 } }: CliSession, { receipts }: Manifest): string {
  const missing = receipts.missing.length;
  const place = s3 === null ? resolve(dataDir, 'receipts') : `the bucket ${s3.bucket} at ${s3.endpoint}`;
  return `Receipts are missing: ${missing} of ${missing + receipts.count} that the database names are not in ${place}, or are
damaged there. The rest is in the backup. Run it with DATA_DIR, or the S3 settings, of the service; those that are lost
for good are allowed with --allow-missing ${missing}.`.replaceAll('\n', ' ');
}

/** A replica that has everything: a long copy then costs the primary nothing. */
async function sourceOf(call: CliCall, { config, pool, addresses }: CliSession): Promise<string> {
  const { replicaUrl, replicaLagMaxMs } = config.database;
  // The owner reads everything also before an upgrade, when the work role may not have its rights yet.
  const primary = addresses.ownerUrl ?? addresses.url;
  if (replicaUrl === null) return primary;
  // Of several servers this finds the one that the pool then keeps to. What is wrong with it, the pool says.
  await connect(replicaUrl, 'admin').then(
    (client) => client.end(),
    () => undefined,
  );
  const replica = createPool(replicaUrl, 1);
  const { isReplica } = await new Replica({
    primary: pool,
    replica,
    lagMaxMs: replicaLagMaxMs,
    clock: Date.now,
    failed: (error) => call.progress(`the replica cannot be read: ${(error as Error).message}`),
  }).placeFor(nobody);
  await replica.end();
  call.progress(isReplica ? 'reading from the replica' : 'the replica is behind or away: reading from the primary');
  return isReplica ? replicaUrl : primary;
}

/** A command has no user of its own. */
const nobody = 0;

function rowsIn({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** A backup is good whether or not it can be written down: an older schema, or a server that takes no writes. */
async function record(call: CliCall, write: () => Promise<unknown>, outcome: string): Promise<void> {
  try {
    await write();
  } catch (error) {
    call.progress(`${outcome}, but the audit log does not have it: ${(error as Error).message}`);
  }
}

export const restore: CliCommand = {
  name: 'restore',
  summary: 'Load a backup into an empty database, and check the books',
  notes: `Set DATA_DIR or DATABASE_URL to a new, empty place first; a database with anything in it is refused. Exit code 1 when the
restored books break a law, or the audit log or the pages of the book are not as they were written. It also says whether
the book has the page that AUDIT_HEAD_FILE names last: what was done after the backup is lost. Start the service with the same MASTER_KEY as
before, or with that one in MASTER_KEY_PREVIOUS. An encrypted backup needs --identity, the file with the private key.`,
  words: [folder],
  options: {
    identity: { value: 'file', text: 'the private key of an encrypted backup, as age-keygen or backup-key writes it' },
  },
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    const identities = await readIdentities(call);
    const { manifest, laws, chain, book } = await withAnyDatabase(
      call,
      async (session) => {
        const { addresses } = session;
        const receipts = await openReceipts(session);
        const restored = await restoreBackup({
          addresses,
          receipts,
          folder: path,
          identities,
          progress: call.progress,
        });
        return { ...restored, book: await checkRestoredBook(call, session) };
      },
      'create',
    );
    const rows = rowsIn(manifest);
    const isRight = [laws.violations, chain.faults, book.broken].every((faults) => faults.length === 0);
    const { createdAt } = manifest;
    const verdict = isRight
      ? 'all laws of the books hold, the audit log is whole, and the pages of the book follow each other'
      : 'THE BOOKS BREAK A LAW, OR THE AUDIT LOG OR THE BOOK IS NOT WHAT WAS WRITTEN: run "quittance verify --full"';
    return {
      text: `Restored ${rows} rows and ${manifest.receipts.count} receipts of ${createdAt}; ${verdict}.\n${missingText(manifest)}${bookText(book)}`,
      data: {
        rows,
        receipts: manifest.receipts.count,
        missingReceipts: manifest.receipts.missing,
        createdAt,
        violations: laws.violations,
        chainFaults: chain.faults.map(({ text }) => text),
        bookPages: Number(book.pages),
        bookFaults: [...book.broken, ...book.lost],
      },
      exitCode: isRight ? 0 : 1,
    };
  },
};

/** The books are right without them; who decides a dispute misses them. */
function missingText({ receipts: { count, missing } }: Manifest): string {
  if (missing.length === 0) return '';
  return `Receipts are missing: ${missing.length} of ${count + missing.length} were not in the backup. If the receipts of the former
service are still there, copy them into this one's; the manifest of the backup names them ("missing").\n`;
}

/** The chain of the pages, and whether it has the end that was told outside: what came after the backup is lost, and is named. */
async function checkRestoredBook(call: CliCall, { addresses, secrets, config }: CliSession) {
  const { file } = config.auditHead;
  const skipped = (line: number) =>
    call.progress(`line ${line} of ${file} is not a head, probably torn: the one before it stands for it`);
  const heads = bookHeadsOf(await new HeadFile(file, skipped).read()).slice(-1);
  const progress = (text: string) => call.progress(`the book: ${text}`);
  const { pages, faults } = await onWatchedConnection(addresses.ownerUrl ?? addresses.url, (client) =>
    checkBook(client, { isFull: false, heads, secrets, progress }),
  );
  const textsOf = (isLost: boolean) =>
    faults.filter(({ kind }) => (kind === 'head') === isLost).map(({ text }) => text);
  return { pages, broken: textsOf(false), lost: textsOf(true), isHeadKnown: heads.length > 0 };
}

function bookText({ pages, broken, lost, isHeadKnown }: Awaited<ReturnType<typeof checkRestoredBook>>): string {
  const lines = [...broken, ...lost].map((text) => `  ${text}\n`).join('');
  const head = isHeadKnown
    ? 'it has the page that was told outside last'
    : 'no end of it that was told outside is known here';
  if (lost.length === 0) return `The book ends at page ${pages}; ${head}.\n${lines}`;
  return `THE BOOK ENDS AT PAGE ${pages}, BEFORE WHAT WAS TOLD OUTSIDE. The service will let no money out until an operator
has looked: docs/operating.md, "The sealed book".\n${lines}`;
}

export async function readIdentities(call: CliCall): Promise<readonly Identity[]> {
  const path = textOption(call, 'identity');
  if (path === undefined) return [];
  const text = await givenFile(path);
  try {
    return parseIdentityFile(text);
  } catch (error) {
    throw new UsageError(`${path} is no file with a private key: ${(error as Error).message}.`);
  }
}

export const backupKey: CliCommand = {
  name: 'backup-key',
  summary: 'Make a key that backups can be encrypted for',
  notes: `Run it on another machine than the service's, and keep the file there: the service needs only the public key, which is shown
and is for BACKUP_RECIPIENTS. Without the file nobody can read the backups. age-keygen makes the same.`,
  words: [{ name: 'file', text: 'a new file for the private key' }],
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    const { identity, secretText } = newIdentity();
    const { text: publicKey } = identity.recipient;
    await writeFile(path, `# public key: ${publicKey}\n${secretText}\n`, {
      flag: 'wx',
      mode: 0o600,
      flush: true,
    }).catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`${path} cannot be written (${error.code}); name a new file.`);
    });
    return {
      text: `The private key is in ${path}. Keep it apart from the server and its backups.\nBACKUP_RECIPIENTS=${publicKey}\n`,
      data: { file: path, recipient: publicKey },
    };
  },
};
