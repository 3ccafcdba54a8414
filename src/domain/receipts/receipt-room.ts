import { AppError } from '../../errors/app-error.ts';
import { dayOf, type Instant } from '../text/timestamp.ts';
import type { Attachment } from './attachment.ts';
import { attachmentBytesMax } from './receipt-type.ts';

/**
 * How much room receipts may take. Payers need no key to upload, so what they can fill is bounded twice: for each invoice, and
 * for each store on a day (UTC). Half of a store's day is open to every payer; the rest is kept for those who have paid the store
 * before, and for people who have signed in, so that a stranger cannot keep them from showing a receipt.
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

/** The part of a store's room that is open to every payer: what a payer's command plans for as well. */
export function openRoomOf({ storeId }: Pick<Owners, 'storeId'>): string {
  return `payers ${storeId}`;
}

interface Keeping {
  readonly limits: ReceiptLimits;
  /** Undefined: nothing was taken yet. */
  room(owner: string): ReceiptRoom | undefined;
  /** From a payer of whom no earlier payment is known, or asked for. */
  readonly isAnybodys: boolean;
}

/** Whether the part that is open to every payer has no room left for this one. */
export function isOpenRoomFull(
  store: Pick<Owners, 'storeId'>,
  sizeBytes: number,
  { limits, room, now }: Pick<Keeping, 'limits' | 'room'> & { readonly now: Instant },
): boolean {
  const owner = openRoomOf(store);
  return filled(room(owner), { owner, day: dayOf(now), bytes: sizeBytes }).bytes > openBytes(limits);
}

function openBytes({ perStoreDayBytes }: ReceiptLimits): number {
  return perStoreDayBytes / 2;
}

interface ReceiptChanges {
  readonly receiptRooms: ReceiptRoom[];
  readonly keptReceipts: KeptReceipt[];
}

/** Writes down that a receipt is needed from now on, or refuses it for want of room. */
export function keepReceipt(
  move: { readonly now: Instant; readonly changes: ReceiptChanges },
  invoice: Owners,
  { sha256, sizeBytes }: Pick<Attachment, 'sha256' | 'sizeBytes'>,
  { limits, room, isAnybodys }: Keeping,
): void {
  const [ofInvoice, ofStore] = receiptOwners(invoice);
  const field = 'attachment';
  const invoiceRoom = filled(room(ofInvoice), { owner: ofInvoice, day: 0, bytes: sizeBytes });
  if (invoiceRoom.bytes > limits.perInvoiceBytes) {
    throw new AppError('receipts_of_invoice_full', { field, limit: limits.perInvoiceBytes });
  }
  const day = dayOf(move.now);
  const storeRoom = filled(room(ofStore), { owner: ofStore, day, bytes: sizeBytes });
  if (storeRoom.bytes > limits.perStoreDayBytes) {
    throw new AppError('receipts_of_store_full', { field, limit: limits.perStoreDayBytes });
  }
  move.changes.receiptRooms.push(invoiceRoom, storeRoom);
  if (isAnybodys) {
    const owner = openRoomOf(invoice);
    const openRoom = filled(room(owner), { owner, day, bytes: sizeBytes });
    if (openRoom.bytes > openBytes(limits)) {
      throw new AppError('receipts_of_store_full', { field, limit: openBytes(limits) });
    }
    move.changes.receiptRooms.push(openRoom);
  }
  move.changes.keptReceipts.push({ sha256, invoiceId: invoice.id, sizeBytes, keptAt: move.now });
}

/** Another day begins with nothing taken. */
function filled(room: ReceiptRoom | undefined, taken: ReceiptRoom): ReceiptRoom {
  return { ...taken, bytes: taken.bytes + (room?.day === taken.day ? room.bytes : 0) };
}
