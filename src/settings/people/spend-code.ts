import { verifySecondFactor } from '../../domain/people/second-factor.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockSecondFactor, updateSecondFactor } from '../../storage/settings/merchants/merchants.ts';
import { routineAct, unchanged } from '../setting-act.ts';

/**
 * A code of the merchant's second factor, asked for beside a session. A right one is spent and a wrong one counted,
 * whatever becomes of the act it was given for. A merchant without a second factor has no code to give.
 */
export const spendCode = routineAct({
  lock: 'rows',
  load: (tx, { merchantId }: { readonly merchantId: number; readonly code: string | null | undefined }) =>
    lockSecondFactor(tx, merchantId),
  decide({ merchantId, code }, factor, { at }) {
    if (factor === null || factor.seed === null) return unchanged(undefined);
    if (!code) throw new AppError('blank', { field: 'code' });
    const { outcome, state } = verifySecondFactor(factor.state, code, factor.seed, at);
    const change = { merchantId, state };
    switch (outcome) {
      case 'accepted':
        return { kind: 'changed', result: undefined, change };
      case 'wrong':
        return { kind: 'refused', error: new AppError('two_factor_wrong', { field: 'code' }), change };
      case 'locked': {
        const until = formatTimestamp(state.lockedUntilMs ?? at);
        return { kind: 'refused', error: new AppError('two_factor_locked', { field: 'code', until }), change };
      }
    }
  },
  store: (tx, { merchantId, state }) => updateSecondFactor(tx, merchantId, state),
});
