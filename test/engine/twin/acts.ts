import type { MemoryStore } from '../../../simulator/store/memory-store.ts';
import { recordArrival } from '../../../src/commands/arrivals/record-arrival.ts';
import { resolveArrival } from '../../../src/commands/arrivals/resolve-arrival.ts';
import type { AnyCommand } from '../../../src/commands/command.ts';
import { addEvidence } from '../../../src/commands/disputes/add-evidence.ts';
import { decideDispute } from '../../../src/commands/disputes/decide-dispute.ts';
import { openDispute } from '../../../src/commands/disputes/open-dispute.ts';
import { cancelInvoice } from '../../../src/commands/invoices/cancel-invoice.ts';
import { confirmTransfer } from '../../../src/commands/invoices/confirm-transfer.ts';
import { expireInvoice } from '../../../src/commands/invoices/expire-invoice.ts';
import { rejectTransfer } from '../../../src/commands/invoices/reject-transfer.ts';
import { settleDeal } from '../../../src/commands/invoices/settle-deal.ts';
import { moveFunds } from '../../../src/commands/ledger/move-funds.ts';
import { createPayin } from '../../../src/commands/payins/create-payin.ts';
import { startDeal } from '../../../src/commands/payins/start-deal.ts';
import { createPayout } from '../../../src/commands/payouts/create-payout.ts';
import { creditPayout } from '../../../src/commands/payouts/credit-payout.ts';
import { confirmPayout, payoutWasNotPaid, provePayout, takePayout } from '../../../src/commands/payouts/payout-work.ts';
import { askRefund } from '../../../src/commands/refunds/ask-refund.ts';
import { cancelRefund } from '../../../src/commands/refunds/cancel-refund.ts';
import { fillRefund } from '../../../src/commands/refunds/fill-refund.ts';
import { requestWithdrawal } from '../../../src/commands/withdrawals/request-withdrawal.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  sendWithdrawalAct,
} from '../../../src/commands/withdrawals/withdrawal-work.ts';
import { formatAmount } from '../../../src/domain/money/money.ts';
import { serviceActor } from '../../../src/domain/people/audit.ts';
import type { RowKey } from '../../../src/domain/state/changes.ts';
import { asAsked, byService } from '../../support/people.ts';
import { newId, payinRequest, payoutRequest, receipt, withdrawalRequest } from '../support/requests.ts';
import { codeAt, wrongCodeAt } from '../support/totp.ts';

type Below = (limit: number) => number;

const sums = ['1000.00', '1500', '2000.5'] as const;
const by = byService;

/** Any act on what there is; null when there is nothing to act on. */
export function anyAct(below: Below, store: MemoryStore, now: number): AnyCommand | null {
  const make = acts[below(acts.length)];
  return make === undefined ? null : make(below, store, now);
}

const acts: readonly ((below: Below, store: MemoryStore, now: number) => AnyCommand | null)[] = [
  ...Array.from({ length: 4 }, () => payin),
  payout,
  refund,
  onDeal((deal, storeId) =>
    settleDeal({ ...asAsked, invoiceId: deal.invoiceId, dealId: deal.id, seenStoreId: storeId }),
  ),
  onDeal((deal, storeId) => {
    const maker = { ...serviceActor, role: 'maker', makerId: deal.makerId } as const;
    const reportId = newId();
    const act = { invoiceId: deal.invoiceId, dealId: deal.id, seenStoreId: storeId };
    return settleDeal({ ...by, actor: maker, ...act, amount: '900', reportId });
  }),
  onDeal((deal, storeId) =>
    confirmTransfer({ invoiceId: deal.invoiceId, storeId: null, seenStoreId: storeId, attachment: receipt }),
  ),
  onDeal((deal, storeId) =>
    rejectTransfer({ ...by, invoiceId: deal.invoiceId, dealId: deal.id, seenStoreId: storeId }),
  ),
  onDeal((deal, storeId) => cancelInvoice({ invoiceId: deal.invoiceId, storeId, seenStoreId: storeId })),
  onDeal((deal, storeId) => expireInvoice({ invoiceId: deal.invoiceId, storeId })),
  onDeal((deal, storeId, below) =>
    openDispute({
      invoiceId: deal.invoiceId,
      storeId,
      dealId: null,
      reason: (['unknown', 'no_payment', 'has_payment'] as const)[below(3)] ?? 'unknown',
      amount: null,
      attachment: null,
    }),
  ),
  onDeal((deal, storeId) =>
    addEvidence({ ...by, invoiceId: deal.invoiceId, seenStoreId: storeId, text: 'see', attachment: receipt }),
  ),
  onDeal((deal, storeId) => confirmPayout({ ...by, invoiceId: deal.invoiceId, seenStoreId: storeId })),
  onDeal((deal, storeId) => creditPayout({ invoiceId: deal.invoiceId, storeId })),
  onDeal((deal, storeId, below) =>
    payoutWasNotPaid({
      ...by,
      invoiceId: deal.invoiceId,
      seenStoreId: storeId,
      next: below(2) === 0 ? 'pool' : 'cancel',
      dealId: newId(),
    }),
  ),
  onDeal((deal, storeId) => takePayout({ ...by, invoiceId: deal.invoiceId, seenStoreId: storeId, makerId: 1 })),
  onDeal((deal, storeId) =>
    provePayout({ ...by, invoiceId: deal.invoiceId, seenStoreId: storeId, attachment: receipt }),
  ),
  onDeal((deal, storeId, below) => decide(deal, storeId, below)),
  onDeal((deal, storeId, below) => decide(deal, storeId, below)),
  restart,
  arrive,
  arrive,
  resolve,
  topUp,
  withdraw,
  workOnWithdrawal,
];

function payin(below: Below): AnyCommand {
  const internalId = [null, 'a', 'b', 'c'][below(4)] ?? null;
  const option = [null, 'SBP'][below(2)] ?? null;
  const amount = sums[below(sums.length)] ?? '1000';
  return createPayin(
    payinRequest({ internalId, amount, startDeal: below(4) > 0, variant: { option, bank: option && 'sberbank' } }),
  );
}

function payout(below: Below): AnyCommand {
  const amount = sums[below(sums.length)] ?? '1000';
  return createPayout(payoutRequest({ internalId: [null, 'x', 'y'][below(3)] ?? null, amount }));
}

type DealRow = MemoryStore['deals'] extends Map<RowKey, infer Row> ? Row : never;

function newest<Row>(rows: Iterable<Row>, below: Below): Row | undefined {
  const all = [...rows];
  return all[Math.max(0, all.length - 1 - below(8))];
}

function onDeal(make: (deal: DealRow, storeId: number, below: Below) => AnyCommand | null) {
  return (below: Below, store: MemoryStore) => {
    const deal = newest(store.deals.values(), below);
    const storeId = store.invoices.get(deal?.invoiceId ?? '')?.storeId;
    return deal === undefined || storeId === undefined ? null : make(deal, storeId, below);
  };
}

function decide(deal: DealRow, seenStoreId: number, below: Below): AnyCommand {
  const decision = [
    { kind: 'accept', amount: null, next: 'pool' },
    { kind: 'accept', amount: '900.00', next: null },
    { kind: 'reject', result: 'UNKNOWN' },
    { kind: 'reject', result: 'UNKNOWN', verdict: 'paid' },
    { kind: 'reject', result: 'UNKNOWN', verdict: 'not_paid', next: 'pool' },
  ] as const;
  const chosen = decision[below(5)] ?? decision[0];
  return decideDispute({
    ...by,
    decisionId: newId(),
    nextDealId: newId(),
    invoiceId: deal.invoiceId,
    seenStoreId,
    decision: chosen,
  });
}

function restart(below: Below, store: MemoryStore): AnyCommand | null {
  const invoice = newest(store.invoices.values(), below);
  if (invoice === undefined) return null;
  const { id: invoiceId, storeId, askedSum, currency, namedOption, namedBank } = invoice;
  const seen = { storeId, askedSum, currency, named: { option: namedOption, bank: namedBank } };
  const variant = { option: [null, 'TO_CARD'][below(2)] ?? null, bank: null };
  return startDeal({ invoiceId, storeId: null, dealId: newId(), variant, seen });
}

function arrive(below: Below, store: MemoryStore, now: number): AnyCommand | null {
  const deal = newest(store.deals.values(), below);
  if (deal === undefined || deal.requisiteId === null) return null;
  const amount = formatAmount(below(3) === 0 ? deal.askedSum - 100n : deal.askedSum, 2);
  const reference = `bank-${deal.id}-${below(2)}`;
  return recordArrival({ ...by, id: newId(), requisiteId: deal.requisiteId, amount, arrivedAt: now, reference });
}

function resolve(below: Below, store: MemoryStore): AnyCommand | null {
  const arrival = store.arrivals.get(newest(store.heldArrivals.keys(), below) ?? '');
  const deal = store.deals.get(arrival?.dealId ?? '');
  const storeId = store.invoices.get(deal?.invoiceId ?? '')?.storeId;
  if (arrival === undefined) return null;
  if (deal === undefined || storeId === undefined || below(2) === 0) {
    return resolveArrival({
      ...by,
      arrivalId: arrival.id,
      answer: { kind: 'return', likely: store.likelyDeal(arrival) },
    });
  }
  const answer = { kind: 'match', dealId: deal.id, invoiceId: deal.invoiceId, storeId } as const;
  return resolveArrival({ ...by, arrivalId: arrival.id, answer });
}

/** Asks for one of a paid payin, or answers or takes back one that is there. */
function refund(below: Below, store: MemoryStore): AnyCommand | null {
  const known = store.tables.refunds.get(newest(store.tables.refunds.keys(), below) ?? '');
  if (known !== undefined && below(2) === 0) {
    const { id: refundId, invoiceId, storeId } = known;
    if (below(4) === 0) return cancelRefund({ ...by, refundId, invoiceId });
    const requisites = { requisites: '2200000000000004', holder: null };
    const variant = { option: 'TO_CARD', bank: 'sberbank' };
    return fillRefund({ refundId, invoiceId, storeId, payoutId: newId(), variant, requisites });
  }
  const paid = [...store.invoices.values()].filter(({ type, status }) => type === 'in' && status === 'paid');
  const invoice = newest(paid, below);
  if (invoice === undefined) return null;
  const amount = below(2) === 0 ? null : '300';
  return askRefund({ id: newId(), invoiceId: invoice.id, storeId: invoice.storeId, amount, reason: '' });
}

function topUp(below: Below): AnyCommand {
  const id = `0193f000-0000-7000-8000-0000000000${10 + below(5)}`;
  const owner = { kind: 'store', id: '1' } as const;
  return moveFunds({ ...by, kind: 'top_up', id, owner, availableId: 11, currency: 'USDT', amount: '5', askedAt: 0 });
}

function withdraw(below: Below, _store: MemoryStore, now: number): AnyCommand {
  return requestWithdrawal(withdrawalRequest({ code: below(3) === 0 ? wrongCodeAt(now) : codeAt(now) }));
}

function workOnWithdrawal(below: Below, store: MemoryStore): AnyCommand | null {
  const seen = store.withdrawals.get(newest(store.withdrawals.keys(), below) ?? '');
  if (seen === undefined) return null;
  const act = { ...by, withdrawalId: seen.id, seen };
  const facts = { ofDay: [{ storeId: seen.storeId, sum: seen.sum }], isAlone: false };
  const hash = 'ab'.repeat(32);
  const txId = [hash, `0x${hash.toUpperCase()}`, seen.id.replaceAll('-', '').repeat(2)][below(3)] ?? hash;
  const [approve, send, reject] = [
    () => approveWithdrawal({ ...act, userId: 1 + below(2), trustedSince: 0, ...facts }),
    () => sendWithdrawalAct({ ...act, txId, ...facts }),
    () => rejectWithdrawal({ ...act, isAgreed: below(2) === 0 }),
  ] as const;
  return below(2) === 0 ? approve() : below(2) === 0 ? send() : reject();
}
