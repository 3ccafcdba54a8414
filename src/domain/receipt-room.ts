import { AppError } from '../errors.ts';
import type { Attachment } from './attachment.ts';
import type { Changes } from './changes.ts';
import { attachmentBytesMax } from './receipt-type.ts';
import { dayOf, type Instant } from './timestamp.ts';

/**
 * How much room receipts may take. Payers need no key to upload, so what they can fill is bounded twice: for each invoice, and
 * for each store on a day (UTC).
 */
export interface ReceiptLimits {
  readonly perInvoiceBytes: number;
  readonly perStoreDayBytes: number;
}

/** Ten receipts of the largest size for an invoice; for a store a thousand of those a day, or a hundred thousand of 100 KB. */
export const receiptLimitsDefault: ReceiptLimits = {
  perInvoiceBytes: 10 * attachmentBytesMax,
  perStoreDayBytes: 1_000 * attachmentBytesMax,
};

/** What an owner has taken: an invoice in all its life, a store on one day. */
export interface ReceiptRoom {
  readonly owner: string;
  readonly day: number;
  readonly bytes: number;
}

/** A receipt that an act needs: its file stays. */
export interface KeptReceipt {
  readonly sha256: string;
  readonly invoiceId: string;
  readonly sizeBytes: number;
  readonly keptAt: Instant;
}

interface Owners {
  readonly id: string;
  readonly storeId: number;
}

/** The rooms that a receipt of this invoice goes into: what a command that brings one has to plan for. */
export function receiptOwners({ id, storeId }: Owners): readonly [string, string] {
  return [`invoice ${id}`, `store ${storeId}`];
}

interface Keeping {
  readonly limits: ReceiptLimits;
  /** Undefined: nothing was taken yet. */
  room(owner: string): ReceiptRoom | undefined;
}

/** Writes down that a receipt is needed from now on, or refuses it for want of room. */
export function keepReceipt(
  move: { readonly now: Instant; readonly changes: Changes },
  invoice: Owners,
  { sha256, sizeBytes }: Pick<Attachment, 'sha256' | 'sizeBytes'>,
  { limits, room }: Keeping,
): void {
  const [ofInvoice, ofStore] = receiptOwners(invoice);
  const field = 'attachment';
  const invoiceRoom = filled(room(ofInvoice), { owner: ofInvoice, day: 0, bytes: sizeBytes });
  if (invoiceRoom.bytes > limits.perInvoiceBytes) {
    throw new AppError('receipts_of_invoice_full', { field, limit: limits.perInvoiceBytes });
  }
  const storeRoom = filled(room(ofStore), { owner: ofStore, day: dayOf(move.now), bytes: sizeBytes });
  if (storeRoom.bytes > limits.perStoreDayBytes) {
    throw new AppError('receipts_of_store_full', { field, limit: limits.perStoreDayBytes });
  }
  move.changes.receiptRooms.push(invoiceRoom, storeRoom);
  move.changes.keptReceipts.push({ sha256, invoiceId: invoice.id, sizeBytes, keptAt: move.now });
}

/** Another day begins with nothing taken. */
function filled(room: ReceiptRoom | undefined, taken: ReceiptRoom): ReceiptRoom {
  return { ...taken, bytes: taken.bytes + (room?.day === taken.day ? room.bytes : 0) };
}
