import { resolve } from 'node:path';
import { recordBackup, type WrittenBackup } from '../settings/record-backup.ts';
import { writeBackup } from '../storage/backup/backup.ts';
import { restoreBackup } from '../storage/backup/restore.ts';
import type { CliCall, CliCommand } from './command-line.ts';
import { byCli, type CliSession, openReceipts, settingsOf, withAnyDatabase } from './session.ts';

const folder = { name: 'folder', text: 'where the backup is' } as const;

export const backup: CliCommand = {
  name: 'backup',
  summary: 'Write database and receipts into a new folder, while the service works',
  notes:
    'All tables are of one moment. The folder holds everything but MASTER_KEY, which you keep elsewhere: without it the secrets\n' +
    'in the backup cannot be read.',
  words: [{ ...folder, text: 'a new or empty folder' }],
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    const { tables, receipts, rows } = await withAnyDatabase(call, async (session) => {
      const manifest = await writeBackup({
        connectionString: session.connectionString,
        receipts: await openReceipts(session),
        folder: path,
        progress: call.progress,
        now: Date.now,
      });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      await record(call, session, { folder: path, rows, receipts: manifest.receipts.count });
      return { ...manifest, rows };
    });
    const missing = receipts.missing.length;
    const lost = missing === 0 ? '' : `${missing} receipts that the database names are not in the receipt store.\n`;
    return {
      text: `${lost}Backed up ${rows} rows and ${receipts.count} receipts into ${path}.\n`,
      data: { folder: path, rows, tables: tables.length, receipts: receipts.count, missingReceipts: receipts.missing },
    };
  },
};

/** A backup is good whether or not it can be written down: an older schema, or a server that takes no writes. */
async function record(call: CliCall, session: CliSession, written: WrittenBackup): Promise<void> {
  try {
    await settingsOf(session).run(recordBackup, written, byCli(call));
  } catch (error) {
    call.progress(`The backup is complete, but the audit log does not have it: ${(error as Error).message}`);
  }
}

export const restore: CliCommand = {
  name: 'restore',
  summary: 'Load a backup into an empty database, and check the books',
  notes:
    'Set DATA_DIR or DATABASE_URL to a new, empty place first; a database with anything in it is refused. Exit code 1 when the\n' +
    'restored books break a law. Start the service with the same MASTER_KEY as before, or with that one in MASTER_KEY_PREVIOUS.',
  words: [folder],
  async run(call) {
    const path = resolve(call.words[0] ?? '');
    const { manifest, laws } = await withAnyDatabase(
      call,
      async (session) =>
        restoreBackup({
          connectionString: session.connectionString,
          receipts: await openReceipts(session),
          folder: path,
          progress: call.progress,
        }),
      'create',
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const isRight = laws.violations.length === 0;
    return {
      text: `Restored ${rows} rows and ${manifest.receipts.count} receipts of ${manifest.createdAt}; ${
        isRight ? 'all laws of the books hold' : 'THE BOOKS BREAK A LAW: run "quittance verify"'
      }.\n`,
      data: { rows, receipts: manifest.receipts.count, createdAt: manifest.createdAt, violations: laws.violations },
      exitCode: isRight ? 0 : 1,
    };
  },
};
