import { AppError } from '../../../errors.ts';
import { findNotification, type StoredNotification } from '../../../storage/reads/notification-reads.ts';
import { exampleIds } from '../../examples.ts';
import { notificationInPath, ofInvoice } from '../../parameters.ts';
import type { OperatorCall } from '../endpoint.ts';
import { foundRowId } from '../fields.ts';
import { reachesStore, storesWithinReach } from '../reach.ts';

export const reachedInPath = ofInvoice(notificationInPath(exampleIds.notification));

export async function reachedNotification(
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
