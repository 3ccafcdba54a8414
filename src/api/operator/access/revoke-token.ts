import { revokeToken as revokeTokenAct } from '../../../settings/revoke-token.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';

export const revokeToken = endpoint({
  method: 'DELETE',
  path: '/tokens/:id',
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  params: { id: idInPath('Token ID') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'Replaced' }, answer: { status: 'revoked' } },
  async handle(call) {
    await call.context.settings.run(revokeTokenAct, { tokenId: call.params.id }, byOf(call, call.body.reason));
    // Whose it was is not said; if it was somebody else's, their streams end when they are next looked at.
    call.context.announce([`session u${call.signedIn.user.id}`]);
    return { status: 'revoked' };
  },
});
