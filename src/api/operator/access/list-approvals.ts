import { pendingStatuses } from '../../../domain/second-person.ts';
import { listPendingActs } from '../../../storage/reads/pending-act-reads.ts';
import { choiceQuery, orElse } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { examplePending, PendingActShape, pendingDTO } from './pending-act-shape.ts';

export const listApprovals = endpoint({
  method: 'GET',
  path: '/approvals',
  operationId: 'listApprovals',
  summary: 'List what waits for a second person',
  description: 'Newest first, two hundred at most.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'read',
  query: {
    status: orElse(choiceQuery(pendingStatuses, '`waiting` (when absent), `approved` or `rejected`'), 'waiting'),
  },
  response: all(PendingActShape),
  refusals: [],
  example: { answer: { items: [examplePending] } },
  async handle({ context, query: { status } }) {
    return { items: (await listPendingActs(context.pool, status)).map(pendingDTO) };
  },
});
