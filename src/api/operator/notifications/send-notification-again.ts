import { json } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { notificationLineDTO } from '../../notification-dto.ts';
import { exampleLine } from '../../notification-examples.ts';
import { NotificationLine } from '../../notification-schemas.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { reachedInPath, reachedNotification } from './reached-notification.ts';

export const sendNotificationAgain = endpoint({
  method: 'POST',
  path: '/notifications/:id/resend',
  operationId: 'sendNotificationAgain',
  summary: 'Send a notification again',
  description: 'With the same `webhook-id`. Later ones of the invoice that still wait follow it; compare `sequence`.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { id: reachedInPath },
  body: json(ReasonBody),
  response: NotificationLine,
  refusals: ['notification_without_url'],
  example: {
    body: { reason: 'The shop lost it' },
    answer: { ...exampleLine, delivery: { state: 'waiting', nextAttemptAt: at('12:30:00') } },
  },
  async handle(call) {
    const { context, params, body } = call;
    const stored = await reachedNotification(call, params.id);
    await context.resending.resend(stored, context.clock(), byOf(call, body.reason));
    return notificationLineDTO(await reachedNotification(call, params.id));
  },
});
