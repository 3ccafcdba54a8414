import { Type } from 'typebox';
import type { EndpointKind } from '../domain/merchants/store-endpoint.ts';
import { accessChanges } from '../domain/notifications/endpoint-event.ts';
import { at, exampleAddress, exampleIds, tethers } from './examples.ts';
import { exampleNotification } from './notification-examples.ts';
import { Notification } from './notification-schemas.ts';
import { money, oneOf, orNull, type ShapeOf, timestamp } from './schemas.ts';
import { CreatedWithdrawal } from './withdrawal-shape.ts';

/** What endpoints of stores are sent. */

const Endpoint = Type.Object(
  {
    id: Type.String({ description: 'Endpoint ID, a UUID' }),
    sequence: Type.Integer({ description: 'Counts the events of the endpoint, from 1, without gaps' }),
  },
  { description: 'Which endpoint was told, and which of its events this is' },
);

function head(kind: EndpointKind) {
  return {
    notificationType: Type.Enum([kind], { description: `Always \`${kind}\`` }),
    notificationDate: timestamp('When it happened'),
    endpoint: Endpoint,
    storeId: Type.Integer({ description: 'The store it is about' }),
  };
}

const { notificationType: _type, ...notified } = Notification.properties;
export const DisputeEvent = Type.Object({ ...head('dispute'), ...notified }, { $id: 'DisputeEventDTO' });

export const WithdrawalEvent = Type.Object(
  {
    ...head('withdrawal'),
    withdrawal: Type.Object(
      {
        ...CreatedWithdrawal.properties,
        rejectReason: orNull(Type.String(), 'Why it was rejected; null while it was not'),
      },
      { description: 'The withdrawal as it was then' },
    ),
  },
  { $id: 'WithdrawalEventDTO' },
);

export const BalanceEvent = Type.Object(
  {
    ...head('balance'),
    accounts: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Account ID, a UUID' }),
        currency: Type.String({ description: 'Currency code' }),
        sum: money('What can be spent'),
        frozenSum: money('What is held for payouts and withdrawals'),
      }),
      { description: 'All accounts of the store' },
    ),
  },
  { $id: 'BalanceEventDTO' },
);

export const BookEvent = Type.Object(
  {
    ...head('book'),
    head: Type.Object(
      {
        number: Type.String({ description: 'Of the page, as a decimal' }),
        hash: Type.String({ description: 'Of the page, 64 hexadecimal digits' }),
      },
      { description: 'The sealed page' },
    ),
  },
  { $id: 'BookEventDTO' },
);

export const AccessEvent = Type.Object(
  { ...head('access'), changed: oneOf(accessChanges, 'What an operator changed') },
  { $id: 'AccessEventDTO' },
);

const exampleHead = {
  notificationDate: at('12:20:00'),
  endpoint: { id: '01a1da31-5b20-7c44-9e02-3f7a1d6c8b90', sequence: 7 },
  storeId: 1,
};

export const exampleDispute: ShapeOf<typeof DisputeEvent> = {
  ...exampleNotification,
  ...exampleHead,
  notificationType: 'dispute',
};

export const exampleRejected: ShapeOf<typeof WithdrawalEvent> = {
  notificationType: 'withdrawal',
  ...exampleHead,
  withdrawal: {
    id: exampleIds.withdrawal,
    createdAt: at('12:10:00'),
    updatedAt: at('12:20:00'),
    sum: tethers('100.00000000'),
    fee: tethers('2.00000000'),
    address: exampleAddress,
    txId: null,
    status: 5,
    accountId: exampleIds.account,
    rejectReason: 'The address is not on this network',
  },
};

export const exampleBalance: ShapeOf<typeof BalanceEvent> = {
  notificationType: 'balance',
  ...exampleHead,
  accounts: [
    {
      id: exampleIds.account,
      currency: 'USDT',
      sum: tethers('9898.00000000'),
      frozenSum: tethers('102.00000000'),
    },
  ],
};

export const exampleHeadOfBook: ShapeOf<typeof BookEvent> = {
  notificationType: 'book',
  ...exampleHead,
  head: { number: '812', hash: '5f2b8c0e6d1a4f7395b0c2d4e6f8091a2b3c4d5e6f708192a3b4c5d6e7f80912' },
};

export const exampleAccess: ShapeOf<typeof AccessEvent> = {
  notificationType: 'access',
  ...exampleHead,
  changed: 'secret',
};
