import { Type } from 'typebox';
import { readKeyLimits, requireOwnSecret, unlimited } from '../../../domain/merchants/api-key.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { changeApiKey } from '../../../settings/merchants/change-api-key.ts';
import { createApiKey } from '../../../settings/merchants/create-api-key.ts';
import { revokeApiKey } from '../../../settings/merchants/revoke-api-key.ts';
import { rotateApiKey } from '../../../settings/merchants/rotate-api-key.ts';
import { listApiKeys } from '../../../storage/reads/merchants/api-key-reads.ts';
import { exampleCode } from '../../examples.ts';
import { readsOf } from '../endpoint.ts';
import { done, flag, Reason, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  exampleKey,
  KeyShape,
  keyDTO,
  keyInPath,
  keySettingRefusals,
  keySettings,
  MadeKey,
  overlapHours,
} from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode, storeByCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

const keys = settingsOf({ tag: 'Merchants and stores', scope: 'access' });
const read = readsOf({ tag: 'Merchants and stores', roles: ['operator', 'merchant'] });

export const createStoreKey = keys(createApiKey, {
  method: 'POST',
  path: '/stores/:id/keys',
  operationId: 'createStoreKey',
  summary: 'Create an API key',
  description:
    'The answer is the only place that shows its secret. A store may have many keys at once, each for a server of its own. ' +
    'A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: {
    ...keySettings,
    hasOwnSecret: Type.Optional(
      flag(
        "Whether it gets a secret of its own; otherwise it signs with the merchant's. A key that is limited gets one",
      ),
    ),
    reason: Reason,
    code: MerchantsCode,
  },
  response: MadeKey,
  refusals: [...keySettingRefusals, 'too_many_keys', ...codeRefusals, 'second_person_needed'],
  example: {
    body: {
      name: 'Web shop',
      scopes: ['read', 'payin'],
      addresses: ['203.0.113.0/24'],
      reason: 'Second shop server',
      code: exampleCode,
    },
    answer: { key: 'second-store-key', secret: 'its-secret' },
  },
  input: async (call) => {
    const { name, scopes, addresses, hasOwnSecret, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const limits = readKeyLimits({ scopes: scopes ?? unlimited.scopes, addresses: addresses ?? [] });
    await requireMerchantsCode(call, merchantId, code);
    return { storeId, name: name?.trim() ?? '', ...limits, hasOwnSecret: hasOwnSecret ?? false };
  },
  answer: (made) => made,
});

/** The keys a store's programs name themselves by. */
export const listStoreKeys = read({
  path: '/stores/:id/keys',
  operationId: 'listStoreKeys',
  summary: 'List the API keys of a store',
  params: { id: storeInPath },
  response: all(KeyShape),
  example: { answer: { items: [exampleKey] } },
  async handle(call) {
    const found = await listApiKeys(call.context.pool, ownStore(call, call.params.id).id);
    return { items: found.map(keyDTO) };
  },
});

export const changeStoreKey = keys(changeApiKey, {
  method: 'PATCH',
  path: '/stores/:id/keys/:key',
  operationId: 'changeStoreKey',
  summary: 'Change what an API key may do, and from where',
  description:
    "What is absent stays as it is. It holds from the next request on. A key that signs with the merchant's secret cannot be " +
    'limited: that secret signs for the other keys too. A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath, key: keyInPath },
  body: { ...keySettings, reason: Reason, code: MerchantsCode },
  refusals: [...keySettingRefusals, 'key_shares_secret', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { scopes: ['read'], addresses: ['2001:db8::/48'], reason: 'Only the books read with it', code: exampleCode },
    answer: { status: 'changed' },
  },
  ...done('changed'),
  input: async (call) => {
    const { name, scopes, addresses, code } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const limits = readKeyLimits({ scopes: scopes ?? unlimited.scopes, addresses: addresses ?? [] });
    const known = call.context.catalogue().apiKeys.get(call.params.key);
    if (known?.storeId === storeId) requireOwnSecret({ ...known, hasOwnSecret: known.secret !== null }, limits);
    await requireMerchantsCode(call, merchantId, code);
    return {
      storeId,
      key: call.params.key,
      name: name?.trim(),
      ...(scopes === undefined ? {} : { scopes }),
      ...(addresses === undefined ? {} : { addresses }),
    };
  },
});

export const rotateStoreKey = keys(rotateApiKey, {
  method: 'POST',
  path: '/stores/:id/keys/:key/rotate',
  operationId: 'rotateStoreKey',
  summary: 'Replace an API key by a new one',
  description:
    'The new key may do the same from the same addresses; the former one ends by itself after the overlap. The answer is the ' +
    'only place that shows its secret; a limited key gets one in any case. A merchant does so for the own stores.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath, key: keyInPath },
  body: { overlapHours, reason: Reason, code: MerchantsCode },
  response: Type.Object({
    ...MadeKey.properties,
    oldValidUntil: words('How long the former key still works'),
  }),
  refusals: ['too_many_keys', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { key: 'new-store-key', secret: 'its-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  input: async (call) => {
    const { id: storeId } = await storeByCode(call);
    return { storeId, key: call.params.key, overlapHours: call.body.overlapHours };
  },
  answer: ({ key, secret, oldUntilMs }) => ({ key, secret, oldValidUntil: formatTimestamp(oldUntilMs) }),
});

export const revokeStoreKey = keys(revokeApiKey, {
  method: 'DELETE',
  path: '/stores/:id/keys/:key',
  operationId: 'revokeStoreKey',
  summary: 'Revoke an API key',
  description: 'Requests with it are refused from now on. A merchant does so for the own stores.',
  params: { id: storeInPath, key: keyInPath },
  body: { reason: Reason, code: MerchantsCode },
  refusals: codeRefusals,
  example: { body: { reason: 'Server retired' }, answer: { status: 'revoked' } },
  ...done('revoked'),
  input: async (call) => ({ storeId: (await storeByCode(call)).id, key: call.params.key }),
});
