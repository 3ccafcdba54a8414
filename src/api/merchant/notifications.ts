import { Type } from 'typebox';
import { notificationId } from '../../domain/notifications/notification-id.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  findAttempts,
  findNotification,
  readFeed,
  type StoredNotification,
} from '../../storage/reads/notifications/notification-reads.ts';
import { harmlessAct } from '../act.ts';
import { ignored, json } from '../endpoint.ts';
import { at, exampleIds, exampleShop } from '../examples.ts';
import { bodyOf, notificationDTO, notificationLineDTO, tryDTO, wireSequence } from '../notification-dto.ts';
import { exampleAttempt, exampleLine, exampleNotification, exampleTried } from '../notification-examples.ts';
import { FeedItem, NotificationDetails, NotificationLine, TriedAddress } from '../notification-schemas.ts';
import { integerQuery, notificationInPath, ofInvoice, orElse } from '../parameters.ts';
import { readInstant } from '../read-instant.ts';
import { NotificationToken, NotificationUrl } from '../schemas.ts';
import { endpoint, type MerchantCall } from './endpoint.ts';

const ownNotificationInPath = ofInvoice(notificationInPath(exampleIds.notification));

/** One of the caller's own; that of another store does not exist. */
async function ownNotification(
  { context, caller }: MerchantCall,
  key: { readonly invoiceId: string; readonly sequence: number },
): Promise<StoredNotification> {
  const stored = await findNotification(context.pool, key, [caller.store.id]);
  if (stored?.notification.invoice.storeId !== caller.store.id) throw new AppError('not_found');
  return stored;
}

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

const SinceBody = Type.Object({
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
});

export const resendFailedNotifications = endpoint({
  method: 'POST',
  path: '/notifications/resend-failed',
  operationId: 'resendFailedNotifications',
  summary: 'Have all failed notifications sent again',
  description: 'Those of the store that were given up since a time: after an outage of the receiver.',
  tag: 'Notifications',
  scope: 'read',
  body: json(SinceBody),
  response: Type.Object({ count: Type.Integer({ description: 'How many will be sent again' }) }),
  refusals: ['blank'],
  takesKey: true,
  example: { asks: 'After an outage', body: { since: at('09:00:00') }, shows: 'How many', answer: { count: 17 } },
  async handle({ context, caller, body }) {
    const since = readInstant(body.since, 'since');
    return harmlessAct(context.pool, async () => ({
      count: await context.resending.resendFailed(caller.store.id, since, context.clock(), null),
    }));
  },
});

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
