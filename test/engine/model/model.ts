import {
  allocate,
  become,
  endDeal,
  expireDue,
  leaveRequisite,
  type ModelInvoice,
  makerOf,
  present,
  restOn,
  runningDeal,
  type State,
  storeOf,
  type Wish,
} from './state.ts';
import { costOfPayout, withdrawalFee } from './world.ts';

/**
 * What the service should be, told simply: one state, one function per act, no batches, no locks. It shares no rule with
 * the service. Where the service is free to choose (which of the free requisites a payer gets) the model looks at the
 * answer and says whether that choice was allowed.
 */
export type Action =
  | { kind: 'payin'; id: string; store: number; amount: bigint; internalId: string | null; start: boolean; wish: Wish }
  | { kind: 'payout'; id: string; store: number; amount: bigint; internalId: string | null }
  | { kind: 'start'; invoiceId: string; dealId: string; wish: Wish; seen: Wish }
  | { kind: 'confirm'; invoiceId: string; receipt: number }
  | { kind: 'cancel' | 'expire'; invoiceId: string }
  | { kind: 'dispute'; invoiceId: string; receipt: number | null }
  | { kind: 'settle' | 'reject'; invoiceId: string; dealId: string }
  | { kind: 'withdraw'; id: string; store: number; amount: bigint; step: number | null };

/** What the caller was told. */
export type Outcome =
  | { readonly refused: string }
  | {
      readonly invoiceId: string;
      readonly status: string;
      readonly dealId: string | null;
      readonly requisiteId: number | null;
    }
  | { readonly said: unknown };

class Refused extends Error {
  readonly code: string;
  /** A wrong code is counted although it is refused. */
  readonly kept: State | null;

  constructor(code: string, kept: State | null = null) {
    super(code);
    this.code = code;
    this.kept = kept;
  }
}

/** The state after the act, or null when the act could not have had this outcome in this state. */
export function after(before: State, action: Action, outcome: Outcome): State | null {
  const state = structuredClone(before);
  try {
    const expected = act({ before, state, outcome }, action);
    return expected !== null && same(expected, outcome) ? state : null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return 'refused' in outcome && outcome.refused === error.code ? (error.kept ?? before) : null;
  }
}

interface Moment {
  readonly before: State;
  readonly state: State;
  readonly outcome: Outcome;
}

function act(moment: Moment, action: Action): Outcome | null {
  switch (action.kind) {
    case 'payin':
      return createPayin(moment, action);
    case 'payout':
      return createPayout(moment, action);
    case 'start':
      return startDeal(moment, action);
    case 'confirm':
      return confirm(moment, action);
    case 'cancel':
      return cancel(moment, action.invoiceId);
    case 'expire':
      return { said: expireDue(moment.state, invoiceOf(moment, action.invoiceId)) };
    case 'dispute':
      return dispute(moment, action);
    case 'settle':
      return settle(moment, action);
    case 'reject':
      return reject(moment, action);
    case 'withdraw':
      return withdraw(moment, action);
  }
}

/** What a repeat gets first. */
const ranks = ['paid', 'dispute', 'new'];

function createPayin(moment: Moment, action: Extract<Action, { kind: 'payin' }>): Outcome | null {
  const { state } = moment;
  const earlier = [...state.invoices.values()].filter(
    (one) =>
      one.type === 'in' &&
      action.internalId !== null &&
      one.internalId === action.internalId &&
      one.store === action.store &&
      one.amount === action.amount,
  );
  const answers = (one: (typeof earlier)[number]) => {
    const isFresh = one.status !== 'paid' || state.now < one.paidAt + 24 * 60 * 60_000;
    return isFresh && ranks.includes(one.status);
  };
  const standing = earlier.filter(answers);
  standing.sort(
    (left, right) =>
      ranks.indexOf(left.status) - ranks.indexOf(right.status) ||
      right.createdAt - left.createdAt ||
      (left.id < right.id ? 1 : -1),
  );
  // One whose time is up is only written down when it is come to: behind a better one nobody looks at it.
  for (const one of standing) {
    expireDue(state, one);
    if (answers(one)) return told(one);
  }
  const invoice = newInvoice(moment, action, 'in', 60 * 60_000);
  invoice.named = action.wish;
  if (action.start && !allocate(moment, invoice, { dealId: action.id, wish: action.wish, ...chosen(moment) }))
    return null;
  return told(invoice);
}

function createPayout(moment: Moment, action: Extract<Action, { kind: 'payout' }>): Outcome | null {
  const { state } = moment;
  const earlier = [...state.invoices.values()].find(
    (one) =>
      one.type === 'out' &&
      action.internalId !== null &&
      one.internalId === action.internalId &&
      one.store === action.store,
  );
  if (earlier !== undefined) {
    if (earlier.amount !== action.amount) throw new Refused('internal_id_reused');
    expireDue(state, earlier);
    return told(earlier);
  }
  const { makerSum, feeSum } = costOfPayout(action.amount);
  const store = storeOf(state, action.store);
  if (store.available < makerSum + feeSum) throw new Refused('insufficient_funds');
  const invoice = newInvoice(moment, action, 'out', 24 * 60 * 60_000);
  store.available -= makerSum + feeSum;
  store.frozen += makerSum + feeSum;
  invoice.deals.push({
    id: action.id,
    status: 'new',
    requisite: null,
    makerSum,
    feeSum,
    deadline: invoice.expireAt,
    receipts: [],
    proof: null,
  });
  return told(invoice);
}

function startDeal(moment: Moment, action: Extract<Action, { kind: 'start' }>): Outcome | null {
  const invoice = invoiceOf(moment, action.invoiceId);
  const { wish } = action;
  if (invoice.type === 'out') throw new Refused('payout_not_allowed');
  expireDue(moment.state, invoice);
  if (invoice.status !== 'new') throw new Refused('invoice_not_active');
  const current = runningDeal(invoice);
  const isSame =
    (wish.option ?? current?.requisite?.option) === current?.requisite?.option &&
    (wish.bank ?? current?.requisite?.bank) === current?.requisite?.bank;
  if (current !== undefined && isSame) return told(invoice);
  if (current?.status === 'transfer_confirmed') throw new Refused('transfer_already_confirmed');
  if (current !== undefined) endDeal(moment.state, invoice, current, 'canceled');
  const names = wish.option !== null || wish.bank !== null;
  if (names) invoice.named = wish;
  const dealId = invoice.deals.length === 0 ? invoice.id : action.dealId;
  return allocate(moment, invoice, { dealId, wish: names ? wish : action.seen, ...chosen(moment) })
    ? told(invoice)
    : null;
}

function confirm(moment: Moment, action: Extract<Action, { kind: 'confirm' }>): Outcome {
  const invoice = invoiceOf(moment, action.invoiceId);
  if (invoice.type === 'out') throw new Refused('payout_not_allowed');
  expireDue(moment.state, invoice);
  if (invoice.status !== 'new') throw new Refused('invoice_not_active');
  const deal = runningDeal(invoice);
  if (deal === undefined) throw new Refused('deal_not_active');
  if (!deal.receipts.includes(action.receipt)) deal.receipts.push(action.receipt);
  deal.status = 'transfer_confirmed';
  return told(invoice);
}

function cancel(moment: Moment, invoiceId: string): Outcome {
  const invoice = invoiceOf(moment, invoiceId);
  expireDue(moment.state, invoice);
  if (invoice.status !== 'new') throw new Refused('invoice_not_active');
  const deal = runningDeal(invoice);
  if (deal?.status === 'transfer_confirmed') throw new Refused('transfer_already_confirmed');
  if (deal !== undefined) endDeal(moment.state, invoice, deal, 'canceled');
  become(invoice, 'canceled');
  return told(invoice);
}

function dispute(moment: Moment, { invoiceId, receipt }: Extract<Action, { kind: 'dispute' }>): Outcome {
  const invoice = invoiceOf(moment, invoiceId);
  expireDue(moment.state, invoice);
  const argued = invoice.deals.find(({ status }) => status === 'dispute');
  if (argued !== undefined) {
    const isKnown = receipt === null || receipt === argued.proof || argued.receipts.includes(receipt);
    if (!isKnown) argued.receipts.push(receipt);
    return told(invoice);
  }
  const newestFirst = invoice.deals.toReversed();
  const deal = newestFirst.find(({ status }) => status !== 'canceled' && status !== 'expired') ?? newestFirst[0];
  if (deal === undefined) throw new Refused('dispute_without_deal');
  restOn(moment.state, invoice, deal);
  deal.status = 'dispute';
  deal.proof = receipt;
  become(invoice, 'dispute');
  return told(invoice);
}

function settle(moment: Moment, action: { invoiceId: string; dealId: string }): Outcome {
  const { state } = moment;
  const invoice = invoiceOf(moment, action.invoiceId);
  expireDue(state, invoice);
  const deal = invoice.deals.find(({ id }) => id === action.dealId);
  if (deal === undefined) throw new Refused('not_found');
  if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') throw new Refused('deal_settled');
  if (deal.requisite === null) throw new Error('only a payin runs in this model');
  makerOf(state, deal.requisite.maker).held -= deal.makerSum;
  storeOf(state, invoice.store).available += deal.makerSum - deal.feeSum;
  state.fees += deal.feeSum;
  leaveRequisite(state, invoice, deal);
  deal.status = 'completed';
  become(invoice, 'paid');
  invoice.paidAt = state.now;
  return told(invoice);
}

function reject(moment: Moment, action: { invoiceId: string; dealId: string }): Outcome {
  const { state } = moment;
  const invoice = invoiceOf(moment, action.invoiceId);
  expireDue(state, invoice);
  const deal = invoice.deals.find(({ id }) => id === action.dealId);
  if (deal === undefined) throw new Refused('not_found');
  if (invoice.type === 'out') throw new Refused('payout_not_allowed');
  if (deal.status !== 'transfer_confirmed') throw new Refused('transfer_not_confirmed');
  endDeal(state, invoice, deal, 'canceled');
  expireDue(state, invoice);
  return told(invoice);
}

function withdraw({ state, before }: Moment, action: Extract<Action, { kind: 'withdraw' }>): Outcome {
  const { factor } = state;
  const fee = withdrawalFee;
  if (before.now < factor.lockedUntil) throw new Refused('two_factor_locked');
  const current = Math.floor(before.now / 30_000);
  const isKnown = action.step !== null && Math.abs(action.step - current) <= 1;
  if (action.step === null || !isKnown) {
    factor.failures = (factor.lockedUntil === 0 ? factor.failures : 0) + 1;
    factor.lockedUntil = factor.failures >= 5 ? before.now + 15 * 60_000 : 0;
    throw new Refused('two_factor_wrong', state);
  }
  if (action.step <= factor.lastStep) throw new Refused('two_factor_wrong');
  const store = storeOf(state, action.store);
  if (store.available < action.amount + fee) throw new Refused('insufficient_funds');
  store.available -= action.amount + fee;
  store.frozen += action.amount + fee;
  state.factor = { lastStep: action.step, failures: 0, lockedUntil: 0 };
  state.withdrawals += 1;
  return { said: 2 };
}

function newInvoice(
  { state }: Moment,
  action: { id: string; store: number; amount: bigint; internalId: string | null },
  type: 'in' | 'out',
  lifetimeMs: number,
): ModelInvoice {
  const invoice: ModelInvoice = {
    id: action.id,
    store: action.store,
    type,
    status: 'new',
    amount: action.amount,
    internalId: action.internalId,
    named: { option: null, bank: null },
    createdAt: state.now,
    expireAt: state.now + lifetimeMs,
    paidAt: 0,
    notified: 0,
    deals: [],
  };
  state.invoices.set(invoice.id, invoice);
  return invoice;
}

function told(invoice: ModelInvoice): Outcome {
  const deal = runningDeal(invoice);
  return {
    invoiceId: invoice.id,
    status: invoice.status,
    dealId: deal?.id ?? null,
    requisiteId: deal?.requisite?.id ?? null,
  };
}

function same(left: Outcome, right: Outcome): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Which of the free requisites the payer was given; a refusal gives none. */
function chosen({ outcome }: Moment): { requisiteId: number | null } {
  return { requisiteId: 'requisiteId' in outcome ? outcome.requisiteId : null };
}

function invoiceOf({ state }: Moment, id: string): ModelInvoice {
  return present(state.invoices.get(id));
}
