import type { ArrivalException } from '../arrivals/arrival.ts';
import type { Automation } from '../makers/automation-settings.ts';
import { dayOf, type Instant } from '../text/timestamp.ts';

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
