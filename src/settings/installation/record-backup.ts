import { changed, settingAct } from '../setting-act.ts';

interface WrittenBackup {
  readonly folder: string;
  readonly rows: number;
  readonly receipts: number;
  /** Receipts that are known to be lost: the database names them, and there is no file. */
  readonly missing: number;
}

/** A backup was written. Nothing changes by it; the audit log is where people look for the last one. */
export const recordBackup = settingAct({
  name: 'record-backup',
  lock: 'rows',
  load: async (_tx, _backup: WrittenBackup) => null,
  decide: ({ folder, rows, receipts, missing }) =>
    changed(undefined, null, {
      subjectKind: 'backup',
      subjectId: folder,
      details: { rows, receipts, ...(missing === 0 ? {} : { missing }) },
    }),
  store: async () => undefined,
});
