import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { rotateEndpointSecret as rotateEndpointSecretAct } from '../../../settings/endpoints.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';
import { overlapHours } from '../merchants/key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from '../merchants/merchants-code.ts';
import { ownStore } from '../merchants/own-store.ts';
import { endpointInPath, endpointOfStore } from './endpoint-shape.ts';

export const rotateEndpointSecret = endpoint({
  method: 'POST',
  path: '/stores/:id/endpoints/:endpointId/rotate-secret',
  operationId: 'rotateEndpointSecret',
  summary: 'Sign the events of an endpoint with a new secret',
  description:
    'The answer is the only place that shows it. Until the overlap ends, events carry a signature with the former one as well.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: endpointInPath,
  body: json(Type.Object({ overlapHours, reason: Reason, code: MerchantsCode })),
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the former secret still signs as well'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  async handle(call) {
    const { reason, code, overlapHours: hours } = call.body;
    const { id: storeId, merchantId } = ownStore(call, call.params.id);
    const { id } = endpointOfStore(call, storeId, call.params.endpointId);
    await requireMerchantsCode(call, merchantId, code);
    const rotation = { storeId, id, overlapHours: hours };
    const { settings } = call.context;
    const { secret, formerUntil } = await settings.run(rotateEndpointSecretAct, rotation, byOf(call, reason));
    return { secret, oldValidUntil: formatTimestamp(formerUntil) };
  },
});
