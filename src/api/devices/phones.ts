import { Type } from 'typebox';
import { readPosted } from '../../domain/phones/posted-messages.ts';
import { ignored, json } from '../endpoint.ts';
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

export const postMessages = endpoint({
  method: 'POST',
  path: '/messages',
  operationId: 'postMessages',
  summary: 'Post messages that came to a phone',
  description:
    'One message, a list of up to 100, or an object with a list. Each part is looked for under the usual names of forwarders (`sender`, `package`, `from`; `title`; `text`, `message`, `content`, `body`; `receivedAt`, `receivedStamp`, `timestamp`; `sentAt`, `sentStamp`), or under the one that is set for the phone, as a path (`payload.message`). Answers when everything is stored; what becomes of it is decided afterwards. Safe to repeat.',
  tag: 'Phones',
  body: json(Type.Unknown({ description: 'As the forwarder sends it' })),
  response: Type.Object({ taken: Type.Integer({ description: 'How many messages were stored' }) }),
  refusals: ['blank', 'json_object_expected', 'too_long', 'too_many_messages', 'wrong_type'],
  example: {
    body: {
      sender: '900',
      text: 'СЧЁТ4821 14:07 Перевод 3150р от Олег К. Баланс: 9402.15р',
      receivedAt: '2026-11-14T14:07:21.345+03:00',
    },
    answer: { taken: 1 },
  },
  async handle({ context, phone, body }) {
    const messages = readPosted(body, phone);
    const { id: phoneId, tokenHash } = phone;
    await context.inbox.post({ phoneId, tokenHash, messages, cameAt: context.clock() });
    return { taken: messages.length };
  },
});
