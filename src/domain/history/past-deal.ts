import { type Deal, type DealDispute, type DealStatus, type PayoutDeal, standingOf } from '../invoices/deal.ts';
import type { DisputeAnswer, DisputeFact, DisputeResult } from '../invoices/deal-dispute.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { untaken } from '../invoices/repeated-deal.ts';
import { takingEnded } from '../invoices/taking.ts';
import type { TransferKind } from '../ledger/ledger.ts';
import { type SettlementMinor, settlement } from '../money/money.ts';
import type { Instant } from '../text/timestamp.ts';

/** What is stored of an invoice's life: the rows of today, and what was written down with each change. */
export interface StoredLife {
  readonly invoice: Invoice;
  readonly deals: readonly Deal[];
  /** Each change of the status, with the invoice and its deal as they were then. */
  readonly snapshots: readonly { readonly at: Instant; readonly invoice: Invoice; readonly deal: Deal | null }[];
  readonly transfers: readonly {
    readonly kind: TransferKind;
    readonly subjectId: string;
    readonly at: Instant;
    readonly amount: bigint;
  }[];
  readonly disputeFacts: readonly DisputeFact[];
  readonly audit: readonly {
    readonly at: Instant;
    readonly action: string;
    readonly details: Readonly<Record<string, unknown>> | null;
  }[];
}

/** A deal as it was, with the fields that nobody has written down: these are as they are today. */
interface PastDeal {
  readonly deal: Deal;
  readonly ofToday: readonly DealField[];
}

export type DealField = 'makerId' | 'rate' | 'feeSum' | 'rewardSum';

interface Step {
  readonly at: Instant;
  readonly change: (before: PastDeal) => PastDeal;
}

const known = (deal: Deal): PastDeal => ({ deal, ofToday: [] });

/** Null: it had not begun. */
export function dealAt(life: StoredLife, deal: Deal, at: Instant): PastDeal | null {
  if (deal.startedAt > at) return null;
  const past = stepsOf(life, deal)
    .filter((step) => step.at <= at)
    .reduce((before, step) => step.change(before), beginningOf(life, deal));
  // Receipts are only ever added, each with its time.
  const attachments = deal.attachments.filter(({ addedAt }) => addedAt <= at);
  return { ...past, deal: { ...past.deal, attachments } };
}

/**
 * A deal at its start. The hold says what was owed for it then; where another sum came since, the fee of then is known only from a
 * notification that was written before.
 */
function beginningOf(life: StoredLife, deal: Deal): PastDeal {
  const { snapshots, transfers } = life;
  const none = { confirmedAt: null, endedAt: null, attachments: [], dispute: null, receivedSum: null };
  if (deal.type === 'out')
    return known({ ...deal, ...none, ...untaken, takings: earlierTakings(life, deal), status: 'new' });
  const first: Deal = { ...deal, ...none, status: 'transfer_waiting' };
  const held = transfers.find(({ kind, subjectId }) => kind === 'payin_hold' && subjectId === deal.id)?.amount;
  if (held === undefined || (held === deal.makerSum && deal.receivedSum === null)) return known(first);
  const told = snapshots.find((one) => one.deal?.id === deal.id && one.deal.makerSum === held)?.deal;
  const makerSum: SettlementMinor = settlement(held);
  if (told == null) return { deal: { ...first, makerSum }, ofToday: ['rate', 'feeSum', 'rewardSum'] };
  const { rate, feeSum, rewardSum } = told;
  return known({ ...first, makerSum, rate, feeSum, rewardSum });
}

/** A payout that goes back into the pool has those of the deal before it, and its own after them. */
function earlierTakings({ deals }: StoredLife, { ordinal, takings }: Deal): Deal['takings'] {
  const count = deals.find((before) => before.ordinal === ordinal - 1)?.takings?.length ?? 0;
  return count === 0 ? null : (takings?.slice(0, count) ?? null);
}

/** With the next one of those that are written down today: nobody had given it back then. */
function nextTaken(before: Deal, { takings: ofToday }: Deal): Pick<Deal, 'takings'> {
  const taking = ofToday?.[before.takings?.length ?? 0];
  return { takings: taking === undefined ? before.takings : [...(before.takings ?? []), { ...taking, endedAt: null }] };
}

/** In the order of time; of one instant what a notification says comes last: it was written at the end of the act. */
function stepsOf(life: StoredLife, deal: Deal): Step[] {
  const told = life.snapshots.flatMap((one): Step[] => {
    const { deal: shown } = one;
    return shown?.id === deal.id ? [{ at: one.at, change: () => known(shown) }] : [];
  });
  return [
    ...takenSteps(life, deal),
    ...confirmedSteps(deal),
    ...releasedSteps(life, deal),
    ...settledSteps(life, deal),
    ...keptSteps(life, deal),
    ...answeredSteps(life, deal),
    ...decidedSteps(life, deal),
    ...told,
  ].sort((left, right) => left.at - right.at);
}

/** Who had a payout and gave it back is in no line of the log by number: only the last one stands in the deal. */
function takenSteps(life: StoredLife, deal: Deal): Step[] {
  const { audit } = life;
  const ofDeal = audit.filter(({ details }) => details?.['dealId'] === deal.id);
  const taken = ofDeal.filter(({ action }) => action === 'take-payout');
  const { makerId, rewardBps, rewardSum } = deal;
  const isKept = deal.type === 'out' && makerId !== null;
  // The first ones may be of an earlier release, which did not write down until when.
  const own = (deal.takings?.length ?? 0) - (earlierTakings(life, deal)?.length ?? 0);
  return [
    ...taken.map(({ at }, index): Step => {
      const isLast = isKept && index === taken.length - 1;
      return {
        at,
        change: ({ deal: before }) => ({
          deal: {
            ...before,
            status: 'transfer_waiting',
            ...(index < taken.length - own ? {} : nextTaken(before, deal)),
            ...(isLast ? { makerId, rewardBps, rewardSum } : {}),
          } as Deal,
          ofToday: isLast ? [] : ['makerId', 'rewardSum'],
        }),
      };
    }),
    ...ofDeal
      .filter(({ action }) => action === 'give-back-payout')
      .map(
        ({ at }): Step => ({
          at,
          change: ({ deal: before }) =>
            known({ ...before, status: 'new', ...untaken, ...takingEnded(before as PayoutDeal, at) } as Deal),
        }),
      ),
  ];
}

function confirmedSteps({ confirmedAt }: Deal): Step[] {
  if (confirmedAt === null) return [];
  return [
    {
      at: confirmedAt,
      change: ({ deal, ofToday }) => ({
        deal: deal.status === 'transfer_waiting' ? { ...deal, status: 'transfer_confirmed', confirmedAt } : deal,
        ofToday,
      }),
    },
  ];
}

const releases: readonly TransferKind[] = ['payin_release', 'payout_release'];
const settlements: readonly TransferKind[] = [
  'payin_settle',
  'payin_fee',
  'payin_reward',
  'payout_pay',
  'payout_fee',
  'payout_reward',
];

/** What was held is free again. A hold of nothing moves nothing: then the deal itself says when it ended. */
function releasedSteps({ transfers }: StoredLife, deal: Deal): Step[] {
  const own = transfers.filter(({ subjectId }) => subjectId === deal.id);
  const ended = own.find(({ kind }) => releases.includes(kind))?.at;
  const isSettled = own.some(({ kind }) => settlements.includes(kind));
  const at = ended ?? (isSettled || standingOf(deal) === 'completed' ? null : deal.endedAt);
  if (at === null) return [];
  return [{ at, change: ({ deal: before, ofToday }) => ({ deal: endedDeal(before, deal, at), ofToday }) }];
}

function endedDeal(before: Deal, today: Deal, at: Instant): Deal {
  const isOfToday = today.endedAt === at && (today.status === 'canceled' || today.status === 'expired');
  const byTime: DealStatus = before.confirmedAt === null && at >= before.deadlineAt ? 'expired' : 'canceled';
  return { ...before, status: isOfToday ? today.status : byTime, endedAt: at };
}

/** When its money went where it belongs; null: it never has. */
export function settledAt({ transfers }: Pick<StoredLife, 'transfers'>, deal: Deal): Instant | null {
  const moved = transfers.find(({ kind, subjectId }) => subjectId === deal.id && settlements.includes(kind))?.at;
  return moved ?? (standingOf(deal) === 'completed' ? deal.endedAt : null);
}

/** The sums are those of today, unless a notification since has others, which were corrected later. */
function settledSteps(life: StoredLife, deal: Deal): Step[] {
  const at = settledAt(life, deal);
  if (at === null) return [];
  const told = life.snapshots.find((one) => one.at >= at && one.deal?.id === deal.id)?.deal ?? deal;
  const { rate, receivedSum, makerSum, feeSum, rewardBps, rewardSum } = told;
  return [
    {
      at,
      change: ({ deal: before }) =>
        known({
          ...before,
          ...{ rate, receivedSum, makerSum, feeSum, rewardBps, rewardSum },
          status: 'completed',
          confirmedAt: before.confirmedAt ?? at,
          endedAt: at,
        }),
    },
  ];
}

/** The store keeps what was sent too much; the only change of a paid deal's sums that is not told. */
export function keptAt({ audit }: Pick<StoredLife, 'audit'>, deal: Deal): Instant | null {
  return audit.find(({ action, details }) => action === 'keep-excess' && details?.['dealId'] === deal.id)?.at ?? null;
}

function keptSteps(life: StoredLife, deal: Deal): Step[] {
  const at = keptAt(life, deal);
  if (at === null) return [];
  // A dispute may have changed them since; that it was opened is told with the sums of before.
  const told = life.snapshots.find((one) => one.at > at && one.deal?.id === deal.id)?.deal ?? deal;
  const { receivedSum, makerSum, feeSum, rewardSum } = told;
  return [{ at, change: ({ deal: before }) => known({ ...before, receivedSum, makerSum, feeSum, rewardSum }) }];
}

function answeredSteps({ audit }: StoredLife, deal: Deal): Step[] {
  return audit
    .filter(({ action, details }) => action === 'answer-dispute' && details?.['dealId'] === deal.id)
    .map(({ at, details }): Step => {
      const answer = { kind: details?.['answer'], reason: details?.['refusal'] ?? null, at } as DisputeAnswer;
      return { at, change: ({ deal: before, ofToday }) => ({ deal: withDispute(before, { answer }), ofToday }) };
    });
}

/** After a decision that no money came, no deal stands in the notification: it ends, or stays ended as it was before the claim. */
function decidedSteps({ disputeFacts, audit }: StoredLife, deal: Deal): Step[] {
  return disputeFacts
    .filter(({ dealId, kind }) => dealId === deal.id && (kind === 'accepted' || kind === 'rejected'))
    .map(({ at, kind }): Step => {
      const said = audit.find((line) => line.at === at && line.action === 'reject-dispute')?.details?.['result'];
      const result = (kind === 'accepted' ? 'ACCEPTED' : said) as DisputeResult;
      return {
        at,
        change: ({ deal: before, ofToday }) => ({ deal: decidedDeal(before, result, at), ofToday }),
      };
    });
}

function decidedDeal(before: Deal, result: DisputeResult, at: Instant): Deal {
  const from = before.dispute?.from;
  const decided = withDispute(before, { result });
  if (from === 'canceled' || from === 'expired') return { ...decided, status: from };
  return { ...decided, status: 'canceled', endedAt: from === 'completed' ? before.endedAt : at };
}

function withDispute(deal: Deal, change: Partial<DealDispute>): Deal {
  return deal.dispute === null ? deal : { ...deal, dispute: { ...deal.dispute, ...change } };
}
