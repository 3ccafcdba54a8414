import type { Attachment } from '../domain/attachment.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { Move } from '../domain/lifecycle.ts';
import { keepReceipt, type ReceiptLimits, receiptLimitsDefault, receiptOwners } from '../domain/receipt-room.ts';
import type { View } from './command.ts';

interface Bringing {
  readonly attachment: Omit<Attachment, 'addedAt'> | null;
  readonly limits?: ReceiptLimits;
}

/** What an act that brings a receipt plans for; nothing where it brings none. */
export function roomFor(request: {
  readonly invoiceId: string;
  readonly seenStoreId: number;
  readonly attachment: object | null;
}): readonly string[] {
  if (request.attachment === null) return [];
  return receiptOwners({ id: request.invoiceId, storeId: request.seenStoreId });
}

/** The file stays with what is decided here, and only then. */
export function keep(view: View, move: Move, invoice: Invoice, { attachment, limits }: Bringing): void {
  if (attachment === null) return;
  keepReceipt(move, invoice, attachment, {
    limits: limits ?? receiptLimitsDefault,
    room: (owner) => view.row('receiptRooms', owner),
  });
}
