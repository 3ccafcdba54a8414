import {
  type EntryName,
  entryText,
  type NewBank,
  type NewCurrency,
  type ReferenceData,
  readAliases,
  requireFree,
} from '../domain/reference-data.ts';
import { AppError } from '../errors.ts';
import { readReference } from '../storage/reads/catalogue-read.ts';
import { insertReference } from '../storage/settings/reference-rows.ts';
import { changed, settingAct } from './setting-act.ts';

export type NewEntry =
  | { readonly kind: 'currency'; readonly entry: NewCurrency }
  | { readonly kind: 'bank'; readonly entry: NewBank };

/** A currency comes with the service's accounts in it. */
export const addCatalogueEntry = settingAct({
  name: 'add-catalogue-entry',
  load: (tx, _input: NewEntry) => readReference(tx.client),
  decide(input, present) {
    const currency = input.kind === 'currency' ? null : input.entry.currency;
    if (currency !== null && !present.currencies.has(currency)) {
      throw new AppError('currency_not_allowed', { field: 'currency' });
    }
    const name: EntryName = { kind: input.kind, currency, code: input.entry.code };
    requireFree(present, name);
    const data: ReferenceData = {
      currencies: input.kind === 'currency' ? [input.entry] : [],
      banks:
        input.kind === 'bank'
          ? [{ ...input.entry, aliases: readAliases(present, input.entry, input.entry.aliases) }]
          : [],
      options: [],
    };
    return changed(undefined, data, { subjectKind: name.kind, subjectId: entryText(name), details: null });
  },
  store: ({ client }, data) => insertReference(client, data),
});
