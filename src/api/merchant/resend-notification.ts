import { harmlessAct } from '../act.ts';
import { ignored } from '../endpoint.ts';
import { at } from '../examples.ts';
import { notificationLineDTO } from '../notification-dto.ts';
import { exampleLine } from '../notification-examples.ts';
import { NotificationLine } from '../notification-schemas.ts';
import { endpoint } from './endpoint.ts';
import { ownNotification, ownNotificationInPath } from './own-notification.ts';

export const resendNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/resend',
  operationId: 'resendNotification',
  summary: 'Have a notification sent again',
  description:
    'With the same `webhook-id`, whether it was delivered or not. Later ones of the invoice that still wait follow it; compare `sequence`.',
  tag: 'Notifications',
  scope: 'read',
  params: { id: ownNotificationInPath },
  body: ignored,
  response: NotificationLine,
  refusals: ['notification_without_url'],
  takesKey: true,
  example: {
    shows: 'It waits for its turn',
    answer: { ...exampleLine, delivery: { state: 'waiting', nextAttemptAt: at('12:30:00') } },
  },
  async handle(call) {
    const { context, params } = call;
    return harmlessAct(context.pool, async () => {
      await context.resending.resend(await ownNotification(call, params.id), context.clock(), null);
      return notificationLineDTO(await ownNotification(call, params.id));
    });
  },
});
