import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { Assertion, exampleAssertion } from './passkey-shape.ts';
import { requireSite } from './passkey-site.ts';
import { sessionHashOf } from './session-cookie.ts';

export const giveProof = endpoint({
  method: 'POST',
  path: '/me/proof',
  operationId: 'giveProof',
  summary: 'Agree to a request with a passkey',
  description:
    'For five minutes this session may then send exactly that request, as often as it takes to get an answer.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(Type.Object({ passkey: Assertion })),
  response: Done,
  refusals: ['passkey_refused', 'passkeys_unavailable'],
  example: { body: { passkey: exampleAssertion }, answer: { status: 'confirmed' } },
  async handle(call) {
    const { context, request, signedIn, body } = call;
    const present = { userId: signedIn.user.id, sessionHash: sessionHashOf(request) };
    await context.people.confirmByPasskey(present, { given: body.passkey, site: requireSite(call) }, context.clock());
    return { status: 'confirmed' };
  },
});
