import { revokeInvitation as revokeInvitationAct } from '../../../settings/team.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done } from '../fields.ts';

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/team/invitations/:id',
  operationId: 'revokeInvitation',
  summary: 'Take an invitation back',
  tag: 'People and access',
  roles: ['merchant'],
  scope: 'access',
  isForPeople: true,
  params: { id: uuidInPath('Invitation ID', exampleIds.request) },
  response: Done,
  refusals: ['invitation_ended'],
  example: { answer: { status: 'revoked' } },
  async handle(call) {
    await call.context.settings.run(revokeInvitationAct, { id: call.params.id }, byOf(call, 'taken back'));
    return { status: 'revoked' };
  },
});
