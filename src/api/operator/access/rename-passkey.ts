import { Type } from 'typebox';
import { renamePasskey as renamePasskeyAct } from '../../../settings/own-passkeys.ts';
import { json } from '../../endpoint.ts';
import { idInPath } from '../../parameters.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { ownReason } from './own-access.ts';
import { PasskeyName } from './passkey-shape.ts';

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/me/passkeys/:id',
  operationId: 'renamePasskey',
  summary: 'Rename a passkey',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  params: { id: idInPath('Passkey ID') },
  body: json(Type.Object({ name: PasskeyName })),
  response: Done,
  refusals: [],
  example: { body: { name: 'Old laptop' }, answer: { status: 'renamed' } },
  async handle(call) {
    const input = { userId: call.signedIn.user.id, passkeyId: call.params.id, name: call.body.name };
    await call.context.settings.run(renamePasskeyAct, input, byOf(call, ownReason));
    return { status: 'renamed' };
  },
});
