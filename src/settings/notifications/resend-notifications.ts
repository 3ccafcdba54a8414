import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import { receiverOf } from '../../domain/notifications/receiver.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import type { StoredNotification } from '../../storage/reads/notifications/notification-reads.ts';
import { stores } from '../../storage/settings/merchants/stores.ts';
import {
  enqueueAgain,
  lockedRowsMax,
  lockFailed,
  type Queued,
} from '../../storage/settings/notifications/resending.ts';
import type { SettingsTransaction } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

export type Wanted = Pick<StoredNotification, 'notification'>;

/** A person has one notification sent once more. */
export const resendNotification = settingAct({
  name: 'resend-notification',
  lock: 'rows',
  load: (tx, { notification }: Wanted) => stores.findOne(tx.client, { id: notification.invoice.storeId }),
  decide(input, store, { actor, at }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    const queued = queuedOf(input);
    const facts = {
      subjectKind: 'invoice',
      subjectId: queued.invoiceId,
      details: { sequence: queued.sequence },
    };
    return changed(undefined, { queued: [queued], at }, facts);
  },
  store: enqueue,
});

/** The same for a merchant's program, which needs no reason to ask for what is its own. */
export const resendOwnNotification = routineAct({
  lock: 'rows',
  load: async (_tx, _input: Wanted) => undefined,
  decide: (input, _rows, { at }) => ({
    kind: 'changed',
    result: undefined,
    change: { queued: [queuedOf(input)], at },
  }),
  store: enqueue,
});

interface FailedSince {
  readonly storeId: number;
  readonly since: Instant;
  /** When it was asked for: what fails while this works is not looked at again. */
  readonly until: Instant;
}

/** The first of what a store was not told since then. Answers with how many those are; the caller asks until none is left. */
export const resendFailedNotifications = settingAct({
  name: 'resend-failed-notifications',
  lock: 'rows',
  load: async (tx, input: FailedSince) => ({
    store: await stores.findOne(tx.client, { id: input.storeId }),
    failed: await lockFailed(tx, { ...input, limit: lockedRowsMax }),
  }),
  decide({ storeId }, { store, failed }, { actor, at }) {
    if (store === null) throw new AppError('not_found');
    requireOwnMerchant(actor, store.merchantId);
    if (failed.length === 0) return unchanged(0);
    const facts = { subjectKind: 'store', subjectId: storeId, details: { count: failed.length } };
    return changed(failed.length, { queued: failed, at }, facts);
  },
  store: enqueue,
});

export const resendOwnFailedNotifications = routineAct({
  lock: 'rows',
  load: (tx, input: FailedSince) => lockFailed(tx, { ...input, limit: lockedRowsMax }),
  decide: (_input, failed, { at }) =>
    failed.length === 0 ? unchanged(0) : { kind: 'changed', result: failed.length, change: { queued: failed, at } },
  store: enqueue,
});

async function enqueue(
  tx: SettingsTransaction,
  { queued, at }: { readonly queued: readonly Queued[]; readonly at: Instant },
): Promise<void> {
  await enqueueAgain(tx, queued, at);
}

function queuedOf({ notification }: Wanted): Queued {
  const { id, sequence, storeId, notificationUrl } = notification.invoice;
  const receiver = receiverOf(storeId, notificationUrl);
  if (receiver === null) throw new AppError('notification_without_url');
  return { invoiceId: id, sequence, storeId, receiver: receiver.key };
}
