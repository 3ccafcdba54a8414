import { Type } from 'typebox';
import { moveFunds } from '../../commands/move-funds.ts';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import { act } from '../act.ts';
import { exampleIds } from '../examples.ts';
import { money, type ShapeOf } from '../schemas.ts';
import type { OperatorCall } from './endpoint.ts';
import { amount, Reason, text } from './fields.ts';

/** Money that comes in from outside the books, or goes back out: by operators only. */
export const Movement = Type.Object({
  id: text(36, 'A UUID that you choose: sent twice, it is one movement'),
  amount: amount('A decimal sum as a string'),
  reason: Reason,
});

export const MovedFunds = Type.Object({ available: money('What can be spent') });

export const movementRefusals: readonly ErrorCode[] = ['currency_not_allowed', 'invalid_amount', 'wrong_type'];

export function exampleMovement(sum: string, reason: string): ShapeOf<typeof Movement> {
  return { id: exampleIds.movement, amount: sum, reason };
}

type Move = Parameters<typeof moveFunds>[0];

export function moveAct(
  { context, actor }: OperatorCall,
  what: Pick<Move, 'kind' | 'owner' | 'availableId' | 'currency'>,
  { id, amount: sum, reason }: ShapeOf<typeof Movement>,
) {
  if (!isUuid(id)) throw new AppError('wrong_type', { field: 'id', type: 'UUID' });
  const command = moveFunds({ ...what, id: id.toLowerCase(), amount: sum, reason, actor });
  const currency = currencyOf(context.catalogue(), what.currency);
  return act(command, (balance) => ({ available: moneyDTO(balance, currency) }));
}
