import { AppError } from '../../errors/app-error.ts';
import type { DisputeRules } from '../disputes/dispute-clock.ts';
import { type Currency, formatAmount } from '../money/money.ts';
import { formatTimestamp, type Instant } from '../text/timestamp.ts';

/**
 * What a payout has brought its maker may have to go back, for as long as it can be expected to be disputed. Until then it is there:
 * the maker may work with it, and is not paid it back.
 */
export interface OpenPayouts {
  /** What payouts have brought the maker lately, rewards included. */
  readonly credited: bigint;
  /** When the last of them was credited; null: none was. */
  readonly lastAt: Instant | null;
  /** What those have brought that are in dispute now, whenever that was. */
  readonly disputed: bigint;
}

export function openSince({ payoutMinutes }: DisputeRules, now: Instant): Instant {
  return now - payoutMinutes * 60_000;
}

/** Refuses a pay-back that would leave less than may have to go back. */
export function requireFinal(
  { balance, amount }: { readonly balance: bigint; readonly amount: bigint },
  { credited, lastAt, disputed }: OpenPayouts,
  { payoutMinutes }: DisputeRules,
  { code, subunit }: Pick<Currency, 'code' | 'subunit'>,
): void {
  const open = credited + disputed;
  if (balance - amount >= open) return;
  const free = balance > open ? balance - open : 0n;
  const until = lastAt === null ? 'they are decided' : formatTimestamp(lastAt + payoutMinutes * 60_000);
  throw new AppError('payouts_open', {
    sum: `${formatAmount(open, subunit)} ${code}`,
    until,
    free: `${formatAmount(free, subunit)} ${code}`,
  });
}
