import {
  type EntryName,
  entryText,
  type Missing,
  type NewBank,
  type NewCurrency,
  type NewOption,
  readAliases,
  readCurrencies,
  requireFree,
  requirePlainNames,
} from '../../domain/catalogue/reference-data.ts';
import type { Reference } from '../../domain/catalogue/reference-entries.ts';
import { AppError } from '../../errors/app-error.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertReference } from '../../storage/settings/catalogue/reference-rows.ts';
import { changed, settingAct } from '../setting-act.ts';

export type NewEntry =
  | { readonly kind: 'currency'; readonly entry: NewCurrency }
  | { readonly kind: 'bank'; readonly entry: NewBank }
  | { readonly kind: 'option'; readonly entry: NewOption };

/** A currency comes with the service's accounts in it. */
export const addCatalogueEntry = settingAct({
  name: 'add-catalogue-entry',
  load: (tx, _input: NewEntry) => readReference(tx.client),
  decide(input, present) {
    const currency = input.kind === 'bank' ? input.entry.currency : null;
    if (currency !== null && !present.currencies.has(currency)) {
      throw new AppError('currency_not_allowed', { field: 'currency' });
    }
    const name: EntryName = { kind: input.kind, currency, code: input.entry.code };
    requireFree(present, name);
    requirePlainNames(input.entry);
    const facts = { subjectKind: name.kind, subjectId: entryText(name), details: null };
    return changed(undefined, checkedEntry(present, input), facts);
  },
  store: ({ client }, data) => insertReference(client, data),
});

function checkedEntry(present: Reference, input: NewEntry): Missing {
  const none = { currencies: [], banks: [], options: [], optionCurrencies: [] };
  switch (input.kind) {
    case 'currency':
      return { ...none, currencies: [input.entry] };
    case 'bank':
      return { ...none, banks: [{ ...input.entry, aliases: readAliases(present, input.entry, input.entry.aliases) }] };
    case 'option': {
      const currencies = readCurrencies(present, input.entry.currencies);
      return { ...none, options: [{ ...input.entry, currencies }] };
    }
  }
}
