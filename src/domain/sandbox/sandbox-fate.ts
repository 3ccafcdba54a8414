import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal } from '../invoices/deal.ts';
import type { DisputeReason } from '../invoices/deal-dispute.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { type FiatMinor, fiat } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * In the sandbox the kopecks of an amount choose what happens to the invoice, so that an integrator's tests need no payer and
 * no waiting. A fate begins when there are requisites to pay to, and goes on from what is stored:
 * every process finds the same next step at any time.
 *
 * The fates of a payin are below. A payout knows two of them: `01`, a maker takes and pays it; `05`, nobody does.
 */
export const payinFates = {
  '01': 'The payer pays at once: `paid`.',
  '02': 'The payer pays late: `expired` after two seconds, and `paid` a second later, when an operator has matched the money.',
  '03': 'The payer pays a tenth too little: `paid` with the sum that came.',
  '04': 'The payer pays twice: `paid`; the second transfer waits for an operator.',
  '05': 'Nobody pays: `expired` after two seconds.',
  '06': 'A receipt, but no money: appealed with `no_payment`, `dispute` after a second. An operator accepts it (`paid`), or rejects it as not paid.',
  '07': 'The payer pays a tenth too much: `paid` with the sum that came.',
  '08': 'A receipt, and the money a second later: `paid`.',
  '09': 'Paid, then disputed and corrected to a tenth less: `paid`, `dispute`, `paid`.',
} as const;
export type FateCode = keyof typeof payinFates;

/** What somebody does next. */
export type FateAct =
  /** Money comes; `pays` says that an operator lets it pay the deal when it does not match by itself. */
  | { readonly kind: 'arrival'; readonly ordinal: 1 | 2; readonly amount: FiatMinor; readonly pays: boolean }
  | { readonly kind: 'receipt' }
  | { readonly kind: 'expire' }
  | { readonly kind: 'dispute'; readonly reason: DisputeReason; readonly amount: FiatMinor | null }
  | { readonly kind: 'decide'; readonly amount: FiatMinor }
  | { readonly kind: 'take' }
  | { readonly kind: 'settle' };

/** `wait`: not yet. `over`: nothing more will happen by itself. */
type FateStep = FateAct | { readonly kind: 'wait' } | { readonly kind: 'over' };

export interface FateState {
  readonly invoice: Invoice;
  /** The newest. */
  readonly deal: Deal | null;
  /** What came for that deal. */
  readonly arrivals: readonly Arrival[];
}

/** Long enough for a test to see the state before. */
const pauseMs = 1_000;
const untilExpiryMs = 2_000;

const wait = { kind: 'wait' } as const;
const over = { kind: 'over' } as const;
const expire = { kind: 'expire' } as const;
const receipt = { kind: 'receipt' } as const;

/** Null for an ordinary amount. Only currencies with two fraction digits have kopecks. */
export function fateOf(amount: FiatMinor): FateCode | null {
  const code = String(amount % 100n).padStart(2, '0');
  return code in payinFates ? (code as FateCode) : null;
}

export function nextFateStep({ invoice, deal, arrivals }: FateState, now: Instant): FateStep {
  if (deal === null) return invoice.status === 'new' ? wait : over;
  // The deal keeps the amount asked for, whatever has come.
  const fate = fateOf(deal.askedSum);
  if (fate === null || invoice.status === 'canceled') return over;
  // Its requisites were given up; another deal may follow while the invoice is open.
  if (invoice.status === 'new' && (deal.status === 'canceled' || deal.status === 'expired')) return wait;
  return deal.type === 'in' ? payinStep(fate, deal, arrivals, now) : payoutStep(fate, deal, now);
}

function payinStep(fate: FateCode, deal: Deal, arrivals: readonly Arrival[], now: Instant): FateStep {
  const isRunning = deal.status === 'transfer_waiting' || deal.status === 'transfer_confirmed';
  switch (fate) {
    case '01':
      return isRunning ? pay(deal.askedSum) : over;
    case '02':
      return deal.status === 'expired' ? lateMoney(deal, now) : expireSoon(deal, now);
    case '03':
      return isRunning ? pay(lessATenth(deal.askedSum)) : over;
    case '04':
      return isRunning ? pay(deal.askedSum) : secondMoney(deal, arrivals, now);
    case '05':
      return expireSoon(deal, now);
    case '06':
      if (deal.status === 'transfer_waiting') return receipt;
      if (deal.status !== 'transfer_confirmed' || deal.dispute !== null) return over;
      return after(deal.confirmedAt, now, { kind: 'dispute', reason: 'no_payment', amount: null });
    case '07':
      return isRunning ? pay(fiat(deal.askedSum + deal.askedSum / 10n)) : over;
    case '08':
      if (deal.status === 'transfer_waiting') return receipt;
      return deal.status === 'transfer_confirmed' ? after(deal.confirmedAt, now, pay(deal.askedSum)) : over;
    case '09':
      return isRunning ? pay(deal.askedSum) : correction(deal, now);
  }
}

function payoutStep(fate: FateCode, deal: Deal, now: Instant): FateStep {
  if (fate === '05') return expireSoon(deal, now);
  if (fate !== '01') return over;
  switch (deal.status) {
    case 'new':
      return { kind: 'take' };
    case 'transfer_waiting':
      return receipt;
    case 'transfer_confirmed':
      return { kind: 'settle' };
    case 'completed':
    case 'canceled':
    case 'expired':
    case 'dispute':
      return over;
  }
}

function expireSoon(deal: Deal, now: Instant): FateStep {
  const canExpire = deal.status === (deal.type === 'in' ? 'transfer_waiting' : 'new');
  if (!canExpire) return over;
  return now >= deal.startedAt + untilExpiryMs ? expire : wait;
}

function lateMoney(deal: Deal, now: Instant): FateStep {
  return isStillItsMoney(deal, now) ? after(deal.endedAt, now, pay(deal.askedSum)) : over;
}

function secondMoney(deal: Deal, arrivals: readonly Arrival[], now: Instant): FateStep {
  if (deal.status !== 'completed' || arrivals.length > 1 || !isStillItsMoney(deal, now)) return over;
  return { kind: 'arrival', ordinal: 2, amount: deal.askedSum, pays: false };
}

/** Once the pair has rested, the same sum at the same place would be somebody else's. */
function isStillItsMoney(deal: Deal, now: Instant): boolean {
  return deal.restsUntil !== null && now < deal.restsUntil;
}

function correction(deal: Deal, now: Instant): FateStep {
  const amount = lessATenth(deal.askedSum);
  if (deal.status === 'completed' && deal.dispute === null) {
    return after(deal.endedAt, now, { kind: 'dispute', reason: 'invalid_sum', amount });
  }
  if (deal.status !== 'dispute' || deal.dispute === null) return over;
  return after(deal.dispute.openedAt, now, { kind: 'decide', amount });
}

function pay(amount: FiatMinor): FateAct {
  return { kind: 'arrival', ordinal: 1, amount, pays: true };
}

function after(instant: Instant | null, now: Instant, act: FateAct): FateStep {
  return instant === null || now >= instant + pauseMs ? act : wait;
}

function lessATenth(amount: FiatMinor): FiatMinor {
  return fiat(amount - amount / 10n);
}
