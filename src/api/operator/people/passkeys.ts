import { Type } from 'typebox';
import { handleText } from '../../../domain/people/passkeys.ts';
import {
  addPasskey as addPasskeyAct,
  removePasskey as removePasskeyAct,
  renamePasskey as renamePasskeyAct,
} from '../../../settings/people/own-passkeys.ts';
import { findHandle, findOffered, listPasskeys } from '../../../storage/reads/people/passkey-reads.ts';
import { idInPath } from '../../parameters.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { done, figure, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { sessionHashOf } from './cookies.ts';
import { Beginning, ownReason, requireMayEnrol } from './own-access.ts';
import {
  Attestation,
  CreationOptions,
  exampleAttestation,
  exampleCreationOptions,
  examplePasskey,
  PasskeyName,
  PasskeyShape,
  passkeyDTO,
} from './passkey-shape.ts';
import { descriptorsOf, passkeyTimeoutMs, requireSite } from './passkey-site.ts';

const passkeys = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

export const listOwnPasskeys = endpoint({
  method: 'GET',
  path: '/me/passkeys',
  operationId: 'listOwnPasskeys',
  summary: 'List your passkeys',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  response: all(PasskeyShape),
  refusals: [],
  example: { answer: { items: [examplePasskey] } },
  async handle({ context, signedIn }) {
    return { items: (await listPasskeys(context.pool, signedIn.user.id)).map(passkeyDTO) };
  },
});

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

/** It needs no fresh proof of its own: the challenge was given for one, to this session. */
export const addPasskey = passkeys(addPasskeyAct, {
  method: 'POST',
  path: '/me/passkeys',
  operationId: 'addPasskey',
  summary: 'Add a passkey',
  worksWithoutSecondFactor: true,
  body: { name: PasskeyName, passkey: Attestation },
  response: Type.Object({ id: figure('ID'), name: words('For you: where it is') }),
  refusals: ['passkey_known', 'passkey_refused', 'passkeys_unavailable', 'too_many_passkeys'],
  example: { body: { name: 'Laptop', passkey: exampleAttestation }, answer: { id: 1, name: 'Laptop' } },
  reason: ownReason,
  input: async (call) => {
    const checked = await call.context.people.checkNewPasskey(call.body.passkey, requireSite(call));
    const { user } = call.signedIn;
    return { userId: user.id, sessionHash: sessionHashOf(call.request), name: call.body.name, ...checked };
  },
  answer: (added) => added,
});

export const renamePasskey = passkeys(renamePasskeyAct, {
  method: 'PATCH',
  path: '/me/passkeys/:id',
  operationId: 'renamePasskey',
  summary: 'Rename a passkey',
  params: { id: idInPath('Passkey ID') },
  body: { name: PasskeyName },
  refusals: [],
  example: { body: { name: 'Old laptop' }, answer: { status: 'renamed' } },
  reason: ownReason,
  ...done('renamed'),
  input: ({ signedIn, params, body }) => ({ userId: signedIn.user.id, passkeyId: params.id, name: body.name }),
});

export const removePasskey = passkeys(removePasskeyAct, {
  method: 'DELETE',
  path: '/me/passkeys/:id',
  operationId: 'removePasskey',
  summary: 'Remove a passkey',
  description: 'It opens nothing from then on. Where you need a second factor, the last one stays.',
  needsFreshProof: true,
  params: { id: idInPath('Passkey ID') },
  refusals: ['last_second_factor'],
  example: { answer: { status: 'removed' } },
  reason: ownReason,
  ...done('removed'),
  input: ({ signedIn, params }) => ({ userId: signedIn.user.id, passkeyId: params.id }),
});
