import { describe, expect, it } from 'vitest';
import { makerOne, makerTwo, merchantOne, operator } from '../../../test/engine/support/decided.ts';
import { receipt } from '../../../test/engine/support/requests.ts';
import { act, codeOf, follows, plansOf, smallService } from '../../../test/engine/support/small-service.ts';
import { catalogueOf, deal, dispute, invoice, noon, requisite } from '../../../test/engine/support/small-world.ts';
import { refusalReasons } from '../../domain/invoices/deal-dispute.ts';
import { fault } from '../../errors/app-error.ts';
import { answerDispute } from './answer-dispute.ts';

type Request = Parameters<typeof answerDispute>[0];

const claimed = invoice({ status: 'dispute', disputedFrom: 'new', dealCount: 1, sequence: 1 });
const argued = deal({ status: 'dispute', dispute: dispute() });
const withClaim = (change: Partial<typeof argued> = {}) =>
  smallService(catalogueOf([requisite(1), requisite(2, { makerId: 2 })]), {
    invoices: [claimed],
    deals: [{ ...argued, ...change }],
  });

const answer = (change: Partial<Request> = {}) =>
  answerDispute({
    actor: makerOne,
    reason: 'looked at the account',
    invoiceId: claimed.id,
    seenStoreId: 1,
    answer: { kind: 'agreed', reason: null },
    text: 'it is right',
    attachment: null,
    hasStatement: false,
    ...change,
  });
const refused = { kind: 'refused', reason: 'not_received' } as const;

describe('the answer of a maker to a dispute', () => {
  it('stops the clock, is known to everybody, and decides nothing', () => {
    const answered = { ...argued, dispute: { ...dispute(), answer: { kind: 'agreed', reason: null, at: noon } } };
    expect(act(withClaim(), answer())).toEqual({
      result: { invoice: claimed, deals: [answered] },
      changes: {
        deals: [answered],
        disputeFacts: [
          {
            dealId: argued.id,
            at: noon,
            actor: 'boris',
            kind: 'agreed',
            text: 'it is right',
            attachment: null,
            decisionId: null,
          },
        ],
        audits: [
          {
            at: noon,
            actor: makerOne,
            reason: 'looked at the account',
            action: 'answer-dispute',
            subjectKind: 'invoice',
            subjectId: claimed.id,
            details: { dealId: argued.id, answer: 'agreed', refusal: null, backing: null },
          },
        ],
      },
    });
    expect(plansOf(withClaim(), answer())).toEqual([{ invoiceIds: [claimed.id], receiptOwners: [] }]);
    expect([answer().saidBy, answer({ actor: operator }).saidBy]).toEqual([makerOne, operator]);
  });

  it.each(Object.values(refusalReasons))('refuses with %s, backed by the statement of the day', (reason) => {
    const command = answer({ answer: { kind: 'refused', reason }, hasStatement: true, text: '' });
    const { result, changes } = follows(withClaim(), command);
    expect(result.deals).toMatchObject([{ dispute: { answer: { kind: 'refused', reason, at: noon } } }]);
    expect(changes.disputeFacts).toMatchObject([{ kind: 'refused', text: reason }]);
    expect(changes.audits).toMatchObject([{ details: { answer: 'refused', refusal: reason, backing: 'statement' } }]);
  });

  it('refuses with a file that comes with it, which takes up room', () => {
    const command = answer({ answer: refused, attachment: receipt, hasStatement: true, text: 'see the file' });
    const { changes } = follows(withClaim(), command);
    expect(changes.disputeFacts).toMatchObject([
      { text: 'not_received: see the file', attachment: { ...receipt, addedAt: noon } },
    ]);
    expect(changes.audits).toMatchObject([{ details: { backing: 'file' } }]);
    expect(changes.keptReceipts).toMatchObject([{ sha256: receipt.sha256 }]);
    expect(plansOf(withClaim(), command)).toEqual([
      { invoiceIds: [claimed.id], receiptOwners: [`invoice ${claimed.id}`, 'store 1'] },
    ]);
  });

  it('refuses nothing without a reason, or without anything that backs it', () => {
    const noReason = answer({ answer: { kind: 'refused', reason: null }, hasStatement: true });
    expect(act(withClaim(), noReason)).toEqual(fault('blank', { field: 'refusal' }));
    const needed = fault('statement_of_day_needed', { field: 'attachment' });
    expect(act(withClaim(), answer({ answer: refused }))).toEqual(needed);
  });

  it('may change: the newest counts, and the first stays known', () => {
    const service = withClaim();
    follows(service, answer({ answer: refused, hasStatement: true }));
    const { result } = follows(service, answer(), noon + 1);
    expect(result.deals).toMatchObject([{ dispute: { answer: { kind: 'agreed', at: noon + 1 } } }]);
  });

  it.each([makerTwo, merchantOne])('is not for $name, whose deal it is not', (actor) => {
    expect(act(withClaim(), answer({ actor }))).toEqual(fault('not_found'));
  });

  it('may be given by an operator', () => {
    expect(codeOf(act(withClaim(), answer({ actor: operator })))).toBe('done');
    expect(codeOf(act(withClaim(), answer({ invoiceId: 'another' })))).toBe('not_found');
  });

  it.each(['new', 'transfer_waiting', 'transfer_confirmed', 'completed', 'canceled', 'expired'] as const)(
    'has nothing to answer while the deal is %s, whatever was argued before',
    (status) => {
      const past = { status, dispute: dispute({ result: 'UNKNOWN' }), deadlineAt: noon + 1 };
      expect(act(withClaim(past), answer())).toEqual(fault('not_in_dispute', { status: 'dispute' }));
      expect(codeOf(act(withClaim({ status: 'dispute', dispute: null }), answer()))).toBe('not_in_dispute');
    },
  );
});
