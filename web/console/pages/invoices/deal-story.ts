import type { OperatorDeal } from '../../api/schema.ts';

/** Whether it was a receipt that confirmed it: what is settled without one is confirmed by its money, at that moment. */
export function isByReceipt({ confirmedAt, attachments }: OperatorDeal): boolean {
  return confirmedAt !== null && attachments.some(({ addedAt }) => addedAt === confirmedAt);
}

/** It counted as paid until its money was looked for and not found. */
export function isTakenBack({ status, dispute }: OperatorDeal): boolean {
  return status === 'canceled' && dispute?.from === 'completed';
}
