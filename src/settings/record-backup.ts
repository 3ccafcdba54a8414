import { changed, settingAct } from './setting-act.ts';

interface WrittenBackup {
  readonly folder: string;
  readonly rows: number;
  readonly receipts: number;
}

/** A backup was written. Nothing changes by it; the audit log is where people look for the last one. */
export const recordBackup = settingAct({
  name: 'record-backup',
  lock: 'rows',
  load: async (_tx, _backup: WrittenBackup) => null,
  decide: ({ folder, rows, receipts }) =>
    changed(undefined, null, { subjectKind: 'backup', subjectId: folder, details: { rows, receipts } }),
  store: async () => undefined,
});
