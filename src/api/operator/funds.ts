import { Type } from 'typebox';
import { moveFunds } from '../../commands/ledger/move-funds.ts';
import { currencyOf, moneyDTO } from '../../domain/money/money.ts';
import { isUuid } from '../../domain/text/uuid.ts';
import { AppError, type ErrorCode } from '../../errors/app-error.ts';
import { allowPayBack, allowTopUp } from '../../settings/authority/allow-movement.ts';
import { type Act, act } from '../act.ts';
import { exampleIds } from '../examples.ts';
import { money, type ShapeOf } from '../schemas.ts';
import { byOf, type OperatorCall } from './endpoint.ts';
import { amount, Reason, text } from './fields.ts';

/** Money that comes in from outside the books, or goes back out: by operators only. */
export const Movement = Type.Object({
  id: text(36, 'A UUID that you choose: the same movement sent twice is one, another one under it is refused'),
  amount: amount('A decimal sum as a string'),
  reason: Reason,
});

export const MovedFunds = Type.Object({ available: money('What can be spent') });

export const movementRefusals: readonly ErrorCode[] = [
  'currency_not_allowed',
  'invalid_amount',
  'movement_id_reused',
  'wrong_type',
];

export function exampleMovement(sum: string, reason: string): ShapeOf<typeof Movement> {
  return { id: exampleIds.movement, amount: sum, reason };
}

type Move = Parameters<typeof moveFunds>[0];

export async function moveAct(
  call: OperatorCall,
  what: Pick<Move, 'kind' | 'owner' | 'availableId' | 'currency'>,
  { id, amount: sum, reason }: ShapeOf<typeof Movement>,
): Promise<Act<ShapeOf<typeof MovedFunds>>> {
  if (!isUuid(id)) throw new AppError('wrong_type', { field: 'id', type: 'UUID' });
  const move: Move = {
    ...what,
    id: id.toLowerCase(),
    amount: sum,
    reason,
    actor: call.actor,
    askedAt: call.context.clock(),
  };
  await allowed(call, move);
  const currency = currencyOf(call.context.catalogue(), what.currency);
  return act(moveFunds(move), (balance) => ({ available: moneyDTO(balance, currency) }));
}

/** A large one waits for a second person, unless there is none. */
async function allowed(call: OperatorCall, { kind, id, owner, availableId, currency, amount: sum, reason }: Move) {
  const { settings, catalogue } = call.context;
  if (!settings.asksSecondPerson) return;
  const { subunit } = currencyOf(catalogue(), currency);
  const permission = kind === 'top_up' ? allowTopUp : allowPayBack;
  await settings.run(permission, { id, owner, availableId, currency, subunit, amount: sum }, byOf(call, reason));
}
