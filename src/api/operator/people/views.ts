import { Type } from 'typebox';
import {
  type SavedView,
  viewNameCharactersMax,
  viewPagePattern,
  viewQueryCharactersMax,
} from '../../../domain/people/saved-view.ts';
import { removeView as removeViewAct, saveView as saveViewAct } from '../../../settings/people/own-views.ts';
import { listViews } from '../../../storage/reads/people/view-reads.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { done, figure, text, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';

const views = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

const ViewShape = Type.Object({
  id: figure('ID'),
  page: words('Path of the page in the console'),
  name: words('For people'),
  query: words('Filters, order and columns: what follows the question mark'),
});

function viewDTO({ id, page, name, query }: SavedView): ShapeOf<typeof ViewShape> {
  return { id, page, name, query };
}

const exampleView = { id: 3, page: '/invoices', name: 'In dispute', query: 'status=dispute' };

/** People change their own views without saying why. */
const ownReason = 'own view';

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

const pageCharactersMax = 100;

export const saveView = views(saveViewAct, {
  method: 'POST',
  path: '/me/views',
  operationId: 'saveView',
  summary: 'Save a view',
  description: 'Keeps filters, order and columns of a list under a name. One of the same page and name is replaced.',
  body: {
    page: Type.String({
      pattern: viewPagePattern,
      maxLength: pageCharactersMax,
      description: 'Path of the page in the console, as in `/invoices`',
    }),
    name: text(viewNameCharactersMax, 'For people'),
    query: Type.String({
      maxLength: viewQueryCharactersMax,
      description: 'What follows the question mark; may be empty',
    }),
  },
  response: ViewShape,
  refusals: ['too_many_views'],
  example: {
    body: { page: exampleView.page, name: exampleView.name, query: exampleView.query },
    answer: exampleView,
  },
  reason: ownReason,
  input: ({ signedIn, body }) => ({ userId: signedIn.user.id, ...body }),
  answer: viewDTO,
});

export const removeView = views(removeViewAct, {
  method: 'DELETE',
  path: '/me/views/:id',
  operationId: 'removeView',
  summary: 'Remove a saved view',
  params: { id: idInPath('View ID') },
  refusals: [],
  example: { answer: { status: 'removed' } },
  reason: ownReason,
  ...done('removed'),
  input: ({ params }) => ({ viewId: params.id }),
});
