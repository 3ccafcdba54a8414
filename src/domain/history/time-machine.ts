import type { Arrival } from '../arrivals/arrival.ts';
import type { Deal } from '../invoices/deal.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { nothingReceived, sumsWithParts } from '../invoices/lifecycle.ts';
import { fiat } from '../money/money.ts';
import type { Refund } from '../refunds/refund.ts';
import type { Instant } from '../text/timestamp.ts';
import { type DealField, dealAt, keptAt, type StoredLife, settledAt } from './past-deal.ts';

/**
 * An invoice and its deals as they were at any instant, from what is stored: the rows of today, and what was written down with each
 * change. A notification has the whole invoice and its deal, so each change of the status is known exactly; in between, transfers,
 * the times of deals, and the audit log say what happened. What nobody has written down is named.
 */
export interface PastLife {
  readonly invoice: Invoice;
  readonly deals: readonly Deal[];
  /** Fields that are as they are today, because nobody has written down what they were. */
  readonly ofToday: readonly PastField[];
}

type InvoiceField = 'expireAt' | 'feeSum' | 'payoutSum';
type PastField = `deals.${DealField}` | InvoiceField;

interface PastInvoice {
  readonly invoice: Invoice;
  readonly ofToday: readonly InvoiceField[];
}

interface Step {
  readonly at: Instant;
  readonly change: (before: PastInvoice) => PastInvoice;
}

/** Null: there was no such invoice yet. */
export function lifeAt(life: StoredLife, at: Instant): PastLife | null {
  if (life.invoice.createdAt > at) return null;
  const deals = life.deals.flatMap((deal) => dealAt(life, deal, at) ?? []);
  const { invoice, ofToday } = stepsOf(life)
    .filter((step) => step.at <= at)
    .reduce((before, step) => step.change(before), beginningOf(life));
  const ofDeals = deals.flatMap((past) => past.ofToday.map((field) => `deals.${field}` as const));
  return { invoice, deals: deals.map(({ deal }) => deal), ofToday: [...new Set([...ofDeals, ...ofToday])] };
}

function beginningOf(life: StoredLife): PastInvoice {
  const { invoice, deals, snapshots } = life;
  const isPayin = invoice.type === 'in';
  const first: Invoice = {
    ...invoice,
    ...nothingReceived,
    status: 'new',
    ...(isPayin ? { paymentOption: invoice.namedOption, bank: invoice.namedBank } : {}),
    shownSum: invoice.askedSum,
    isSumChanged: false,
    partSum: null,
    fromExcess: null,
    sumReason: null,
    updatedAt: invoice.createdAt,
    sequence: 0,
    dealCount: isPayin ? 0 : 1,
    disputedFrom: null,
  };
  // A payout's first deal has the time of its invoice.
  const ofDeal = isPayin ? undefined : deals.find(({ ordinal }) => ordinal === 1)?.deadlineAt;
  const parts = deals.flatMap((deal) => partAt(life, deal) ?? []);
  const wasLonger = isPayin && parts.length > 0;
  const told = snapshots.find(({ at }) => parts.every((partCameAt) => partCameAt > at));
  const expireAt = ofDeal ?? told?.invoice.expireAt;
  const ofToday = expireAt === undefined && wasLonger ? (['expireAt'] as const) : [];
  return { invoice: { ...first, expireAt: expireAt ?? invoice.expireAt }, ofToday };
}

/** In the order of time; of one instant what a notification says comes last: it was written at the end of the act. */
function stepsOf(life: StoredLife): Step[] {
  return [
    ...life.deals.flatMap((deal) => [
      ...startedSteps(deal),
      ...confirmedSteps(life, deal),
      ...rejectedSteps(life, deal),
      ...partSteps(life, deal),
      ...keptSteps(life, deal),
    ]),
    ...life.snapshots.map(({ at, invoice }): Step => ({ at, change: () => ({ invoice, ofToday: [] }) })),
  ].sort((left, right) => left.at - right.at);
}

function changed({ invoice, ofToday }: PastInvoice, change: Partial<Invoice>): PastInvoice {
  const after = { ...invoice, ...change };
  return { invoice: { ...after, shownSum: after.receivedSum ?? after.askedSum }, ofToday };
}

/** With other sums than before, of which some may be guessed from today. */
function withSums(before: PastInvoice, change: Partial<Invoice>, guessed: readonly InvoiceField[]): PastInvoice {
  const { invoice, ofToday } = changed(before, change);
  return { invoice, ofToday: [...ofToday.filter((field) => field === 'expireAt'), ...guessed] };
}

function startedSteps(deal: Deal): Step[] {
  const { startedAt: at, ordinal: dealCount } = deal;
  if (deal.type === 'in') {
    const change = (before: PastInvoice) =>
      changed(before, {
        paymentOption: before.invoice.namedOption ?? deal.paymentOption,
        bank: before.invoice.namedBank ?? deal.bank,
        dealCount,
        updatedAt: at,
      });
    return [{ at, change }];
  }
  // A payout that was not paid goes back into the pool, with its whole time anew.
  const again = { ...nothingReceived, dealCount, expireAt: deal.deadlineAt, updatedAt: at };
  return dealCount === 1 ? [] : [{ at, change: (before) => withSums(before, again, []) }];
}

function confirmedSteps(life: StoredLife, deal: Deal): Step[] {
  const { confirmedAt: at } = deal;
  const then = at === null ? null : dealAt(life, deal, at);
  if (at === null || then?.deal.status !== 'transfer_confirmed') return [];
  const deals = life.deals.flatMap((one) => dealAt(life, one, at)?.deal ?? []);
  const sums = sumsWithParts({ invoice: life.invoice, deals }, then.deal);
  const guessed: readonly InvoiceField[] = then.ofToday.includes('feeSum') ? ['feeSum', 'payoutSum'] : [];
  return [{ at, change: (before) => withSums(before, { ...sums, updatedAt: at }, guessed) }];
}

/** A receipt was there, and no money: nothing was received. */
function rejectedSteps({ transfers, audit }: StoredLife, deal: Deal): Step[] {
  const released = transfers.find(({ kind, subjectId }) => kind === 'payin_release' && subjectId === deal.id)?.at;
  const at =
    released ??
    audit.find(({ action, details }) => action === 'reject-transfer' && details?.['dealId'] === deal.id)?.at;
  if (at === undefined || deal.confirmedAt === null || deal.confirmedAt >= at) return [];
  return [{ at, change: (before) => withSums(before, { ...nothingReceived, updatedAt: at }, []) }];
}

/** A part came, and the invoice stays open for the rest: the only money that is not told. */
function partSteps(life: StoredLife, deal: Deal): Step[] {
  const at = partAt(life, deal);
  const part = at === null ? null : dealAt(life, deal, at);
  if (at === null || part === null) return [];
  const isLast = !life.deals.some((other) => other.ordinal > deal.ordinal && partAt(life, other) !== null);
  return [
    {
      at,
      change: (before) => {
        const partSum = fiat((before.invoice.partSum ?? 0n) + (part.deal.receivedSum ?? part.deal.askedSum));
        const { expireAt } = isLast ? life.invoice : before.invoice;
        const after = changed(before, { ...nothingReceived, partSum, expireAt, updatedAt: at });
        return { ...after, ofToday: isLast ? [] : ['expireAt'] };
      },
    },
  ];
}

/** The invoice is paid with all that came, from then on. */
function keptSteps(life: StoredLife, deal: Deal): Step[] {
  const at = keptAt(life, deal);
  const then = at === null ? null : dealAt(life, deal, at);
  if (at === null || then === null) return [];
  const deals = life.deals.flatMap((one) => dealAt(life, one, at)?.deal ?? []);
  const sums = sumsWithParts({ invoice: life.invoice, deals }, then.deal);
  return [{ at, change: (before) => withSums(before, { ...sums, isSumChanged: true, updatedAt: at }, []) }];
}

/** When it was completed, if no notification of that instant says that the invoice was paid; null: it was no part. */
function partAt(life: Pick<StoredLife, 'snapshots' | 'transfers'>, deal: Deal): Instant | null {
  const at = deal.type === 'in' ? settledAt(life, deal) : null;
  return at === null || life.snapshots.some((told) => told.at === at) ? null : at;
}

/** Null: it had not come. What waits for a person is decided once, and until then it is held. */
export function arrivalAt(arrival: Arrival, at: Instant): Arrival | null {
  if (arrival.createdAt > at) return null;
  return isDecidedAfter(arrival, at) ? { ...arrival, status: 'held', resolvedAt: null } : arrival;
}

/** Who matches it says which deal it pays; which one it was thought to belong to before is not written down. */
export function isDealOfToday(arrival: Arrival, at: Instant): boolean {
  return isDecidedAfter(arrival, at) && arrival.status === 'matched';
}

function isDecidedAfter({ resolvedAt }: Arrival, at: Instant): boolean {
  return resolvedAt !== null && resolvedAt > at;
}

/** Null: nobody had asked for it. Its payout is made when the payer says where the money goes. */
export function refundAt(refund: Refund, payout: Pick<Invoice, 'createdAt'> | undefined, at: Instant): Refund | null {
  if (refund.createdAt > at) return null;
  return {
    ...refund,
    payoutId: payout !== undefined && payout.createdAt <= at ? refund.payoutId : null,
    canceledAt: refund.canceledAt !== null && refund.canceledAt <= at ? refund.canceledAt : null,
  };
}
