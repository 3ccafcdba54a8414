import type { MonthChange } from '../../storage/archive/months.ts';
import { changed, settingAct } from '../setting-act.ts';

/**
 * A month of the archive went into a file, or came back from it: the audit log says which file, and who did it. Written in the
 * transaction of the owner's role that does it (`recordWithin`), so it has nothing to store.
 */
export const recordArchive = settingAct({
  name: 'record-archive',
  lock: 'rows',
  load: async (_tx, _change: MonthChange) => null,
  decide: ({ month, what, sha256, invoices }) =>
    changed(undefined, null, { subjectKind: 'archive', subjectId: month, details: { what, sha256, invoices } }),
  store: async () => undefined,
});
