import type { Role } from './audit.ts';
import type { Instant } from './timestamp.ts';

/**
 * How strict the service is with those who sign in. Operators manage it. Operators in production need a second factor
 * whatever these rules say; makers and merchants where the rules say so.
 */
export interface AccessRules {
  readonly makersNeedFactor: boolean;
  readonly merchantsNeedFactor: boolean;
  /** After how long without anything done by the person a session ends; 0: by its age alone. */
  readonly operatorIdleMinutes: number;
  readonly makerIdleMinutes: number;
  readonly merchantIdleMinutes: number;
}

/** A session ends after 12 hours anyway. */
export const idleMinutesMax = 720;

/** In production an operator's password alone opens nothing but the way to a second factor; others where the rules ask for one. */
export function needsSecondFactor(role: Role, mode: 'sandbox' | 'production', rules: AccessRules): boolean {
  switch (role) {
    case 'operator':
      return mode === 'production';
    case 'maker':
      return rules.makersNeedFactor;
    case 'merchant':
      return rules.merchantsNeedFactor;
  }
}

export function idleMinutes(role: Role, rules: AccessRules): number {
  switch (role) {
    case 'operator':
      return rules.operatorIdleMinutes;
    case 'maker':
      return rules.makerIdleMinutes;
    case 'merchant':
      return rules.merchantIdleMinutes;
  }
}

const minuteMs = 60_000;

/** When a session ends unless somebody does something in it. */
export function idleEnd(role: Role, rules: AccessRules, lastSeenAt: Instant): Instant {
  const minutes = idleMinutes(role, rules);
  return minutes === 0 ? Number.POSITIVE_INFINITY : lastSeenAt + minutes * minuteMs;
}

/** Writing down each request would be a write for every read; a session lives a minute less than promised at most. */
const seenAgainMs = minuteMs;

export function isSeenAnew(lastSeenAt: Instant, now: Instant): boolean {
  return now >= lastSeenAt + seenAgainMs;
}

/** Whether the new rules let somebody in, or stay in, whom the old ones would not. */
export function isLooser(before: AccessRules, after: AccessRules): boolean {
  const isFactorDropped =
    (before.makersNeedFactor && !after.makersNeedFactor) || (before.merchantsNeedFactor && !after.merchantsNeedFactor);
  return isFactorDropped || (['operator', 'maker', 'merchant'] as const).some((role) => isLonger(role, before, after));
}

function isLonger(role: Role, before: AccessRules, after: AccessRules): boolean {
  return idleEnd(role, after, 0) > idleEnd(role, before, 0);
}
