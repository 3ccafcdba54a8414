import { Type } from 'typebox';
import { removeCsvMapping as removeAct, saveCsvMapping as saveAct } from '../../../settings/statements/csv-mappings.ts';
import { listMappings } from '../../../storage/reads/statements/bank-statement-reads.ts';
import { idInPath } from '../../parameters.ts';
import { meaning } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { done, figure, text, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { CsvMappingShape, exampleMapping } from './import-shape.ts';

const mappings = settingsOf({ tag: 'Bank statements', scope: 'settings' });
const read = readsOf({ tag: 'Bank statements', roles: ['operator', 'maker'] });

const SavedMappingShape = Type.Object(
  {
    id: figure('ID'),
    name: words('For people, as the bank is called'),
    mapping: meaning(CsvMappingShape, 'What the columns mean'),
  },
  { $id: 'SavedCsvMapping' },
);
const example = { id: 1, name: 'Sberbank Business', mapping: exampleMapping };

export const listCsvMappings = read({
  path: '/csv-mappings',
  operationId: 'listCsvMappings',
  summary: "List what columns of banks' CSV files mean",
  response: all(SavedMappingShape),
  example: { answer: { items: [example] } },
  async handle({ context }) {
    const rows = await listMappings(context.pool);
    return { items: rows.map(({ id, name, mapping }) => ({ id, name, mapping })) };
  },
});

export const saveCsvMapping = mappings(saveAct, {
  method: 'POST',
  path: '/csv-mappings',
  operationId: 'saveCsvMapping',
  summary: 'Keep what the columns of a CSV file mean',
  description: 'Under a name; one of the same name is replaced. In production it needs a second person.',
  body: {
    name: text(100, 'For people, as the bank is called'),
    mapping: meaning(CsvMappingShape, 'What the columns mean'),
  },
  response: SavedMappingShape,
  refusals: ['second_person_needed', 'too_many_mappings'],
  example: { body: { name: example.name, mapping: example.mapping }, answer: example },
  reason: 'meaning of CSV columns',
  input: ({ body }) => body,
  answer: ({ id, name, mapping }) => ({ id, name, mapping }),
});

export const removeCsvMapping = mappings(removeAct, {
  method: 'DELETE',
  path: '/csv-mappings/:id',
  operationId: 'removeCsvMapping',
  summary: 'Forget what the columns of a CSV file mean',
  params: { id: idInPath('ID of the meaning') },
  refusals: [],
  example: { body: { reason: 'The bank has another one now' }, answer: { status: 'removed' } },
  ...done('removed'),
  input: ({ params }) => ({ id: params.id }),
});
