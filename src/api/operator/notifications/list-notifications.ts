import { readNotificationId } from '../../../domain/notification-id.ts';
import { AppError } from '../../../errors.ts';
import { deliveryStates, listNotifications as listRows } from '../../../storage/reads/notification-reads.ts';
import { notificationLineDTO } from '../../notification-dto.ts';
import { exampleLine } from '../../notification-examples.ts';
import { NotificationLine } from '../../notification-schemas.ts';
import { choiceQuery, cursorQuery, integerQuery, uuidQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { limitQuery, page, pageDTO } from '../paging.ts';
import { storesWithinReach } from '../reach.ts';

const { failed, waiting } = deliveryStates;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  operationId: 'listNotifications',
  summary: 'List notifications',
  description:
    'Of one store the newest first; of all stores by invoice, the newest invoice first. A merchant with several stores names one.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'read',
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

/** Lists are led by one store's feed. What is not within reach is no store. */
function storeOfList(reach: readonly number[] | null, named: number | null): number | null {
  if (named !== null) return reach === null || reach.includes(named) ? named : nobody;
  if (reach === null) return null;
  if (reach.length > 1) throw new AppError('blank', { field: 'storeId' });
  return reach[0] ?? nobody;
}

const nobody = 0;
