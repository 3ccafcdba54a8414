import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { json } from '../../endpoint.ts';
import { exampleShop } from '../../examples.ts';
import { tryDTO } from '../../notification-dto.ts';
import { exampleTried } from '../../notification-examples.ts';
import { TriedAddress } from '../../notification-schemas.ts';
import { NotificationToken, NotificationUrl } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { requireStore, StoreId } from './reached-notification.ts';

const TryBody = Type.Object({
  storeId: StoreId,
  notificationUrl: NotificationUrl,
  notificationToken: NotificationToken,
});

export const tryNotificationAddress = endpoint({
  method: 'POST',
  path: '/notifications/test',
  operationId: 'tryNotificationAddress',
  summary: 'Try an address',
  description: 'Sends a notification of type `test`, signed as those of the store are, and says what came of it.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  body: json(TryBody),
  response: TriedAddress,
  refusals: ['not_found', 'invalid_url'],
  example: { body: { storeId: 1, ...exampleShop }, answer: exampleTried },
  async handle(call) {
    const { storeId, notificationUrl: url, notificationToken: token } = call.body;
    requireStore(call, storeId);
    if (url === '') throw new AppError('blank', { field: 'notificationUrl' });
    return tryDTO(await call.context.tryNotification({ storeId, url, token }));
  },
});
