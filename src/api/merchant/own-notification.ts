import { AppError } from '../../errors.ts';
import { findNotification, type StoredNotification } from '../../storage/reads/notification-reads.ts';
import { exampleIds } from '../examples.ts';
import { notificationInPath, ofInvoice } from '../parameters.ts';
import type { MerchantCall } from './endpoint.ts';

export const ownNotificationInPath = ofInvoice(notificationInPath(exampleIds.notification));

/** One of the caller's own; that of another store does not exist. */
export async function ownNotification(
  { context, caller }: MerchantCall,
  key: { readonly invoiceId: string; readonly sequence: number },
): Promise<StoredNotification> {
  const stored = await findNotification(context.pool, key, [caller.store.id]);
  if (stored?.notification.invoice.storeId !== caller.store.id) throw new AppError('not_found');
  return stored;
}
