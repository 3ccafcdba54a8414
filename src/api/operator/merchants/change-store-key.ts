import { Type } from 'typebox';
import { readKeyLimits, requireOwnSecret, unlimited } from '../../../domain/api-key.ts';
import { changeApiKey } from '../../../settings/change-api-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, Reason } from '../fields.ts';
import { keyInPath, keySettingRefusals, keySettings } from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const changeStoreKey = endpoint({
  method: 'PATCH',
  path: '/stores/:id/keys/:key',
  operationId: 'changeStoreKey',
  summary: 'Change what an API key may do, and from where',
  description:
    "What is absent stays as it is. It holds from the next request on. A key that signs with the merchant's secret cannot be " +
    'limited: that secret signs for the other keys too. A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath, key: keyInPath },
  body: json(Type.Object({ ...keySettings, reason: Reason, code: MerchantsCode })),
  response: Done,
  refusals: [...keySettingRefusals, 'key_shares_secret', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { scopes: ['read'], addresses: ['2001:db8::/48'], reason: 'Only the books read with it', code: exampleCode },
    answer: { status: 'changed' },
  },
  async handle(call) {
    const { name, scopes, addresses, reason, code } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    // Before the code: a slip must not cost one.
    const limits = readKeyLimits({ scopes: scopes ?? unlimited.scopes, addresses: addresses ?? [] });
    const known = call.context.catalogue().apiKeys.get(call.params.key);
    if (known?.storeId === id) requireOwnSecret({ ...known, hasOwnSecret: known.secret !== null }, limits);
    await requireMerchantsCode(call, merchantId, code);
    const wish = {
      storeId: id,
      key: call.params.key,
      name: name?.trim(),
      ...(scopes === undefined ? {} : { scopes }),
      ...(addresses === undefined ? {} : { addresses }),
    };
    await call.context.settings.run(changeApiKey, wish, byOf(call, reason));
    return { status: 'changed' };
  },
});
