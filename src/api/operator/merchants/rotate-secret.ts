import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { rotateSecret as rotateSecretAct } from '../../../settings/rotate-secret.ts';
import { json } from '../../endpoint.ts';
import { exampleCode } from '../../examples.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { integer, Reason, words } from '../fields.ts';
import { merchantInPath, ownMerchant } from './merchant-shape.ts';
import { codeRefusals, MerchantsCode, requireMerchantsCode } from './merchants-code.ts';

const Rotation = Type.Object({
  overlapHours: integer(0, 720, 'How long the old secret stays valid; 0 ends it at once'),
  reason: Reason,
  code: MerchantsCode,
});

export const rotateSecret = endpoint({
  method: 'POST',
  path: '/merchants/:id/rotate-secret',
  operationId: 'rotateSecret',
  summary: 'Give a merchant a new secret',
  description:
    'The answer is the only place that shows it. Until the overlap ends, the old one works too. A merchant gets its own.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: merchantInPath },
  body: json(Rotation),
  response: Type.Object({
    secret: words('Shown here only'),
    oldValidUntil: words('How long the old secret still signs'),
  }),
  refusals: [...codeRefusals, 'second_person_needed'],
  example: {
    body: { overlapHours: 24, reason: 'Yearly rotation', code: exampleCode },
    answer: { secret: 'the-new-secret', oldValidUntil: '2026-11-15T12:00:00+00:00' },
  },
  async handle(call) {
    const { overlapHours, reason, code } = call.body;
    const { id } = ownMerchant(call, call.params.id);
    await requireMerchantsCode(call, id, code);
    const { settings } = call.context;
    const { secret, oldUntilMs } = await settings.run(rotateSecretAct, { id, overlapHours }, byOf(call, reason));
    return { secret, oldValidUntil: formatTimestamp(oldUntilMs) };
  },
});
