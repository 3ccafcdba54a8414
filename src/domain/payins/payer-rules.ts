import { AppError } from '../../errors/app-error.ts';
import type { Invoice } from '../invoices/invoice.ts';
import type { PayerFigures, PayerRules } from '../merchants/payer-settings.ts';
import { formatTimestamp, type Instant } from '../text/timestamp.ts';

/** How long a payer or an address that is not seen again is remembered: longer than any block. */
export const payerKeptMs = 40 * 86_400_000;

/** The newest payins that are looked at: more than any figure. */
export const payinsSeenMax = 64;

export const payerKinds = { user: 'user', address: 'address' } as const;
type PayerKind = keyof typeof payerKinds;

export interface BegunPayin {
  readonly id: string;
  readonly at: Instant;
}

export interface Payer {
  readonly key: string;
  readonly storeId: number;
  readonly kind: PayerKind;
  /** The `userId` of the store, or the address. */
  readonly name: string;
  /** Payins begun from an address. Those of a user are told by their `userId`. */
  readonly begun: readonly BegunPayin[];
  readonly seenAt: Instant;
  /** How many in a row were left unpaid when it was blocked. */
  readonly failures: number;
  readonly blockedAt: Instant | null;
  readonly blockedUntil: Instant | null;
  /** What failed before this counts no longer: an operator has lifted the block. */
  readonly liftedAt: Instant | null;
}

/** Whom a command asks to be counted. */
export interface PayerKey {
  readonly key: string;
  readonly storeId: number;
  readonly kind: PayerKind;
  readonly name: string;
}

/** What is known of one payin of a payer. */
export interface PayinFacts
  extends Pick<Invoice, 'id' | 'status' | 'createdAt' | 'expireAt' | 'updatedAt' | 'dealCount'> {
  readonly hasPart: boolean;
  /** A receipt stands for a transfer that nobody has decided on: time does not end it. */
  readonly isConfirmed: boolean;
}

function counts({ pendingMax, countMax, failuresMax }: PayerFigures): boolean {
  return pendingMax > 0 || countMax > 0 || failuresMax > 0;
}

function payerKey(storeId: number, kind: PayerKind, name: string): PayerKey {
  return { key: `${storeId} ${kind} ${name}`, storeId, kind, name };
}

/** The payer whose payins are counted when a store asks for one; null: nobody's are, and nothing more is read. */
export function countedUser(rules: PayerRules, storeId: number, userId: string | null): PayerKey | null {
  return counts(rules.known) || counts(rules.fresh) ? payerOf({ storeId, userId }) : null;
}

/** The same for who asks for requisites on the payer's page. */
export function countedAddress(rules: PayerRules, storeId: number, address: string | null): PayerKey | null {
  return address === null || !counts(rules.address) ? null : payerKey(storeId, 'address', address);
}

/** Whose payin it is; null: the store has not said. */
export function payerOf({ storeId, userId }: Pick<Invoice, 'storeId' | 'userId'>): PayerKey | null {
  return userId === null || userId === '' ? null : payerKey(storeId, 'user', userId);
}

export function requireUserId({ needsUserId }: PayerRules, userId: string | null): void {
  if (needsUserId && (userId === null || userId.trim() === ''))
    throw new AppError('user_id_needed', { field: 'userId' });
}

type PayerVerdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'refused'; readonly error: AppError; readonly payer: Payer | null };

interface Counted {
  readonly key: PayerKey;
  /** Undefined: seen for the first time. */
  readonly payer: Payer | undefined;
  readonly payins: readonly PayinFacts[];
  readonly now: Instant;
}

/** Whether a payer may begin one more. A refusal comes with the payer as it has to be written, where it is a new block. */
export function judgePayer(rules: PayerRules, counted: Counted): PayerVerdict {
  const { key, payer = newPayer(key, counted.now), now } = counted;
  const payins = withBegin(payer, counted.payins);
  const isKnown = payins.some(({ status }) => status === 'paid');
  const figures = rules[key.kind === 'address' ? 'address' : isKnown ? 'known' : 'fresh'];
  const refuse = (error: AppError, changed: Payer | null = null) =>
    ({ kind: 'refused', error, payer: changed }) as const;
  const field = key.kind === 'user' ? { field: 'userId' } : {};

  if (figures.failuresMax > 0) {
    const standing = payer.blockedUntil !== null && payer.blockedUntil > now ? payer : null;
    const block = standing ?? newBlock(figures, payer, payins, now);
    if (block !== null) {
      const retryAt = block.blockedUntil ?? now;
      const until = formatTimestamp(retryAt);
      const error = new AppError('payer_blocked', { ...field, count: block.failures, until, retryAt });
      return refuse(error, standing === null ? block : null);
    }
  }
  const open = payins.filter((payin) => isOpen(payin, now));
  if (figures.pendingMax > 0 && open.length >= figures.pendingMax) {
    const ends = open.filter(({ isConfirmed }) => !isConfirmed).map(({ expireAt }) => expireAt);
    const limit = figures.pendingMax;
    if (ends.length === 0) return refuse(new AppError('payer_pending', { ...field, limit, until: '' }));
    const retryAt = Math.min(...ends);
    const until = `, at ${formatTimestamp(retryAt)} at the latest`;
    return refuse(new AppError('payer_pending', { ...field, limit, until, retryAt }));
  }
  const since = now - figures.countMinutes * minuteMs;
  const begun = payins.map(({ begunAt }) => begunAt).filter((at) => at > since);
  if (figures.countMax > 0 && begun.length >= figures.countMax) {
    const leaves = begun.sort((left, right) => right - left)[figures.countMax - 1] ?? now;
    const retryAt = leaves + figures.countMinutes * minuteMs;
    const { countMax: limit, countMinutes: minutes } = figures;
    const until = formatTimestamp(retryAt);
    return refuse(new AppError('payer_too_often', { ...field, limit, minutes, until, retryAt }));
  }
  return { kind: 'passes' };
}

/** The payer after one more was begun; null: there is nothing new to write. */
export function payerAfter(counted: Omit<Counted, 'payins'>, payinId: string): Payer | null {
  const { key, payer, now } = counted;
  if (key.kind === 'address') {
    const before = payer ?? newPayer(key, now);
    const begun = [{ id: payinId, at: now }, ...before.begun.filter(({ id }) => id !== payinId)];
    return { ...before, begun: begun.slice(0, payinsSeenMax), seenAt: now };
  }
  // The row of a user is there to be locked: it is written once a day at most, so that it is not swept.
  if (payer !== undefined && now - payer.seenAt < dayMs) return null;
  return { ...(payer ?? newPayer(key, now)), seenAt: now };
}

export function newPayer({ key, storeId, kind, name }: PayerKey, now: Instant): Payer {
  const nothing = { failures: 0, blockedAt: null, blockedUntil: null, liftedAt: null };
  return { key, storeId, kind, name, begun: [], seenAt: now, ...nothing };
}

/** What an operator makes of a block: it ends, and what led to it is forgotten. */
export function liftBlock(payer: Payer, now: Instant): Payer {
  if (payer.blockedUntil === null || payer.blockedUntil <= now) throw new AppError('payer_not_blocked');
  return { ...payer, failures: 0, blockedAt: null, blockedUntil: null, liftedAt: now };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

interface SeenPayin extends PayinFacts {
  readonly begunAt: Instant;
}

function withBegin({ begun }: Payer, payins: readonly PayinFacts[]): SeenPayin[] {
  const startedAt = new Map(begun.map(({ id, at }) => [id, at]));
  return payins.map((payin) => ({ ...payin, begunAt: startedAt.get(payin.id) ?? payin.createdAt }));
}

function isOpen({ status, expireAt, isConfirmed }: PayinFacts, now: Instant): boolean {
  return status === 'new' && (expireAt > now || isConfirmed);
}

/** When a payin was given up; null: it was not, or it counts for nothing. Time decides, not the worker that writes it down. */
function failedAt(payin: PayinFacts, now: Instant): Instant | null {
  if (payin.dealCount === 0 || payin.hasPart) return null;
  if (payin.status === 'canceled' || payin.status === 'expired') return payin.updatedAt;
  return payin.status === 'new' && !isOpen(payin, now) ? payin.expireAt : null;
}

function newBlock(figures: PayerFigures, payer: Payer, payins: readonly SeenPayin[], now: Instant): Payer | null {
  const paidAt = Math.max(0, ...payins.filter(({ status }) => status === 'paid').map(({ updatedAt }) => updatedAt));
  const since = Math.max(paidAt, payer.liftedAt ?? 0);
  const failures = payins.flatMap((payin) => failedAt(payin, now) ?? []).filter((at) => at > since);
  if (failures.length < figures.failuresMax) return null;
  const blockedUntil = Math.max(...failures) + figures.blockMinutes * minuteMs;
  if (blockedUntil <= now) return null;
  return { ...payer, seenAt: now, failures: failures.length, blockedAt: now, blockedUntil };
}
