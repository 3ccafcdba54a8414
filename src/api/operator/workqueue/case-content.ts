import { Type } from 'typebox';
import type { Arrival } from '../../../domain/arrivals/arrival.ts';
import type { Deal } from '../../../domain/invoices/deal.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import { storeOf } from '../../../domain/merchants/store.ts';
import { settlement } from '../../../domain/money/money.ts';
import { settlementDTO } from '../../../domain/money/money-dto.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { instantOfId } from '../../../domain/text/uuid.ts';
import { openWithdrawals, type Withdrawal } from '../../../domain/withdrawals/withdrawal.ts';
import { waitsSince, workKindOf, workKinds } from '../../../domain/workqueue/work-case.ts';
import { doubts, findDoubt } from '../../../storage/reads/arrivals/arrival-doubt.ts';
import { findArrivalsOfDeals, listArrivals } from '../../../storage/reads/arrivals/arrival-reads.ts';
import type { DealOfStore } from '../../../storage/reads/invoices/deal-list-reads.ts';
import { findDisputeFacts } from '../../../storage/reads/invoices/timeline-reads.ts';
import { findDealOfCase, findDealsOfRequisite } from '../../../storage/reads/workqueue/case-reads.ts';
import { at, received } from '../../examples.ts';
import { meaning, money, moneyOrNull, oneOf, type ShapeOf } from '../../schemas.ts';
import { ArrivalShape, arrivalDTO, exampleArrival } from '../arrivals/arrival-shape.ts';
import { DealShape, dealDTO, exampleDeal } from '../deals/deal-shape.ts';
import type { OperatorContext } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { DisputeFactShape, factDTO } from '../invoices/invoice-life.ts';
import { operatorWithdrawalDTO, WithdrawalShape } from '../withdrawals/withdrawal-shape.ts';
import { ClaimShape, CommentShape, exampleClaim, exampleComment } from './case-shape.ts';
import { exampleHistory, historyOf, noHistory, PayerHistory } from './payer-history.ts';

/** Enough to see how a maker's bank behaves today. */
const recentArrivals = 12;
/** Requisites of one maker that are looked at for it; those with the newest IDs, if there are more. */
const requisitesMax = 100;
/** Deals that money on a requisite may have been meant for. */
const candidates = 8;

export const CaseShape = Type.Object(
  {
    id: words('ID of the deal, arrival or withdrawal'),
    kind: nullable(Type.Enum([...workKinds]), 'Why it waits; null when it waits no longer'),
    since: words('Since when it waits, or did'),
    storeName: nullable(Type.String(), 'Whose shop; null for an arrival'),
    deal: nullable(
      DealShape,
      'For transfers, proofs, disputes and payouts; for an arrival the deal it was most likely meant for',
    ),
    arrival: nullable(ArrivalShape, 'For an arrival'),
    withdrawal: nullable(WithdrawalShape, 'For a withdrawal'),
    invoice: nullable(
      Type.Object({
        id: words('Invoice ID'),
        internalId: nullable(Type.String(), "The shop's own number"),
        userId: nullable(Type.String(), 'The payer, as the shop knows them'),
        status: words('Where the invoice stands'),
        createdAt: words('When it was made'),
        expireAt: words('Until when it can be paid'),
      }),
      'Of the deal',
    ),
    sums: nullable(
      Type.Object({
        maker: money("What leaves or reaches the maker's balance"),
        store: money('What the store gets, or has paid for a payout'),
        fee: money('What the service keeps, with the reward'),
        reward: moneyOrNull('What of the fee is the maker’s'),
      }),
      'What the deal is worth when it is paid as asked for',
    ),
    facts: Type.Array(DisputeFactShape, { description: 'What was said in the dispute, oldest first' }),
    arrivals: Type.Array(ArrivalShape, { description: 'What the bank said about this deal' }),
    makersArrivals: Type.Array(ArrivalShape, { description: 'What came to the same maker of late, newest first' }),
    doubt: nullable(
      Type.Object({
        kind: oneOf(
          doubts,
          '`same_money`: each line of this sum was taken for something else; `no_line`: there is none; `unpaid_deal`: its line may be the money of a deal that has run out',
        ),
        day: words('Day of the bank’s line, or of the arrival'),
        dealId: nullable(Type.String(), 'The deal that has, or may need, the bank’s line'),
      }),
      'For an arrival that only a maker has told of: why, by the bank’s file, it may be no money of its own',
    ),
    candidates: Type.Array(DealShape, {
      description: 'For an arrival: the newest deals on the same requisite, which it may have been meant for',
    }),
    history: meaning(PayerHistory, 'What the same payer did before'),
    claim: nullable(ClaimShape, 'Who works on it; null: nobody'),
    comments: Type.Array(CommentShape, { description: 'What operators said, oldest first' }),
  },
  { $id: 'WorkCase' },
);
type Content = Omit<ShapeOf<typeof CaseShape>, 'claim' | 'comments'>;

const nothing = {
  storeName: null,
  deal: null,
  arrival: null,
  withdrawal: null,
  invoice: null,
  sums: null,
  facts: [],
  arrivals: [],
  makersArrivals: [],
  doubt: null,
  candidates: [],
  history: noHistory,
} as const;

export async function dealCase(context: OperatorContext, { deal, storeId }: DealOfStore): Promise<Content> {
  const store = storeOf(context.catalogue(), storeId);
  const found = await context.reads.invoice(deal.invoiceId, []);
  const [facts, arrivals, makersArrivals, history] = await Promise.all([
    findDisputeFacts(context.pool, deal.id),
    findArrivalsOfDeals(context.pool, [deal.id]),
    arrivalsOfMaker(context, deal.makerId),
    found === undefined ? noHistory : historyOf(context, found.invoice),
  ]);
  return {
    ...nothing,
    id: deal.id,
    kind: workKindOf(deal, store, context.catalogue().disputeRules, context.clock()),
    since: formatTimestamp(waitsSince(deal)),
    storeName: store.name,
    deal: dealDTO(context, deal, storeId),
    invoice: found === undefined ? null : invoiceDTO(found.invoice),
    sums: sumsDTO(context, deal, storeId),
    facts: facts.map((fact) => factDTO(context, fact)),
    arrivals: arrivals.map((arrival) => arrivalDTO(context, arrival)),
    makersArrivals,
    history,
  };
}

export async function arrivalCase(context: OperatorContext, arrival: Arrival): Promise<Content> {
  const { requisiteId } = arrival;
  const [makersArrivals, deals, doubt, likely] = await Promise.all([
    arrivalsOfMaker(context, context.catalogue().requisiteById.get(requisiteId)?.makerId ?? null),
    findDealsOfRequisite(context.pool, requisiteId, candidates),
    findDoubt(context.pool, arrival.id),
    arrival.dealId === null ? null : findDealOfCase(context.pool, arrival.dealId),
  ]);
  const content = likely === null ? nothing : await dealCase(context, likely);
  return {
    ...content,
    id: arrival.id,
    kind: arrival.status === 'held' ? 'arrival' : null,
    since: formatTimestamp(instantOfId(arrival.id)),
    arrival: arrivalDTO(context, arrival),
    makersArrivals,
    doubt,
    candidates: deals.map(({ deal, storeId }) => dealDTO(context, deal, storeId)),
  };
}

export function withdrawalCase(context: OperatorContext, withdrawal: Withdrawal): Content {
  return {
    ...nothing,
    id: withdrawal.id,
    kind: openWithdrawals.includes(withdrawal.status) ? 'withdrawal' : null,
    since: formatTimestamp(instantOfId(withdrawal.id)),
    storeName: storeOf(context.catalogue(), withdrawal.storeId).name,
    withdrawal: operatorWithdrawalDTO(context, withdrawal, 'operator'),
  };
}

async function arrivalsOfMaker(context: OperatorContext, makerId: number | null): Promise<Content['makersArrivals']> {
  if (makerId === null) return [];
  const own = [...context.catalogue().requisiteById.values()].filter((requisite) => requisite.makerId === makerId);
  const requisiteIds = own.map(({ id }) => id).slice(-requisitesMax);
  const filter = { requisiteIds, status: null, exception: null };
  const { items } = await listArrivals(context.pool, filter, { after: null, limit: recentArrivals });
  return items.map((arrival) => arrivalDTO(context, arrival));
}

function invoiceDTO({ id, internalId, userId, status, createdAt, expireAt }: Invoice): Content['invoice'] {
  const times = { createdAt: formatTimestamp(createdAt), expireAt: formatTimestamp(expireAt) };
  return { id, internalId, userId, status, ...times };
}

/** Of a payin the fee is a part of what the maker gives; of a payout it comes on top, out of the store. */
function sumsDTO(context: OperatorContext, deal: Deal, storeId: number): Content['sums'] {
  const catalogue = context.catalogue();
  const store = storeOf(catalogue, storeId);
  const { type, makerSum, feeSum, rewardSum } = deal;
  const ofStore = settlement(type === 'in' ? makerSum - feeSum : makerSum + feeSum);
  return {
    maker: settlementDTO(catalogue, makerSum, store),
    store: settlementDTO(catalogue, ofStore, store),
    fee: settlementDTO(catalogue, feeSum, store),
    reward: rewardSum === 0n ? null : settlementDTO(catalogue, rewardSum, store),
  };
}

export const exampleCase: ShapeOf<typeof CaseShape> = {
  ...nothing,
  id: exampleDeal.id,
  kind: 'confirmed',
  since: at('12:04:10'),
  storeName: 'Demo Shop',
  deal: { ...exampleDeal, status: 'transfer_confirmed', isActive: true, receivedSum: null, endedAt: null },
  invoice: {
    id: exampleDeal.invoiceId,
    internalId: 'order-1',
    userId: 'payer-7',
    status: 'new',
    createdAt: at('12:00:00'),
    expireAt: at('13:00:00'),
  },
  sums: { maker: exampleDeal.makerSum, store: received.payoutSum, fee: exampleDeal.feeSum, reward: null },
  makersArrivals: [exampleArrival],
  history: exampleHistory,
  claim: exampleClaim,
  comments: [exampleComment],
};
