import { ignored } from '../endpoint.ts';
import { at } from '../examples.ts';
import { notificationLineDTO } from '../notification-dto.ts';
import { exampleLine } from '../notification-examples.ts';
import { NotificationLine } from '../notification-schemas.ts';
import { endpoint } from './endpoint.ts';
import { ownNotification, ownNotificationInPath } from './own-notification.ts';

/** It takes no Idempotency-Key: sending again is harmless by itself, as a receiver drops what it has seen. */
export const resendNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/resend',
  operationId: 'resendNotification',
  summary: 'Have a notification sent again',
  description: 'With the same `webhook-id`, whether it was delivered or not. Later ones of the invoice follow it.',
  tag: 'Notifications',
  scope: 'read',
  params: { id: ownNotificationInPath },
  body: ignored,
  response: NotificationLine,
  refusals: ['notification_without_url'],
  example: {
    shows: 'It waits for its turn',
    answer: { ...exampleLine, delivery: { state: 'waiting', nextAttemptAt: at('12:30:00') } },
  },
  async handle(call) {
    const { context, params } = call;
    await context.resending.resend(await ownNotification(call, params.id), context.clock(), null);
    return notificationLineDTO(await ownNotification(call, params.id));
  },
});
