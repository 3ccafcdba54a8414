import { Type } from 'typebox';
import { ignored } from '../endpoint.ts';
import { endpoint } from './endpoint.ts';

export const heartbeat = endpoint({
  method: 'POST',
  path: '/heartbeat',
  operationId: 'heartbeat',
  summary: 'Say that a phone is there',
  description:
    'For quiet times: a message is a sign of life, too. A phone that is silent for longer than its limit takes its requisites out of routing until it is heard of again.',
  tag: 'Phones',
  body: ignored,
  response: Type.Object({
    silentAfterSeconds: Type.Integer({
      description: 'After how long without a sign of life its requisites get no deals',
    }),
  }),
  refusals: [],
  example: { answer: { silentAfterSeconds: 120 } },
  async handle({ context, phone }) {
    const { id: phoneId, tokenHash } = phone;
    await context.inbox.post({ phoneId, tokenHash, messages: [], cameAt: context.clock() });
    return { silentAfterSeconds: phone.silentAfterMs / 1000 };
  },
});
