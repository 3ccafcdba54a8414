import { type EntryName, entryText, requirePresent } from '../../domain/catalogue/reference-data.ts';
import { AppError } from '../../errors/app-error.ts';
import { readDetachedMonths } from '../../storage/archive/months.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { deleteEntry, findUse } from '../../storage/settings/catalogue/reference-rows.ts';
import { changed, settingAct } from '../setting-act.ts';

/**
 * Only what nothing names. What a month in a file names cannot be seen here, and comes back with it: while there is one, nothing
 * is removed.
 */
export const removeCatalogueEntry = settingAct({
  name: 'remove-catalogue-entry',
  load: async ({ client }, name: EntryName) => ({
    present: await readReference(client),
    // In this order: what was looked through cannot be detached before the end of the transaction.
    use: await findUse(client, name),
    detached: await readDetachedMonths(client),
  }),
  decide(name, { present, use, detached: [month] }) {
    requirePresent(present, name);
    if (use !== null) throw new AppError('entry_in_use', { entry: entryText(name), use });
    if (month !== undefined) throw new AppError('entry_in_file', { entry: entryText(name), month });
    return changed(undefined, name, { subjectKind: name.kind, subjectId: entryText(name), details: null });
  },
  store: ({ client }, name) => deleteEntry(client, name),
});
