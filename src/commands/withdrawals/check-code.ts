import { storeOf } from '../../domain/merchants/store.ts';
import { verifySecondFactor } from '../../domain/people/second-factor.ts';
import type { Changes } from '../../domain/state/changes.ts';
import { formatTimestamp } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import type { View } from '../command.ts';

interface WithCode {
  readonly storeId: number;
  readonly code: string;
}

/** A wrong code is the one refusal that leaves a trace: guesses are counted. */
export function checkCode(request: WithCode, view: View, changes: Changes): AppError | null {
  const { merchantId } = storeOf(view.catalogue, request.storeId);
  const seed = view.catalogue.merchants.get(merchantId)?.totpSeed ?? null;
  if (seed === null) throw new AppError('two_factor_disabled');
  const before = view.secondFactor(merchantId);
  const { outcome, state } = verifySecondFactor(before, request.code, seed, view.now);
  if (state !== before) changes.secondFactors.push({ merchantId, state });
  switch (outcome) {
    case 'accepted':
      return null;
    case 'wrong':
      return new AppError('two_factor_wrong', { field: 'code2FA' });
    case 'locked':
      return new AppError('two_factor_locked', {
        field: 'code2FA',
        until: formatTimestamp(before.lockedUntilMs ?? view.now),
      });
  }
}
