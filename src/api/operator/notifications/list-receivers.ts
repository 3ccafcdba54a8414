import { Type } from 'typebox';
import { listReceivers as listReceiverRows, type StoredReceiver } from '../../../storage/reads/notification-reads.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { figure, nullable, words } from '../fields.ts';
import { all } from '../paging.ts';
import { storesWithinReach } from '../reach.ts';
import { timestampOrNull } from '../timestamps.ts';

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

export const listReceivers = endpoint({
  method: 'GET',
  path: '/receivers',
  operationId: 'listReceivers',
  summary: 'List the servers that notifications go to',
  description: 'Paused ones first, then those that fail. The first thousand.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'read',
  response: all(ReceiverShape),
  refusals: [],
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
