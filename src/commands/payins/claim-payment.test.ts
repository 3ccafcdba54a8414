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
import { payerParty } from '../../domain/authority/own-word.ts';
import { attachmentsPerDealMax, type DealStatus, type PayinDeal } from '../../domain/invoices/deal.ts';
import { fault } from '../../errors/app-error.ts';
import { type ClaimPayment, claimPayment } from './claim-payment.ts';

const catalogue = catalogueOf([requisite(1)]);
const expired = invoice({ status: 'expired', dealCount: 1, sequence: 1 });
const ended = deal({ status: 'expired', endedAt: noon - 5, restsUntil: noon + 5 });
const kept = { ...receipt, addedAt: noon };
const owners = [`invoice ${expired.id}`, 'store 1', 'payers 1'];

const claim = (change: Partial<ClaimPayment> = {}) =>
  claimPayment({ invoiceId: expired.id, seenStoreId: 1, dealId: null, attachment: receipt, ...change });
const withDeal = (change: Partial<PayinDeal> = {}, more: StoredBefore = {}) =>
  smallService(catalogue, { invoices: [expired], deals: [{ ...ended, ...change }], ...more });

const fact = { dealId: ended.id, at: noon, actor: 'payer', attachment: kept, decisionId: null };

describe('a receipt of a payer for requisites that have ended', () => {
  it('opens a dispute with it, in the name of the payer, and moves no money', () => {
    const opened = dispute({ reason: 'has_payment', from: 'expired', attachment: kept, by: 'payer' });
    // Its pair rests until that is decided: what still comes for it must not pay the next one.
    const restsUntil = opened.deadlineAt;
    const disputed = { ...ended, status: 'dispute', attachments: [kept], dispute: opened, restsUntil };
    const argued = { ...expired, status: 'dispute', disputedFrom: 'expired', sequence: 2 };
    expect(act(withDeal(), claim())).toEqual({
      result: { invoice: argued, deals: [disputed] },
      changes: {
        invoices: [argued],
        deals: [disputed],
        notifications: [{ invoice: argued, deal: disputed, createdAt: noon }],
        disputeFacts: [{ ...fact, kind: 'opened', text: 'has_payment' }],
        receiptRooms: [
          { owner: owners[0], day: 0, bytes: 100 },
          { owner: owners[1], day: Math.floor(noon / 86_400_000), bytes: 100 },
          { owner: owners[2], day: Math.floor(noon / 86_400_000), bytes: 100 },
        ],
        keptReceipts: [{ sha256: receipt.sha256, invoiceId: expired.id, sizeBytes: 100, keptAt: noon }],
      },
    });
  });

  it('is the word of the payer, and plans for the invoice, its store’s accounts, and room', () => {
    expect(claim().saidBy).toBe(payerParty);
    expect(plansOf(withDeal(), claim())).toEqual([
      {
        invoiceIds: [expired.id],
        accountIds: [11, 12, 15],
        claimsOf: [{ storeId: 1, since: 0 }],
        receiptOwners: owners,
      },
    ]);
  });

  it('opens one with a receipt that the deal has already, which takes no more room', () => {
    const { result, changes } = follows(withDeal({ attachments: [kept] }), claim());
    expect(result.invoice.status).toBe('dispute');
    expect(result.deals).toMatchObject([{ attachments: [kept] }]);
    expect([changes.receiptRooms, changes.keptReceipts]).toEqual([undefined, undefined]);
  });

  it('is about the newest requisites, or those that are named', () => {
    const first = deal({ id: 'first', status: 'canceled', occupies: false });
    const newest = { ...ended, ordinal: 2 };
    const disputedBy = (dealId: string | null) => {
      const { deals } = follows(withDeal({}, { deals: [newest, first] }), claim({ dealId })).result;
      return deals.find(({ status }) => status === 'dispute')?.id;
    };
    expect([disputedBy(null), disputedBy('first'), disputedBy(ended.id)]).toEqual([ended.id, 'first', ended.id]);
    expect(act(withDeal(), claim({ dealId: 'another' }))).toEqual(fault('not_found', { field: 'dealId' }));
  });

  it.each<[DealStatus, string]>([
    ['transfer_waiting', 'invoice_not_active'],
    ['transfer_confirmed', 'invoice_not_active'],
    ['canceled', 'done'],
    ['expired', 'done'],
  ])('is for requisites that are over: of a deal that is %s the answer is %s', (status, code) => {
    expect(codeOf(act(withDeal({ status }, { invoices: [invoice()] }), claim()))).toBe(code);
  });

  it('ends requisites first whose time is over', () => {
    const open = withDeal({ status: 'transfer_waiting', endedAt: null, restsUntil: null }, { invoices: [invoice()] });
    expect(codeOf(act(open, claim(), ended.deadlineAt - 1))).toBe('invoice_not_active');
    const { result } = follows(open, claim(), ended.deadlineAt);
    expect(result.deals).toMatchObject([{ status: 'dispute', dispute: { from: 'expired' } }]);
  });

  it('is refused for a payout, a paid invoice, one without a deal, and where an operator has decided', () => {
    const payout = { invoices: [invoice({ type: 'out' })], deals: [payoutDeal({ status: 'canceled' })] };
    expect(act(withDeal({}, payout), claim())).toEqual(fault('payout_not_allowed'));
    const paid = { invoices: [invoice({ status: 'paid' })] };
    expect(act(withDeal({}, paid), claim())).toEqual(fault('invoice_not_active', { status: 'paid' }));
    expect(act(withDeal({}, { deals: [] }), claim())).toEqual(fault('dispute_without_deal'));
    const decided = { dispute: dispute({ result: 'FRAUD_CONFIRM_DOCS' }) };
    expect(act(withDeal(decided), claim())).toEqual(fault('claim_decided'));
    expect(act(withDeal(), claim({ invoiceId: 'another' }))).toEqual(fault('not_found'));
  });

  it('is refused for want of room', () => {
    const limits = { perInvoiceBytes: 99, perStoreDayBytes: 1_000 };
    expect(codeOf(act(withDeal(), claim({ limits })))).toBe('receipts_of_invoice_full');
    const full = Array.from({ length: attachmentsPerDealMax }, (_, index) => ({ ...kept, sha256: `${index}` }));
    expect(codeOf(act(withDeal({ attachments: full }), claim()))).toBe('too_many_attachments');
  });
});

describe('a receipt of a payer while a dispute is open', () => {
  const argued = { ...expired, status: 'dispute', disputedFrom: 'expired' } as const;
  const disputed = { status: 'dispute', dispute: dispute({ from: 'expired' }) } as const;
  const withDispute = (change: Partial<PayinDeal> = {}) => withDeal({ ...disputed, ...change }, { invoices: [argued] });

  it('is one more piece of evidence, and the dispute stays as it is', () => {
    const attached = { ...ended, ...disputed, attachments: [kept] };
    expect(act(withDispute(), claim())).toEqual({
      result: { invoice: argued, deals: [attached] },
      changes: {
        deals: [attached],
        disputeFacts: [{ ...fact, kind: 'evidence', text: '' }],
        receiptRooms: [
          { owner: owners[0], day: 0, bytes: 100 },
          { owner: owners[1], day: Math.floor(noon / 86_400_000), bytes: 100 },
          { owner: owners[2], day: Math.floor(noon / 86_400_000), bytes: 100 },
        ],
        keptReceipts: [{ sha256: receipt.sha256, invoiceId: expired.id, sizeBytes: 100, keptAt: noon }],
      },
    });
  });

  it('changes nothing the second time', () => {
    const service = withDispute();
    const { result } = follows(service, claim());
    expect(act(service, claim(), noon + 1)).toEqual({ result, changes: {} });
  });
});
