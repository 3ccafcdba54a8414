import { Type } from 'typebox';
import { AppError } from '../../errors.ts';
import { harmlessAct } from '../act.ts';
import { json } from '../endpoint.ts';
import { exampleShop } from '../examples.ts';
import { tryDTO } from '../notification-dto.ts';
import { exampleTried } from '../notification-examples.ts';
import { TriedAddress } from '../notification-schemas.ts';
import { NotificationToken, NotificationUrl } from '../schemas.ts';
import { endpoint } from './endpoint.ts';

const TryBody = Type.Object({ notificationUrl: NotificationUrl, notificationToken: NotificationToken });

export const tryNotification = endpoint({
  method: 'POST',
  path: '/notifications/test',
  operationId: 'tryNotification',
  summary: 'Try an address',
  description:
    'Sends a notification of type `test`, about no invoice, and answers with what the receiver said. It is not repeated.',
  tag: 'Notifications',
  scope: 'read',
  body: json(TryBody),
  response: TriedAddress,
  refusals: ['blank', 'invalid_url'],
  takesKey: true,
  example: { asks: 'An address', body: exampleShop, shows: 'What the receiver said', answer: exampleTried },
  async handle({ context, caller, body: { notificationUrl: url, notificationToken: token } }) {
    if (url === '') throw new AppError('blank', { field: 'notificationUrl' });
    const { store } = caller;
    return harmlessAct(context.pool, async () =>
      tryDTO(await context.tryNotification({ storeId: store.id, url, token })),
    );
  },
});
