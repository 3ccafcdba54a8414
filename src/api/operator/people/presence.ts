import { Type } from 'typebox';
import { AppError } from '../../../errors/app-error.ts';
import { confirmCode } from '../../../settings/people/prove-presence.ts';
import { findOffered } from '../../../storage/reads/people/passkey-reads.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { actsOf, everybody } from '../endpoint.ts';
import { Done, note } from '../fields.ts';
import { sessionHashOf } from './cookies.ts';
import { Assertion, exampleAssertion, exampleRequestOptions, RequestOptions } from './passkey-shape.ts';
import { requestOptions, requireSite } from './passkey-site.ts';

const presence = actsOf({ tag: 'People and access', roles: everybody, scope: 'access' });

export const giveCode = presence({
  path: '/me/code',
  operationId: 'giveCode',
  summary: 'Show again that it is you',
  description:
    'With a fresh code of your authenticator app; without a second factor, with your password. For five minutes this session may ' +
    'then act on people, second factors and approvals. Signing in counts, too. Five wrong ones lock for 15 minutes.',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(
    Type.Object({
      code: note(20, 'Of the authenticator app'),
      password: note(200, 'Of somebody who has no second factor yet'),
    }),
  ),
  response: Done,
  refusals: [
    'fresh_code_needed',
    'password_wrong',
    'second_factor_required',
    'sign_in_locked',
    'two_factor_locked',
    'two_factor_wrong',
  ],
  example: { body: { code: exampleCode }, answer: { status: 'confirmed' } },
  async handle({ context, request, signedIn, body }) {
    const present = { userId: signedIn.user.id, sessionHash: sessionHashOf(request) };
    const { code, password } = body;
    if (code) await context.settings.routine(confirmCode, { ...present, code }, context.clock());
    else if (password) await context.people.confirmPassword({ ...present, password }, context.clock());
    else throw new AppError('blank', { field: 'code' });
    return { status: 'confirmed' };
  },
});

const ActHash = Type.String({
  minLength: 64,
  maxLength: 64,
  pattern: '^[0-9a-f]{64}$',
  'x-error-code': 'blank',
  description:
    'The request you agree to: SHA-256, in hex, of method, blank, path as sent (from `/api/operator` on), line end, and body',
});

export const beginProof = presence({
  path: '/me/proof/begin',
  operationId: 'beginProof',
  summary: 'Begin to agree to a request with a passkey',
  description: 'The answer goes to `navigator.credentials.get`. What the passkey signs is good for that request alone.',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  body: json(Type.Object({ act: ActHash })),
  response: RequestOptions,
  refusals: ['passkeys_unavailable'],
  example: {
    body: { act: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' },
    answer: exampleRequestOptions,
  },
  async handle(call) {
    const { context, request, signedIn, body } = call;
    const site = requireSite(call);
    const asked = { purpose: 'act', rpId: site.rpId, sessionHash: sessionHashOf(request), actHash: body.act } as const;
    const offered = await findOffered(context.pool, signedIn.user.id, site.rpId);
    const challenge = await context.people.challenge(asked, context.clock());
    return requestOptions(challenge, site, { userVerification: 'preferred', offered });
  },
});

export const giveProof = presence({
  path: '/me/proof',
  operationId: 'giveProof',
  summary: 'Agree to a request with a passkey',
  description:
    'For five minutes this session may then send exactly that request, as often as it takes to get an answer.',
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
