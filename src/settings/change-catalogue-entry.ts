import { type EntryChange, type EntryName, entryText, readAliases, requirePresent } from '../domain/reference-data.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { updateEntry } from '../storage/settings/reference-rows.ts';
import { changed, settingAct } from './setting-act.ts';

/** Names, the switch, and other names of a bank. Codes are for ever. */
export const changeCatalogueEntry = settingAct({
  name: 'change-catalogue-entry',
  load: (tx, _input: { readonly name: EntryName; readonly change: EntryChange }) => readReference(tx.client),
  decide({ name, change }, present) {
    requirePresent(present, name);
    const { aliases: wished, ...plain } = change;
    const aliases =
      wished === undefined || name.kind !== 'bank' || name.currency === null
        ? undefined
        : readAliases(present, { currency: name.currency, code: name.code }, wished);
    const details = { ...plain, ...(aliases === undefined ? {} : { aliases: aliases.join(', ') }) };
    return changed(
      undefined,
      { name, change: { ...plain, ...(aliases === undefined ? {} : { aliases }) } },
      { subjectKind: name.kind, subjectId: entryText(name), details },
    );
  },
  store: ({ client }, { name, change }) => updateEntry(client, name, change),
});
