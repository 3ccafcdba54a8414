import { Type } from 'typebox';
import { pieceBytesMax } from '../../../domain/bank-statements/statement-import.ts';
import { AppError } from '../../../errors.ts';
import { bytes } from '../../endpoint.ts';
import { integerQuery, required } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { figure } from '../fields.ts';
import { importInPath, importWithinReach } from './import-shape.ts';

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
