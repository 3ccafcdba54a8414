import { Type } from 'typebox';
import { findOffered } from '../../../storage/reads/passkey-reads.ts';
import { json } from '../../endpoint.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { exampleRequestOptions, RequestOptions } from './passkey-shape.ts';
import { requestOptions, requireSite } from './passkey-site.ts';
import { sessionHashOf } from './session-cookie.ts';

const ActHash = Type.String({
  minLength: 64,
  maxLength: 64,
  pattern: '^[0-9a-f]{64}$',
  'x-error-code': 'blank',
  description:
    'The request you agree to: SHA-256, in hex, of method, blank, path as sent (from `/api/operator` on), line end, and body',
});

export const beginProof = endpoint({
  method: 'POST',
  path: '/me/proof/begin',
  operationId: 'beginProof',
  summary: 'Begin to agree to a request with a passkey',
  description: 'The answer goes to `navigator.credentials.get`. What the passkey signs is good for that request alone.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
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
