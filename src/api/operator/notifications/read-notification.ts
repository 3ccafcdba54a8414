import { findAttempts } from '../../../storage/reads/notification-reads.ts';
import { notificationDTO } from '../../notification-dto.ts';
import { exampleAttempt, exampleLine, exampleNotification } from '../../notification-examples.ts';
import { NotificationDetails } from '../../notification-schemas.ts';
import { endpoint } from '../endpoint.ts';
import { reachedInPath, reachedNotification } from './reached-notification.ts';

export const readNotification = endpoint({
  method: 'GET',
  path: '/notifications/:id',
  operationId: 'readNotification',
  summary: 'Read a notification with its attempts',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'read',
  params: { id: reachedInPath },
  response: NotificationDetails,
  refusals: [],
  example: { answer: { ...exampleLine, body: exampleNotification, attempts: [exampleAttempt] } },
  async handle(call) {
    const stored = await reachedNotification(call, call.params.id);
    const { id, sequence } = stored.notification.invoice;
    return notificationDTO(call.context, stored, await findAttempts(call.context.pool, id, sequence));
  },
});
