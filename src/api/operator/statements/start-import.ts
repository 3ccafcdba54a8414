import { Type } from 'typebox';
import { startImport as startImportAct } from '../../../settings/import-statement.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { optional } from '../fields.ts';
import {
  CsvMappingShape,
  exampleNewImport,
  ImportShape,
  importDTO,
  importInPath,
  importWithinReach,
} from './import-shape.ts';

export const startImport = endpoint({
  method: 'POST',
  path: '/statement-imports/:id/start',
  operationId: 'startStatementImport',
  summary: 'Read the file',
  description:
    'The whole file is checked first; one fault, and nothing of it is taken. Then each line is linked with what is known, or recorded as an arrival. `getStatementImport` tells how far it is.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  params: { id: importInPath },
  body: json(Type.Object({ mapping: optional(CsvMappingShape, 'Of CSV: what its columns mean') })),
  response: ImportShape,
  refusals: ['import_incomplete', 'bank_reading_spent'],
  example: { body: {}, answer: { ...exampleNewImport, receivedBytes: exampleNewImport.sizeBytes, state: 'waiting' } },
  async handle(call) {
    const { context, params, body } = call;
    const input = { id: params.id, mapping: body.mapping ?? null };
    await context.settings.run(startImportAct, input, byOf(call, 'bank statement'));
    return importDTO(await importWithinReach(call, params.id));
  },
});
