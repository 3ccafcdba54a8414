import { Type } from 'typebox';
import { readNotificationId } from '../../../domain/notifications/notification-id.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  deliveryStates,
  findAttempts,
  findNotification,
  listNotifications as listRows,
  type StoredNotification,
} from '../../../storage/reads/notifications/notification-reads.ts';
import { json } from '../../endpoint.ts';
import { at, exampleIds } from '../../examples.ts';
import { notificationDTO, notificationLineDTO } from '../../notification-dto.ts';
import { exampleAttempt, exampleLine, exampleNotification } from '../../notification-examples.ts';
import { NotificationDetails, NotificationLine } from '../../notification-schemas.ts';
import { choiceQuery, cursorQuery, integerQuery, notificationInPath, ofInvoice, uuidQuery } from '../../parameters.ts';
import { readInstant } from '../../read-instant.ts';
import { actsOf, byOf, type OperatorCall, readsOf } from '../endpoint.ts';
import { figure, foundRowId, Reason, ReasonBody } from '../fields.ts';
import { limitQuery, page, pageDTO } from '../paging.ts';
import { reachesStore, storesWithinReach } from '../reach.ts';

const read = readsOf({ tag: 'Notifications', roles: ['operator', 'merchant'] });
const notifications = actsOf({ tag: 'Notifications', roles: ['operator', 'merchant'], scope: 'settings' });

const reachedInPath = ofInvoice(notificationInPath(exampleIds.notification));

async function reachedNotification(
  { context, actor }: OperatorCall,
  key: { readonly invoiceId: string; readonly sequence: number },
): Promise<StoredNotification> {
  const stored = await findNotification(context.pool, key, storesWithinReach(context.catalogue(), actor));
  if (stored === null || !reachesStore(context.catalogue(), actor, stored.notification.invoice.storeId)) {
    throw new AppError('not_found');
  }
  return stored;
}

export const StoreId = foundRowId('Store ID');

export function requireStore({ context, actor }: OperatorCall, storeId: number): void {
  if (!reachesStore(context.catalogue(), actor, storeId)) throw new AppError('not_found', { field: 'storeId' });
}

const { failed, waiting } = deliveryStates;

export const listNotifications = read({
  path: '/notifications',
  operationId: 'listNotifications',
  summary: 'List notifications',
  description:
    'Of one store the newest first; of all stores by invoice, the newest invoice first. A merchant with several stores names one.',
  mayBeBehind: true,
  query: {
    storeId: integerQuery('Of one store'),
    invoiceId: uuidQuery('Of one invoice'),
    state: choiceQuery({ failed, waiting }, '`waiting` or `failed`'),
    after: cursorQuery('notification ID', (after) => {
      const afterId = readNotificationId(after);
      return afterId === null ? null : { after, afterId };
    }),
    limit: limitQuery,
  },
  response: page(NotificationLine),
  refusals: ['blank'],
  example: { answer: { items: [exampleLine], next: null } },
  async handle({ context, query, actor }) {
    const { invoiceId, state, limit } = query;
    const storeId = storeOfList(storesWithinReach(context.catalogue(), actor), query.storeId);
    const start = query.after ?? { after: null, afterId: null };
    const found = await listRows(context.pool, { storeId, invoiceId, state }, { ...start, limit });
    return pageDTO(found, notificationLineDTO);
  },
});

/** The list follows one store's feed; a store out of reach is not found. */
function storeOfList(reach: readonly number[] | null, named: number | null): number | null {
  if (named !== null) return reach === null || reach.includes(named) ? named : nobody;
  if (reach === null) return null;
  if (reach.length > 1) throw new AppError('blank', { field: 'storeId' });
  return reach[0] ?? nobody;
}

const nobody = 0;

export const readNotification = read({
  path: '/notifications/:id',
  operationId: 'readNotification',
  summary: 'Read a notification with its attempts',
  params: { id: reachedInPath },
  response: NotificationDetails,
  example: { answer: { ...exampleLine, body: exampleNotification, attempts: [exampleAttempt] } },
  async handle(call) {
    const stored = await reachedNotification(call, call.params.id);
    const { id, sequence } = stored.notification.invoice;
    return notificationDTO(call.context, stored, await findAttempts(call.context.pool, id, sequence));
  },
});

export const sendNotificationAgain = notifications({
  path: '/notifications/:id/resend',
  operationId: 'sendNotificationAgain',
  summary: 'Send a notification again',
  description: 'With the same `webhook-id`. Later ones of the invoice that still wait follow it; compare `sequence`.',
  params: { id: reachedInPath },
  body: json(ReasonBody),
  response: NotificationLine,
  refusals: ['notification_without_url'],
  example: {
    body: { reason: 'The shop lost it' },
    answer: { ...exampleLine, delivery: { state: 'waiting', nextAttemptAt: at('12:30:00') } },
  },
  async handle(call) {
    const { context, params, body } = call;
    const stored = await reachedNotification(call, params.id);
    await context.resending.resend(stored, context.clock(), byOf(call, body.reason));
    return notificationLineDTO(await reachedNotification(call, params.id));
  },
});

const FailedBody = Type.Object({
  storeId: StoreId,
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
  reason: Reason,
});

export const sendFailedNotificationsAgain = notifications({
  path: '/notifications/resend-failed',
  operationId: 'sendFailedNotificationsAgain',
  summary: "Send a store's failed notifications again",
  body: json(FailedBody),
  response: Type.Object({ count: figure('How many will be sent again') }),
  refusals: ['not_found'],
  example: { body: { storeId: 1, since: at('09:00:00'), reason: 'The shop was down' }, answer: { count: 17 } },
  async handle(call) {
    const { context, body } = call;
    requireStore(call, body.storeId);
    const since = readInstant(body.since, 'since');
    const by = byOf(call, body.reason);
    return { count: await context.resending.resendFailed(body.storeId, since, context.clock(), by) };
  },
});
