import {
  loadReport,
  missingFrom,
  type ReferenceData,
  requireCurrencies,
} from '../../domain/catalogue/reference-data.ts';
import { readReference } from '../../storage/reads/catalogue-read.ts';
import { insertReference } from '../../storage/settings/catalogue/reference-rows.ts';
import { readStarterCatalogue } from '../../storage/settings/catalogue/starter-catalogue.ts';
import { changed, settingAct } from '../setting-act.ts';

/** Adds what is not there yet and touches nothing that is. Null: the set that comes with the service. */
export const loadCatalogue = settingAct({
  name: 'load-catalogue',
  load: async (tx, { data }: { readonly data: ReferenceData | null }) => ({
    present: await readReference(tx.client),
    data: data ?? (await readStarterCatalogue()),
  }),
  decide(_input, { present, data }) {
    const missing = missingFrom(present, data);
    requireCurrencies(present, missing);
    const report = loadReport(data, missing);
    const counts = Object.entries(report.added).map(([kind, codes]) => [kind, codes.length] as const);
    return changed(report, missing, {
      subjectKind: 'catalogue',
      subjectId: 'all',
      details: Object.fromEntries(counts),
    });
  },
  store: ({ client }, missing) => insertReference(client, missing),
});
