import { isUuid } from '../text/uuid.ts';

/** The same for every attempt, also for one a person asks for: a receiver that has seen it drops the repeat. */
export function notificationId(invoiceId: string, sequence: number): string {
  return `${invoiceId}_${sequence}`;
}

/** Null if it is not the ID of a notification. */
export function readNotificationId(id: string): { readonly invoiceId: string; readonly sequence: number } | null {
  const [, invoiceId = '', sequence = ''] = /^([0-9a-f-]{36})_([1-9]\d{0,8})$/i.exec(id) ?? [];
  return isUuid(invoiceId) ? { invoiceId: invoiceId.toLowerCase(), sequence: Number(sequence) } : null;
}
