import type { Invoice } from '../../src/domain/invoices/invoice.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { type Commit, invoiceStanding, type Law } from './commit.ts';
import { mustHold } from './law-broken.ts';

const refundLaws = {
  sum: 'refunds never exceed what came',
  payout: 'a refund is paid by one payout, over its own sum, of the same store',
  part: 'an invoice that late money pays has nothing promised or given back of its part',
} as const;

/** Worked out from the rows alone, without the service's own rule. */
export class RefundLaws implements Law {
  committed({ changes, store, replaced }: Commit): void {
    const touched = new Set<string>();
    for (const { invoiceId } of [...changes.refunds.added, ...changes.refunds.changed]) touched.add(invoiceId);
    // What came may have become less.
    for (const { id } of changes.invoices.changed) if (store.refundIds.has(id)) touched.add(id);
    // Who finds that money had come after all leaves what was given back since.
    const isMended = changes.transfers.added.some(({ kind }) => kind === 'correction_sum');
    for (const invoiceId of touched) {
      const refunded = checkInvoice(store, invoiceId, changes.now);
      const before = replaced.invoices.get(invoiceId);
      const isPaidNow =
        store.invoices.get(invoiceId)?.status === 'paid' &&
        before !== undefined &&
        invoiceStanding(before) === 'expired';
      mustHold(!isPaidNow || isMended || refunded === 0n, refundLaws.part, invoiceId, () => `refunded ${refunded}`);
    }
  }
}

function checkInvoice(store: MemoryStore, invoiceId: string, now: number): bigint {
  let refunded = 0n;
  for (const { id, sum, payoutId, canceledAt, lapsesAt, storeId, excessOf } of store.refundsOf(invoiceId)) {
    if (payoutId === null) {
      if (excessOf === null && canceledAt === null && now < lapsesAt) refunded += sum;
      continue;
    }
    const payout = store.invoices.get(payoutId);
    const isIts = payout?.type === 'out' && payout.askedSum === sum && payout.storeId === storeId;
    mustHold(isIts, refundLaws.payout, id, () => `payout ${payoutId}`);
    // What was sent too much is no part of what the payin was paid with: `excess-laws.ts`.
    if (payout !== undefined && !hasEnded(payout) && excessOf === null) refunded += sum;
  }
  const { receivedSum = null, partSum = null } = store.invoices.get(invoiceId) ?? {};
  const received = receivedSum ?? partSum ?? 0n;
  mustHold(refunded <= received, refundLaws.sum, invoiceId, () => `received ${received}, refunded ${refunded}`);
  return refunded;
}

/** Without money, for good. */
function hasEnded(invoice: Invoice): boolean {
  const standing = invoiceStanding(invoice);
  return standing === 'canceled' || standing === 'expired';
}
