import { type Static, Type } from 'typebox';
import { currencyOf, type Maker } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { AppError } from '../../errors.ts';
import { changeMaker as changeMakerAct } from '../../settings/change-maker.ts';
import { createMaker as createMakerAct } from '../../settings/create-maker.ts';
import { findBalances } from '../../storage/reads/account-reads.ts';
import { findMakerActivity, type MakerActivity } from '../../storage/reads/load-reads.ts';
import { Money } from '../schemas.ts';
import type { OperatorCall, OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { idOf, list, pageAnswer, pageFrom, pageOf, pageQuery, Reason, text } from './fields.ts';
import { byOf } from './users.ts';

const MakerShape = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  settlementCurrency: Type.String(),
  available: Money,
  held: Money,
  lastDay: Type.Object(
    {
      started: Type.Integer({ description: 'Deals given to it' }),
      completed: Type.Integer({ description: 'Whose money arrived' }),
      expired: Type.Integer({ description: 'That nobody paid in time' }),
      disputed: Type.Integer({ description: 'In dispute' }),
      active: Type.Integer({ description: 'That still run' }),
    },
    { description: 'What became of its newest deals of the last 24 hours, a thousand at most' },
  ),
});

const NewMaker = Type.Object({ name: text(200), settlementCurrency: text(10), reason: Reason });

const createMaker: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'POST',
  path: '/makers',
  operationId: 'createMaker',
  summary: 'Create a maker',
  description: 'With its accounts, which are empty: top them up before its requisites can be given to payers.',
  body: { kind: 'json', schema: NewMaker },
  response: MakerShape,
  async handle(call) {
    const { reason, ...maker } = call.request.body as Static<typeof NewMaker>;
    const id = await call.context.settings.run(createMakerAct, maker, byOf(call, reason));
    return await oneDTO(call.context, makerOf(call, id));
  },
};

const makers: OperatorEndpoint = {
  roles: ['operator', 'maker'],
  scope: 'read',
  method: 'GET',
  path: '/makers',
  operationId: 'listMakers',
  summary: 'List makers with their balances',
  description: 'A maker sees only itself.',
  query: pageQuery,
  response: list(MakerShape),
  async handle({ context, request, actor }) {
    const page = pageOf(request);
    const all = [...context.catalogue().makers.values()];
    const seen = pageFrom(actor.role === 'operator' ? all : all.filter(({ id }) => id === actor.makerId), page);
    const balances = await findBalances(
      context.pool,
      seen.flatMap(({ availableId, heldId }) => [availableId, heldId]),
    );
    const activity = await lastDayOf(context, seen);
    return pageAnswer(seen, page, (maker) => makerDTO(context, maker, balances, activity));
  },
};

const getMaker: OperatorEndpoint = {
  roles: ['operator', 'maker'],
  scope: 'read',
  method: 'GET',
  path: '/makers/:id',
  operationId: 'getMaker',
  summary: 'Get a maker with its balance',
  response: MakerShape,
  async handle(call) {
    const maker = makerOf(call, idOf(call.request));
    if (call.actor.role !== 'operator' && call.actor.makerId !== maker.id) throw new AppError('not_found');
    return await oneDTO(call.context, maker);
  },
};

const MakerChange = Type.Object({ name: text(200), reason: Reason });

const changeMaker: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'settings',
  method: 'PATCH',
  path: '/makers/:id',
  operationId: 'changeMaker',
  summary: 'Rename a maker',
  body: { kind: 'json', schema: MakerChange },
  response: MakerShape,
  async handle(call) {
    const { name, reason } = call.request.body as Static<typeof MakerChange>;
    const id = idOf(call.request);
    await call.context.settings.run(changeMakerAct, { id, name }, byOf(call, reason));
    return await oneDTO(call.context, makerOf(call, id));
  },
};

export function makerOf({ context }: OperatorCall, id: number): Maker {
  const maker = context.catalogue().makers.get(id);
  if (maker === undefined) throw new AppError('not_found');
  return maker;
}

async function oneDTO(context: OperatorContext, maker: Maker): Promise<object> {
  const balances = await findBalances(context.pool, [maker.availableId, maker.heldId]);
  return makerDTO(context, maker, balances, await lastDayOf(context, [maker]));
}

const dayMs = 86_400_000;

async function lastDayOf(context: OperatorContext, makers: readonly Maker[]): Promise<Activities> {
  const ids = makers.map(({ id }) => id);
  return await findMakerActivity(context.pool, ids, context.clock() - dayMs);
}

type Activities = ReadonlyMap<number, MakerActivity>;
const idle: MakerActivity = { started: 0, completed: 0, expired: 0, disputed: 0, active: 0 };

function makerDTO(
  context: OperatorContext,
  maker: Maker,
  balances: ReadonlyMap<number, bigint>,
  activities: Activities,
): object {
  const { id, name, settlementCurrency, availableId, heldId } = maker;
  const currency = currencyOf(context.catalogue(), settlementCurrency);
  const balance = (accountId: number) => moneyDTO(balances.get(accountId) ?? 0n, currency);
  return {
    id,
    name,
    settlementCurrency,
    available: balance(availableId),
    held: balance(heldId),
    lastDay: activities.get(id) ?? idle,
  };
}

export const makerEndpoints: readonly OperatorEndpoint[] = [createMaker, makers, getMaker, changeMaker];
