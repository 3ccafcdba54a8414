import type { Store } from '../../../domain/merchants/store.ts';
import { AppError, type ErrorCode } from '../../../errors/app-error.ts';
import { spendCode } from '../../../settings/people/spend-code.ts';
import type { Input } from '../../endpoint.ts';
import type { OperatorCall } from '../endpoint.ts';
import { optional, text } from '../fields.ts';
import { ownStore } from './own-store.ts';

/** Beside the reason, where a merchant needs the second factor of withdrawals. */
export const MerchantsCode = optional(
  text(20, 'Current two-factor code: a merchant who has a second factor needs it'),
  'Current two-factor code; null or absent where none is needed',
);

export const codeRefusals: readonly ErrorCode[] = ['two_factor_wrong', 'two_factor_locked'];

/**
 * A key with the secret can act as the shop. So a merchant with a second factor needs a code of it to get new ones: a session may
 * be stolen. Operators show their own second factor when they sign in.
 */
export async function requireMerchantsCode(
  { context, actor, signedIn }: OperatorCall,
  merchantId: number,
  code: string | null | undefined,
): Promise<void> {
  if (actor.role === 'operator') return;
  if (signedIn.scopes !== null) throw new AppError('forbidden');
  await context.settings.routine(spendCode, { merchantId, code }, context.clock());
}

/** A merchant's own store, once the merchant has given the code. */
export async function storeByCode(
  call: OperatorCall & Input<{ readonly id: number }, unknown, { readonly code?: string | null }>,
): Promise<Store> {
  const store = ownStore(call, call.params.id);
  await requireMerchantsCode(call, store.merchantId, call.body.code);
  return store;
}
