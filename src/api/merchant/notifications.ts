import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { notificationId, readNotificationId } from '../../domain/notification-id.ts';
import { AppError } from '../../errors.ts';
import {
  findAttempts,
  findNotification,
  readFeed,
  type StoredNotification,
} from '../../storage/reads/notification-reads.ts';
import type { HttpContext } from '../context.ts';
import type { Endpoint } from '../endpoint.ts';
import {
  bodyOf,
  NotificationLine,
  NotificationShape,
  notificationDTO,
  notificationLineDTO,
  TryShape,
  tryDTO,
  wireSequence,
} from '../notification-dto.ts';
import { callerOf } from '../perform.ts';
import { FeedItem, NotificationToken, NotificationUrl } from '../schemas.ts';

const feedMax = 200;
const feedDefault = 100;

const readNotificationFeed: Endpoint = {
  method: 'GET',
  path: '/notifications',
  operationId: 'readNotificationFeed',
  summary: 'Read notifications from the feed',
  description:
    'All notifications of the store in the order in which they came about, also those that were delivered. Each is the body ' +
    'that is sent, with `feedSequence` beside it: send the last one you have as `after`. An empty array means you have them all.',
  query: {
    after: 'The `feedSequence` of the last one you have; 0 or absent for the beginning',
    limit: `How many, 1 to ${feedMax}; ${feedDefault} when absent`,
  },
  response: Type.Array(FeedItem),
  async handle(context, request) {
    const { store } = callerOf(request);
    const after = BigInt(readCount(request, 'after', { absent: '0', maximum: Number.MAX_SAFE_INTEGER }));
    const limit = Number(readCount(request, 'limit', { absent: String(feedDefault), minimum: 1, maximum: feedMax }));
    const found = await readFeed(context.pool, { storeId: store.id, after, limit });
    return found.map((stored) => {
      const { invoice } = stored.notification;
      const webhookId = notificationId(invoice.id, invoice.sequence);
      return { feedSequence: wireSequence(stored.feedSequence), webhookId, ...bodyOf(context, stored) };
    });
  },
};

const getNotification: Endpoint = {
  method: 'GET',
  path: '/notifications/:id',
  operationId: 'getNotification',
  summary: 'Get a notification with its attempts',
  description: 'By the `webhook-id` it was sent with.',
  response: NotificationShape,
  async handle(context, request) {
    const stored = await findOwn(context, request);
    const { id, sequence } = stored.notification.invoice;
    return notificationDTO(context, stored, await findAttempts(context.pool, id, sequence));
  },
};

const resendNotification: Endpoint = {
  method: 'POST',
  path: '/notifications/:id/resend',
  operationId: 'resendNotification',
  summary: 'Have a notification sent again',
  description: 'With the same `webhook-id`, whether it was delivered or not. Later ones of the invoice follow it.',
  body: { kind: 'ignored' },
  response: NotificationLine,
  async handle(context, request) {
    await context.resending.resend(await findOwn(context, request), context.clock(), null);
    return notificationLineDTO(await findOwn(context, request));
  },
};

const SinceBody = Type.Object({
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
});

const resendFailedNotifications: Endpoint = {
  method: 'POST',
  path: '/notifications/resend-failed',
  operationId: 'resendFailedNotifications',
  summary: 'Have all failed notifications sent again',
  description: 'Those of the store that were given up since a time: after an outage of the receiver.',
  body: { kind: 'json', schema: SinceBody },
  response: Type.Object({ count: Type.Integer({ description: 'How many will be sent again' }) }),
  async handle(context, request) {
    const { since } = request.body as Static<typeof SinceBody>;
    const at = Date.parse(since);
    if (Number.isNaN(at)) throw new AppError('wrong_type', { field: 'since', type: 'date-time' });
    const count = await context.resending.resendFailed(callerOf(request).store.id, at, context.clock(), null);
    return { count };
  },
};

const TryBody = Type.Object({ notificationUrl: NotificationUrl, notificationToken: NotificationToken });

const tryNotification: Endpoint = {
  method: 'POST',
  path: '/notifications/test',
  operationId: 'tryNotification',
  summary: 'Try an address',
  description:
    'Sends a notification of type `test`, about no invoice, and answers with what the receiver said. It is not repeated.',
  body: { kind: 'json', schema: TryBody },
  response: TryShape,
  async handle(context, request) {
    const { notificationUrl: url, notificationToken: token } = request.body as Static<typeof TryBody>;
    if (url === '') throw new AppError('blank', { field: 'notificationUrl' });
    return tryDTO(await context.tryNotification({ storeId: callerOf(request).store.id, url, token }));
  },
};

export const notificationEndpoints: readonly Endpoint[] = [
  readNotificationFeed,
  getNotification,
  resendNotification,
  resendFailedNotifications,
  tryNotification,
];

/** One of the caller's own; that of another store does not exist. */
async function findOwn(context: HttpContext, request: FastifyRequest): Promise<StoredNotification> {
  const { id } = request.params as { readonly id: string };
  const key = readNotificationId(id);
  const stored = key === null ? null : await findNotification(context.pool, key);
  if (stored?.notification.invoice.storeId !== callerOf(request).store.id) throw new AppError('not_found');
  return stored;
}

function readCount(
  request: FastifyRequest,
  field: string,
  { absent, minimum = 0, maximum }: { readonly absent: string; readonly minimum?: number; readonly maximum: number },
): string {
  const value = (request.query as Readonly<Record<string, unknown>>)[field] ?? '';
  const text = value === '' ? absent : value;
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text))
    throw new AppError('wrong_type', { field, type: 'integer' });
  if (Number(text) < minimum || Number(text) > maximum) throw new AppError('out_of_range', { field, minimum, maximum });
  return text;
}
