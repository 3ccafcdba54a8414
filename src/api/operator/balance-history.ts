import { Type } from 'typebox';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import {
  type BalanceHistory,
  historyTransfersMax,
  readBalanceHistory as readHistory,
} from '../../storage/reads/balance-history-reads.ts';
import { Money } from '../schemas.ts';
import { findAccountWithinReach } from './book-reach.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ListQuery } from './list-query.ts';

const dayMs = 86_400_000;
const daysMax = 366;
/** As many points as a chart has room for. */
const pointsMax = 240;

export const readBalanceHistory: OperatorEndpoint = {
  method: 'GET',
  path: '/accounts/:id/history',
  operationId: 'readBalanceHistory',
  summary: 'The balance of an account over time',
  description:
    'Points at equal distances, each with the balance at its end, followed back from the balance of now through the last ' +
    `${historyTransfersMax} transfers at most.`,
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  query: { days: `How far back, 1 to ${daysMax}; 30 when absent` },
  response: Type.Object({
    points: Type.Array(Type.Object({ at: Type.String(), balance: Money }), { description: 'From the oldest' }),
    cutAt: { ...nullable(Type.String()), description: 'Older transfers were not looked at; null when all were' },
  }),
  async handle({ context, request, actor }) {
    const account = await findAccountWithinReach(context, actor, request);
    const days = new ListQuery(request).number('days') ?? 30;
    if (days < 1 || days > daysMax) throw new AppError('out_of_range', { field: 'days', minimum: 1, maximum: daysMax });
    const now = context.clock();
    const spanMs = Math.ceil((days * dayMs) / pointsMax);
    const fromMs = now - spanMs * pointsMax;
    const history = await readHistory(context.pool, account.id, { fromMs, spanMs });
    const currency = currencyOf(context.catalogue(), account.currency);
    const points = balancesAt(history, fromMs, spanMs)
      .filter(({ at }) => history.cutAt === null || at > history.cutAt)
      .map(({ at, balance }) => ({ at: formatTimestamp(Math.min(at, now)), balance: moneyDTO(balance, currency) }));
    return { points, cutAt: history.cutAt === null ? null : formatTimestamp(history.cutAt) };
  },
};

/** The balance at the end of each span: what it is now, less what came after. */
function balancesAt(history: BalanceHistory, fromMs: number, spanMs: number): { at: number; balance: bigint }[] {
  const points: { at: number; balance: bigint }[] = [];
  let balance = history.balance;
  for (let index = pointsMax - 1; index >= 0; index--) {
    points.push({ at: fromMs + (index + 1) * spanMs, balance });
    balance -= history.changes.get(index) ?? 0n;
  }
  return points.reverse();
}
