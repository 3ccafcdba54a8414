import { describe, expect, it } from 'vitest';
import { merchantOne, operator } from '../../../test/engine/support/decided.ts';
import { receipt } from '../../../test/engine/support/requests.ts';
import {
  act,
  codeOf,
  follows,
  moved,
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
  store,
} from '../../../test/engine/support/small-world.ts';
import { merchantParty } from '../../domain/authority/own-word.ts';
import type { Deal, DealStatus } from '../../domain/invoices/deal.ts';
import { disputeReasons } from '../../domain/invoices/deal-dispute.ts';
import { fiat } from '../../domain/money/money.ts';
import { dayOf } from '../../domain/text/timestamp.ts';
import { fault } from '../../errors/app-error.ts';
import { openDispute } from './open-dispute.ts';

type Request = Parameters<typeof openDispute>[0];

const stores = new Map([
  [1, store],
  [2, { ...store, id: 2 }],
]);
const catalogue = catalogueOf([requisite(1)], { stores });
const open = invoice({ dealCount: 1 });
const confirmed = deal({ status: 'transfer_confirmed', confirmedAt: noon - 5 });
const threeDaysMs = 259_200_000;

const claim = (change: Partial<Request> = {}) =>
  openDispute({
    invoiceId: open.id,
    storeId: 1,
    dealId: null,
    reason: 'has_payment',
    amount: null,
    attachment: null,
    ...change,
  });
const withDeals = (deals: readonly Deal[], more: StoredBefore = {}) =>
  smallService(catalogue, { invoices: [open], deals, ...more });
const disputedBy = (deals: readonly Deal[], change: Partial<Request> = {}) =>
  follows(withDeals(deals), claim(change)).result.deals.find(({ status }) => status === 'dispute')?.id;

describe('a dispute that a shop opens', () => {
  it.each(Object.values(disputeReasons))(
    'puts deal and invoice under dispute with %s, and moves no money',
    (reason) => {
      const disputed = { ...confirmed, status: 'dispute', dispute: dispute({ reason, from: 'transfer_confirmed' }) };
      const argued = { ...open, status: 'dispute', disputedFrom: 'new', sequence: 1 };
      expect(act(withDeals([confirmed]), claim({ reason }))).toEqual({
        result: { invoice: argued, deals: [disputed] },
        changes: {
          invoices: [argued],
          deals: [disputed],
          notifications: [{ invoice: argued, deal: disputed, createdAt: noon }],
          disputeFacts: [
            {
              dealId: confirmed.id,
              at: noon,
              actor: 'merchant',
              kind: 'opened',
              text: reason,
              attachment: null,
              decisionId: null,
            },
          ],
        },
      });
    },
  );

  it('is the word of the merchant, and plans for the invoice and the accounts of its store', () => {
    expect(claim().saidBy).toBe(merchantParty);
    expect(plansOf(withDeals([confirmed]), claim())).toEqual([
      { invoiceIds: [open.id], accountIds: [11, 12, 15], claimsOf: [{ storeId: 1, since: 0 }], receiptOwners: [] },
    ]);
  });

  it('keeps the sum as sent and the receipt, which takes up room of the invoice and of the store', () => {
    const command = claim({ reason: 'invalid_sum', amount: '900.0', attachment: receipt });
    const attachment = { ...receipt, addedAt: noon };
    const { changes } = follows(withDeals([confirmed]), command);
    expect(changes.deals).toMatchObject([{ dispute: { amount: '900.0', attachment, reason: 'invalid_sum' } }]);
    expect(changes.disputeFacts).toMatchObject([{ attachment }]);
    expect(changes.receiptRooms).toEqual([
      { owner: `invoice ${open.id}`, day: 0, bytes: 100 },
      { owner: 'store 1', day: dayOf(noon), bytes: 100 },
      { owner: 'payers 1', day: dayOf(noon), bytes: 100 },
    ]);
    expect(changes.keptReceipts).toMatchObject([{ sha256: receipt.sha256, invoiceId: open.id }]);
    const owners = [`invoice ${open.id}`, 'store 1', 'payers 1'];
    expect(plansOf(withDeals([confirmed]), command)[0]?.receiptOwners).toEqual(owners);
    const full = claim({ attachment: receipt, limits: { perInvoiceBytes: 99, perStoreDayBytes: 1_000 } });
    expect(codeOf(act(withDeals([confirmed]), full))).toBe('receipts_of_invoice_full');
  });

  it.each<[DealStatus, 'new' | 'paid' | 'canceled' | 'expired']>([
    ['transfer_waiting', 'new'],
    ['transfer_confirmed', 'new'],
    ['completed', 'paid'],
    ['canceled', 'canceled'],
    ['expired', 'expired'],
  ])('remembers that the deal was %s, to go back to, and is to be decided within three days', (status, from) => {
    const rows = { invoices: [{ ...open, status: from }] };
    const { result } = follows(withDeals([{ ...confirmed, status }], rows), claim());
    expect(result.invoice).toMatchObject({ status: 'dispute', disputedFrom: from });
    expect(result.deals).toMatchObject([
      { status: 'dispute', dispute: { from: status, openedAt: noon, deadlineAt: noon + threeDaysMs, result: null } },
    ]);
  });

  it('may be about a payout', () => {
    const payout = invoice({ type: 'out', dealCount: 1 });
    const taken = payoutDeal({ status: 'transfer_confirmed' });
    const { result } = follows(withDeals([taken], { invoices: [payout] }), claim({ reason: 'no_payment' }));
    expect(result.deals).toMatchObject([{ status: 'dispute', type: 'out', dispute: { reason: 'no_payment' } }]);
  });

  it('is opened once: asked for again, it stays as it was, and the first word counts', () => {
    const service = withDeals([confirmed]);
    const opened = follows(service, claim()).result;
    for (const dealId of [null, confirmed.id]) {
      const again = claim({ dealId, reason: 'invalid_sum', amount: '900' });
      expect(act(service, again)).toEqual({ result: opened, changes: {} });
    }
  });

  it('is not found in another store, and needs a deal', () => {
    expect(act(withDeals([confirmed]), claim({ storeId: 2 }))).toEqual(fault('not_found'));
    expect(act(withDeals([confirmed]), claim({ invoiceId: 'another' }))).toEqual(fault('not_found'));
    expect(act(withDeals([]), claim())).toEqual(fault('dispute_without_deal'));
  });

  it('lets the pair of an ended deal rest until it is decided, and leaves every other pair alone', () => {
    const resting = (change: Partial<Deal>) =>
      follows(withDeals([{ ...confirmed, ...change } as Deal]), claim()).result.deals[0]?.restsUntil;
    expect(resting({ status: 'expired', endedAt: noon - 5, restsUntil: noon + 5 })).toBe(noon + threeDaysMs);
    expect(resting({ status: 'canceled', endedAt: noon - 5, restsUntil: noon - 5 })).toBe(noon + threeDaysMs);
    expect(resting({ status: 'completed', endedAt: noon - 5, restsUntil: noon + 5 })).toBe(noon + 5);
    expect(resting({})).toBeNull();
  });

  it('meets a deal that has expired by then, and gives back what was held for it', () => {
    const { result, changes } = follows(withDeals([deal()]), claim(), deal().deadlineAt);
    expect(result.deals).toMatchObject([{ status: 'dispute', dispute: { from: 'expired' } }]);
    expect(changes.transfers).toEqual([moved('payin_release', confirmed.id, [103, 102], confirmed.makerSum)]);
  });
});

describe('a file that a shop sends while the deal is in dispute', () => {
  const first = { ...receipt, addedAt: noon };
  const another = { ...receipt, sha256: 'b'.repeat(64) };
  const opened = dispute({ reason: 'has_payment', from: 'transfer_confirmed', attachment: first });
  const argued = { ...confirmed, status: 'dispute', dispute: opened } as const;
  const inDispute = { ...open, status: 'dispute', disputedFrom: 'new', sequence: 1 } as const;
  const arguing = (disputed: Deal = argued, more: StoredBefore = {}) =>
    withDeals([disputed], { invoices: [inDispute], ...more });
  const files = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...first, sha256: `${index}`.padStart(64, '0') }));

  it('is kept as evidence beside the receipts, and changes nothing else', () => {
    const kept = { ...another, addedAt: noon };
    const attached = { ...argued, attachments: [kept] };
    const command = claim({ reason: 'no_payment', attachment: another });
    expect(act(arguing(), command)).toEqual({
      result: { invoice: inDispute, deals: [attached] },
      changes: {
        deals: [attached],
        disputeFacts: [
          {
            dealId: argued.id,
            at: noon,
            actor: 'merchant',
            kind: 'evidence',
            text: '',
            attachment: kept,
            decisionId: null,
          },
        ],
        receiptRooms: [
          { owner: `invoice ${open.id}`, day: 0, bytes: 100 },
          { owner: 'store 1', day: dayOf(noon), bytes: 100 },
          { owner: 'payers 1', day: dayOf(noon), bytes: 100 },
        ],
        keptReceipts: [{ sha256: another.sha256, invoiceId: open.id, sizeBytes: 100, keptAt: noon }],
      },
    });
  });

  it('is kept once, the one that the dispute began with included', () => {
    const unchanged = { result: { invoice: inDispute, deals: [argued] }, changes: {} };
    expect(act(arguing(), claim({ attachment: receipt }))).toEqual(unchanged);
    const service = arguing();
    const { result } = follows(service, claim({ attachment: another }));
    expect(act(service, claim({ attachment: another }))).toEqual({ result, changes: {} });
  });

  it('finds room for ten, and with a payout for nine: the last place is left to the proof', () => {
    const codeWith = (disputed: Deal, count: number) =>
      act(arguing({ ...disputed, attachments: files(count) }), claim({ attachment: another }));
    const full = (limit: number) => fault('too_many_attachments', { field: 'attachment', limit });
    expect([codeOf(codeWith(argued, 9)), codeWith(argued, 10)]).toEqual(['done', full(10)]);
    const payout = payoutDeal({ status: 'dispute', dispute: dispute({ reason: 'no_payment' }) });
    expect([codeOf(codeWith(payout, 8)), codeWith(payout, 9)]).toEqual(['done', full(9)]);
    const little = { perInvoiceBytes: 99, perStoreDayBytes: 1_000 };
    expect(codeOf(act(arguing(), claim({ attachment: another, limits: little })))).toBe('receipts_of_invoice_full');
  });

  it('is not for another deal, another invoice or another store', () => {
    const old = deal({ id: 'old', ordinal: 2, status: 'expired', occupies: false });
    const service = arguing(argued, { deals: [argued, old] });
    const elsewhere = fault('invoice_not_active', { status: 'in dispute over another deal', field: 'dealId' });
    expect(act(service, claim({ dealId: 'old', attachment: another }))).toEqual(elsewhere);
    const unknown = fault('not_found', { field: 'dealId' });
    expect(act(service, claim({ dealId: 'another', attachment: another }))).toEqual(unknown);
    expect(act(service, claim({ storeId: 2, attachment: another }))).toEqual(fault('not_found'));
  });

  it('may name the deal in dispute, whatever parts came before it', () => {
    const part = deal({ id: 'part', ordinal: 1, status: 'completed', occupies: false });
    const service = arguing(argued, { deals: [part, { ...argued, ordinal: 2 }] });
    expect(codeOf(act(service, claim({ dealId: argued.id, attachment: another })))).toBe('done');
  });
});

describe('a dispute that a person opens', () => {
  it('is refused where there is one: evidence is another act', () => {
    const by = { actor: merchantOne, reason: 'the payer has sent a picture' };
    const service = withDeals([confirmed]);
    follows(service, claim());
    expect(act(service, claim({ by, attachment: receipt }))).toEqual(fault('already_disputed'));
  });

  it('is written down with the words and the name of that person', () => {
    const by = { actor: merchantOne, reason: 'the payer has sent a picture' };
    const command = claim({ by, reason: 'invalid_sum', amount: '900' });
    const { changes } = follows(withDeals([confirmed]), command);
    expect(changes.disputeFacts).toMatchObject([{ actor: 'galina', text: by.reason, kind: 'opened' }]);
    expect(changes.audits).toEqual([
      {
        at: noon,
        ...by,
        action: 'open-dispute',
        subjectKind: 'invoice',
        subjectId: open.id,
        details: { dealId: confirmed.id, disputeReason: 'invalid_sum', amount: '900' },
      },
    ]);
    expect([command.saidBy, claim({ by: { ...by, actor: operator } }).saidBy]).toEqual([merchantOne, operator]);
  });
});

describe('the deal that a dispute is about', () => {
  const ended = (id: string, ordinal: number) =>
    deal({ id, ordinal, status: 'expired', occupies: false, endedAt: noon - 5 });
  const now = deal({ id: 'now', ordinal: 2 });

  it('is the one that matters now, else the newest', () => {
    expect(disputedBy([ended('first', 1), now, ended('third', 3)])).toBe('now');
    expect(disputedBy([ended('first', 1), ended('third', 3), ended('second', 2)])).toBe('third');
    const completed = deal({ id: 'paid', ordinal: 1, status: 'completed' });
    expect(disputedBy([ended('second', 2), completed])).toBe('paid');
  });

  it('is the newest of those that matter', () => {
    const part = (id: string, ordinal: number) => deal({ id, ordinal, status: 'completed', occupies: false });
    expect(disputedBy([part('second', 2), part('third', 3), part('first', 1)])).toBe('third');
  });

  it('may be named, where none but that one matters', () => {
    expect(disputedBy([ended('first', 1), ended('second', 2)], { dealId: 'first' })).toBe('first');
    expect(disputedBy([ended('first', 1), now], { dealId: 'now' })).toBe('now');
    const refused = fault('not_found', { field: 'dealId' });
    expect(act(withDeals([now]), claim({ dealId: 'another' }))).toEqual(refused);
  });

  it.each([
    ['completed', 'paid by another deal'],
    ['transfer_waiting', 'new with another deal'],
    ['transfer_confirmed', 'new with another deal'],
  ] as const)('may not be an old one while another is %s', (status, shown) => {
    const other = deal({ id: 'other', ordinal: 2, status });
    const refused = fault('invoice_not_active', { status: shown, field: 'dealId' });
    expect(act(withDeals([ended('first', 1), other]), claim({ dealId: 'first' }))).toEqual(refused);
  });

  it('may be one after a part that came before it, and none before a part', () => {
    const part = deal({ id: 'part', ordinal: 2, status: 'completed', occupies: false });
    const deals = [ended('first', 1), part, ended('third', 3)];
    const named = (dealId: string, partSum: bigint | null) => {
      const invoices = [{ ...open, partSum: partSum === null ? null : fiat(partSum), dealCount: 3 }];
      return codeOf(act(withDeals(deals, { invoices }), claim({ dealId })));
    };
    expect(named('third', 60_000n)).toBe('done');
    expect(named('first', 60_000n)).toBe('invoice_not_active');
    // Without a part, what is completed has paid all of it.
    expect(named('third', null)).toBe('invoice_not_active');
    const running = deal({ id: 'running', ordinal: 2, occupies: false });
    const invoices = [{ ...open, partSum: fiat(60_000n), dealCount: 3 }];
    const another = withDeals([running, ended('third', 3)], { invoices });
    expect(codeOf(act(another, claim({ dealId: 'third' })))).toBe('invoice_not_active');
  });
});
