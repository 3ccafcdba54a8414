import { removeView as removeViewAct } from '../../../settings/own-views.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { ownViewReason } from './save-view.ts';

export const removeView = endpoint({
  method: 'DELETE',
  path: '/me/views/:id',
  operationId: 'removeView',
  summary: 'Remove a saved view',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  params: { id: idInPath('View ID') },
  response: Done,
  refusals: [],
  example: { answer: { status: 'removed' } },
  async handle(call) {
    await call.context.settings.run(removeViewAct, { viewId: call.params.id }, byOf(call, ownViewReason));
    return { status: 'removed' };
  },
});
