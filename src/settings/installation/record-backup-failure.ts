import { changed, settingAct } from '../setting-act.ts';

interface FailedBackup {
  readonly folder: string;
  readonly fault: string;
}

/** A backup was begun and is no good. The audit log says so, and an alarm looks there: nobody reads the output of a timer. */
export const recordBackupFailure = settingAct({
  name: 'record-backup-failure',
  lock: 'rows',
  load: async (_tx, _backup: FailedBackup) => null,
  decide: ({ folder, fault }) =>
    changed(undefined, null, { subjectKind: 'backup', subjectId: folder, details: { fault: fault.slice(0, 500) } }),
  store: async () => undefined,
});
