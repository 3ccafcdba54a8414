import { AppError } from '../../errors/app-error.ts';
import type { Maker } from '../makers/maker.ts';
import type { Store } from '../merchants/store.ts';
import type { SettlementMinor } from '../money/money.ts';
import { formatTimestamp, type Instant } from '../text/timestamp.ts';
import { type Deal, mattersNow, type PayoutDeal, type Taking } from './deal.ts';
import { disputeLifetimeMs } from './deal-dispute.ts';

/** What one maker has taken and shown no proof of. */
export interface OpenTaking {
  readonly makerId: number;
  readonly dealId: string;
  readonly makerSum: SettlementMinor;
}

/**
 * A maker who takes a payout has a time to pay it and to show the proof. It is fixed when the payout is taken. The maker sees the whole
 * number from then on and may be transferring at any moment, so the danger is a payout that is paid twice: time alone gives nobody else
 * the payout, and takes nothing back.
 *
 * | While there is no proof | In time | Past it |
 * |---|---|---|
 * | the maker | pays it, proves it, or gives it back | may still do so, and does not get it again |
 * | the merchant | waits: who sees the money come could cancel before the proof | may cancel |
 * | an operator | may take it back, having asked the maker | finds it at the top of the queue; asks, and takes it back or cancels |
 *
 * A proof that comes when the maker has the payout no more is a claim: an operator looks at it before anybody else pays.
 */
export function takenBy(
  deal: PayoutDeal,
  makerId: number,
  { payoutProofMs }: Pick<Store, 'payoutProofMs'>,
  now: Instant,
): Pick<PayoutDeal, 'makerId' | 'takings'> {
  const earlier = takingsOf([deal], makerId).at(-1);
  // Who gives it back and takes it again goes on with the time there was.
  const until = earlier !== undefined && now < earlier.until ? earlier.until : now + payoutProofMs;
  return { makerId, takings: [...(deal.takings ?? []), { makerId, until, endedAt: null }] };
}

/** Nobody has it any more. */
export function takingEnded({ takings }: PayoutDeal, now: Instant): Pick<PayoutDeal, 'takings'> {
  return {
    takings: takings?.map((taking) => (taking.endedAt === null ? { ...taking, endedAt: now } : taking)) ?? null,
  };
}

/** By when its maker has to show a proof; null: nobody has it, or there is one. Of one taken before this was written down: its own end. */
export function proofDueAt({ type, status, takings, deadlineAt }: Deal): Instant | null {
  if (type !== 'out' || status !== 'transfer_waiting') return null;
  return takings?.at(-1)?.until ?? deadlineAt;
}

/** The maker's time is over, and there is no proof. */
export function isUnproved(deal: Deal, now: Instant): boolean {
  const dueAt = proofDueAt(deal);
  return dueAt !== null && dueAt <= now;
}

/**
 * Who has had a payout and did not pay it does not get it again where the time had run out or the proof was false. Given back in time,
 * it can be taken for what was left of that time, and anew when others have had as long.
 */
export function requireMayTake(
  deals: readonly Deal[],
  makerId: number,
  { payoutProofMs }: Pick<Store, 'payoutProofMs'>,
  now: Instant,
): void {
  const own = takingsOf(deals, makerId);
  const ranOut = own.some(({ endedAt, until }) => endedAt !== null && endedAt >= until);
  if (ranOut || deals.some((deal) => deal.makerId === makerId)) throw new AppError('payout_failed_before');
  const last = own.at(-1);
  if (last === undefined || now < last.until) return;
  const retryAt = (last.endedAt ?? now) + payoutProofMs;
  if (retryAt > now) throw new AppError('payout_given_back', { until: formatTimestamp(retryAt) });
}

function takingsOf(deals: readonly Deal[], makerId: number): readonly Taking[] {
  return deals.flatMap(({ takings }) => takings ?? []).filter((taking) => taking.makerId === makerId);
}

/** How long after the maker's time a proof is still looked at. */
const lateProofMs = disputeLifetimeMs;

/** Whether a proof of this maker would be late: the payout was theirs, they have shown none, and they do not have it any more. */
export function isLateFor(deals: readonly Deal[], makerId: number, now: Instant): boolean {
  const own = takingsOf(deals, makerId);
  const until = Math.max(0, ...own.map((taking) => taking.until));
  const hasIt = deals.some((deal) => deal.makerId === makerId && (deal.confirmedAt !== null || mattersNow(deal)));
  return own.length > 0 && !hasIt && now < until + lateProofMs;
}

/** Refuses one more than the maker may have without a proof, by number and, where the maker's deposit has to cover them, by sum. */
export function requireTakingRoom(
  { takingsMax, takingsCovered }: Pick<Maker, 'takingsMax' | 'takingsCovered'>,
  open: readonly OpenTaking[],
  next: Pick<PayoutDeal, 'makerSum'>,
  available: bigint,
): void {
  if (open.length >= takingsMax) throw new AppError('maker_takings_full', { limit: takingsMax });
  const sum = open.reduce<bigint>((total, { makerSum }) => total + makerSum, next.makerSum);
  if (takingsCovered && sum > available) throw new AppError('maker_takings_uncovered');
}
