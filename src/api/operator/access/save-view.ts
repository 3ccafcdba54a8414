import { Type } from 'typebox';
import { viewNameCharactersMax, viewPagePattern, viewQueryCharactersMax } from '../../../domain/saved-view.ts';
import { saveView as saveViewAct } from '../../../settings/own-views.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { text } from '../fields.ts';
import { exampleView, ViewShape, viewDTO } from './view-shape.ts';

const pageCharactersMax = 100;

const NewView = Type.Object({
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
});

export const saveView = endpoint({
  method: 'POST',
  path: '/me/views',
  operationId: 'saveView',
  summary: 'Save a view',
  description: 'Keeps filters, order and columns of a list under a name. One of the same page and name is replaced.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  body: json(NewView),
  response: ViewShape,
  refusals: ['too_many_views'],
  example: {
    body: { page: exampleView.page, name: exampleView.name, query: exampleView.query },
    answer: exampleView,
  },
  async handle(call) {
    const input = { userId: call.signedIn.user.id, ...call.body };
    return viewDTO(await call.context.settings.run(saveViewAct, input, byOf(call, ownViewReason)));
  },
});

/** What people do about their own views needs no words of theirs. */
export const ownViewReason = 'own view';
