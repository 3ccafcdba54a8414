import type { OperatorEndpoint } from '../endpoint.ts';
import {
  listNotifications,
  readNotification,
  sendFailedNotificationsAgain,
  sendNotificationAgain,
} from './notifications.ts';
import { listReceivers, resumeReceiver, tryNotificationAddress } from './receivers.ts';

/** What merchants were told. */
export const notificationEndpoints: readonly OperatorEndpoint[] = [
  listNotifications,
  readNotification,
  sendNotificationAgain,
  sendFailedNotificationsAgain,
  tryNotificationAddress,
  listReceivers,
  resumeReceiver,
];
