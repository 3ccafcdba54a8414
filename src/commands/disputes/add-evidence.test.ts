import { describe, expect, it } from 'vitest';
import { makerOne, makerTwo, merchantOne, merchantTwo, operator } from '../../../test/engine/support/decided.ts';
import { receipt } from '../../../test/engine/support/requests.ts';
import { act, codeOf, follows, plansOf, smallService } from '../../../test/engine/support/small-service.ts';
import { catalogueOf, deal, dispute, invoice, noon, requisite } from '../../../test/engine/support/small-world.ts';
import { fault } from '../../errors/app-error.ts';
import { addEvidence } from './add-evidence.ts';

const claimed = invoice({ status: 'dispute', disputedFrom: 'new', dealCount: 1, sequence: 1 });
const argued = deal({ status: 'dispute', dispute: dispute() });
const withClaim = (change: Partial<typeof argued> = {}) =>
  smallService(catalogueOf([requisite(1), requisite(2, { makerId: 2 })]), {
    invoices: [claimed],
    deals: [{ ...argued, ...change }],
  });

const tell = (change: Partial<Parameters<typeof addEvidence>[0]> = {}) =>
  addEvidence({
    actor: operator,
    reason: 'for the file',
    invoiceId: claimed.id,
    seenStoreId: 1,
    text: 'the bank says so',
    attachment: null,
    ...change,
  });

describe('evidence about a dispute', () => {
  it.each([operator, makerOne, merchantOne])('is added by $name, and nothing changes but what is known', (actor) => {
    expect(act(withClaim(), tell({ actor }))).toEqual({
      result: { invoice: claimed, deals: [argued] },
      changes: {
        disputeFacts: [
          {
            dealId: argued.id,
            at: noon,
            actor: actor.name,
            kind: 'evidence',
            text: 'the bank says so',
            attachment: null,
            decisionId: null,
          },
        ],
        audits: [
          {
            at: noon,
            actor,
            reason: 'for the file',
            action: 'add-evidence',
            subjectKind: 'invoice',
            subjectId: claimed.id,
            details: { sha256: null },
          },
        ],
      },
    });
    expect(tell({ actor }).saidBy).toBe(actor);
  });

  it('may be a file, which takes up room of the invoice and of the store', () => {
    const command = tell({ attachment: receipt });
    const { changes } = follows(withClaim(), command);
    expect(changes.disputeFacts).toMatchObject([{ attachment: { ...receipt, addedAt: noon } }]);
    expect(changes.audits).toMatchObject([{ details: { sha256: receipt.sha256 } }]);
    expect(changes.keptReceipts).toMatchObject([{ sha256: receipt.sha256, invoiceId: claimed.id }]);
    expect(plansOf(withClaim(), command)).toEqual([
      { invoiceIds: [claimed.id], receiptOwners: [`invoice ${claimed.id}`, 'store 1'] },
    ]);
    expect(plansOf(withClaim(), tell())).toEqual([{ invoiceIds: [claimed.id], receiptOwners: [] }]);
    const full = tell({ attachment: receipt, limits: { perInvoiceBytes: 100, perStoreDayBytes: 99 } });
    expect(codeOf(act(withClaim(), full))).toBe('receipts_of_store_full');
  });

  it.each([makerTwo, merchantTwo])('is not for $name, who has no part in it', (actor) => {
    expect(act(withClaim(), tell({ actor }))).toEqual(fault('not_found'));
  });

  it('is not found where there is no such invoice', () => {
    expect(act(withClaim(), tell({ invoiceId: 'another' }))).toEqual(fault('not_found'));
  });

  it.each(['new', 'transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired'] as const)(
    'has no place while the deal is %s, whatever was argued before',
    (status) => {
      const past = { status, dispute: dispute({ result: 'UNKNOWN' }) };
      for (const actor of [operator, makerOne, merchantOne]) {
        expect(act(withClaim(past), tell({ actor }))).toEqual(fault('not_in_dispute', { status: 'dispute' }));
      }
    },
  );
});
