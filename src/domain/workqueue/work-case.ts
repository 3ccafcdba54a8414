import { AppError } from '../../errors/app-error.ts';
import { clockOf, type DisputeRules } from '../disputes/dispute-clock.ts';
import type { Deal } from '../invoices/deal.ts';
import { overdueAt } from '../invoices/overdue-transfer.ts';
import { isUnproved, proofDueAt } from '../invoices/taking.ts';
import type { Store } from '../merchants/store.ts';
import { objectedAt } from '../payouts/payout-hold.ts';
import { spelledLogin } from '../people/people.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * A case is one thing that waits for a person: a deal, an arrival or a withdrawal, known by its ID. Who works on it says so, so
 * that nobody else does the same work; that binds nobody. Decisions are safe however many make them at once.
 *
 * Messages of phones that nobody could read or place, and lines of banks' statements that are nobody's money, wait like a case and
 * are worked off where they stand; they are no cases, and are numbered.
 */
export const workKinds = [
  'escalated',
  'overdue',
  'unproved',
  'confirmed',
  'objected',
  'dispute',
  'arrival',
  'payout',
  'withdrawal',
  'message',
  'line',
] as const;
export type WorkKind = (typeof workKinds)[number];

/** Comes before all other work. */
export const urgentKinds: ReadonlySet<WorkKind> = new Set(['escalated', 'overdue', 'unproved']);

/** The kinds that are numbered, in the order in which they stand behind cases of the same moment. */
const numberedKinds = ['message', 'line'] as const;
export type NumberedKind = (typeof numberedKinds)[number];

/** `message-4711`; a case has a UUID. */
export function numberedId(kind: NumberedKind, number: bigint): string {
  return `${kind}-${number}`;
}

/** Null: it is the ID of a case. */
export function readNumberedId(id: string): { readonly kind: NumberedKind; readonly number: bigint } | null {
  const [, name, number] = /^([a-z]+)-(\d{1,18})$/.exec(id) ?? [];
  const kind = numberedKinds.find((one) => one === name);
  return kind === undefined || number === undefined ? null : { kind, number: BigInt(number) };
}

/** Among what waits since one moment: cases by their IDs, then messages, then lines, by their numbers. */
export function compareWorkIds(left: string, right: string): number {
  const [one, other] = [readNumberedId(left), readNumberedId(right)];
  if (one === null || other === null) return one === other ? compare(left, right) : one === null ? -1 : 1;
  return one.kind === other.kind ? compare(one.number, other.number) : workRank(one.kind) - workRank(other.kind);
}

/** 0: a case. */
export function workRank(kind: WorkKind): number {
  const kinds: readonly WorkKind[] = numberedKinds;
  return kinds.indexOf(kind) + 1;
}

function compare<Value extends string | bigint>(left: Value, right: Value): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Why a deal waits for a person; null: it does not. */
export function workKindOf(
  deal: Deal,
  store: Pick<Store, 'confirmDeadlineMs'>,
  rules: DisputeRules,
  now: Instant,
): WorkKind | null {
  switch (deal.status) {
    case 'dispute':
      return clockOf(deal, rules, now) === 'escalated' ? 'escalated' : 'dispute';
    case 'transfer_confirmed': {
      if (objectedAt(deal) !== null) return 'objected';
      const at = overdueAt(deal, store);
      return at !== null && at <= now ? 'overdue' : 'confirmed';
    }
    case 'new':
      return deal.deadlineAt > now ? 'payout' : null;
    case 'transfer_waiting':
      return isUnproved(deal, now) ? 'unproved' : null;
    case 'completed':
    case 'canceled':
    case 'expired':
      return null;
  }
}

/** Since when it waits, or did. */
export function waitsSince(deal: Deal): Instant {
  const { status, dispute, confirmedAt, startedAt } = deal;
  return (status === 'dispute' ? dispute?.openedAt : (proofDueAt(deal) ?? confirmedAt)) ?? startedAt;
}

/** Who claims a case and goes home must not keep it. Longer than anybody needs for one. */
export const claimLifetimeMs = 30 * 60_000;

export interface Claim {
  readonly userId: number;
  readonly login: string;
  readonly claimedAt: Instant;
}

/** The claim that counts; null: the case is anybody's. */
export function claimAt(claim: Claim | null, now: Instant): Claim | null {
  return claim !== null && now < claim.claimedAt + claimLifetimeMs ? claim : null;
}

/** Taken over only by who says so: they have seen whose it is. */
export function requireFreeCase(claim: Claim | null, userId: number, isTakenOver: boolean): void {
  if (claim === null || claim.userId === userId || isTakenOver) return;
  throw new AppError('case_claimed', { login: claim.login });
}

export const commentCharactersMax = 1_000;
/** A comment that calls everybody calls nobody. */
const mentionsMax = 20;

/**
 * The logins that a comment may speak of: `@anna`. A login may itself end with a full stop or have an @ in it, so both readings
 * are tried; who has neither is not meant.
 */
export function loginsIn(text: string): readonly string[] {
  const found = new Set<string>();
  for (const [, login = ''] of spelledLogin(text).matchAll(/(?<![a-z0-9._+-])@([a-z0-9][a-z0-9._@+-]{1,99})/g)) {
    found.add(login);
    const bare = login.replace(/[._@+-]+$/, '');
    if (bare.length > 1) found.add(bare);
  }
  return [...found].slice(0, 2 * mentionsMax);
}

/** From when on a case of a kind is shown as waiting long, and as late. */
export interface WorkLimit {
  readonly kind: WorkKind;
  readonly warnMinutes: number;
  readonly lateMinutes: number;
}

/** Where nobody has set any: a payout that a maker sits on keeps the merchant's money, a proof that was objected to keeps two sides from theirs; an unread message may be a payer who waits, a statement is of yesterday at the earliest. */
export const usualWorkLimits: readonly WorkLimit[] = [
  { kind: 'unproved', warnMinutes: 30, lateMinutes: 240 },
  { kind: 'objected', warnMinutes: 720, lateMinutes: 2_880 },
  { kind: 'message', warnMinutes: 30, lateMinutes: 120 },
  { kind: 'line', warnMinutes: 1_440, lateMinutes: 4_320 },
];

/** A month: whatever waits longer has been forgotten. */
export const workLimitMinutesMax = 43_200;

export function requireWorkLimit({ warnMinutes, lateMinutes }: WorkLimit): void {
  if (warnMinutes > lateMinutes) throw new AppError('work_limit_order', { field: 'lateMinutes', minutes: warnMinutes });
}
