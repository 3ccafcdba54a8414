import { removeRateFeed as removeRateFeedAct } from '../../../settings/remove-rate-feed.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';

export const removeRateFeed = endpoint({
  method: 'DELETE',
  path: '/rate-feeds/:id',
  operationId: 'removeRateFeed',
  summary: 'Set a rate by hand from now on',
  description:
    'The feed is not asked any more. The rate stays as it is until somebody sets it; one that the feed limits in age ' +
    'still stops new deals when it is too old.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'settings',
  params: { id: idInPath('Feed ID') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'The market has closed' }, answer: { status: 'removed' } },
  async handle(call) {
    await call.context.settings.run(removeRateFeedAct, { id: call.params.id }, byOf(call, call.body.reason));
    return { status: 'removed' };
  },
});
