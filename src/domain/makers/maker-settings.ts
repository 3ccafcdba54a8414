import { AppError } from '../../errors/app-error.ts';
import type { Maker } from './maker.ts';
import { servesStore } from './rewards.ts';

/**
 * Whether a maker gets new deals at all. Two switches: the maker's own, and one of the operators that the maker cannot lift.
 * Deals that run go on either way.
 */
export function takesDeals({ isOn, isStopped }: Pick<Maker, 'isOn' | 'isStopped'>): boolean {
  return isOn && !isStopped;
}

/** What a maker has to have to get another deal; a deal's own cover is asked for beside it. */
export function hasBalanceMin({ balanceMin }: Pick<Maker, 'balanceMin'>, available: bigint): boolean {
  return available >= balanceMin;
}

/** Refuses a maker who may not begin a deal of the store, with the reason that the maker can do something about. */
export function requireTakesDeals(maker: Maker, storeId: number, available: bigint): void {
  if (maker.isStopped) throw new AppError('maker_stopped');
  if (maker.disputeBlock === 'unanswered') throw new AppError('maker_unanswered');
  if (maker.disputeBlock === 'too_many') throw new AppError('maker_too_many_disputes');
  if (!maker.isOn) throw new AppError('maker_off');
  if (!servesStore(maker, storeId)) throw new AppError('store_not_served');
  if (!hasBalanceMin(maker, available)) throw new AppError('maker_balance_low');
}
