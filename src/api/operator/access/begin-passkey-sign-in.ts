import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { openEndpoint } from '../endpoint.ts';
import { flag } from '../fields.ts';
import { exampleRequestOptions, RequestOptions } from './passkey-shape.ts';
import { requestOptions, requireSite } from './passkey-site.ts';

/** It says nothing about anybody: which passkeys there are is for the browser to know. */
export const beginPasskeySignIn = openEndpoint({
  method: 'POST',
  path: '/session/challenge',
  operationId: 'beginPasskeySignIn',
  summary: 'Begin to sign in with a passkey',
  description: 'The answer goes to `navigator.credentials.get`, and what that gives to one of the two ways to sign in.',
  tag: 'People and access',
  isOpen: true,
  body: json(
    Type.Object({
      withPassword: Type.Optional(flag('True: beside the password, so that no PIN or fingerprint is needed')),
    }),
  ),
  response: RequestOptions,
  refusals: ['passkeys_unavailable', 'rate_limited'],
  example: { body: { withPassword: false }, answer: exampleRequestOptions },
  async handle(call) {
    const { context, body } = call;
    const site = requireSite(call);
    const asked = { purpose: 'sign-in', rpId: site.rpId, sessionHash: null, actHash: null } as const;
    const challenge = await context.people.challenge(asked, context.clock());
    const userVerification = body.withPassword === true ? 'preferred' : 'required';
    return requestOptions(challenge, site, { userVerification, offered: [] });
  },
});
