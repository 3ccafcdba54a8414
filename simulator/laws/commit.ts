import type { Deal, DealStatus } from '../../src/domain/invoices/deal.ts';
import type { Invoice, InvoiceStatus } from '../../src/domain/invoices/invoice.ts';
import type { Catalogue } from '../../src/domain/state/catalogue.ts';
import type { BatchChanges, RowKey } from '../../src/domain/state/changes.ts';
import type { MadeDecision } from '../decisions.ts';
import type { Replaced } from '../store/apply-changes.ts';
import type { MemoryStore } from '../store/memory-store.ts';

/** A batch that has just been stored, with all that a law may ask about it. */
export interface Commit {
  readonly store: MemoryStore;
  readonly changes: BatchChanges;
  readonly replaced: Replaced;
  readonly decisions: readonly MadeDecision[];
  /** What the batch was decided on. */
  readonly catalogue: Catalogue;
  /** New and changed deals, each once, with what they were before. */
  readonly deals: readonly { readonly deal: Deal; readonly before: Deal | undefined }[];
}

/** Looks at what a commit has touched and at nothing else, so that its cost does not grow with the world. */
export interface Law {
  committed(commit: Commit): void;
}

export function touchedDeals({ changes, replaced, store }: Omit<Commit, 'deals'>): Commit['deals'] {
  const touched = new Map<RowKey, { deal: Deal; before: Deal | undefined }>();
  for (const { id } of changes.deals.added) touched.set(id, { deal: store.deals.get(id) as Deal, before: undefined });
  for (const [id, before] of replaced.deals) {
    if (!touched.has(id)) touched.set(id, { deal: store.deals.get(id) as Deal, before });
  }
  return [...touched.values()];
}

/** What a deal was before it came under dispute, or what it is. */
export function dealStanding(deal: Deal): DealStatus {
  return deal.status === 'dispute' && deal.dispute !== null ? deal.dispute.from : deal.status;
}

/** What an invoice was before one of its deals came under dispute, or what it is. */
export function invoiceStanding({ status, disputedFrom }: Invoice): InvoiceStatus | null {
  return status === 'dispute' ? disputedFrom : status;
}

/** It runs, or it is disputed and ran when the dispute began. */
export function holdsNow(deal: Deal): boolean {
  const status = dealStanding(deal);
  return status === 'new' || status === 'transfer_waiting' || status === 'transfer_confirmed';
}

export function isSettled(deal: Deal): boolean {
  return dealStanding(deal) === 'completed';
}
