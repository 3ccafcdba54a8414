import { describe, expect, it } from 'vitest';
import { makerOne, merchantOne, operator } from '../../../test/engine/support/decided.ts';
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
  arrival,
  catalogueOf,
  deal,
  dispute,
  invoice,
  noon,
  payoutDeal,
  requisite,
} from '../../../test/engine/support/small-world.ts';
import { dealStatuses, type PayinDeal } from '../../domain/invoices/deal.ts';
import { fiat, settlement } from '../../domain/money/money.ts';
import { fault } from '../../errors/app-error.ts';
import { rejectTransfer } from './reject-transfer.ts';

const sums = {
  receivedSum: fiat(100_000n),
  makerSum: settlement(1_047_120_418n),
  feeSum: settlement(26_178_011n),
  payoutSum: settlement(1_020_942_407n),
};
const open = invoice({ dealCount: 1, ...sums });
const confirmed = deal({ status: 'transfer_confirmed', confirmedAt: noon - 5 });
const by = { actor: operator, reason: 'nothing on the account' };

const reject = (change: Partial<Parameters<typeof rejectTransfer>[0]> = {}) =>
  rejectTransfer({ ...by, invoiceId: open.id, dealId: confirmed.id, seenStoreId: 1, ...change });
const withDeal = (change: Partial<PayinDeal> = {}, more: StoredBefore = {}) =>
  smallService(catalogueOf([requisite(1)]), { invoices: [open], deals: [{ ...confirmed, ...change }], ...more });

describe('a transfer that did not come, whatever the receipt says', () => {
  it('ends the deal, gives the maker back what was held, and leaves the invoice open', () => {
    const canceled = { ...confirmed, status: 'canceled', endedAt: noon, restsUntil: noon + 60_000 };
    const again = { ...open, receivedSum: null, makerSum: null, feeSum: null, payoutSum: null };
    expect(act(withDeal(), reject())).toEqual({
      result: { invoice: again, deals: [canceled] },
      changes: {
        invoices: [again],
        deals: [canceled],
        transfers: [moved('payin_release', confirmed.id, [103, 102], confirmed.makerSum)],
        requisiteUses: [{ requisiteId: 1, activeDelta: -1, started: null }],
        audits: [
          {
            at: noon,
            ...by,
            action: 'reject-transfer',
            subjectKind: 'invoice',
            subjectId: open.id,
            details: { dealId: confirmed.id },
          },
        ],
      },
    });
  });

  it('ends the invoice, too, where its time has passed by then', () => {
    expect(follows(withDeal(), reject(), open.expireAt - 1).result.invoice.status).toBe('new');
    const { result, changes } = follows(withDeal(), reject(), open.expireAt);
    expect(result.invoice).toMatchObject({ status: 'expired', receivedSum: null });
    expect(changes.notifications).toHaveLength(1);
    expect(changes.transfers).toHaveLength(1);
  });

  it.each([makerOne, merchantOne])('is for no $role to say: the maker would gain by it', (actor) => {
    expect(act(withDeal(), reject({ actor }))).toEqual(fault('forbidden'));
    expect(reject({ actor }).saidBy).toBe(actor);
  });

  it.each(Object.values(dealStatuses).filter((status) => status !== 'transfer_confirmed'))(
    'is refused when the deal is %s',
    (status) => {
      const argued = status === 'dispute' ? { dispute: dispute() } : {};
      const refused = fault('transfer_not_confirmed', { status });
      expect(act(withDeal({ status, ...argued }), reject())).toEqual(refused);
    },
  );

  it('is refused while money is held that may be for the deal', () => {
    const withMoney = (change: Parameters<typeof arrival>[0]) => withDeal({}, { arrivals: [arrival(change)] });
    const refused = fault('arrival_undecided', { arrivalId: arrival().id });
    expect(act(withMoney({}), reject())).toEqual(refused);
    expect(act(withMoney({ amount: fiat(1n), exception: 'short' }), reject())).toEqual(refused);
    expect(codeOf(act(withMoney({ status: 'returned', resolvedAt: noon }), reject()))).toBe('done');
    expect(codeOf(act(withMoney({ dealId: 'another' }), reject()))).toBe('done');
  });

  it('is done once', () => {
    const service = withDeal();
    follows(service, reject());
    expect(act(service, reject())).toEqual(fault('transfer_not_confirmed', { status: 'canceled' }));
    expect(service.transfersOf.get(confirmed.id)).toHaveLength(1);
  });

  it('is about a payin that is there', () => {
    const payout = { invoices: [invoice({ type: 'out' })], deals: [payoutDeal({ status: 'transfer_confirmed' })] };
    expect(act(withDeal({}, payout), reject())).toEqual(fault('payout_not_allowed'));
    expect(act(withDeal(), reject({ dealId: 'another' }))).toEqual(fault('not_found'));
    expect(act(withDeal(), reject({ invoiceId: 'another' }))).toEqual(fault('not_found'));
  });

  it('is about the deal that is named, of several', () => {
    const earlier = deal({ id: 'earlier', status: 'expired', occupies: false });
    const deals = [earlier, { ...confirmed, ordinal: 2 }];
    expect(codeOf(act(withDeal({}, { deals }), reject()))).toBe('done');
    const refused = fault('transfer_not_confirmed', { status: 'expired' });
    expect(act(withDeal({}, { deals }), reject({ dealId: 'earlier' }))).toEqual(refused);
  });

  it('plans for the invoice, the accounts of its store, and what came for the deal', () => {
    expect(plansOf(withDeal(), reject())).toEqual([
      { invoiceIds: [open.id], accountIds: [11, 12, 15], arrivalsOf: [confirmed.id] },
    ]);
    expect(reject().saidBy).toBe(operator);
  });
});
