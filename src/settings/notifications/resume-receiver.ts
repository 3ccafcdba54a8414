import { requireOwnMerchant } from '../../domain/authority/setting-acts.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  hurryDeliveries,
  lockedRowsMax,
  lockReceiver,
  type PlaceInLine,
  readLine,
  resumeReceiver as updateResumed,
} from '../../storage/settings/notifications/resending.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

/**
 * A receiver that was paused after days of failure gets notifications again. What has piled up is hurried afterwards, part by
 * part: in one transaction a mountain of it could not be stored in time, and the receiver would stay paused.
 */
export const resumeReceiver = settingAct({
  name: 'resume-receiver',
  lock: 'rows',
  load: (tx, { key }: { readonly key: bigint }) => lockReceiver(tx, key),
  decide({ key }, receiver, { actor }) {
    if (receiver === null) throw new AppError('not_found');
    const { merchantId, storeId, origin } = receiver;
    requireOwnMerchant(actor, merchantId);
    return changed(undefined, { key }, { subjectKind: 'store', subjectId: storeId, details: { origin } });
  },
  store: (tx, { key }) => updateResumed(tx, key),
});

interface PartOfLine {
  readonly key: bigint;
  readonly after: PlaceInLine;
  readonly dueAt: Instant;
}

/** What waits next in the line of a receiver is due now. Answers with where the next part begins; null: there is none. */
export const hurryReceiver = routineAct({
  lock: 'rows',
  load: (tx, { key, after }: PartOfLine) => readLine(tx, { key, after, limit: lockedRowsMax }),
  decide({ dueAt }, line) {
    if (line.length === 0) return unchanged(null);
    const next = line.length < lockedRowsMax ? null : (line.at(-1) ?? null);
    return { kind: 'changed', result: next, change: { invoiceIds: line.map(({ invoiceId }) => invoiceId), dueAt } };
  },
  store: (tx, { invoiceIds, dueAt }) => hurryDeliveries(tx, invoiceIds, dueAt),
});
