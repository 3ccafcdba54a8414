import { Type } from 'typebox';
import { fileBytesMax, pieceBytesMax } from '../../../domain/statements/statement-import.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  continueImport as continueAct,
  importStatement,
  startImport as startImportAct,
  stopImport as stopAct,
} from '../../../settings/statements/import-statement.ts';
import { findImport, listImports as listImportRows } from '../../../storage/reads/statements/bank-statement-reads.ts';
import { bytes, type Input, json } from '../../endpoint.ts';
import { integerQuery, required } from '../../parameters.ts';
import { byOf, endpoint, type OperatorCall } from '../endpoint.ts';
import { figure, foundRowId, integer, note, optional, text } from '../fields.ts';
import { page, pageDTO, pageQuery } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  CsvMappingShape,
  exampleImport,
  exampleNewImport,
  ImportShape,
  importDTO,
  importInPath,
  importWithinReach,
} from './import-shape.ts';

const imports = settingsOf({ tag: 'Bank statements', scope: 'arrivals' });

/** Where somebody brings in a file, that is the reason. */
const reason = 'bank statement';

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
    const { requisiteId, fileName, sizeBytes, reason: given } = body;
    const input = { id: context.newId(), requisiteId, fileName, sizeBytes };
    const id = await context.settings.run(importStatement, input, byOf(call, given?.trim() || reason));
    const work = await findImport(context.pool, id);
    if (work === null) throw new AppError('not_found');
    return importDTO(work);
  },
});

export const putPiece = endpoint({
  method: 'POST',
  path: '/statement-imports/:id/pieces',
  operationId: 'putStatementPiece',
  summary: 'Send a piece of the file',
  description:
    'The pieces follow each other: `at` is how many bytes have come before. An upload that broke off goes on at `receivedBytes`; the same piece twice is one.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  params: { id: importInPath },
  query: { at: required(integerQuery('Where the piece begins, in bytes', { maximum: 2 ** 41 }), '0') },
  body: bytes(Type.String({ description: 'The bytes of the piece, at most 4 MiB' }), pieceBytesMax),
  response: Type.Object({ receivedBytes: figure('How much of the file has come') }),
  refusals: ['import_piece_misplaced', 'import_state', 'bank_file_too_big', 'overloaded', 'outcome_unknown'],
  example: { body: ':20:STARTUMS\n:25:40817810000000004821\n', answer: { receivedBytes: 38 } },
  async handle(call) {
    const { context, params, query, body } = call;
    const work = await importWithinReach(call, params.id);
    if (body === null) throw new AppError('content_type', { expected: 'application/octet-stream' });
    return { receivedBytes: await context.statementFiles.put(work.id, query.at, body) };
  },
});

export const startImport = imports(startImportAct, {
  method: 'POST',
  path: '/statement-imports/:id/start',
  operationId: 'startStatementImport',
  summary: 'Read the file',
  description:
    'The whole file is checked first; one fault, and nothing of it is taken. Then each line is linked with what is known, or recorded as an arrival. `getStatementImport` tells how far it is.',
  params: { id: importInPath },
  body: { mapping: optional(CsvMappingShape, 'Of CSV: what its columns mean') },
  response: ImportShape,
  refusals: ['import_incomplete', 'bank_reading_spent'],
  example: { body: {}, answer: { ...exampleNewImport, receivedBytes: exampleNewImport.sizeBytes, state: 'waiting' } },
  reason,
  input: ({ params, body }) => ({ id: params.id, mapping: body.mapping ?? null }),
  answer: shownImport,
});

const switching = {
  method: 'POST',
  params: { id: importInPath },
  response: ImportShape,
  refusals: ['import_state'],
  reason,
  input: ({ params }: Input<{ readonly id: string }>) => ({ id: params.id }),
  answer: shownImport,
} as const;

const stopped = { ...exampleImport, state: 'reading', isStopped: true, linesDone: 15, endedAt: null } as const;

export const stopImport = imports(stopAct, {
  path: '/statement-imports/:id/stop',
  operationId: 'stopStatementImport',
  summary: 'Stop an import',
  description: 'After the lines that are in hand. What was taken stays taken.',
  example: { answer: stopped },
  ...switching,
});

export const continueImport = imports(continueAct, {
  path: '/statement-imports/:id/continue',
  operationId: 'continueStatementImport',
  summary: 'Continue an import that was stopped',
  example: { answer: { ...stopped, isStopped: false } },
  ...switching,
  refusals: ['import_state', 'bank_reading_spent'],
});

const shared = { method: 'GET', tag: 'Bank statements', roles: ['operator', 'maker'], scope: 'read' } as const;

export const listImports = endpoint({
  ...shared,
  path: '/statement-imports',
  operationId: 'listStatementImports',
  summary: "List banks' files",
  description: 'Newest first. A maker sees those that makers brought in for own accounts.',
  query: { accountId: integerQuery('Of one bank account'), ...pageQuery },
  response: page(ImportShape),
  refusals: [],
  example: { answer: { items: [exampleImport], next: null } },
  async handle({ context, query, actor }) {
    const isMaker = actor.role === 'maker';
    const filter = { accountId: query.accountId, makerId: isMaker ? (actor.makerId ?? 0) : null };
    const found = await listImportRows(context.pool, { ...filter, isMakers: isMaker }, query);
    return pageDTO(found, importDTO);
  },
});

export const getImport = endpoint({
  ...shared,
  path: '/statement-imports/:id',
  operationId: 'getStatementImport',
  summary: "See a bank's file, and how far it is",
  keepsNobodyAwake: true,
  params: { id: importInPath },
  response: ImportShape,
  refusals: [],
  example: { answer: exampleImport },
  async handle(call) {
    return importDTO(await importWithinReach(call, call.params.id));
  },
});

/** As it is after the act. */
async function shownImport(_: unknown, call: OperatorCall & Input<{ readonly id: string }>) {
  return importDTO(await importWithinReach(call, call.params.id));
}
