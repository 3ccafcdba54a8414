import { AppError } from '../../errors.ts';
import { listAuditLog as listAuditLines } from '../../storage/reads/audit-reads.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { ListAnswer, ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { auditLineDTO } from './timeline-dto.ts';

export const listAuditLog: OperatorEndpoint = {
  method: 'GET',
  path: '/audit-log',
  operationId: 'listAuditLog',
  summary: 'Who did what, and why',
  description: 'Newest first.',
  roles: ['operator'],
  scope: 'read',
  query: {
    subjectKind: 'invoice, arrival, withdrawal, store, maker, user, …; together with `subjectId`',
    subjectId: 'ID of the subject',
    userId: 'Of one user',
    ...pageQuery,
  },
  response: ListAnswer,
  async handle({ context, request }) {
    const query = new ListQuery(request);
    const [kind, id] = [query.text('subjectKind'), query.text('subjectId')];
    // One without the other would not be led by an index.
    if (kind === null && id !== null) throw new AppError('blank', { field: 'subjectKind' });
    if (kind !== null && id === null) throw new AppError('blank', { field: 'subjectId' });
    const subject = kind === null || id === null ? null : { kind, id };
    const filter = { userId: query.number('userId'), subject };
    return pageDTO(await listAuditLines(context.pool, filter, query.page('number')), auditLineDTO);
  },
};
