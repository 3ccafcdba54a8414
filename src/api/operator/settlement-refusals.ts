import type { ErrorCode } from '../../errors.ts';

/** Why a deal may not be settled with a sum, whoever asks for it. */
export const settlementRefusals: readonly ErrorCode[] = ['insufficient_funds', 'invalid_amount', 'maker_funds'];
