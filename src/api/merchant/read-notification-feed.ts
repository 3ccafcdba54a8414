import { Type } from 'typebox';
import { notificationId } from '../../domain/notification-id.ts';
import { readFeed } from '../../storage/reads/notification-reads.ts';
import { exampleIds } from '../examples.ts';
import { bodyOf, wireSequence } from '../notification-dto.ts';
import { exampleNotification } from '../notification-examples.ts';
import { FeedItem } from '../notification-schemas.ts';
import { integerQuery, orElse } from '../parameters.ts';
import { endpoint } from './endpoint.ts';

const limits = { minimum: 1, maximum: 200, usual: 100 } as const;

export const readNotificationFeed = endpoint({
  method: 'GET',
  path: '/notifications',
  operationId: 'readNotificationFeed',
  summary: 'Read notifications from the feed',
  description:
    'All notifications of the store in the order in which they came about, also those that were delivered. Each is the body ' +
    'that is sent, with `feedSequence` beside it: send the last one you have as `after`. An empty array means you have them all.',
  tag: 'Notifications',
  scope: 'read',
  query: {
    after: orElse(
      integerQuery('The `feedSequence` of the last one you have; 0 or absent for the beginning', {
        maximum: Number.MAX_SAFE_INTEGER,
      }),
      0,
    ),
    limit: orElse(
      integerQuery(`How many, ${limits.minimum} to ${limits.maximum}; ${limits.usual} when absent`, limits),
      limits.usual,
    ),
  },
  response: Type.Array(FeedItem),
  refusals: [],
  example: {
    shows: 'One change',
    answer: [{ feedSequence: 1, webhookId: exampleIds.notification, ...exampleNotification }],
  },
  async handle({ context, caller, query: { after, limit } }) {
    const found = await readFeed(context.pool, { storeId: caller.store.id, after: BigInt(after), limit });
    return found.map((stored) => {
      const { invoice } = stored.notification;
      const webhookId = notificationId(invoice.id, invoice.sequence);
      return { feedSequence: wireSequence(stored.feedSequence), webhookId, ...bodyOf(context, stored) };
    });
  },
});
