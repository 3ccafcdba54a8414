import type { SettingFields, ValuesOf } from '../money/setting-fields.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Role } from './audit.ts';

/**
 * How strict the service is with those who sign in. Operators manage it. Operators in production need a second factor
 * whatever these rules say; makers and merchants where the rules say so.
 */
export const accessFields = {
  makersNeedFactor: factorOf('makers'),
  merchantsNeedFactor: factorOf('merchants'),
  operatorIdleMinutes: { ...idleOf('an operator'), usual: 30 },
  makerIdleMinutes: { ...idleOf('a maker'), usual: 240 },
  merchantIdleMinutes: { ...idleOf('a merchant'), usual: 240 },
} as const satisfies SettingFields;
export type AccessRules = ValuesOf<typeof accessFields>;

function factorOf(whom: string) {
  const says = `Whether ${whom} need a second factor; without one they can do nothing but set it up`;
  return { kind: 'flag', says, usual: false, looser: 'less' } as const;
}

/** A session ends after 12 hours anyway. */
function idleOf(whom: string) {
  const says = `After how many minutes without anything done a session of ${whom} ends; 0: after 12 hours, whatever is done`;
  return { kind: 'figure', says, min: 0, max: 720, looser: 'more', isZeroEndless: true } as const;
}

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
