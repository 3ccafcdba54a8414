import { Type } from 'typebox';
import { fileBytesMax } from '../../../domain/bank-statements/statement-import.ts';
import { AppError } from '../../../errors.ts';
import { importStatement } from '../../../settings/import-statement.ts';
import { findImport } from '../../../storage/reads/bank-statement-reads.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { foundRowId, integer, note, text } from '../fields.ts';
import { exampleImport, exampleNewImport, ImportShape, importDTO } from './import-shape.ts';

const NewImport = Type.Object({
  requisiteId: foundRowId('A requisite of the bank account that the file is about'),
  fileName: text(255, 'Name of the file, for people'),
  sizeBytes: integer(1, fileBytesMax, 'Its size in bytes'),
  reason: note(500, 'Why; it is kept in the audit log'),
});

export const createImport = endpoint({
  method: 'POST',
  path: '/statement-imports',
  operationId: 'createStatementImport',
  summary: "Announce a bank's file",
  description:
    'Then send its bytes with `putStatementPiece`, and start it with `startStatementImport`. Formats: camt.053, camt.052, MT940, the exchange text of 1C, CSV. A maker brings in files of own requisites: such a file can confirm that money came, and closes no day; one that a maker has not started makes room for the next one of the account. After a day an upload that nobody has started ends.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  body: json(NewImport),
  response: ImportShape,
  refusals: ['not_found', 'bank_file_too_big', 'too_many_imports', 'bank_reading_spent', 'bank_bytes_spent'],
  example: {
    body: { requisiteId: 1, fileName: exampleImport.fileName, sizeBytes: exampleImport.sizeBytes },
    answer: exampleNewImport,
  },
  async handle(call) {
    const { context, body } = call;
    const { requisiteId, fileName, sizeBytes, reason } = body;
    const input = { id: context.newId(), requisiteId, fileName, sizeBytes };
    const id = await context.settings.run(importStatement, input, byOf(call, reason?.trim() || 'bank statement'));
    const work = await findImport(context.pool, id);
    if (work === null) throw new AppError('not_found');
    return importDTO(work);
  },
});
