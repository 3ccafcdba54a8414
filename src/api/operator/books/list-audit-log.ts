import { AppError } from '../../../errors.ts';
import { listAuditLog as listAuditLines } from '../../../storage/reads/audit-reads.ts';
import { integerQuery, textQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { longPageQuery, page, pageDTO } from '../paging.ts';
import { AuditLineShape, auditLineDTO, exampleAuditLine } from './audit-line.ts';

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/audit-log',
  operationId: 'listAuditLog',
  summary: 'Who did what, and why',
  description: 'Newest first.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'read',
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
