import { findAttempts } from '../../storage/reads/notification-reads.ts';
import { notificationDTO } from '../notification-dto.ts';
import { exampleAttempt, exampleLine, exampleNotification } from '../notification-examples.ts';
import { NotificationDetails } from '../notification-schemas.ts';
import { endpoint } from './endpoint.ts';
import { ownNotification, ownNotificationInPath } from './own-notification.ts';

export const getNotification = endpoint({
  method: 'GET',
  path: '/notifications/:id',
  operationId: 'getNotification',
  summary: 'Get a notification with its attempts',
  description: 'By the `webhook-id` it was sent with.',
  tag: 'Notifications',
  scope: 'read',
  params: { id: ownNotificationInPath },
  response: NotificationDetails,
  refusals: [],
  example: {
    shows: 'Delivered at once',
    answer: { ...exampleLine, body: exampleNotification, attempts: [exampleAttempt] },
  },
  async handle(call) {
    const stored = await ownNotification(call, call.params.id);
    const { id, sequence } = stored.notification.invoice;
    return notificationDTO(call.context, stored, await findAttempts(call.context.pool, id, sequence));
  },
});
