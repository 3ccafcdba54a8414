import { describe, expect, it } from 'vitest';
import { receipt } from '../../../test/engine/support/requests.ts';
import {
  act,
  codeOf,
  follows,
  plansOf,
  type StoredBefore,
  smallService,
} from '../../../test/engine/support/small-service.ts';
import {
  catalogueOf,
  deal,
  dispute,
  invoice,
  noon,
  payoutDeal,
  requisite,
} from '../../../test/engine/support/small-world.ts';
import { merchantParty, payerParty } from '../../domain/authority/own-word.ts';
import { attachmentsPerDealMax, type DealStatus, type PayinDeal } from '../../domain/invoices/deal.ts';
import { invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { fault } from '../../errors/app-error.ts';
import { type ConfirmTransfer, confirmTransfer } from './confirm-transfer.ts';

const open = invoice({ dealCount: 1 });
const running = deal();
const kept = { ...receipt, addedAt: noon };
const owners = [`invoice ${open.id}`, 'store 1', 'payers 1'] as const;
const room = {
  receiptRooms: [
    { owner: owners[0], day: 0, bytes: 100 },
    { owner: owners[1], day: Math.floor(noon / 86_400_000), bytes: 100 },
    { owner: owners[2], day: Math.floor(noon / 86_400_000), bytes: 100 },
  ],
  keptReceipts: [{ sha256: receipt.sha256, invoiceId: open.id, sizeBytes: 100, keptAt: noon }],
};

const confirm = (change: Partial<ConfirmTransfer> = {}) =>
  confirmTransfer({ invoiceId: open.id, storeId: null, seenStoreId: 1, attachment: receipt, ...change });
const withDeal = (change: Partial<PayinDeal> = {}, more: StoredBefore = {}) =>
  smallService(catalogueOf([requisite(1)]), { invoices: [open], deals: [{ ...running, ...change }], ...more });

describe('a receipt for a transfer', () => {
  it.each([null, 1])('confirms the deal and fills in the sums, and moves no money; of store %s', (storeId) => {
    const confirmed = { ...running, status: 'transfer_confirmed', confirmedAt: noon, attachments: [kept] };
    const filled = {
      ...open,
      receivedSum: running.askedSum,
      makerSum: running.makerSum,
      feeSum: running.feeSum,
      payoutSum: 1_020_942_407n,
    };
    expect(act(withDeal(), confirm({ storeId }))).toEqual({
      result: { invoice: filled, deals: [confirmed] },
      changes: { invoices: [filled], deals: [confirmed], ...room },
    });
  });

  it('is kept beside the first one, and confirms nothing a second time', () => {
    const first = { ...kept, sha256: 'b'.repeat(64), addedAt: noon - 5 };
    const before = { ...running, status: 'transfer_confirmed', confirmedAt: noon - 5, attachments: [first] } as const;
    const after = { ...before, attachments: [first, kept] };
    expect(act(withDeal(before), confirm())).toEqual({
      result: { invoice: open, deals: [after] },
      changes: { deals: [after], ...room },
    });
  });

  it('is the same one when it comes again: nothing changes, and it takes no more room', () => {
    const service = withDeal();
    const { result } = follows(service, confirm());
    expect(act(service, confirm(), noon + 1)).toEqual({ result, changes: {} });
  });

  it('confirms with a file that the deal has already, which takes no more room', () => {
    const { result, changes } = follows(withDeal({ attachments: [kept] }), confirm());
    expect(result.deals).toMatchObject([{ status: 'transfer_confirmed', attachments: [kept] }]);
    expect([changes.receiptRooms, changes.keptReceipts]).toEqual([undefined, undefined]);
  });

  it('comes in time a moment before the deadline, and late at it', () => {
    expect(codeOf(act(withDeal(), confirm(), running.deadlineAt - 1))).toBe('done');
    expect(act(withDeal(), confirm(), running.deadlineAt)).toEqual(fault('deal_not_active'));
    const expired = fault('invoice_not_active', { status: 'expired' });
    expect(act(withDeal(), confirm(), open.expireAt)).toEqual(expired);
  });

  it.each<[DealStatus, string]>([
    ['transfer_waiting', 'done'],
    ['transfer_confirmed', 'done'],
    ['completed', 'deal_not_active'],
    ['canceled', 'deal_not_active'],
    ['expired', 'deal_not_active'],
  ])('needs a deal that runs: of one that is %s the answer is %s', (status, code) => {
    expect(codeOf(act(withDeal({ status }), confirm()))).toBe(code);
  });

  it.each(Object.values(invoiceStatuses).filter((status) => status !== 'new'))(
    'is refused when the invoice is %s',
    (status) => {
      const argued = status === 'dispute' ? { status, dispute: dispute() } : { status: 'completed' as const };
      const rows = { invoices: [{ ...open, status }] };
      expect(act(withDeal(argued, rows), confirm())).toEqual(fault('invoice_not_active', { status }));
    },
  );

  it('is refused for a payout, in another store, and for want of room', () => {
    const payout = { invoices: [invoice({ type: 'out' })], deals: [payoutDeal()] };
    expect(act(withDeal({}, payout), confirm())).toEqual(fault('payout_not_allowed'));
    expect(act(withDeal(), confirm({ storeId: 2 }))).toEqual(fault('not_found'));
    expect(act(withDeal(), confirm({ invoiceId: 'another' }))).toEqual(fault('not_found'));
    const limits = { perInvoiceBytes: 99, perStoreDayBytes: 1_000 };
    expect(codeOf(act(withDeal(), confirm({ limits })))).toBe('receipts_of_invoice_full');
    const full = Array.from({ length: attachmentsPerDealMax }, (_, index) => ({ ...kept, sha256: `${index}` }));
    expect(codeOf(act(withDeal({ attachments: full }), confirm()))).toBe('too_many_attachments');
  });

  it('finds the half that is open to every payer full, and room in the other one where the payer has paid before', () => {
    const limits = { perInvoiceBytes: 1_000, perStoreDayBytes: 400 };
    const day = Math.floor(noon / 86_400_000);
    const [, ofStore, ofPayers] = owners;
    const taken = (bytes: number) => ({
      receiptRooms: [
        { owner: ofStore, day, bytes },
        { owner: ofPayers, day, bytes },
      ],
    });
    const regular = { ...open, userId: 'regular' };
    const withPaid = (status: 'paid' | 'expired', bytes: number) =>
      withDeal({}, { invoices: [regular, invoice({ id: 'earlier', userId: 'regular', status })], ...taken(bytes) });
    const command = confirm({ limits });
    expect(codeOf(act(withDeal({}, taken(100)), command))).toBe('done');
    expect(codeOf(act(withDeal({}, taken(101)), command))).toBe('receipts_of_store_full');
    expect(codeOf(act(withPaid('expired', 101), command))).toBe('receipts_of_store_full');
    expect(follows(withPaid('paid', 101), command).changes.receiptRooms).toEqual([
      { owner: owners[0], day: 0, bytes: 100 },
      { owner: ofStore, day, bytes: 201 },
    ]);
    expect(codeOf(act(withPaid('paid', 301), command))).toBe('receipts_of_store_full');
    expect(plansOf(withPaid('paid', 100), command)).toHaveLength(1);
    expect(plansOf(withPaid('paid', 101), command)[1]?.payers).toMatchObject([{ storeId: 1, name: 'regular' }]);
  });

  it('is the word of the payer, or of the shop that names its store', () => {
    expect([confirm().saidBy, confirm({ storeId: 1 }).saidBy]).toEqual([payerParty, merchantParty]);
    expect(plansOf(withDeal(), confirm())).toEqual([{ invoiceIds: [open.id], receiptOwners: owners }]);
  });
});
