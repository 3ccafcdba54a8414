import type { ArrivalException } from '../arrival.ts';
import { type SettingFields, usualSettings, type ValuesOf } from '../setting-fields.ts';
import { dayOf, type Instant } from '../timestamp.ts';

const limit = { kind: 'sum', usual: null, isOptional: true, isPositive: true } as const;

/**
 * What messages of a maker's phones may settle without a person. Operators set it, for each maker; for a new one it is off.
 * Sums are what the deal takes of the maker's balance, in the settlement currency; null: no limit.
 */
export const automationFields = {
  isOn: {
    kind: 'flag',
    column: 'auto_on',
    says: 'True: messages of its phones settle deals by themselves',
    usual: false,
  },
  dealMax: { ...limit, column: 'auto_deal_max', says: 'The largest deal; null: no limit' },
  dayMax: { ...limit, column: 'auto_day_max', says: 'The sum of a day, UTC; null: no limit' },
  // Also where the balance could not be checked; 0: never.
  breakMax: {
    kind: 'sum',
    column: 'auto_break_max',
    says: 'Up to here also when the balance told does not follow from the one before',
    usual: 0,
  },
} as const satisfies SettingFields;
export type Automation = ValuesOf<typeof automationFields>;

/** Of a maker of whom nobody has said anything. */
export const noAutomation = usualSettings(automationFields, 0);

/** What was settled so on the newest day; read under lock. */
export interface AutomationDay {
  readonly makerId: number;
  readonly day: number;
  readonly daySum: bigint;
}

/** What is known of a transfer from its message alone. */
export interface MessageEvidence {
  readonly isChainBroken: boolean;
  /**
   * Other messages have told the balance of the account, and this one cannot be held against it. Who forges a message without
   * paying would write it without a balance, which nobody but the bank and the maker knows.
   */
  readonly isUnchecked: boolean;
}

/** Why this message must not settle the deal it was found for by itself; null: it may. */
export function heldBy(
  automation: Automation,
  evidence: MessageEvidence,
  { makerSum }: { readonly makerSum: bigint },
  { today, now }: { readonly today: AutomationDay; readonly now: Instant },
): ArrivalException | null {
  if (!automation.isOn) return 'automation_off';
  if (automation.dealMax !== null && makerSum > automation.dealMax) return 'deal_limit';
  // What is worth less than the smallest unit of the settlement currency may be all that is missing of an invoice.
  const isAboveBreak = automation.breakMax === 0n || makerSum > automation.breakMax;
  if (evidence.isChainBroken && isAboveBreak) return 'balance_break';
  if (evidence.isUnchecked && isAboveBreak) return 'balance_unchecked';
  if (automation.dayMax !== null && dayAfter(today, makerSum, now).daySum > automation.dayMax) return 'day_limit';
  return null;
}

/** The day with another deal. It never goes back: clocks of two processes differ at midnight. */
export function dayAfter(before: AutomationDay, makerSum: bigint, now: Instant): AutomationDay {
  const day = Math.max(before.day, dayOf(now));
  return { makerId: before.makerId, day, daySum: (day === before.day ? before.daySum : 0n) + makerSum };
}
