import { AppError } from '../../errors/app-error.ts';
import { allPayerGroups, isWider, type PayerRules } from '../merchants/payer-settings.ts';
import { type PaymentPolicy, policyFields } from '../merchants/payment-policy.ts';
import {
  type StoreFigures,
  type StoreValues,
  storeDemands,
  storeFields,
  storeTerms,
} from '../merchants/store-settings.ts';
import { parseAmount } from '../money/money.ts';
import { isLooser, usualSettings } from '../money/setting-fields.ts';
import type { Actor } from '../people/audit.ts';
import type { User } from '../people/people.ts';
import { isJump, isSameQuestion, type RateFeed } from '../rates/rate-feed.ts';
import { isCrossed, type Rate, type Rates } from '../rates/rates.ts';
import { formatTimestamp, type Instant } from '../text/timestamp.ts';

/**
 * No operator lets money out alone, nor decides alone who may. An act that would is held as a request until another
 * operator approves it, who was one before it was made, and not before it has stood in plain sight for a while.
 *
 * | Danger | Acts | Why |
 * |---|---|---|
 * | `operator-access` | a new operator; a password, a lost second factor or a way back in for one | a second person could be made up |
 * | `merchant-access` | a merchant's secret, second factor, key or endpoint from an operator's hand; its users' passwords, and a new user once it has something | requests could be signed in its name, or the merchant not be warned |
 * | `maker-access` | a password, a lost second factor, a way back in or a new user for a maker that has money or had a deal; a phone for any maker from an operator's hand | money could be said to have come or gone in its name, or its payouts be sent elsewhere |
 * | `store-terms` | fees, spreads, a higher limit for single approvals, a higher tolerance; a new store with a rate better than the common one, or a higher limit than usual | money could be moved by terms, or out by one person |
 * | `store-demands` | a demand on a store's requests dropped, a shorter hold or window, a longer deadline, a wider bound of the rate, of a new store than usual; wider limits for payers from an operator's hand | a stolen signature, a maker's own word, an old rate or a payer who plays would do more |
 * | `maker-terms` | what a maker earns | money could be moved to a maker who is a friend |
 * | `large-top-up` | all top-ups of one person alone within a day above the limit, for any owner; the same of what was paid back to makers | money that nobody has seen could be withdrawn, or a maker's balance be taken |
 * | `sent-withdrawal` | the rejection of a withdrawal that is being sent | the store could have the money twice |
 * | `refund` | a refund of a payin, from an operator's hand | a merchant's money could go to a friend |
 * | `access-rules` | a second factor no longer asked for, a longer idle time | a stolen password or session would do more |
 * | `money-stop` | the end of a stop of money going out | what a failover has lost could be paid twice |
 * | `message-template` | a template of banks' messages switched on, what the columns of a bank's CSV mean | an advert, or money that went out, could be read as money that came |
 * | `rate` | a rate far from the last one or from what held a day ago, a payout rate above the payin rate, a first rate of a pair in use; a new feed, or another source, margin or age limit of one | a maker's deposit could be had for a few roubles |
 * | `loss` | a loss that the service bears; a shorter time in which what a payout brought is not paid back | a false proof and a pay-back would be the service's own money |
 *
 * With a single operator there is nobody to ask. Then these rules are off: the service says so, and so does each line of
 * the audit log that they would have held for.
 */
export const dangers = {
  'operator-access': 'operator-access',
  'merchant-access': 'merchant-access',
  'maker-access': 'maker-access',
  'store-terms': 'store-terms',
  'store-demands': 'store-demands',
  'maker-terms': 'maker-terms',
  'large-top-up': 'large-top-up',
  'sent-withdrawal': 'sent-withdrawal',
  refund: 'refund',
  'access-rules': 'access-rules',
  'money-stop': 'money-stop',
  'message-template': 'message-template',
  rate: 'rate',
  loss: 'loss',
} as const;
export type Danger = keyof typeof dangers;

/** What becomes dangerous when somebody gets into this user's account. A maker without money or deals has nothing to lose yet. */
export function dangerOfUser({
  role,
  isMakerInUse,
}: Pick<User, 'role'> & { readonly isMakerInUse: boolean }): Danger | null {
  switch (role) {
    case 'operator':
      return 'operator-access';
    case 'merchant':
      return 'merchant-access';
    case 'maker':
      return isMakerInUse ? 'maker-access' : null;
  }
}

/** Who is new can do what others of the role can. A merchant that has nothing yet has nothing to lose by its first user. */
export function dangerOfNewUser(
  { role }: Pick<User, 'role'>,
  { isMerchantInUse, ...owner }: { readonly isMerchantInUse: boolean; readonly isMakerInUse: boolean },
): Danger | null {
  return role === 'merchant' && !isMerchantInUse ? null : dangerOfUser({ role, ...owner });
}

/** A merchant changes its own; from an operator's hand it is another matter. */
export function dangerOfMerchantsAccess({ role }: Actor): Danger | null {
  return role === 'operator' ? 'merchant-access' : null;
}

/** What its phone tells pays payins: a maker pairs its own; from an operator's hand it could be the operator's phone. */
export function dangerOfMakersPhone({ role }: Actor): Danger | null {
  return role === 'operator' ? 'maker-access' : null;
}

/** A change of what a store pays moves money; less than was asked of its requests, makers and rates is believed more easily. */
export function dangerOfStore(before: StoreBefore, { figures, withdrawalFee }: StoreValues): Danger | null {
  const isFeeChanged = withdrawalFee !== undefined && withdrawalFee !== before.withdrawalFee;
  if (isFeeChanged || isLooser(storeTerms, before, figures)) return 'store-terms';
  return isLooser(storeDemands, before, figures) ? 'store-demands' : null;
}

interface StoreBefore extends StoreFigures {
  readonly withdrawalFee: bigint;
}

/**
 * A new store has nobody's money yet, so its fees are a matter of its contract. What could bring it the money of others is not: a
 * rate that is better than the common one is paid for by makers, and what is weaker than usual is what a change would make weak.
 */
export function dangerOfNewStore({ figures }: StoreValues, { subunit }: { readonly subunit: number }): Danger | null {
  const { payinSpreadBps = 0, payoutSpreadBps = 0, twoApprovalsAbove } = figures;
  const usual = usualSettings(storeFields, subunit);
  const isRateBetter = payinSpreadBps < 0 || payoutSpreadBps > 0;
  if (isRateBetter || isLooser(storeTerms, usual, { twoApprovalsAbove })) return 'store-terms';
  return isLooser(storeDemands, usual, figures) ? 'store-demands' : null;
}

/** A store may give away its own money; when an operator raises a tolerance, the store's money goes to payers. */
export function dangerOfPolicy({ role }: Actor, before: PaymentPolicy, after: PaymentPolicy): Danger | null {
  return role === 'operator' && isLooser(policyFields, before, after) ? 'store-terms' : null;
}

/** A store is as patient with payers as it likes; from an operator's hand it lets a friend hold requisites and pay nothing. */
export function dangerOfPayerRules({ role }: Actor, before: PayerRules, after: PayerRules): Danger | null {
  const isPatient =
    (before.needsUserId && !after.needsUserId) || allPayerGroups.some((group) => isWider(before[group], after[group]));
  return role === 'operator' && isPatient ? 'store-demands' : null;
}

/** One direction of a pair that somebody sets. */
interface RateStep {
  /** Null: this is the first one. */
  readonly last: Rate | null;
  /** What held a day ago, or what a feed, the machine or two people have set since; null where there is no such rate. */
  readonly base: Rate | null;
  readonly next: Rate;
}

/** Alone somebody moves a rate a little. Many small steps are a large one, so the day counts, and not only the last rate. */
export function dangerOfRates(
  steps: readonly RateStep[],
  { next, isUsed, jumpMaxBps }: { readonly next: Rates; readonly isUsed: boolean; readonly jumpMaxBps: number },
): Danger | null {
  const moved = steps.filter((step) => step.next !== step.last);
  const isFar = (step: RateStep) =>
    step.last === null
      ? isUsed
      : isJump(step.last, step.next, jumpMaxBps) || isJump(step.base ?? step.last, step.next, jumpMaxBps);
  return moved.some(isFar) || (moved.length > 0 && isCrossed(next)) ? 'rate' : null;
}

/** Who says where a rate comes from says the rate. To switch a feed off, or to let its rate age sooner, stops deals at most. */
export function dangerOfFeed(before: RateFeed, after: RateFeed): Danger | null {
  const isOlder = (after.ageMaxMs ?? Infinity) > (before.ageMaxMs ?? Infinity);
  const isOn = after.isEnabled && !before.isEnabled;
  return isOn || isOlder || !isSameQuestion(before, after) ? 'rate' : null;
}

export interface SecondPersonRules {
  /** False in the sandbox, whose passwords everybody knows. */
  readonly isOn: boolean;
  /** How long a request stands in plain sight before it can be approved. */
  readonly delayMs: number;
  /** In units of the settlement currency, as people write it: more than this, by one person within a day, needs a second one. */
  readonly largeTopUpAbove: string;
}

/** Money that is said to have come from outside, or to go back out to a maker. */
export interface Movement {
  /** Of the movement: the same ID twice is one movement. */
  readonly id: string;
  readonly owner: { readonly kind: 'store' | 'maker'; readonly id: string };
  readonly availableId: number;
  readonly currency: string;
  readonly subunit: number;
  readonly amount: string;
}

/** One that a person was allowed to enter within the day, in the same currency. */
export interface AllowedMovement extends Pick<Movement, 'id' | 'amount'> {
  readonly ownerKind: string;
  readonly ownerId: string;
  /** By a second person; otherwise it was entered alone. */
  readonly isApproved: boolean;
}

/** The time over which top-ups count together, and pay-backs. */
export const movementDayMs = 24 * 3_600_000;

/**
 * Whether a person would have entered more than the limit alone, with this one: in or out, each way by itself. For whom does not
 * matter: owners are made as easily as sums are split. Each permission counts, also one under whose ID nothing has moved yet.
 */
export function isLargeMovement(
  { amount, subunit }: Movement,
  allowed: readonly AllowedMovement[],
  limit: string,
): boolean {
  const alone = allowed.filter(({ isApproved }) => !isApproved).map((one) => one.amount);
  const sum = [amount, ...alone].reduce((total, one) => total + (parseAmount(one, subunit) ?? 0n), 0n);
  return sum > (parseAmount(limit, subunit) ?? 0n);
}

/** The same movement once more: its permission holds for as long as it counts. */
export function isSameMovement(allowed: AllowedMovement, { id, owner, amount, subunit }: Movement): boolean {
  const isOfOwner = allowed.id === id && allowed.ownerKind === owner.kind && allowed.ownerId === owner.id;
  return isOfOwner && parseAmount(allowed.amount, subunit) === parseAmount(amount, subunit);
}

export interface OperatorRecord {
  readonly id: number;
  readonly login: string;
  /** When the person became an operator as they are: later than creation when somebody else has let them in anew. */
  readonly trustedSince: Instant;
  readonly disabledAt: Instant | null;
}

/**
 * Disabling the others is quick, because it has to be in an emergency. So that it does not get around these rules, a
 * disabled operator counts as somebody to ask for a week.
 */
const disabledCountsMs = 7 * 24 * 3_600_000;

/** A request that nobody answers ends by itself. */
const requestLifetimeMs = 7 * 24 * 3_600_000;

/** There is one operator, and nobody to ask. */
export function isAlone(operators: readonly OperatorRecord[], now: Instant): boolean {
  const counted = operators.filter(({ disabledAt }) => disabledAt === null || now < disabledAt + disabledCountsMs);
  return counted.length <= 1;
}

/** A rate that has to wait is an old one: another operator may agree to it at once, and only within a day. */
const rateLifetimeMs = 24 * 3_600_000;

/** Null: the act is done at once. The command line has no user, and its machine is trusted anyway. */
export function secondPersonFor(
  { isOn, delayMs }: Pick<SecondPersonRules, 'isOn' | 'delayMs'>,
  operators: readonly OperatorRecord[],
  { userId, danger, now }: { readonly userId: number | null; readonly danger: Danger; readonly now: Instant },
): { readonly approvableAt: Instant; readonly expiresAt: Instant } | null {
  if (!isOn || userId === null || isAlone(operators, now)) return null;
  if (danger === 'rate') return { approvableAt: now, expiresAt: now + rateLifetimeMs };
  return { approvableAt: now + delayMs, expiresAt: now + delayMs + requestLifetimeMs };
}

export const pendingStatuses = { waiting: 'waiting', approved: 'approved', rejected: 'rejected' } as const;
export type PendingStatus = keyof typeof pendingStatuses;

/** An act that waits for a second person. What it is exactly is sealed: it may hold secrets. */
export interface PendingAct {
  readonly id: string;
  readonly name: string;
  readonly danger: Danger;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>> | null;
  readonly requestedBy: number;
  readonly requestedAt: Instant;
  readonly reason: string;
  readonly approvableAt: Instant;
  readonly expiresAt: Instant;
  readonly status: PendingStatus;
  readonly decidedBy: number | null;
  readonly decidedAt: Instant | null;
}

export function requireWaiting({ status, expiresAt }: PendingAct, now: Instant): void {
  if (status !== 'waiting') throw new AppError('request_decided', { status });
  if (now >= expiresAt) throw new AppError('request_expired');
}

/** Another operator, who was one as they are before the request was made, and not sooner than its time. */
export function requireApprover(pending: PendingAct, approver: OperatorRecord | undefined, now: Instant): void {
  requireWaiting(pending, now);
  if (approver === undefined || approver.disabledAt !== null) throw new AppError('forbidden');
  if (approver.id === pending.requestedBy) throw new AppError('own_request');
  requireOlder(approver.trustedSince, pending.requestedAt);
  if (now < pending.approvableAt) {
    throw new AppError('request_too_young', { until: formatTimestamp(pending.approvableAt) });
  }
}

/**
 * Who approved an act on money may say so again: the process may not have lived to move it. Nobody else, and not for longer than a
 * permission counts: an approval that came to nothing is forgotten, and what was agreed may have been done in another way since.
 */
export function requireSameApprover(
  { status, decidedBy, decidedAt }: PendingAct,
  userId: number | null,
  now: Instant,
): void {
  if (decidedBy === null || decidedBy !== userId) throw new AppError('request_decided', { status });
  if (decidedAt === null || now >= decidedAt + movementDayMs) throw new AppError('request_expired');
}

/** An operator who was let in after the request was made may have been let in for it. */
export function requireOlder(trustedSince: Instant, requestedAt: Instant): void {
  if (trustedSince >= requestedAt) throw new AppError('approver_too_new');
}

/** How long a merchant's withdrawals wait after an operator has changed what they are believed by. */
const accessWaitMs = 24 * 3_600_000;

/**
 * Until when a withdrawal waits; null where nothing was ever changed. Only the last change is known: one that was asked for before it
 * may have been asked for after an earlier one, whose day is over when the withdrawal itself is a day old.
 */
export function withdrawalWaitsUntil(
  { createdAt }: { readonly createdAt: Instant },
  accessChangedAt: Instant | null,
): Instant | null {
  return accessChangedAt === null ? null : Math.min(createdAt, accessChangedAt) + accessWaitMs;
}
