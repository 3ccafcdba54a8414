import type { TokenDay } from '../../domain/people/token.ts';
import { lockByKey } from '../batch/load-step.ts';
import { int4, int8 } from './codec.ts';
import { defineRow } from './row-kind.ts';

/** One for each token with a sum a day, from the beginning. */
export const tokenDays = defineRow<TokenDay>({
  table: 'token_days',
  columns: { tokenId: int4, day: int4, daySum: int8 },
  key: ({ tokenId }) => tokenId,
  isStanding: true,
  unique: { token_days_pkey: ({ tokenId }) => tokenId },
  checks: { token_days_day_sum_check: ({ daySum }) => daySum >= 0n },
});

export const lockTokenDays = lockByKey('tokenDays', tokenDays, { codec: int4, keys: ({ tokenDays: ids }) => ids });
