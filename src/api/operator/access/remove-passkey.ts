import { removePasskey as removePasskeyAct } from '../../../settings/own-passkeys.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { ownReason } from './own-access.ts';

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/me/passkeys/:id',
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  description: 'It opens nothing from then on. Where you need a second factor, the last one stays.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: idInPath('Passkey ID') },
  response: Done,
  refusals: ['last_second_factor'],
  example: { answer: { status: 'removed' } },
  async handle(call) {
    const input = { userId: call.signedIn.user.id, passkeyId: call.params.id };
    await call.context.settings.run(removePasskeyAct, input, byOf(call, ownReason));
    return { status: 'removed' };
  },
});
