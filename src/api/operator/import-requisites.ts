import { Type } from 'typebox';
import { parseCsv } from '../../domain/csv.ts';
import { AppError } from '../../errors.ts';
import { importRequisites as importRequisitesAct } from '../../settings/import-requisites.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf } from './fields.ts';
import { byOf } from './users.ts';

/** Five thousand lines of two hundred characters. */
const fileBytesMax = 1024 * 1024;

/** Requisites of a maker from a spreadsheet. */
export const importRequisites: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/makers/:id/requisites/import',
  operationId: 'importRequisites',
  summary: 'Import requisites from CSV',
  description:
    'The body is text/csv with the columns option, bank, currency, number and, where wanted, holder, dealMin, dealMax, dayMax, activeDealsMax, restMs. One bad line refuses the whole file, unless `partial=true`; each is reported.',
  query: { reason: 'Why; kept in the audit log', partial: '`true` takes the good lines of a file that has bad ones' },
  bodyBytesMax: fileBytesMax,
  response: Type.Object({
    created: Type.Integer(),
    errors: Type.Array(Type.Object({ line: Type.Integer(), code: Type.String(), message: Type.String() })),
  }),
  async handle(call) {
    const { context, request } = call;
    const { reason, partial } = readQuery(call);
    const input = { makerId: idOf(request), rows: readRows(call), isPartial: partial };
    const { created, bad } = await context.settings.run(importRequisitesAct, input, byOf(call, reason));
    return { created, errors: bad.map(({ line, fault }) => ({ line, ...fault })) };
  },
};

function readQuery({ request }: OperatorCall): { reason: string; partial: boolean } {
  const { reason, partial } = request.query as { readonly reason?: unknown; readonly partial?: unknown };
  if (typeof reason !== 'string' || reason.trim() === '') throw new AppError('blank', { field: 'reason' });
  if (reason.length > 500) throw new AppError('too_long', { field: 'reason', limit: 500 });
  if (reason.includes('\0')) throw new AppError('invalid_characters', { field: 'reason' });
  return { reason, partial: partial === 'true' };
}

function readRows({ request }: OperatorCall) {
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'text/csv') throw new AppError('content_type', { expected: 'text/csv' });
  const text = request.rawBody?.toString('utf8') ?? '';
  if (text.includes('\0')) throw new AppError('invalid_characters');
  const rows = parseCsv(text);
  if (rows === null) throw new AppError('csv_malformed');
  return rows;
}
