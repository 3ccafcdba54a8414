import { Type } from 'typebox';
import { removeCsvMapping as removeAct, saveCsvMapping as saveAct } from '../../../settings/csv-mappings.ts';
import { listMappings } from '../../../storage/reads/bank-statement-reads.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { meaning } from '../../schemas.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, figure, ReasonBody, text, words } from '../fields.ts';
import { all } from '../paging.ts';
import { CsvMappingShape, exampleMapping } from './import-shape.ts';

const SavedMappingShape = Type.Object(
  {
    id: figure('ID'),
    name: words('For people, as the bank is called'),
    mapping: meaning(CsvMappingShape, 'What the columns mean'),
  },
  { $id: 'SavedCsvMapping' },
);
const example = { id: 1, name: 'Sberbank Business', mapping: exampleMapping };

export const listCsvMappings = endpoint({
  method: 'GET',
  path: '/csv-mappings',
  operationId: 'listCsvMappings',
  summary: "List what columns of banks' CSV files mean",
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'read',
  response: all(SavedMappingShape),
  refusals: [],
  example: { answer: { items: [example] } },
  async handle({ context }) {
    const rows = await listMappings(context.pool);
    return { items: rows.map(({ id, name, mapping }) => ({ id, name, mapping })) };
  },
});

export const saveCsvMapping = endpoint({
  method: 'POST',
  path: '/csv-mappings',
  operationId: 'saveCsvMapping',
  summary: 'Keep what the columns of a CSV file mean',
  description: 'Under a name; one of the same name is replaced.',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'settings',
  body: json(
    Type.Object({
      name: text(100, 'For people, as the bank is called'),
      mapping: meaning(CsvMappingShape, 'What the columns mean'),
    }),
  ),
  response: SavedMappingShape,
  refusals: ['too_many_mappings'],
  example: { body: { name: example.name, mapping: example.mapping }, answer: example },
  async handle(call) {
    const { name, mapping } = call.body;
    const saved = await call.context.settings.run(saveAct, { name, mapping }, byOf(call, 'meaning of CSV columns'));
    return { id: saved.id, name: saved.name, mapping: saved.mapping };
  },
});

export const removeCsvMapping = endpoint({
  method: 'DELETE',
  path: '/csv-mappings/:id',
  operationId: 'removeCsvMapping',
  summary: 'Forget what the columns of a CSV file mean',
  tag: 'Bank statements',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('ID of the meaning') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'The bank has another one now' }, answer: { status: 'removed' } },
  async handle(call) {
    await call.context.settings.run(removeAct, { id: call.params.id }, byOf(call, call.body.reason));
    return { status: 'removed' };
  },
});
