import { changed, settingAct } from './setting-act.ts';

interface ArchivedMonthChange {
  readonly month: string;
  readonly what: 'detached' | 'attached';
  readonly sha256: string;
  readonly invoices: number;
}

/** A month of the archive went into a file, or came back from it: the audit log says which file, and who did it. */
export const recordArchive = settingAct({
  name: 'record-archive',
  lock: 'rows',
  load: async (_tx, _change: ArchivedMonthChange) => null,
  decide: ({ month, what, sha256, invoices }) =>
    changed(undefined, null, { subjectKind: 'archive', subjectId: month, details: { what, sha256, invoices } }),
  store: async () => undefined,
});
