import { Type } from 'typebox';
import type { BookAccount } from '../../../domain/books.ts';
import { currencyOf } from '../../../domain/catalogue.ts';
import { moneyDTO } from '../../../domain/money.ts';
import { tethers } from '../../examples.ts';
import { money, type ShapeOf } from '../../schemas.ts';
import type { OperatorContext } from '../endpoint.ts';
import { figure, words } from '../fields.ts';

export const AccountShape = Type.Object({
  id: figure('ID'),
  kind: words('What kind it is'),
  ownerId: figure('Which store or maker; 0 for the service itself'),
  currency: words('Currency code'),
  balance: money('What is in it'),
});

export function accountDTO(context: OperatorContext, account: BookAccount): ShapeOf<typeof AccountShape> {
  const { id, kind, ownerId, currency, balance } = account;
  return { id, kind, ownerId, currency, balance: moneyDTO(balance, currencyOf(context.catalogue(), currency)) };
}

export const exampleAccount: ShapeOf<typeof AccountShape> = {
  id: 3,
  kind: 'store_available',
  ownerId: 1,
  currency: 'USDT',
  balance: tethers('9898.00000000'),
};
