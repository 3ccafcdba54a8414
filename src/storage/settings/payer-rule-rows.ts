import { nothingCounted, type PayerRules } from '../../domain/payer-rules.ts';
import type { Cells } from '../connection.ts';

export const selectPayerRules = `select store_id, who, pending_max, count_max, count_minutes, failures_max, block_minutes
  from payer_rules`;

/** The rows of one store: a group that has none is not counted. */
export function decodePayerRules(rows: readonly Cells[], needsUserId: boolean): PayerRules {
  const groups = rows.map(([, who, pendingMax, countMax, countMinutes, failuresMax, blockMinutes]) => {
    return [who, { pendingMax, countMax, countMinutes, failuresMax, blockMinutes }];
  });
  return { ...nothingCounted, ...Object.fromEntries(groups), needsUserId };
}
