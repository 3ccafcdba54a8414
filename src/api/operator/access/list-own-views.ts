import { listViews } from '../../../storage/reads/view-reads.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { all } from '../paging.ts';
import { exampleView, ViewShape, viewDTO } from './view-shape.ts';

export const listOwnViews = endpoint({
  method: 'GET',
  path: '/me/views',
  operationId: 'listOwnViews',
  summary: 'List your saved views',
  description: 'Lists of the console as you like to look at them, by page and name.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  response: all(ViewShape),
  refusals: [],
  example: { answer: { items: [exampleView] } },
  async handle({ context, signedIn }) {
    return { items: (await listViews(context.pool, signedIn.user.id)).map(viewDTO) };
  },
});
