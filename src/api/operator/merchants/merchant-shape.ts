import { Type } from 'typebox';
import type { Merchant } from '../../../domain/catalogue.ts';
import { AppError } from '../../../errors.ts';
import { idInPath } from '../../parameters.ts';
import type { ShapeOf } from '../../schemas.ts';
import type { OperatorCall } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { timestampOrNull } from '../timestamps.ts';

export const MerchantShape = Type.Object({
  id: figure('ID'),
  name: words('For people'),
  hasSecondFactor: flag('Withdrawals need one'),
  accessChangedAt: nullable(
    Type.String(),
    'When an operator last changed the secret, the second factor or a key, or added a user or let one in anew: withdrawals wait a day',
  ),
});

export function merchantDTO({ id, name, totpSeed, accessChangedAt }: Merchant): ShapeOf<typeof MerchantShape> {
  return { id, name, hasSecondFactor: totpSeed !== null, accessChangedAt: timestampOrNull(accessChangedAt) };
}

export const exampleMerchant: ShapeOf<typeof MerchantShape> = {
  id: 1,
  name: 'Example Ltd',
  hasSecondFactor: true,
  accessChangedAt: null,
};

export const merchantInPath = idInPath('Merchant ID');

/** A merchant's own; another's does not exist. */
export function ownMerchant(call: OperatorCall, id: number): Merchant {
  if (call.actor.role !== 'operator' && call.actor.merchantId !== id) throw new AppError('not_found');
  return merchantOf(call, id);
}

export function merchantOf({ context }: OperatorCall, id: number): Merchant {
  const merchant = context.catalogue().merchants.get(id);
  if (merchant === undefined) throw new AppError('not_found');
  return merchant;
}
