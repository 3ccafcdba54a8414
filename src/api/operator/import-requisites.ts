import { Type } from 'typebox';
import { parseCsv } from '../../domain/csv.ts';
import { requisitePlace } from '../../domain/requisite-number.ts';
import { type BadLine, type ReadLines, readRequisiteTable, repeatedLine } from '../../domain/requisite-settings.ts';
import { AppError } from '../../errors.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { idOf } from './fields.ts';
import { makerOf } from './makers.ts';
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
    const { id } = makerOf(call, idOf(request));
    const read = await withoutTaken(call, readRequisiteTable(context.catalogue(), readRows(call)));
    const isRefused = read.bad.length > 0 && !partial;
    const values = isRefused ? [] : read.good.map((one) => one.values);
    if (values.length > 0) {
      await context.settings.makers.createRequisites(id, values, byOf(call, reason));
      await context.refreshCatalogue();
    }
    return { created: values.length, errors: read.bad.map(({ line, fault }) => ({ line, ...fault })) };
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

/** Takes out the lines whose place is in use, in the books or further up in the file. */
async function withoutTaken({ context }: OperatorCall, { good, bad }: ReadLines): Promise<ReadLines> {
  const taken = await context.settings.makers.findTakenNumbers(good.map(({ values }) => values));
  const seen = new Set<string>();
  const repeated: BadLine[] = [];
  const free = good.filter(({ line, values }) => {
    const place = requisitePlace(values);
    const isFree = !taken.has(values.number) && !seen.has(place);
    seen.add(place);
    if (!isFree) repeated.push(repeatedLine(line, values.number));
    return isFree;
  });
  return { good: free, bad: [...bad, ...repeated].sort((left, right) => left.line - right.line) };
}
