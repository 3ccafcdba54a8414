import { describe, expect, it } from 'vitest';
import { catalogueOf, invoice, noon, requisite, store } from '../../../test/engine/support/small-world.ts';
import type { Deal, DealDispute, DealStatus } from '../invoices/deal.ts';
import { disputeResults } from '../invoices/deal-dispute.ts';
import type { InvoiceStatus } from '../invoices/invoice.ts';
import { type Dossier, payinTerms, startPayinDeal } from '../invoices/lifecycle.ts';
import { noReward } from '../makers/rewards.ts';
import { fiat } from '../money/money.ts';
import { noChanges } from '../state/changes.ts';
import { dealForClaim, isOpenToClaims } from './payers-claim.ts';

const ended = (ordinal: number, status: DealStatus = 'expired', dispute: DealDispute | null = null): Deal => {
  const catalogue = catalogueOf([requisite(1)]);
  const given = catalogue.requisiteById.get(1);
  if (given === undefined) throw new Error('there is a requisite');
  const open = invoice({});
  const id = `00000000-0000-7000-8000-00000000000${ordinal}`;
  const start = {
    id,
    requisite: given,
    terms: payinTerms(catalogue, store, open, noon),
    reward: noReward,
    frees: null,
  };
  const { deals } = startPayinDeal({ invoice: open, deals: [] }, start, { catalogue, now: noon, changes: noChanges() });
  return { ...(deals[0] as Deal), ordinal, status, dispute };
};
const dossier = (status: InvoiceStatus, ...deals: readonly Deal[]): Dossier => ({
  invoice: invoice({ status }),
  deals,
});
const decided = (result: DealDispute['result']): DealDispute => ({
  reason: 'has_payment',
  amount: null,
  attachment: null,
  result,
  from: 'expired',
  openedAt: noon,
  deadlineAt: noon,
});
const refused = (code: string) => expect.objectContaining({ code });

describe("a payer's claim", () => {
  it('is about the newest requisites that have ended, or about those that the payer names', () => {
    const deals = [ended(1, 'canceled'), ended(2)];
    for (const status of ['new', 'expired', 'canceled'] as const) {
      expect(dealForClaim(dossier(status, ...deals), null).ordinal).toBe(2);
      expect(dealForClaim(dossier(status, ...deals), deals[0]?.id ?? '').ordinal).toBe(1);
    }
    expect(() => dealForClaim(dossier('new', ...deals), 'another')).toThrow(refused('not_found'));
  });

  it('is refused while requisites are good, when the invoice was paid and when there never were any', () => {
    const running = dossier('new', ended(1), ended(2, 'transfer_waiting'));
    expect(() => dealForClaim(running, null)).toThrow(refused('invoice_not_active'));
    expect(() => dealForClaim(dossier('new', ended(1, 'transfer_confirmed')), null)).toThrow(
      refused('invoice_not_active'),
    );
    expect(() => dealForClaim(dossier('paid', ended(1, 'completed')), null)).toThrow(refused('invoice_not_active'));
    expect(() => dealForClaim(dossier('expired'), null)).toThrow(refused('dispute_without_deal'));
    const payout = { ...dossier('new'), invoice: invoice({ type: 'out' }) };
    expect(() => dealForClaim(payout, null)).toThrow(refused('payout_not_allowed'));
  });

  it('is never about a part that came: it names ended requisites, or is refused', () => {
    const part = ended(2, 'completed');
    const withPart = (...deals: readonly Deal[]): Dossier => ({
      invoice: invoice({ status: 'new', partSum: fiat(60_000n) }),
      deals,
    });
    expect(() => dealForClaim(withPart(part), null)).toThrow(refused('dispute_without_deal'));
    expect(() => dealForClaim(withPart(part), part.id)).toThrow(refused('deal_settled'));
    expect(dealForClaim(withPart(ended(1), part), null).ordinal).toBe(1);
    expect(() => dealForClaim(withPart(ended(1), part), part.id)).toThrow(refused('deal_settled'));
    expect(dealForClaim(withPart(part, ended(3)), null).ordinal).toBe(3);
  });

  it('goes to the dispute while one is open, whichever requisites the form names', () => {
    const disputed = dossier('dispute', ended(1, 'dispute', decided(null)), ended(2));
    expect(dealForClaim(disputed, disputed.deals[1]?.id ?? '').ordinal).toBe(1);
  });

  it('is decided once, unless the decision asks for a better receipt', () => {
    const open = Object.values(disputeResults).filter((result) => isOpenToClaims({ dispute: decided(result) }));
    expect(open).toEqual(['WAITING_CONFIRM_DOCS_FROM_MERCHANT']);
    const lost = dossier('expired', ended(1, 'expired', decided('FRAUD_CONFIRM_DOCS')));
    expect(() => dealForClaim(lost, null)).toThrow(refused('claim_decided'));
  });
});
