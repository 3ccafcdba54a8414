import assert from 'node:assert/strict';
import type { Maker } from '../makers/maker.ts';
import type { StoreAccount } from '../merchants/store.ts';
import { type SettlementMinor, settlement } from '../money/money.ts';
import type { Debt } from '../money/service-accounts.ts';
import type { Withdrawal } from '../withdrawals/withdrawal.ts';

/**
 * The ledger: a transfer moves an amount from one account to another of the same currency. Transfers are only ever added.
 *
 * The database holds `(subject, kind)` unique: one deal is held once, released once, settled once, whatever goes wrong
 * above. Each event of the service is one function here; docs/money.md shows them with figures.
 */
export const transferKinds = {
  top_up: 'top_up',
  pay_back: 'pay_back',
  payin_hold: 'payin_hold',
  payin_rehold: 'payin_rehold',
  payin_extend: 'payin_extend',
  payin_reduce: 'payin_reduce',
  payin_release: 'payin_release',
  payin_settle: 'payin_settle',
  payin_fee: 'payin_fee',
  payin_reward: 'payin_reward',
  payin_excess: 'payin_excess',
  payout_freeze: 'payout_freeze',
  payout_release: 'payout_release',
  payout_pay: 'payout_pay',
  payout_fee: 'payout_fee',
  payout_reward: 'payout_reward',
  payout_reverse: 'payout_reverse',
  payout_fee_reverse: 'payout_fee_reverse',
  payout_reward_reverse: 'payout_reward_reverse',
  withdrawal_freeze: 'withdrawal_freeze',
  withdrawal_release: 'withdrawal_release',
  withdrawal_send: 'withdrawal_send',
  withdrawal_fee: 'withdrawal_fee',
  correction_sum: 'correction_sum',
  correction_fee: 'correction_fee',
  correction_reward: 'correction_reward',
  correction_excess: 'correction_excess',
  excess_return: 'excess_return',
  excess_back: 'excess_back',
  excess_rest: 'excess_rest',
  excess_rest_reverse: 'excess_rest_reverse',
  excess_keep: 'excess_keep',
  excess_fee: 'excess_fee',
  excess_reward: 'excess_reward',
  maker_loss: 'maker_loss',
  store_loss: 'store_loss',
  debt_pay: 'debt_pay',
} as const;
export type TransferKind = keyof typeof transferKinds;

export interface Transfer {
  readonly debitId: number;
  readonly creditId: number;
  readonly amount: SettlementMinor;
  readonly currency: string;
  readonly kind: TransferKind;
  /** The deal, withdrawal or top-up this is for. */
  readonly subjectId: string;
}

export interface Balance {
  readonly accountId: number;
  readonly balance: bigint;
}

export interface BalanceDelta {
  readonly accountId: number;
  readonly delta: bigint;
}

/** What is posted of a deal: it is the subject of its transfers. */
interface PostedDeal {
  readonly id: string;
  readonly makerSum: SettlementMinor;
  readonly feeSum: SettlementMinor;
  readonly rewardSum: SettlementMinor;
}

/** The one posted as the other does not compile. */
interface PostedPayin extends PostedDeal {
  readonly type: 'in';
}
interface PostedPayout extends PostedDeal {
  readonly type: 'out';
}

/** A payin deal starts: what the merchant will be owed is held of the maker's balance. */
export function holdForPayin(deal: PostedPayin, maker: Maker): Transfer {
  return transfer('payin_hold', deal.id, maker.settlementCurrency, maker.availableId, maker.heldId, deal.makerSum);
}

/** A payin deal ends without money: the hold is given back. */
export function releasePayin(deal: PostedPayin, maker: Maker): Transfer {
  return transfer('payin_release', deal.id, maker.settlementCurrency, maker.heldId, maker.availableId, deal.makerSum);
}

/**
 * The payer's money arrived: the held sum goes to the store, less the fee. Of the fee the maker has the reward back, and the
 * service keeps the rest. What is nothing is no transfer.
 */
export function settlePayin(deal: PostedPayin, maker: Maker, account: StoreAccount, feeAccountId: number): Transfer[] {
  const payoutSum = settlement(deal.makerSum - deal.feeSum);
  const currency = maker.settlementCurrency;
  assert.equal(account.currency, currency);
  assert(payoutSum >= 0n, 'the fee of a payin is part of its sum');
  return withoutZero([
    transfer('payin_settle', deal.id, currency, maker.heldId, account.availableId, payoutSum),
    transfer('payin_fee', deal.id, currency, maker.heldId, feeAccountId, incomeOf(deal)),
    transfer('payin_reward', deal.id, currency, maker.heldId, maker.availableId, deal.rewardSum),
  ]);
}

/** Whatever a deal posts once, when its money has come. Some may be missing: where the fee is all of it, the store got nothing. */
const settling: ReadonlySet<TransferKind> = new Set(['payin_settle', 'payin_fee', 'payin_reward', 'payin_excess']);

/** Whether a payin was settled by transfers of its own, be it taken back since: these cannot be posted a second time. */
export function wasSettledOnce(posted: readonly Pick<Transfer, 'kind'>[]): boolean {
  return posted.some(({ kind }) => settling.has(kind));
}

/** More came than was asked for, and the store keeps that apart: it stands on an account of its own. */
export function keepApart(deal: PostedPayin, maker: Maker, account: StoreAccount, above: SettlementMinor): Transfer[] {
  const { settlementCurrency: currency, heldId } = maker;
  return withoutZero([transfer('payin_excess', deal.id, currency, heldId, account.excessId, above)]);
}

/** The payer has said where an excess goes: what its payout needs is the store's, and frozen for it at once. */
export function returnExcess(payoutId: string, account: StoreAccount, part: SettlementMinor): Transfer[] {
  const { currency, excessId, availableId } = account;
  return withoutZero([transfer('excess_return', payoutId, currency, excessId, availableId, part)]);
}

/** The payout of a return has come to nothing: what was released is not the store's. */
export function takeBackExcess(payoutId: string, account: StoreAccount, part: SettlementMinor): Transfer[] {
  const { currency, excessId, availableId } = account;
  return withoutZero([transfer('excess_back', payoutId, currency, availableId, excessId, part)]);
}

/** An excess was returned for less than stood on its account. The store would have paid, had it been more: so it has the rest. */
export function giveRestOfExcess(deal: PostedPayout, account: StoreAccount, rest: SettlementMinor): Transfer[] {
  const { currency, excessId, availableId } = account;
  return withoutZero([transfer('excess_rest', deal.id, currency, excessId, availableId, rest)]);
}

export function takeRestOfExcess(deal: PostedPayout, account: StoreAccount, rest: SettlementMinor): Transfer[] {
  const { currency, excessId, availableId } = account;
  return withoutZero([transfer('excess_rest_reverse', deal.id, currency, availableId, excessId, rest)]);
}

/** The store keeps an excess: it gets that less the fee, of which the maker has the reward, as if all had been asked for. */
export function keepExcess(
  deal: PostedPayin,
  kept: { readonly heldSum: SettlementMinor; readonly feeSum: bigint; readonly rewardSum: bigint },
  maker: Maker,
  account: StoreAccount,
  feeAccountId: number,
): Transfer[] {
  const { currency, excessId } = account;
  const { heldSum, feeSum, rewardSum } = kept;
  assert(rewardSum >= 0n && rewardSum <= feeSum && feeSum <= heldSum, 'the fee of an excess is part of it');
  return withoutZero([
    transfer('excess_keep', deal.id, currency, excessId, account.availableId, settlement(heldSum - feeSum)),
    transfer('excess_fee', deal.id, currency, excessId, feeAccountId, settlement(feeSum - rewardSum)),
    transfer('excess_reward', deal.id, currency, excessId, maker.availableId, settlement(rewardSum)),
  ]);
}

/** An ended deal turns out to be paid: what is owed for it is held again. */
export function reholdPayin(deal: PostedPayin, maker: Maker, owed: SettlementMinor = deal.makerSum): Transfer {
  return transfer('payin_rehold', deal.id, maker.settlementCurrency, maker.availableId, maker.heldId, owed);
}

/** Another sum came than was asked for: the hold grows or shrinks to what is owed for it. */
export function adjustHold(deal: PostedPayin, maker: Maker, owed: SettlementMinor): Transfer[] {
  const { settlementCurrency: currency, availableId, heldId } = maker;
  const difference = settlement(owed - deal.makerSum);
  if (difference >= 0n)
    return withoutZero([transfer('payin_extend', deal.id, currency, availableId, heldId, difference)]);
  return [transfer('payin_reduce', deal.id, currency, heldId, availableId, settlement(-difference))];
}

/** What the service keeps of a deal's fee. */
function incomeOf({ feeSum, rewardSum }: PostedDeal): SettlementMinor {
  assert(rewardSum >= 0n && rewardSum <= feeSum, 'a reward is part of the fee');
  return settlement(feeSum - rewardSum);
}

/**
 * A settled deal is corrected to another sum: the differences move between maker, store and fees, either way. The whole fee's
 * difference is the maker's to give, and the reward's comes back out of the fees.
 */
export function correctPayin(
  correction: {
    readonly id: string;
    readonly payoutDifference: bigint;
    readonly feeDifference: bigint;
    readonly rewardDifference: bigint;
    /** Of what is kept apart for the payer. */
    readonly excessDifference: bigint;
  },
  maker: Maker,
  account: StoreAccount,
  feeAccountId: number,
): Transfer[] {
  const currency = maker.settlementCurrency;
  const move = (kind: TransferKind, creditId: number, difference: bigint): Transfer =>
    difference >= 0n
      ? transfer(kind, correction.id, currency, maker.availableId, creditId, settlement(difference))
      : transfer(kind, correction.id, currency, creditId, maker.availableId, settlement(-difference));
  const transfers = withoutZero([
    move('correction_sum', account.availableId, correction.payoutDifference),
    move('correction_fee', feeAccountId, correction.feeDifference),
    move('correction_reward', feeAccountId, -correction.rewardDifference),
    move('correction_excess', account.excessId, correction.excessDifference),
  ]);
  // What the maker gets goes first: it may be what covers the rest.
  const isGain = ({ creditId }: Transfer) => creditId === maker.availableId;
  return [...transfers.filter(isGain), ...transfers.filter((one) => !isGain(one))];
}

/** A payout is created: what it costs the store, fee included, is frozen. */
export function freezeForPayout(deal: PostedPayout, account: StoreAccount): Transfer {
  const cost = settlement(deal.makerSum + deal.feeSum);
  return transfer('payout_freeze', deal.id, account.currency, account.availableId, account.frozenId, cost);
}

export function releasePayout(deal: PostedPayout, account: StoreAccount): Transfer {
  const cost = settlement(deal.makerSum + deal.feeSum);
  return transfer('payout_release', deal.id, account.currency, account.frozenId, account.availableId, cost);
}

/** A maker paid the payout: the maker gets the sum at the deal's rate and the reward, the service the rest of the fee. */
export function settlePayout(
  deal: PostedPayout,
  maker: Maker,
  account: StoreAccount,
  feeAccountId: number,
): Transfer[] {
  assert.equal(account.currency, maker.settlementCurrency);
  return withoutZero([
    transfer('payout_pay', deal.id, account.currency, account.frozenId, maker.availableId, deal.makerSum),
    transfer('payout_fee', deal.id, account.currency, account.frozenId, feeAccountId, incomeOf(deal)),
    transfer('payout_reward', deal.id, account.currency, account.frozenId, maker.availableId, deal.rewardSum),
  ]);
}

/** A payout was credited and had not been paid: maker and service give back, to the frozen funds it was paid from. */
export function reversePayout(
  deal: PostedPayout,
  maker: Maker,
  account: StoreAccount,
  feeAccountId: number,
): Transfer[] {
  assert.equal(account.currency, maker.settlementCurrency);
  return withoutZero([
    transfer('payout_reverse', deal.id, account.currency, maker.availableId, account.frozenId, deal.makerSum),
    transfer('payout_fee_reverse', deal.id, account.currency, feeAccountId, account.frozenId, incomeOf(deal)),
    transfer('payout_reward_reverse', deal.id, account.currency, maker.availableId, account.frozenId, deal.rewardSum),
  ]);
}

export function freezeForWithdrawal(withdrawal: Withdrawal, account: StoreAccount): Transfer {
  const cost = settlement(withdrawal.sum + withdrawal.fee);
  return transfer('withdrawal_freeze', withdrawal.id, account.currency, account.availableId, account.frozenId, cost);
}

/** The money left for the address: the account's frozen funds go to the outside world, the fee to the service. */
export function sendWithdrawal(
  withdrawal: Withdrawal,
  account: StoreAccount,
  externalId: number,
  feeAccountId: number,
): Transfer[] {
  const { currency, frozenId } = account;
  assert(withdrawal.currency === currency && withdrawal.sum > 0n, 'a withdrawal sends money of its account');
  return withoutZero([
    transfer('withdrawal_send', withdrawal.id, currency, frozenId, externalId, withdrawal.sum),
    transfer('withdrawal_fee', withdrawal.id, currency, frozenId, feeAccountId, withdrawal.fee),
  ]);
}

export function releaseWithdrawal(withdrawal: Withdrawal, account: StoreAccount): Transfer {
  const cost = settlement(withdrawal.sum + withdrawal.fee);
  return transfer('withdrawal_release', withdrawal.id, account.currency, account.frozenId, account.availableId, cost);
}

/** Money comes in from outside, for a store or a maker; or goes back out to a maker. */
export function moveExternally(
  kind: 'top_up' | 'pay_back',
  id: string,
  sum: { readonly amount: SettlementMinor; readonly currency: string },
  accounts: { readonly availableId: number; readonly externalId: number },
): Transfer {
  const { availableId, externalId } = accounts;
  return kind === 'top_up'
    ? transfer(kind, id, sum.currency, externalId, availableId, sum.amount)
    : transfer(kind, id, sum.currency, availableId, externalId, sum.amount);
}

/** The service bears what a maker or a store cannot give: the owner has it, and owes it. */
export function bearLoss(
  kind: 'maker_loss' | 'store_loss',
  decisionId: string,
  debt: Debt,
  sum: SettlementMinor,
): Transfer {
  return transfer(kind, decisionId, debt.currency, debt.id, debt.availableId, sum);
}

export function payDebt(id: string, debt: Debt, sum: SettlementMinor): Transfer {
  return transfer('debt_pay', id, debt.currency, debt.availableId, debt.id, sum);
}

function withoutZero(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter((candidate) => candidate.amount > 0n);
}

function transfer(
  kind: TransferKind,
  subjectId: string,
  currency: string,
  debitId: number,
  creditId: number,
  amount: SettlementMinor,
): Transfer {
  assert(amount >= 0n, 'a transfer never moves a negative amount');
  assert.notEqual(debitId, creditId);
  // Also false for an ID that is not a number: the account of somebody who does not exist.
  assert(debitId > 0 && creditId > 0, 'a transfer is between two accounts that exist');
  return { debitId, creditId, amount, currency, kind, subjectId };
}
