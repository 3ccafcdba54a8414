import { Type } from 'typebox';
import { currencyOf } from '../../domain/catalogue.ts';
import { moneyDTO } from '../../domain/money.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { AppError } from '../../errors.ts';
import { readSales, type SalesLine, type SalesPeriod, salesInvoicesMax } from '../../storage/reads/sales-reads.ts';
import { Money } from '../schemas.ts';
import type { OperatorContext, OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ListQuery } from './list-query.ts';
import { ownStore } from './stores.ts';

const hourMs = 3_600_000;
const steps = { hour: hourMs, day: 24 * hourMs } as const;
/** A month of hours, or two years of days. */
const pointsMax = 24 * 31;

const created = Type.Integer({ description: 'How many payins were created' });
const paid = Type.Integer({ description: 'How many of those are paid' });

const SalesShape = Type.Object({
  storeId: Type.Integer(),
  from: Type.String({ description: 'Beginning of the first point' }),
  to: Type.String({ description: 'The first moment that no longer counts' }),
  step: Type.Enum(Object.keys(steps), { description: 'Length of a point' }),
  currencies: Type.Array(
    Type.Object({
      currency: Type.String(),
      created,
      paid,
      paidSum: Money,
      points: Type.Array(
        Type.Object({ at: Type.String({ description: 'When the point begins' }), created, paid, paidSum: Money }),
        { description: 'From the oldest, without a gap' },
      ),
      banks: Type.Array(
        Type.Object({
          bank: { ...nullable(Type.String()), description: 'Bank code; null where no deal was started' },
          created,
          paid,
          paidSum: Money,
        }),
        { description: 'The one with most payins first' },
      ),
    }),
    { description: "The store's main currency first" },
  ),
  cutAt: {
    ...nullable(Type.String()),
    description: 'Older payins of the period were not looked at; null when all were',
  },
});

export const readStoreSales: OperatorEndpoint = {
  method: 'GET',
  path: '/stores/:id/sales',
  operationId: 'readSales',
  summary: 'What a store sold',
  description:
    'Payins by when they were created, in points of equal length from `from` on: whoever asks says where a day begins. ' +
    `The newest ${salesInvoicesMax} are looked at.`,
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: {
    from: 'Beginning of the first point, ISO 8601; a day ago when absent',
    to: 'The first moment that no longer counts; now when absent',
    step: '`hour` or `day`; `hour` when absent',
  },
  response: SalesShape,
  async handle(call) {
    const { context, request } = call;
    const store = ownStore(call);
    const query = new ListQuery(request);
    const step = query.choice('step', steps) ?? 'hour';
    const period = salesPeriod(context, query, steps[step]);
    const { lines, cutAt } = await readSales(context.pool, store.id, period);
    const sold = new Set([store.currency, ...lines.map(({ currency }) => currency)]);
    return {
      storeId: store.id,
      from: formatTimestamp(period.fromMs),
      to: formatTimestamp(period.toMs),
      step,
      currencies: [...sold].map((code) => salesDTO(context, lines, code, period)),
      cutAt: cutAt === null ? null : formatTimestamp(cutAt),
    };
  },
};

function salesPeriod(context: OperatorContext, query: ListQuery, spanMs: number): SalesPeriod {
  const toMs = query.instant('to') ?? context.clock() + 1;
  const fromMs = query.instant('from') ?? toMs - steps.day;
  const points = Math.ceil((toMs - fromMs) / spanMs);
  if (points < 1 || points > pointsMax) {
    throw new AppError('out_of_range', { field: 'from', minimum: 1, maximum: pointsMax });
  }
  return { fromMs, toMs, spanMs };
}

function salesDTO(context: OperatorContext, all: readonly SalesLine[], code: string, period: SalesPeriod): object {
  const currency = currencyOf(context.catalogue(), code);
  const lines = all.filter((line) => line.currency === code);
  const sums = (chosen: readonly SalesLine[]) => ({
    created: chosen.reduce((sum, line) => sum + line.created, 0),
    paid: chosen.reduce((sum, line) => sum + line.paid, 0),
    paidSum: moneyDTO(
      chosen.reduce((sum, line) => sum + line.paidSum, 0n),
      currency,
    ),
  });
  const bySpan = grouped(lines, ({ span }) => span);
  const pointCount = Math.ceil((period.toMs - period.fromMs) / period.spanMs);
  const points = Array.from({ length: pointCount }, (_, span) => ({
    at: formatTimestamp(period.fromMs + span * period.spanMs),
    ...sums(bySpan.get(span) ?? []),
  }));
  const banks = [...grouped(lines, ({ bank }) => bank)]
    .map(([bank, chosen]) => ({ bank, ...sums(chosen) }))
    .sort((left, right) => right.created - left.created);
  return { currency: code, ...sums(lines), points, banks };
}

function grouped<Key>(lines: readonly SalesLine[], keyOf: (line: SalesLine) => Key): ReadonlyMap<Key, SalesLine[]> {
  const groups = new Map<Key, SalesLine[]>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group === undefined) groups.set(keyOf(line), [line]);
    else group.push(line);
  }
  return groups;
}
