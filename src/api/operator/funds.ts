import { type Static, Type } from 'typebox';
import { moveFunds } from '../../commands/move-funds.ts';
import { currencyOf, settlementAccountOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { allowTopUp } from '../../settings/allow-top-up.ts';
import { Money } from '../schemas.ts';
import { performAct } from './act.ts';
import type { OperatorCall, OperatorEndpoint } from './endpoint.ts';
import { Amount, idOf, Reason, text } from './fields.ts';
import { makerOf } from './makers.ts';
import { ownStore } from './stores.ts';
import { byOf } from './users.ts';

/** Money that comes in from outside the books, or goes back out: by operators only. */
const Movement = Type.Object({
  id: text(36, { description: 'A UUID that you choose: sent twice, it is one movement' }),
  amount: Amount,
  reason: Reason,
});

const money = {
  roles: ['operator'],
  scope: 'money',
  method: 'POST',
  body: { kind: 'json', schema: Movement },
  response: Type.Object({ available: Money }),
} as const;

const topUpMaker: OperatorEndpoint = {
  ...money,
  path: '/makers/:id/top-ups',
  operationId: 'topUpMaker',
  summary: "Top up a maker's balance",
  handle: (call) => moveMakerFunds(call, 'top_up'),
};

const payBackMaker: OperatorEndpoint = {
  ...money,
  path: '/makers/:id/pay-backs',
  operationId: 'payBackMaker',
  summary: 'Pay a maker back',
  description: 'What is held for deals cannot be paid back.',
  async handle(call) {
    call.context.moneyOut();
    return await moveMakerFunds(call, 'pay_back');
  },
};

const topUpStore: OperatorEndpoint = {
  ...money,
  path: '/stores/:id/top-ups',
  operationId: 'topUpStore',
  summary: "Top up a store's account",
  async handle(call) {
    const store = ownStore(call);
    const { availableId, currency } = settlementAccountOf(store);
    return await move(call, { kind: 'top_up', owner: { kind: 'store', id: String(store.id) }, availableId, currency });
  },
};

async function moveMakerFunds(call: OperatorCall, kind: 'top_up' | 'pay_back'): Promise<unknown> {
  const { id, availableId, settlementCurrency: currency } = makerOf(call, idOf(call.request));
  return await move(call, { kind, owner: { kind: 'maker', id: String(id) }, availableId, currency });
}

async function move(
  call: OperatorCall,
  what: Pick<Parameters<typeof moveFunds>[0], 'kind' | 'owner' | 'availableId' | 'currency'>,
): Promise<unknown> {
  const { id, amount, reason } = call.request.body as Static<typeof Movement>;
  if (!isUuid(id)) throw new AppError('wrong_type', { field: 'id', type: 'UUID' });
  await allowed(call, { ...what, id: id.toLowerCase(), amount });
  const command = moveFunds({ ...what, id: id.toLowerCase(), amount, reason, actor: call.actor });
  return await performAct(call, {
    command,
    render: (balance) => ({ available: moneyDTO(balance, currencyOf(call.context.catalogue(), what.currency)) }),
  });
}

/** A large top-up waits for a second person, unless there is none. */
async function allowed(
  call: OperatorCall,
  movement: Omit<Parameters<typeof moveFunds>[0], 'actor' | 'reason'>,
): Promise<void> {
  const { context } = call;
  const { kind, ...topUp } = { ...movement, subunit: currencyOf(context.catalogue(), movement.currency).subunit };
  if (kind !== 'top_up' || !context.settings.asksSecondPerson) return;
  const { reason } = call.request.body as Static<typeof Movement>;
  await context.settings.run(allowTopUp, topUp, byOf(call, reason));
}

export const fundEndpoints: readonly OperatorEndpoint[] = [topUpMaker, payBackMaker, topUpStore];
