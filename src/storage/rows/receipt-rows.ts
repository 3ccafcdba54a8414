import type { KeptReceipt, ReceiptRoom } from '../../domain/receipts/receipt-room.ts';
import { lockByKey } from '../batch/load-step.ts';
import { count8, instant, int4, text, uuid } from './codec.ts';
import { defineRow } from './row-kind.ts';

export const receiptRooms = defineRow<ReceiptRoom>({
  table: 'receipt_rooms',
  columns: { owner: text, day: int4, bytes: count8 },
  key: ({ owner }) => owner,
  order: ({ owner }) => owner,
  unique: { receipt_rooms_pkey: ({ owner }) => owner },
  checks: { receipt_rooms_bytes_check: ({ bytes }) => bytes >= 0 },
});

/** Locked, so that two receipts at once cannot both take the last room. */
export const lockReceiptRooms = lockByKey('receiptRooms', receiptRooms, {
  codec: text,
  keys: ({ receiptOwners }) => receiptOwners,
});

export const keptReceipts = defineRow<KeptReceipt>({
  table: 'kept_receipts',
  columns: { sha256: text, invoiceId: uuid, sizeBytes: count8, keptAt: instant },
  unique: {},
  checks: { kept_receipts_size_bytes_check: ({ sizeBytes }) => sizeBytes >= 0 },
});
