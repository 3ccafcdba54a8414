import type { OperatorEndpoint } from '../endpoint.ts';
import { listNotifications } from './list-notifications.ts';
import { listReceivers } from './list-receivers.ts';
import { readNotification } from './read-notification.ts';
import { resumeReceiver } from './resume-receiver.ts';
import { sendFailedNotificationsAgain } from './send-failed-notifications-again.ts';
import { sendNotificationAgain } from './send-notification-again.ts';
import { tryNotificationAddress } from './try-notification-address.ts';

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
