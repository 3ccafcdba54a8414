export {
  type CreatePayin,
  type CreatePayout,
  type CurrencyFilter,
  type DeliveredNotification,
  type FeedNotification,
  type FeedOptions,
  type FeedPage,
  type OpenDispute,
  type ProofOptions,
  Quittance,
  type QuittanceOptions,
  type Trial,
} from './client.ts';
export { type ClientErrorCode, NotificationError, type NotificationErrorCode, QuittanceError } from './errors.ts';
export type { FileContent, FileUpload } from './form.ts';
export type * from './merchant-interface.ts';
export {
  type EndpointEvent,
  type Notification,
  type NotificationRequest,
  type NotifiedDeal,
  type NotifiedInvoice,
  type SeenStore,
  type TrialNotification,
  type VerifiedEvent,
  type VerifiedNotification,
  type VerifyOptions,
  verifyEvent,
  verifyNotification,
} from './notification.ts';
export {
  createNotificationListener,
  createNotificationReceiver,
  type NotificationHandler,
  type ReceiverOptions,
} from './notification-listener.ts';
export { MemorySeenStore } from './seen-store.ts';
export { signRequest, signRequest256 } from './signature.ts';
export {
  makeTestNotification,
  signTestNotification,
  type TestNotification,
  type TestNotificationOptions,
} from './test-notification.ts';
export type { ActOptions, CallOptions } from './transport.ts';
