import { Type } from 'typebox';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  readSales as readSalesRows,
  type SalesLine,
  type SalesPeriod,
  salesInvoicesMax,
} from '../../../storage/reads/merchants/sales-reads.ts';
import { at, rubles } from '../../examples.ts';
import { choiceQuery, instantQuery, orElse, type ValuesOf } from '../../parameters.ts';
import { money, oneOf, type ShapeOf } from '../../schemas.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, nullable, timestampOrNull, words } from '../fields.ts';
import { ownStore, storeInPath } from '../merchants/own-store.ts';

const read = readsOf({ tag: 'Books', roles: ['operator', 'merchant'] });

const hourMs = 3_600_000;
const steps = { hour: hourMs, day: 24 * hourMs } as const;
/** A month of hours, or two years of days. */
const pointsMax = 24 * 31;

const salesQuery = {
  from: instantQuery('Beginning of the first point, ISO 8601; a day ago when absent'),
  to: instantQuery('The first moment that no longer counts; now when absent'),
  step: orElse(choiceQuery(steps, '`hour` or `day`; `hour` when absent'), 'hour'),
};

const sold = {
  created: figure('How many payins were created'),
  paid: figure('How many of those are paid'),
  paidSum: money('What the paid ones brought, in fiat'),
};

const CurrencySales = Type.Object({
  currency: words('Currency code'),
  ...sold,
  points: Type.Array(Type.Object({ at: words('When the point begins'), ...sold }), {
    description: 'From the oldest, without a gap',
  }),
  banks: Type.Array(
    Type.Object({ bank: nullable(Type.String(), 'Bank code; null where no deal was started'), ...sold }),
    { description: 'The one with most payins first' },
  ),
});

const exampleSold = { created: 2, paid: 1, paidSum: rubles('1000.00') };

export const readSales = read({
  path: '/stores/:id/sales',
  operationId: 'readSales',
  summary: 'Read the sales of a store',
  description:
    'Payins by when they were created, in points of equal length from `from` on, which also says where a day begins. ' +
    `The newest ${salesInvoicesMax} are looked at.`,
  mayBeBehind: true,
  params: { id: storeInPath },
  query: salesQuery,
  response: Type.Object({
    storeId: figure('Store ID'),
    from: words('Beginning of the first point'),
    to: words('The first moment that no longer counts'),
    step: oneOf(steps, 'Length of a point'),
    currencies: Type.Array(CurrencySales, { description: "The store's main currency first" }),
    cutAt: nullable(Type.String(), 'Older payins of the period were not looked at; null when all were'),
  }),
  refusals: ['out_of_range'],
  example: {
    answer: {
      storeId: 1,
      from: at('12:00:00'),
      to: at('13:00:00'),
      step: 'hour',
      currencies: [
        {
          currency: 'RUB',
          ...exampleSold,
          points: [{ at: at('12:00:00'), ...exampleSold }],
          banks: [{ bank: 'sberbank', ...exampleSold }],
        },
      ],
      cutAt: null,
    },
  },
  async handle(call) {
    const { context, query } = call;
    const store = ownStore(call, call.params.id);
    const period = salesPeriod(context, query);
    const { lines, cutAt } = await readSalesRows(context.pool, store.id, period);
    const codes = new Set([store.currency, ...lines.map(({ currency }) => currency)]);
    return {
      storeId: store.id,
      from: formatTimestamp(period.fromMs),
      to: formatTimestamp(period.toMs),
      step: query.step,
      currencies: [...codes].map((code) => salesDTO(context, lines, code, period)),
      cutAt: timestampOrNull(cutAt),
    };
  },
});

function salesPeriod(context: OperatorContext, { from, to, step }: ValuesOf<typeof salesQuery>): SalesPeriod {
  const spanMs = steps[step];
  const toMs = to ?? context.clock() + 1;
  const fromMs = from ?? toMs - steps.day;
  const points = Math.ceil((toMs - fromMs) / spanMs);
  if (points < 1 || points > pointsMax) {
    throw new AppError('out_of_range', { field: 'from', minimum: 1, maximum: pointsMax });
  }
  return { fromMs, toMs, spanMs };
}

function salesDTO(
  context: OperatorContext,
  all: readonly SalesLine[],
  code: string,
  period: SalesPeriod,
): ShapeOf<typeof CurrencySales> {
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
