import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { type AuditLine, listAuditLog as listAuditLines } from '../../../storage/reads/people/audit-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { integerQuery, textQuery } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { readsOf } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { longPageQuery, page, pageDTO } from '../paging.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

export const AuditLineShape = Type.Object(
  {
    id: words('Number of the line'),
    at: words('When'),
    userId: nullable(Type.Integer(), 'Who; null for the command line and the service itself'),
    actor: words('Login, or `cli`, or `service`'),
    action: words('What was done'),
    subjectKind: words('What it was done to'),
    subjectId: words('Which one'),
    reason: words('Why'),
    details: nullable(Type.Unsafe<object>({ type: 'object', properties: {} }), 'What changed'),
  },
  { $id: 'AuditLine' },
);

export function auditLineDTO(line: AuditLine): ShapeOf<typeof AuditLineShape> {
  return { ...line, id: String(line.id), at: formatTimestamp(line.at) };
}

export const exampleAuditLine: ShapeOf<typeof AuditLineShape> = {
  id: '204',
  at: at('12:06:30'),
  userId: 1,
  actor: 'anna',
  action: 'settle-deal',
  subjectKind: 'invoice',
  subjectId: exampleIds.invoice,
  reason: 'Seen in the bank',
  details: { dealId: exampleIds.invoice },
};

export const listAuditLog = read({
  path: '/audit-log',
  operationId: 'listAuditLog',
  summary: 'List the audit log',
  description: 'Newest first.',
  mayBeBehind: true,
  query: {
    subjectKind: textQuery('invoice, arrival, withdrawal, store, maker, user, …; together with `subjectId`'),
    subjectId: textQuery('ID of the subject'),
    userId: integerQuery('Of one user'),
    ...longPageQuery,
  },
  response: page(AuditLineShape),
  refusals: ['blank'],
  example: { answer: { items: [exampleAuditLine], next: null } },
  async handle({ context, query }) {
    const { subjectKind: kind, subjectId: id, userId } = query;
    // One without the other would not be led by an index.
    if (kind === null && id !== null) throw new AppError('blank', { field: 'subjectKind' });
    if (kind !== null && id === null) throw new AppError('blank', { field: 'subjectId' });
    const subject = kind === null || id === null ? null : { kind, id };
    return pageDTO(await listAuditLines(context.pool, { userId, subject }, query), auditLineDTO);
  },
});
