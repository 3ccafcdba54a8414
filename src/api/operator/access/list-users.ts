import { listUsers as listUserRows } from '../../../storage/reads/people-reads.ts';
import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { exampleUser, UserShape, userDTO } from './user-shape.ts';

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  operationId: 'listUsers',
  summary: 'List users',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'read',
  query: numberedQuery,
  response: numberedPage(UserShape),
  refusals: [],
  example: { answer: { items: [exampleUser], next: null } },
  async handle({ context, query }) {
    return numberedDTO(await listUserRows(context.pool, query), query, userDTO);
  },
});
