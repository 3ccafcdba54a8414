import { removeMember as removeMemberAct } from '../../../settings/team.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';
import { memberInPath } from './change-member.ts';
import { announceTeam } from './team-shape.ts';

/** Taking somebody out is quick: it lets nobody in, and may be needed at once. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/team/members/:id',
  operationId: 'removeMember',
  summary: 'Remove a member',
  description: 'Ends all sessions and tokens of the member. Not of oneself, nor of an owner.',
  tag: 'People and access',
  roles: ['merchant'],
  scope: 'access',
  isForPeople: true,
  params: { id: memberInPath },
  body: json(ReasonBody),
  response: Done,
  refusals: ['not_on_oneself', 'owner_is_fixed', 'right_not_yours'],
  example: { body: { reason: 'Left the company' }, answer: { status: 'removed' } },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(removeMemberAct, { id }, byOf(call, call.body.reason));
    call.context.announce([`session u${id}`]);
    announceTeam(call, call.actor.merchantId);
    return { status: 'removed' };
  },
});
