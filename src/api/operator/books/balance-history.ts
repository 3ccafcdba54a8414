import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import {
  type BalanceHistory,
  historyTransfersMax,
  readBalanceHistory as readHistory,
} from '../../../storage/reads/ledger/balance-history-reads.ts';
import { at, tethers } from '../../examples.ts';
import { integerQuery, orElse } from '../../parameters.ts';
import { money } from '../../schemas.ts';
import { everybody, readsOf } from '../endpoint.ts';
import { nullable, timestampOrNull, words } from '../fields.ts';
import { accountInPath, findAccountWithinReach } from './book-reach.ts';

const read = readsOf({ tag: 'Books', roles: everybody });

const dayMs = 86_400_000;
const days = { minimum: 1, maximum: 366, usual: 30 } as const;
/** As many points as a chart has room for. */
const pointsMax = 240;

const Point = Type.Object({ at: words('When the point ends'), balance: money('At that moment') });

export const readBalanceHistory = read({
  path: '/accounts/:id/history',
  operationId: 'readBalanceHistory',
  summary: 'The balance of an account over time',
  description:
    'Points at equal distances, each with the balance at its end, followed back from the balance of now through the last ' +
    `${historyTransfersMax} transfers; before them, the closing balances of days that the book has closed.`,
  mayBeBehind: true,
  params: { id: accountInPath },
  query: {
    days: orElse(
      integerQuery(`How far back, ${days.minimum} to ${days.maximum}; ${days.usual} when absent`, days),
      days.usual,
    ),
  },
  response: Type.Object({
    points: Type.Array(Point, { description: 'From the oldest' }),
    cutAt: nullable(Type.String(), 'Nothing is known of what was before; null when all is'),
  }),
  example: {
    answer: { points: [{ at: at('12:00:00'), balance: tethers('9898.00000000') }], cutAt: null },
  },
  async handle(call) {
    const { context, query } = call;
    const account = await findAccountWithinReach(call, call.params.id);
    const now = context.clock();
    const spanMs = Math.ceil((query.days * dayMs) / pointsMax);
    const fromMs = now - spanMs * pointsMax;
    const history = await readHistory(context.pool, account.id, { fromMs, spanMs });
    const currency = currencyOf(context.catalogue(), account.currency);
    const { cutAt, closings } = history;
    const followed = balancesAt(history, fromMs, spanMs).filter((point) => cutAt === null || point.at > cutAt);
    const points = [...closings, ...followed].map((point) => ({
      at: formatTimestamp(Math.min(point.at, now)),
      balance: moneyDTO(point.balance, currency),
    }));
    return { points, cutAt: timestampOrNull(closings.length > 0 ? null : cutAt) };
  },
});

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
