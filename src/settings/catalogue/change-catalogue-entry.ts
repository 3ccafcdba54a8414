import {
  changeDetails,
  checkChange,
  type EntryChange,
  type EntryName,
  entryText,
  requirePresent,
} from '../../domain/catalogue/reference-data.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { updateEntry } from '../../storage/settings/catalogue/reference-rows.ts';
import { changed, settingAct } from '../setting-act.ts';

/** All but the code, which is for ever, and the fraction digits of a currency. */
export const changeCatalogueEntry = settingAct({
  name: 'change-catalogue-entry',
  load: (tx, _input: { readonly name: EntryName; readonly change: EntryChange }) => readReference(tx.client),
  decide({ name, change: wish }, present) {
    requirePresent(present, name);
    const change = checkChange(present, name, wish);
    const facts = { subjectKind: name.kind, subjectId: entryText(name), details: changeDetails(change) };
    return changed(undefined, { name, change }, facts);
  },
  store: ({ client }, { name, change }) => updateEntry(client, name, change),
});
