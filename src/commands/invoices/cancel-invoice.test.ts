import { describe, expect, it } from 'vitest';
import { doneIn, operator, refusalIn } from '../../../test/engine/support/decided.ts';
import { memoryBatch } from '../../../test/engine/support/memory-batch.ts';
import {
  account,
  catalogueOf,
  deal,
  invoice,
  maker,
  noon,
  payoutDeal,
  requisite,
  store,
} from '../../../test/engine/support/small-world.ts';
import { merchantParty, payerParty, timeParty } from '../../domain/authority/own-word.ts';
import type { DealStatus, PayoutDeal } from '../../domain/invoices/deal.ts';
import { type Invoice, type InvoiceStatus, invoiceStatuses } from '../../domain/invoices/invoice.ts';
import { fiat } from '../../domain/money/money.ts';
import { unusedLoad } from '../../domain/payins/allocation.ts';
import { Rotation } from '../../domain/payins/rotation.ts';
import type { Command } from '../command.ts';
import { creditPayout } from '../payouts/credit-payout.ts';
import { cancelInvoice } from './cancel-invoice.ts';
import { expireEarly } from './expire-early.ts';
import { expireInvoice } from './expire-invoice.ts';

const catalogue = catalogueOf([requisite(1)]);
const id = 'invoice';
const payin = (change: Partial<Invoice> = {}, status: DealStatus = 'transfer_waiting') =>
  memoryBatch(catalogue, {
    invoices: [invoice({ id, dealCount: 1, ...change })],
    deals: [deal({ id, invoiceId: id, status })],
    requisiteLoads: [{ ...unusedLoad(1), activeDeals: 1 }],
  });
const payout = (of: Partial<PayoutDeal> = {}, change: Partial<Invoice> = {}) =>
  memoryBatch(catalogue, {
    invoices: [invoice({ id, type: 'out', dealCount: 1, ...change })],
    deals: [payoutDeal({ id, invoiceId: id, status: 'new', makerId: null, ...of })],
  });
const cancel = (storeId: number | null = 1) => cancelInvoice({ invoiceId: id, storeId, seenStoreId: 1 });
const expire = () => expireEarly({ invoiceId: id, seenStoreId: 1, actor: operator, reason: 'why' });
const release = { kind: 'payin_release', subjectId: id, debitId: maker(1).heldId, creditId: maker(1).availableId };
const accountIds = [account.availableId, account.frozenId, account.excessId];
const needsOf = (command: Command<unknown>) => command.plan({ catalogue, rotation: new Rotation() }, undefined);
const ended = Object.keys(invoiceStatuses).filter((status) => status !== 'new') as InvoiceStatus[];

describe('cancel-invoice', () => {
  it('ends a payin and gives the maker back what was held', () => {
    const { result, changes } = doneIn(payin(), cancel());
    expect(result.invoice).toMatchObject({ status: 'canceled', updatedAt: noon });
    expect(changes.deals).toMatchObject([{ status: 'canceled', endedAt: noon }]);
    expect(changes.transfers).toMatchObject([release]);
  });

  it('ends a payout that no maker has taken, and unfreezes its funds', () => {
    const { changes } = doneIn(payout(), cancel());
    const { frozenId, availableId } = account;
    expect(changes.transfers).toMatchObject([{ kind: 'payout_release', debitId: frozenId, creditId: availableId }]);
  });

  it('is allowed to the invoice’s own store, and to the payer, who knows its ID', () => {
    expect(refusalIn(payin(), cancel(2))).toBe('not_found');
    expect(refusalIn(payin(), cancel(null))).toBeNull();
    expect(refusalIn(memoryBatch(catalogue), cancel(null))).toBe('not_found');
    expect(cancel().saidBy).toBe(merchantParty);
    expect(cancel(null).saidBy).toBe(payerParty);
    expect(needsOf(cancel())).toEqual({ invoiceIds: [id], accountIds });
  });

  it.each(ended)('is refused for an invoice that is %s', (status) => {
    expect(refusalIn(payin({ status }, 'completed'), cancel())).toBe('invoice_not_active');
  });

  it('is refused at the moment its time is up, and not one before', () => {
    expect(refusalIn(payin({ expireAt: noon }), cancel())).toBe('invoice_not_active');
    expect(refusalIn(payin({ expireAt: noon + 1 }), cancel())).toBeNull();
  });

  it('is refused while money is on its way, or when a part has come', () => {
    expect(refusalIn(payin({}, 'transfer_confirmed'), cancel())).toBe('transfer_already_confirmed');
    for (const status of ['transfer_waiting', 'transfer_confirmed'] as const)
      expect(refusalIn(payout({ status, makerId: 1 }), cancel())).toBe('payout_taken');
    // The time of a maker who has shown no proof, here that of the deal, is over.
    const taken = { status: 'transfer_waiting', makerId: 1, deadlineAt: noon } as const;
    expect(refusalIn(payout(taken), cancel())).toBeNull();
    expect(refusalIn(payout({ ...taken, status: 'transfer_confirmed' }), cancel())).toBe('payout_taken');
    expect(refusalIn(payin({ partSum: fiat(1n) }), cancel())).toBe('part_paid');
  });
});

describe('expire-early', () => {
  it('ends an invoice as if its time had passed, and says who did it', () => {
    const { result, changes } = doneIn(payin(), expire());
    expect(result.invoice.status).toBe('expired');
    expect(changes.transfers).toMatchObject([release]);
    const subject = { action: 'expire-early', subjectKind: 'invoice', subjectId: id, details: null };
    expect(changes.audits).toEqual([{ at: noon, actor: operator, reason: 'why', ...subject }]);
    expect(needsOf(expire())).toEqual({ invoiceIds: [id], accountIds });
    expect(expire().saidBy).toBe(operator);
  });

  it.each(ended)('is refused for an invoice that is %s', (status) => {
    expect(refusalIn(payin({ status }, 'completed'), expire())).toBe('invoice_not_active');
  });

  it('is refused while money is on its way', () => {
    expect(refusalIn(payin({}, 'transfer_confirmed'), expire())).toBe('transfer_already_confirmed');
    expect(refusalIn(memoryBatch(catalogue), expire())).toBe('not_found');
  });
});

describe('expire-invoice', () => {
  const due = (type?: 'in' | 'out') =>
    expireInvoice({ invoiceId: id, storeId: 1, ...(type === undefined ? {} : { type }) });

  it('writes down that the time of an invoice is up, once', () => {
    const { result, changes } = doneIn(payin({ expireAt: noon }), due());
    expect(result).toBe(true);
    expect(changes.invoices).toMatchObject([{ status: 'expired' }]);
    expect(changes.transfers).toMatchObject([release]);
    for (const view of [payin({ expireAt: noon + 1 }), payin({ status: 'paid', expireAt: noon }, 'completed')]) {
      expect(doneIn(view, due())).toMatchObject({ result: false, changes: { invoices: [], transfers: [] } });
    }
    expect(doneIn(memoryBatch(catalogue), due()).result).toBe(false);
  });

  it('locks the accounts of the store for a payout, or when it does not know, but not for a payin', () => {
    expect(needsOf(due('in'))).toEqual({ invoiceIds: [id] });
    expect(needsOf(due('out'))).toEqual({ invoiceIds: [id], accountIds });
    expect(needsOf(due())).toEqual({ invoiceIds: [id], accountIds });
    expect(due().saidBy).toBe(timeParty);
  });
});

describe('credit-payout', () => {
  const credit = creditPayout({ invoiceId: id, storeId: 1 });
  const confirmedAt = noon - store.payoutHoldMs;
  const proved = { status: 'transfer_confirmed', makerId: 1, confirmedAt } as const;

  it('pays the maker at the moment the hold has passed, and not one before', () => {
    const { result, changes } = doneIn(payout(proved), credit);
    expect(result).toBe(true);
    expect(changes.invoices).toMatchObject([{ status: 'paid' }]);
    expect(changes.transfers).toMatchObject([
      { kind: 'payout_pay', creditId: maker(1).availableId },
      { kind: 'payout_fee' },
    ]);
    const early = doneIn(payout({ ...proved, confirmedAt: confirmedAt + 1 }), credit);
    expect(early).toMatchObject({ result: false, changes: { transfers: [], invoices: [] } });
  });

  it('does nothing when another act was first, or without an invoice', () => {
    for (const status of ended) expect(doneIn(payout(proved, { status }), credit).result).toBe(false);
    expect(doneIn(memoryBatch(catalogue), credit).result).toBe(false);
    expect(doneIn(payin({}, 'transfer_confirmed'), credit).result).toBe(false);
    expect(needsOf(credit)).toEqual({ invoiceIds: [id], accountIds });
    expect(credit).toMatchObject({ name: 'credit-payout', saidBy: timeParty });
  });
});
