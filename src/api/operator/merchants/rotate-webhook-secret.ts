import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { rotateWebhookSecret as rotateWebhookSecretAct } from '../../../settings/rotate-webhook-secret.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Reason, words } from '../fields.ts';
import { overlapHours } from './key-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';
import { ownStore, storeInPath } from './own-store.ts';

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/stores/:id/rotate-webhook-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Sign the notifications of a store with a new secret',
  description:
    "A store begins with the merchant's secret. The answer is the only place that shows the new one. Until the overlap ends, " +
    'notifications carry a signature with the former one as well. A merchant does so for the own stores.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: storeInPath },
  body: json(Type.Object({ overlapHours, reason: Reason, code: MerchantsCode })),
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the former secret still signs as well'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'A secret of its own', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  async handle(call) {
    const { reason, code, ...body } = call.body;
    const { id, merchantId } = ownStore(call, call.params.id);
    await requireMerchantsCode(call, merchantId, code);
    const rotation = { storeId: id, overlapHours: body.overlapHours };
    const { settings } = call.context;
    const { secret, formerUntilMs } = await settings.run(rotateWebhookSecretAct, rotation, byOf(call, reason));
    return { secret, oldValidUntil: formatTimestamp(formerUntilMs) };
  },
});
