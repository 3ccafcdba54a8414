import type { Invoice } from '../../domain/invoices/invoice.ts';
import { type PayerKey, payerOf } from '../../domain/payins/payer-rules.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import {
  isOpenRoomFull,
  keepReceipt,
  openRoomOf,
  type ReceiptLimits,
  receiptLimitsDefault,
  receiptOwners,
} from '../../domain/receipts/receipt-room.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Needs, View } from '../command.ts';

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

/** The same for a payer's receipt. Whether the payer has paid before is looked at only when that decides. */
export function roomOfPayer(
  request: Parameters<typeof roomFor>[0],
  payer: PayerKey | undefined,
): Pick<Needs, 'receiptOwners' | 'payers'> {
  const owners = roomFor(request);
  const open = owners.length === 0 ? [] : [openRoomOf({ storeId: request.seenStoreId })];
  return { receiptOwners: [...owners, ...open], ...(payer === undefined ? {} : { payers: [payer] }) };
}

/** The payer of whom to know more before this receipt finds room or not; null: enough is known. */
export function payerToKnow(view: View, invoice: Invoice, request: Bringing, { payers }: Needs): PayerKey | null {
  const { attachment, limits = receiptLimitsDefault } = request;
  if (attachment === null || payers !== undefined) return null;
  const room = { limits, room: (owner: string) => view.row('receiptRooms', owner), now: view.now };
  return isOpenRoomFull(invoice, attachment.sizeBytes, room) ? payerOf(invoice) : null;
}

/** The file stays with what is decided here, and only then. `needs`: of an act of a payer, or of a shop's program for one. */
export function keep(
  view: View,
  move: Move,
  invoice: Invoice,
  { attachment, limits }: Bringing,
  needs: Needs | null = null,
): void {
  if (attachment === null) return;
  keepReceipt(move, invoice, attachment, {
    limits: limits ?? receiptLimitsDefault,
    room: (owner) => view.row('receiptRooms', owner),
    isAnybodys: needs !== null && !hasPaid(view, invoice, needs),
  });
}

function hasPaid(view: View, { status }: Invoice, { payers = [] }: Needs): boolean {
  return status === 'paid' || payers.some((payer) => view.payinsOf(payer).some((payin) => payin.status === 'paid'));
}
