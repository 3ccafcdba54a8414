import { Type } from 'typebox';
import { AppError } from '../../../errors/app-error.ts';
import {
  listReceivers as listReceiverRows,
  type StoredReceiver,
} from '../../../storage/reads/notifications/notification-reads.ts';
import { json } from '../../endpoint.ts';
import { exampleShop } from '../../examples.ts';
import { tryDTO } from '../../notification-dto.ts';
import { exampleTried } from '../../notification-examples.ts';
import { TriedAddress } from '../../notification-schemas.ts';
import { textInPath } from '../../parameters.ts';
import { NotificationToken, NotificationUrl, type ShapeOf } from '../../schemas.ts';
import { actsOf, byOf, readsOf } from '../endpoint.ts';
import { Done, figure, nullable, ReasonBody, timestampOrNull, words } from '../fields.ts';
import { all } from '../paging.ts';
import { storesWithinReach } from '../reach.ts';
import { requireStore, StoreId } from './notifications.ts';

const read = readsOf({ tag: 'Notifications', roles: ['operator', 'merchant'] });
const receivers = actsOf({ tag: 'Notifications', roles: ['operator', 'merchant'], scope: 'settings' });

const ReceiverShape = Type.Object(
  {
    key: words('To resume it by'),
    storeId: figure('Whose notifications go there'),
    origin: words('Scheme, host and port'),
    failingSince: nullable(Type.String(), 'Since when nothing has been delivered; null while all is well'),
    pausedAt: nullable(Type.String(), 'When it was paused: nothing is sent until it is resumed'),
    lastFailure: nullable(Type.String(), 'What went wrong last'),
    lastFailureAt: nullable(Type.String(), 'When that was'),
  },
  { $id: 'Receiver' },
);

export const listReceivers = read({
  path: '/receivers',
  operationId: 'listReceivers',
  summary: 'List the servers that notifications go to',
  description: 'Paused ones first, then those that fail. The first thousand.',
  response: all(ReceiverShape),
  example: {
    answer: {
      items: [
        {
          key: '7718273645519',
          storeId: 1,
          origin: 'https://shop.example.com:443',
          failingSince: null,
          pausedAt: null,
          lastFailure: null,
          lastFailureAt: null,
        },
      ],
    },
  },
  async handle({ context, actor }) {
    const reach = storesWithinReach(context.catalogue(), actor);
    return { items: (await listReceiverRows(context.pool, reach)).map(receiverDTO) };
  },
});

function receiverDTO(receiver: StoredReceiver): ShapeOf<typeof ReceiverShape> {
  const { key, storeId, origin, failingSince, pausedAt, lastFailure, lastFailureAt } = receiver;
  return {
    // Larger than a JSON number can hold.
    key: String(key),
    storeId,
    origin,
    failingSince: timestampOrNull(failingSince),
    pausedAt: timestampOrNull(pausedAt),
    lastFailure,
    lastFailureAt: timestampOrNull(lastFailureAt),
  };
}

export const resumeReceiver = receivers({
  path: '/receivers/:key/resume',
  operationId: 'resumeReceiver',
  summary: 'Resume a paused receiver',
  description: 'What has piled up is sent at once.',
  params: { key: textInPath('The key of the receiver', '7718273645519') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'The shop says that it is back' }, answer: { status: 'resumed' } },
  async handle(call) {
    const { context, params, body, actor } = call;
    const known = await listReceiverRows(context.pool, storesWithinReach(context.catalogue(), actor));
    const receiver = known.find((one) => String(one.key) === params.key);
    if (receiver === undefined) throw new AppError('not_found');
    await context.resending.resume(receiver.key, byOf(call, body.reason));
    return { status: 'resumed' };
  },
});

const TryBody = Type.Object({
  storeId: StoreId,
  notificationUrl: NotificationUrl,
  notificationToken: NotificationToken,
});

export const tryNotificationAddress = receivers({
  path: '/notifications/test',
  operationId: 'tryNotificationAddress',
  summary: 'Try an address',
  description: 'Sends a notification of type `test`, signed as those of the store are, and says what came of it.',
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
