import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { rotateApiKey } from '../../../settings/rotate-api-key.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';
import { keyInPath, MadeKey, overlapHours } from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const rotateStoreKey = endpoint({
  method: 'POST',
  path: '/stores/:id/keys/:key/rotate',
  operationId: 'rotateStoreKey',
  summary: 'Replace an API key by a new one',
  description:
    'The new key may do the same from the same addresses; the former one ends by itself after the overlap. The answer is the ' +
    'only place that shows its secret; a limited key gets one in any case. A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath, key: keyInPath },
  body: json(Type.Object({ overlapHours, reason: Reason, code: MerchantsCode })),
  response: Type.Object({
    ...MadeKey.properties,
    oldValidUntil: words('How long the former key still works'),
  }),
  refusals: ['too_many_keys', ...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { key: 'new-store-key', secret: 'its-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  async handle(call) {
    const { reason, code, ...body } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    await requireMerchantsCode(call, merchantId, code);
    const rotation = { storeId: id, key: call.params.key, overlapHours: body.overlapHours };
    const { key, secret, oldUntilMs } = await call.context.settings.run(rotateApiKey, rotation, byOf(call, reason));
    return { key, secret, oldValidUntil: formatTimestamp(oldUntilMs) };
  },
});
