import { Type } from 'typebox';
import { harmlessAct } from '../act.ts';
import { json } from '../endpoint.ts';
import { at } from '../examples.ts';
import { readInstant } from '../read-instant.ts';
import { endpoint } from './endpoint.ts';

const SinceBody = Type.Object({
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
});

export const resendFailedNotifications = endpoint({
  method: 'POST',
  path: '/notifications/resend-failed',
  operationId: 'resendFailedNotifications',
  summary: 'Have all failed notifications sent again',
  description: 'Those of the store that were given up since a time: after an outage of the receiver.',
  tag: 'Notifications',
  scope: 'read',
  body: json(SinceBody),
  response: Type.Object({ count: Type.Integer({ description: 'How many will be sent again' }) }),
  refusals: ['blank'],
  takesKey: true,
  example: { asks: 'After an outage', body: { since: at('09:00:00') }, shows: 'How many', answer: { count: 17 } },
  async handle({ context, caller, body }) {
    const since = readInstant(body.since, 'since');
    return harmlessAct(context.pool, async () => ({
      count: await context.resending.resendFailed(caller.store.id, since, context.clock(), null),
    }));
  },
});
