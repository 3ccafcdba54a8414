import type { SecondFactor } from '../../domain/people/second-factor.ts';
import { lockByKey } from '../batch/load-step.ts';
import { count8, instant, int4 } from './codec.ts';
import { defineRow } from './row-kind.ts';
import { group } from './shape.ts';

/** What wrong codes and right ones have left behind, of merchants and of people alike. */
export const factorState = group({
  lastUsedStep: count8.orNull,
  failures: int4,
  lockedUntilMs: instant.from('locked_until').orNull,
});

export const secondFactors = defineRow<SecondFactor>({
  table: 'second_factors',
  columns: {
    merchantId: int4,
    state: factorState,
  },
  key: ({ merchantId }) => merchantId,
  isStanding: true,
  unique: { second_factors_pkey: ({ merchantId }) => merchantId },
});

export const lockSecondFactors = lockByKey('secondFactors', secondFactors, {
  codec: int4,
  keys: ({ merchantIds }) => merchantIds,
});
