import { type Static, Type } from 'typebox';
import { readNotificationId } from '../../domain/notification-id.ts';
import { AppError } from '../../errors.ts';
import { resumeReceiver as resumeReceiverAct } from '../../settings/resume-receiver.ts';
import {
  deliveryStates,
  findAttempts,
  findNotification,
  listNotifications as listNotificationRows,
  listReceivers as listReceiverRows,
  type StoredNotification,
  type StoredReceiver,
} from '../../storage/reads/notification-reads.ts';
import { notificationDTO, notificationLineDTO, tryDTO } from '../notification-dto.ts';
import { NotificationDetails, NotificationLine, TriedAddress } from '../notification-schemas.ts';
import { NotificationToken, NotificationUrl } from '../schemas.ts';
import { ReasonBody } from './act.ts';
import { timestampOrNull } from './deal-dto.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { nullable, Reason } from './fields.ts';
import { ListQuery, pageDTO, pageQuery } from './list-query.ts';
import { reachesStore, storesWithinReach } from './reach.ts';
import { byOf } from './users.ts';

const reading = { roles: ['operator', 'merchant'], scope: 'read' } as const;
const acting = { roles: ['operator', 'merchant'], scope: 'settings' } as const;

export const listNotifications: OperatorEndpoint = {
  ...reading,
  method: 'GET',
  path: '/notifications',
  operationId: 'listNotifications',
  summary: 'List notifications',
  description:
    'Of one store the newest first; of all stores by invoice, the newest invoice first. A merchant with several stores names one.',
  query: {
    storeId: 'Of one store',
    invoiceId: 'Of one invoice',
    state: '`waiting` or `failed`',
    ...pageQuery,
  },
  response: Type.Object({ items: Type.Array(NotificationLine), next: nullable(Type.String()) }),
  async handle({ context, request, actor }) {
    const query = new ListQuery(request);
    const { failed, waiting } = deliveryStates;
    const filter = {
      storeId: storeOfList(storesWithinReach(context.catalogue(), actor), query.number('storeId')),
      invoiceId: query.uuid('invoiceId'),
      state: query.choice('state', { failed, waiting }),
    };
    const after = query.text('after');
    const afterId = after === null ? null : readNotificationId(after);
    if (after !== null && afterId === null)
      throw new AppError('wrong_type', { field: 'after', type: 'notification ID' });
    const page = await listNotificationRows(context.pool, filter, { after, afterId, limit: query.limit() });
    return pageDTO(page, notificationLineDTO);
  },
};

/** Lists are led by one store's feed. What is not within reach is no store. */
function storeOfList(reach: readonly number[] | null, named: number | null): number | null {
  if (named !== null) return reach === null || reach.includes(named) ? named : nobody;
  if (reach === null) return null;
  if (reach.length > 1) throw new AppError('blank', { field: 'storeId' });
  return reach[0] ?? nobody;
}

const nobody = 0;

export const readNotification: OperatorEndpoint = {
  ...reading,
  method: 'GET',
  path: '/notifications/:id',
  operationId: 'readNotification',
  summary: 'Read a notification with its attempts',
  response: NotificationDetails,
  async handle(call) {
    const stored = await findWithinReach(call);
    const { id, sequence } = stored.notification.invoice;
    return notificationDTO(call.context, stored, await findAttempts(call.context.pool, id, sequence));
  },
};

export const sendAgain: OperatorEndpoint = {
  ...acting,
  method: 'POST',
  path: '/notifications/:id/resend',
  operationId: 'sendNotificationAgain',
  summary: 'Send a notification again',
  description: 'With the same `webhook-id`. Later ones of the invoice follow it.',
  body: { kind: 'json', schema: ReasonBody },
  response: NotificationLine,
  async handle(call) {
    const { context, request } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    await context.resending.resend(await findWithinReach(call), context.clock(), byOf(call, reason));
    return notificationLineDTO(await findWithinReach(call));
  },
};

const FailedBody = Type.Object({
  storeId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, 'x-error-code': 'not_found' }),
  since: Type.String({ maxLength: 40, description: 'ISO 8601, with a zone or as UTC' }),
  reason: Reason,
});

export const sendFailedAgain: OperatorEndpoint = {
  ...acting,
  method: 'POST',
  path: '/notifications/resend-failed',
  operationId: 'sendFailedNotificationsAgain',
  summary: "Send a store's failed notifications again",
  body: { kind: 'json', schema: FailedBody },
  response: Type.Object({ count: Type.Integer({ description: 'How many will be sent again' }) }),
  async handle(call) {
    const { context, request } = call;
    const { storeId, since, reason } = request.body as Static<typeof FailedBody>;
    requireStore(call, storeId);
    const at = Date.parse(since);
    if (Number.isNaN(at)) throw new AppError('wrong_type', { field: 'since', type: 'date-time' });
    const count = await context.resending.resendFailed(storeId, at, context.clock(), byOf(call, reason));
    return { count };
  },
};

const TryBody = Type.Object({
  storeId: Type.Integer({ minimum: 1, maximum: 2_147_483_647, 'x-error-code': 'not_found' }),
  notificationUrl: NotificationUrl,
  notificationToken: NotificationToken,
});

export const tryAddress: OperatorEndpoint = {
  ...acting,
  method: 'POST',
  path: '/notifications/test',
  operationId: 'tryNotificationAddress',
  summary: 'Try an address',
  description: 'Sends a notification of type `test`, signed as those of the store are, and says what came of it.',
  body: { kind: 'json', schema: TryBody },
  response: TriedAddress,
  async handle(call) {
    const { storeId, notificationUrl: url, notificationToken: token } = call.request.body as Static<typeof TryBody>;
    requireStore(call, storeId);
    if (url === '') throw new AppError('blank', { field: 'notificationUrl' });
    return tryDTO(await call.context.tryNotification({ storeId, url, token }));
  },
};

const ReceiverShape = Type.Object(
  {
    key: Type.String({ description: 'To resume it by' }),
    storeId: Type.Integer({ description: 'Whose notifications go there' }),
    origin: Type.String({ description: 'Scheme, host and port' }),
    failingSince: {
      ...nullable(Type.String()),
      description: 'Since when nothing has been delivered; null while all is well',
    },
    pausedAt: { ...nullable(Type.String()), description: 'When it was paused: nothing is sent until it is resumed' },
    lastFailure: { ...nullable(Type.String()), description: 'What went wrong last' },
    lastFailureAt: { ...nullable(Type.String()), description: 'When that was' },
  },
  { $id: 'Receiver' },
);

export const listReceivers: OperatorEndpoint = {
  ...reading,
  method: 'GET',
  path: '/receivers',
  operationId: 'listReceivers',
  summary: 'List the servers that notifications go to',
  description: 'Paused ones first, then those that fail. The first thousand.',
  response: Type.Object({ items: Type.Array(ReceiverShape) }),
  async handle({ context, actor }) {
    const reach = storesWithinReach(context.catalogue(), actor);
    return { items: (await listReceiverRows(context.pool, reach)).map(receiverDTO) };
  },
};

export const resumeReceiver: OperatorEndpoint = {
  ...acting,
  method: 'POST',
  path: '/receivers/:key/resume',
  operationId: 'resumeReceiver',
  summary: 'Resume a paused receiver',
  description: 'What has piled up is sent at once.',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { context, request, actor } = call;
    const { key } = request.params as { readonly key: string };
    const { reason } = request.body as Static<typeof ReasonBody>;
    const reach = storesWithinReach(context.catalogue(), actor);
    const known = await listReceiverRows(context.pool, reach);
    const receiver = known.find((one) => String(one.key) === key);
    if (receiver === undefined) throw new AppError('not_found');
    await context.settings.run(resumeReceiverAct, { key: receiver.key }, byOf(call, reason));
    return { status: 'resumed' };
  },
};

export const deliveryEndpoints: readonly OperatorEndpoint[] = [
  listNotifications,
  readNotification,
  sendAgain,
  sendFailedAgain,
  tryAddress,
  listReceivers,
  resumeReceiver,
];

async function findWithinReach({ context, request, actor }: OperatorCall): Promise<StoredNotification> {
  const { id } = request.params as { readonly id: string };
  const key = readNotificationId(id);
  const stored = key === null ? null : await findNotification(context.pool, key);
  if (stored === null || !reachesStore(context.catalogue(), actor, stored.notification.invoice.storeId)) {
    throw new AppError('not_found');
  }
  return stored;
}

function requireStore({ context, actor }: OperatorCall, storeId: number): void {
  if (!reachesStore(context.catalogue(), actor, storeId)) throw new AppError('not_found', { field: 'storeId' });
}

function receiverDTO({ key, failingSince, pausedAt, lastFailureAt, ...receiver }: StoredReceiver): object {
  return {
    ...receiver,
    // Larger than a JSON number can hold.
    key: String(key),
    failingSince: timestampOrNull(failingSince),
    pausedAt: timestampOrNull(pausedAt),
    lastFailureAt: timestampOrNull(lastFailureAt),
  };
}
