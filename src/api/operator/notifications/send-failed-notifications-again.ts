import { Type } from 'typebox';
import { json } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { readInstant } from '../../read-instant.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { figure, Reason } from '../fields.ts';
import { requireStore, StoreId } from './reached-notification.ts';

const FailedBody = Type.Object({
  storeId: StoreId,
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
  reason: Reason,
});

export const sendFailedNotificationsAgain = endpoint({
  method: 'POST',
  path: '/notifications/resend-failed',
  operationId: 'sendFailedNotificationsAgain',
  summary: "Send a store's failed notifications again",
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  body: json(FailedBody),
  response: Type.Object({ count: figure('How many will be sent again') }),
  refusals: ['not_found'],
  example: { body: { storeId: 1, since: at('09:00:00'), reason: 'The shop was down' }, answer: { count: 17 } },
  async handle(call) {
    const { context, body } = call;
    requireStore(call, body.storeId);
    const since = readInstant(body.since, 'since');
    const by = byOf(call, body.reason);
    return { count: await context.resending.resendFailed(body.storeId, since, context.clock(), by) };
  },
});
