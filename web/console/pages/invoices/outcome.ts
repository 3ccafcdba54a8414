import type { DisputeFact, InvoiceLife, MoneyDTO, OperatorDeal } from '../../api/schema.ts';
import type { StatusTone } from '../../ui/values.tsx';
import { isByReceipt, isTakenBack } from './deal-story.ts';

/**
 * Why an invoice is where it is, in one word that both languages have sentences for: what happened, and what to do next. It is
 * found from what the invoice's life says, never from the clock of this machine.
 */
export const outcomeTones = {
  /** A payin that nobody has begun to pay. */
  payinOpen: 'wait',
  /** Requisites were given out; the transfer is awaited. */
  payinAwaited: 'wait',
  /** The requisites were for a time that is over; the payer may ask for others. */
  payinLapsed: 'wait',
  /** A part has come; the payer may send the rest. */
  payinPart: 'wait',
  /** Somebody says by a receipt that it was paid. */
  payinChecked: 'wait',
  /** The same, for longer than that should take. */
  payinOverdue: 'bad',
  /** A receipt was looked at, and the money was not there; the invoice is still open. */
  payinRefused: 'bad',
  /** It counted as paid, until the money was looked for and not found; the invoice is open again. */
  payinTakenBack: 'bad',
  payinPaid: 'ok',
  /** The money came, but more or less of it. */
  payinPaidOtherSum: 'ok',
  /** More came than was asked for, and the rest is kept apart until somebody decides. */
  payinPaidOver: 'wait',
  /** It was paid after all: a claim was right. */
  payinPaidByClaim: 'ok',
  disputeOpen: 'wait',
  /** The payer left before choosing how to pay, or nothing was free. */
  payinExpiredUnbegun: 'off',
  /** A part came, and the rest did not. */
  payinExpiredPart: 'bad',
  /** Requisites were given out, and no transfer was made. */
  payinExpiredUnpaid: 'off',
  /** A receipt was uploaded, but no money came. */
  payinEndedRefused: 'bad',
  /** It counted as paid, until the money was looked for and not found. */
  payinEndedTakenBack: 'bad',
  /** Somebody claimed to have paid, and that was not so. */
  payinEndedClaimRejected: 'bad',
  payinCanceled: 'off',
  payoutOpen: 'wait',
  payoutTaken: 'wait',
  payoutSent: 'wait',
  /** Somebody objected to the proof: no time makes it paid. */
  payoutObjected: 'bad',
  payoutPaid: 'ok',
  payoutCanceled: 'off',
  payoutExpired: 'off',
} as const satisfies Readonly<Record<string, StatusTone>>;
export type OutcomeKind = keyof typeof outcomeTones;

interface Outcome {
  readonly kind: OutcomeKind;
  /** What came, where that is not what was asked for. */
  readonly received: MoneyDTO | null;
  /** Until when the next step has time. */
  readonly until: string | null;
  /** Why it is disputed: a code. */
  readonly reason: string | null;
  /** The shop does not know it: how its server answered the last message. */
  readonly untold: { readonly outcome: string; readonly status: number | null } | null;
}

export function outcomeOf(life: InvoiceLife): Outcome {
  const deal = life.deals.at(-1) ?? null;
  const disputed = life.deals.find(({ status }) => status === 'dispute') ?? null;
  const kind =
    life.status === 'dispute' ? 'disputeOpen' : life.type === 'in' ? payinKind(life, deal) : payoutKind(life, deal);
  return {
    kind,
    received: receivedOf(kind, life),
    until: untilWhen(kind, life, disputed ?? deal),
    reason: disputed?.dispute?.reason ?? null,
    untold: untoldOf(life),
  };
}

function receivedOf(kind: OutcomeKind, life: InvoiceLife): MoneyDTO | null {
  if (kind === 'payinPaidOver') return life.excess?.came ?? null;
  return kind === 'payinPaidOtherSum' ? life.receivedSumFromTaker : life.partSum;
}

function payinKind(life: InvoiceLife, deal: OperatorDeal | null): OutcomeKind {
  switch (life.status) {
    case 'paid':
      return paidKind(life);
    case 'canceled':
    case 'expired':
      if (life.partSum !== null) return 'payinExpiredPart';
      if (lastDecision(life)?.kind === 'rejected') return 'payinEndedClaimRejected';
      if (deal !== null && isTakenBack(deal)) return 'payinEndedTakenBack';
      if (deal !== null && isByReceipt(deal)) return 'payinEndedRefused';
      if (life.status === 'canceled') return 'payinCanceled';
      return deal === null ? 'payinExpiredUnbegun' : 'payinExpiredUnpaid';
    default:
      if (life.partSum !== null && deal?.isActive !== true) return 'payinPart';
      return openPayinKind(deal);
  }
}

function paidKind(life: InvoiceLife): OutcomeKind {
  if (life.excess?.status === 'held') return 'payinPaidOver';
  if (life.receivedSumFromTaker !== null && life.receivedSumFromTaker.amount !== life.askedSum.amount)
    return 'payinPaidOtherSum';
  return isPaidByClaim(life) ? 'payinPaidByClaim' : 'payinPaid';
}

function openPayinKind(deal: OperatorDeal | null): OutcomeKind {
  if (deal === null) return 'payinOpen';
  if (deal.status === 'transfer_confirmed') return deal.overdue === null ? 'payinChecked' : 'payinOverdue';
  if (deal.isActive) return 'payinAwaited';
  if (isTakenBack(deal)) return 'payinTakenBack';
  return isByReceipt(deal) ? 'payinRefused' : 'payinLapsed';
}

function payoutKind(life: InvoiceLife, deal: OperatorDeal | null): OutcomeKind {
  switch (life.status) {
    case 'paid':
      return 'payoutPaid';
    case 'canceled':
      return 'payoutCanceled';
    case 'expired':
      return 'payoutExpired';
    default:
      if (deal?.status === 'transfer_confirmed') return deal.objectedAt === null ? 'payoutSent' : 'payoutObjected';
      return deal?.status === 'transfer_waiting' ? 'payoutTaken' : 'payoutOpen';
  }
}

/** A claim that took a payment back was accepted too: what came afterwards has paid by itself. */
function isPaidByClaim(life: InvoiceLife): boolean {
  const decision = lastDecision(life);
  if (decision?.kind !== 'accepted') return false;
  return life.deals.some(({ id, status }) => id === decision.dealId && status === 'completed');
}

function lastDecision({ disputeFacts }: InvoiceLife): DisputeFact | undefined {
  return disputeFacts.filter(({ kind }) => kind === 'accepted' || kind === 'rejected').at(-1);
}

function untilWhen(kind: OutcomeKind, life: InvoiceLife, deal: OperatorDeal | null): string | null {
  switch (kind) {
    case 'payinOpen':
    case 'payinPart':
    case 'payinLapsed':
    case 'payinRefused':
    case 'payinTakenBack':
    case 'payoutOpen':
      return life.expireAt;
    case 'payinAwaited':
    case 'payoutTaken':
      return deal?.deadlineAt ?? null;
    case 'payoutSent':
      return deal?.creditAt ?? null;
    case 'disputeOpen':
      return deal?.dispute?.deadlineAt ?? null;
    default:
      return null;
  }
}

/** The newest message was tried and never taken. */
function untoldOf({ notifications }: InvoiceLife): Outcome['untold'] {
  const newest = notifications.reduce<InvoiceLife['notifications'][number] | null>(
    (found, one) => (found === null || one.sequence > found.sequence ? one : found),
    null,
  );
  const last = newest?.attempts.at(-1);
  if (newest === null || last === undefined) return null;
  if (newest.attempts.some(({ outcome }) => outcome === 'delivered')) return null;
  return { outcome: last.outcome, status: last.status };
}
