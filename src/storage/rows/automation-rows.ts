import type { AutomationDay } from '../../domain/phones/automation.ts';
import { lockByKey } from '../batch/load-step.ts';
import { int4, int8 } from './codec.ts';
import { defineRow } from './row-kind.ts';

/** One for each maker, from the beginning. */
export const automationDays = defineRow<AutomationDay>({
  table: 'automation_days',
  columns: { makerId: int4, day: int4, daySum: int8 },
  key: ({ makerId }) => makerId,
  isStanding: true,
  unique: { automation_days_pkey: ({ makerId }) => makerId },
  checks: { automation_days_day_sum_check: ({ daySum }) => daySum >= 0n },
});

export const lockAutomationDays = lockByKey('automationDays', automationDays, {
  codec: int4,
  keys: ({ automationOf }) => automationOf,
});
