import type { Danger } from '../../domain/authority/second-person.ts';
import { type CsvMapping, mappingsMax } from '../../domain/statements/csv-mapping.ts';
import { AppError } from '../../errors/app-error.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import {
  countMappings,
  deleteMapping,
  findMappingId,
  findMappingName,
  putMapping,
  type SavedMapping,
} from '../../storage/settings/statements/bank-statements.ts';
import { changed, settingAct } from '../setting-act.ts';

/**
 * Keeps what the columns of a bank's CSV mean. One of the same name is replaced. Others choose it by its name and believe what it
 * makes of their files, so two people say what it is.
 */
export const saveCsvMapping = settingAct({
  name: 'save-csv-mapping',
  load: async (tx, { name }: { readonly name: string; readonly mapping: CsvMapping }) => ({
    knownId: await findMappingId(tx, name),
    count: await countMappings(tx),
    newId: await takeId(tx, 'csv_mappings'),
  }),
  danger: (): Danger => 'message-template',
  decide({ name, mapping }, { knownId, count, newId }, { at }) {
    if (knownId === null && count >= mappingsMax) throw new AppError('too_many_mappings', { limit: mappingsMax });
    const saved: SavedMapping = { id: knownId ?? newId, name, mapping, createdAt: at };
    const details = { name, mapping: JSON.stringify(mapping) };
    return changed(saved, saved, { subjectKind: 'csv-mapping', subjectId: saved.id, details });
  },
  store: putMapping,
});

export const removeCsvMapping = settingAct({
  name: 'remove-csv-mapping',
  load: (tx, { id }: { readonly id: number }) => findMappingName(tx, id),
  decide({ id }, name) {
    if (name === null) throw new AppError('not_found');
    return changed(undefined, id, { subjectKind: 'csv-mapping', subjectId: id, details: { name } });
  },
  store: deleteMapping,
});
