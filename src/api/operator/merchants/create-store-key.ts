import { Type } from 'typebox';
import { readKeyLimits, unlimited } from '../../../domain/api-key.ts';
import { createApiKey } from '../../../settings/create-api-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { flag, Reason } from '../fields.ts';
import { keySettingRefusals, keySettings, MadeKey } from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

const NewKey = Type.Object({
  ...keySettings,
  hasOwnSecret: Type.Optional(
    flag("Whether it gets a secret of its own; otherwise it signs with the merchant's. A key that is limited gets one"),
  ),
  reason: Reason,
  code: MerchantsCode,
});

export const createStoreKey = endpoint({
  method: 'POST',
  path: '/stores/:id/keys',
  operationId: 'createStoreKey',
  summary: 'Create an API key',
  description:
    'The answer is the only place that shows its secret. A store may have many keys at once, each for a server of its own. ' +
    'A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: json(NewKey),
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
  async handle(call) {
    const { name, scopes, addresses, hasOwnSecret, reason, code } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const limits = readKeyLimits({ scopes: scopes ?? unlimited.scopes, addresses: addresses ?? [] });
    await requireMerchantsCode(call, merchantId, code);
    const wish = { storeId: id, name: name?.trim() ?? '', ...limits, hasOwnSecret: hasOwnSecret ?? false };
    return await call.context.settings.run(createApiKey, wish, byOf(call, reason));
  },
});
