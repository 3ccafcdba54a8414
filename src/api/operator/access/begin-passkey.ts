import { handleText } from '../../../domain/passkeys.ts';
import { findHandle, findOffered } from '../../../storage/reads/passkey-reads.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Beginning, requireMayEnrol } from './own-access.ts';
import { CreationOptions, exampleCreationOptions } from './passkey-shape.ts';
import { descriptorsOf, passkeyTimeoutMs, requireSite } from './passkey-site.ts';
import { sessionHashOf } from './session-cookie.ts';

/** Ed25519, ES256 and RS256: what authenticators have, the best first. */
const algorithms = [-8, -7, -257];

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/me/passkeys/begin',
  operationId: 'beginPasskey',
  summary: 'Begin to add a passkey',
  description:
    'The answer goes to `navigator.credentials.create`. A passkey opens your account alone from then on, so a fresh proof is needed: ' +
    'without a second factor, the password, and in production an enrolment code.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: 'always',
  worksWithoutSecondFactor: true,
  body: Beginning,
  response: CreationOptions,
  refusals: ['enrolment_code_needed', 'passkeys_unavailable'],
  example: { body: { enrolmentCode: null }, answer: exampleCreationOptions },
  async handle(call) {
    const { context, signedIn, request } = call;
    const { id: userId, login, name } = signedIn.user;
    const site = requireSite(call);
    await requireMayEnrol(call, call.body.enrolmentCode);
    const asked = { purpose: 'add', rpId: site.rpId, sessionHash: sessionHashOf(request), actHash: null } as const;
    const [challenge, handle, offered] = await Promise.all([
      context.people.challenge(asked, context.clock()),
      findHandle(context.pool, userId),
      findOffered(context.pool, userId, site.rpId),
    ]);
    return {
      challenge,
      rp: { id: site.rpId, name: 'Quittance' },
      user: { id: handleText(handle), name: login, displayName: name === '' ? login : name },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: passkeyTimeoutMs,
      attestation: 'none',
      excludeCredentials: descriptorsOf(offered),
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    };
  },
});
