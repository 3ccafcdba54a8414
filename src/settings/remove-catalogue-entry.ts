import { type EntryName, entryText, requirePresent } from '../domain/reference-data.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { deleteEntry, findUse } from '../storage/settings/reference-rows.ts';
import { changed, settingAct } from './setting-act.ts';

/** Only what nothing names. */
export const removeCatalogueEntry = settingAct({
  name: 'remove-catalogue-entry',
  load: async ({ client }, name: EntryName) => ({
    present: await readReference(client),
    use: await findUse(client, name),
  }),
  decide(name, { present, use }) {
    requirePresent(present, name);
    if (use !== null) throw new AppError('entry_in_use', { entry: entryText(name), use });
    return changed(undefined, name, { subjectKind: name.kind, subjectId: entryText(name), details: null });
  },
  store: ({ client }, name) => deleteEntry(client, name),
});
