import { describe, expect, it } from 'vitest';
import { noChanges } from '../state/changes.ts';
import { isOpenRoomFull, keepReceipt, openRoomOf, type ReceiptRoom, receiptOwners } from './receipt-room.ts';

const dayMs = 86_400_000;
const invoice = { id: '0193f000-0000-7000-8000-000000000001', storeId: 7 };
const limits = { perInvoiceBytes: 100, perStoreDayBytes: 150 };

/** What is taken after a receipt of so many bytes, or the refusal. */
function keep(sizeBytes: number, rooms: readonly ReceiptRoom[] = [], now = 5 * dayMs, isAnybodys = false) {
  const changes = noChanges();
  const room = (owner: string) => rooms.find((one) => one.owner === owner);
  keepReceipt({ now, changes }, invoice, { sha256: 'aa', sizeBytes }, { limits, room, isAnybodys });
  return { rooms: changes.receiptRooms, kept: changes.keptReceipts };
}

const [ofInvoice, ofStore] = receiptOwners(invoice);
const ofPayers = openRoomOf(invoice);

describe('the room for receipts', () => {
  it('is taken of the invoice for good and of the store for the day, with the receipt written down', () => {
    expect(keep(40)).toEqual({
      rooms: [
        { owner: ofInvoice, day: 0, bytes: 40 },
        { owner: ofStore, day: 5, bytes: 40 },
      ],
      kept: [{ sha256: 'aa', invoiceId: invoice.id, sizeBytes: 40, keptAt: 5 * dayMs }],
    });
  });

  it('is never given back to an invoice, whatever day it is', () => {
    const taken = [{ owner: ofInvoice, day: 0, bytes: 61 }];
    expect(() => keep(40, taken)).toThrow(expect.objectContaining({ code: 'receipts_of_invoice_full' }));
    expect(() => keep(40, taken, 9 * dayMs)).toThrow(expect.objectContaining({ code: 'receipts_of_invoice_full' }));
    expect(keep(39, taken).rooms[0]?.bytes).toBe(100);
  });

  it('is empty again for a store on the next day', () => {
    const taken = [{ owner: ofStore, day: 5, bytes: 111 }];
    expect(() => keep(40, taken)).toThrow(expect.objectContaining({ code: 'receipts_of_store_full' }));
    expect(keep(39, taken).rooms[1]?.bytes).toBe(150);
    expect(keep(40, taken, 6 * dayMs).rooms[1]).toEqual({ owner: ofStore, day: 6, bytes: 40 });
  });

  it('is half as large for payers of whom nothing is known, whose receipts count for both', () => {
    const taken = [{ owner: ofPayers, day: 5, bytes: 36 }];
    const full = expect.objectContaining({ code: 'receipts_of_store_full' });
    expect(() => keep(40, taken, 5 * dayMs, true)).toThrow(full);
    expect(isOpenRoomFull(invoice, 40, { limits, room: () => taken[0], now: 5 * dayMs })).toBe(true);
    expect(keep(40, taken).rooms).toHaveLength(2);
    expect(keep(39, taken, 5 * dayMs, true).rooms.slice(1)).toEqual([
      { owner: ofStore, day: 5, bytes: 39 },
      { owner: ofPayers, day: 5, bytes: 75 },
    ]);
    expect(isOpenRoomFull(invoice, 39, { limits, room: () => taken[0], now: 5 * dayMs })).toBe(false);
    expect(keep(40, taken, 6 * dayMs, true).rooms[2]).toEqual({ owner: ofPayers, day: 6, bytes: 40 });
  });
});
