import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { openEndpoint } from '../endpoint.ts';
import { enter, exampleSignedIn, SignedInShape } from './enter.ts';
import { Assertion, exampleAssertion } from './passkey-shape.ts';
import { requireSite } from './passkey-site.ts';

export const signInWithPasskey = openEndpoint({
  method: 'POST',
  path: '/session/passkey',
  operationId: 'signInWithPasskey',
  summary: 'Sign in with a passkey alone',
  description:
    'The authenticator must have asked for a PIN, a fingerprint or a face: it is the only thing that is shown.',
  tag: 'People and access',
  isOpen: true,
  body: json(Type.Object({ passkey: Assertion })),
  response: SignedInShape,
  refusals: ['sign_in_failed', 'passkeys_unavailable', 'rate_limited'],
  example: { body: { passkey: exampleAssertion }, answer: exampleSignedIn },
  async handle(call) {
    const { context, body } = call;
    const shown = { given: body.passkey, site: requireSite(call) };
    return await enter(call, await context.people.signInByPasskey(shown, context.clock()));
  },
});
