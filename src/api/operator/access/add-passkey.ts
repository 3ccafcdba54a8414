import { Type } from 'typebox';
import { addPasskey as addPasskeyAct } from '../../../settings/own-passkeys.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { ownReason } from './own-access.ts';
import { Attestation, exampleAttestation, PasskeyName } from './passkey-shape.ts';
import { requireSite } from './passkey-site.ts';
import { sessionHashOf } from './session-cookie.ts';

/** It needs no fresh proof of its own: the challenge was given for one, to this session. */
export const addPasskey = endpoint({
  method: 'POST',
  path: '/me/passkeys',
  operationId: 'addPasskey',
  summary: 'Add a passkey',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(Type.Object({ name: PasskeyName, passkey: Attestation })),
  response: Type.Object({ id: figure('ID'), name: words('For you: where it is') }),
  refusals: ['passkey_known', 'passkey_refused', 'passkeys_unavailable', 'too_many_passkeys'],
  example: { body: { name: 'Laptop', passkey: exampleAttestation }, answer: { id: 1, name: 'Laptop' } },
  async handle(call) {
    const { context, body, request, signedIn } = call;
    const checked = await context.people.checkNewPasskey(body.passkey, requireSite(call));
    const input = { userId: signedIn.user.id, sessionHash: sessionHashOf(request), name: body.name, ...checked };
    return await context.settings.run(addPasskeyAct, input, byOf(call, ownReason));
  },
});
