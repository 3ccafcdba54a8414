import { Type } from 'typebox';
import { type Income, incomeGroups, incomeTotals } from '../../../domain/ledger/books.ts';
import { type Currency, currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { Period } from '../../../storage/reads/book/book-reads.ts';
import { sumFeeParts } from '../../../storage/reads/ledger/income-reads.ts';
import { tethers } from '../../examples.ts';
import { money, type ShapeOf } from '../../schemas.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { nullable, words } from '../fields.ts';
import { periodOf, periodQuery } from './book-reach.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

function group(description: string) {
  return Type.Object(
    {
      fees: money('What merchants paid'),
      rewards: money('What of it makers got'),
      income: money('What the service keeps: fees less rewards'),
    },
    { description },
  );
}

const OneCurrency = Type.Object({
  currency: words('Settlement currency'),
  payins: group('Of what was paid in'),
  payouts: group('Of what was paid out'),
  corrections: group('What disputes changed'),
  withdrawals: group('Of what was withdrawn'),
  total: group('All of it'),
});

const nothing = { fees: tethers('0.00000000'), rewards: tethers('0.00000000'), income: tethers('0.00000000') };
const examplePayins = { fees: tethers('0.26178011'), rewards: tethers('0.10471204'), income: tethers('0.15706807') };

export const readIncome = read({
  path: '/income',
  operationId: 'readIncome',
  summary: 'Income of the service',
  description:
    'By settlement currency, from the transfers of the period: fees that merchants paid, less rewards that makers got.',
  mayBeBehind: true,
  query: periodQuery,
  response: Type.Object({
    from: nullable(Type.String(), 'The first moment of the period; null: the beginning of the books'),
    to: words('The first moment after it'),
    items: Type.Array(OneCurrency, { description: 'Currencies in which anything was earned' }),
  }),
  example: {
    answer: {
      from: '2026-11-14T00:00:00+00:00',
      to: '2026-11-15T00:00:00+00:00',
      items: [
        {
          currency: 'USDT',
          payins: examplePayins,
          payouts: nothing,
          corrections: nothing,
          withdrawals: nothing,
          total: examplePayins,
        },
      ],
    },
  },
  async handle({ context, query }) {
    const catalogue = context.catalogue();
    const period = periodOf(context, query);
    const totals = await incomeOf(context, period);
    return {
      from: period.fromMs === 0 ? null : formatTimestamp(period.fromMs),
      to: formatTimestamp(period.toMs),
      items: [...totals].map(([code, groups]) => {
        const currency = currencyOf(catalogue, code);
        const all = incomeGroups.map((name) => groups[name]);
        return {
          currency: code,
          payins: shown(groups.payins, currency),
          payouts: shown(groups.payouts, currency),
          corrections: shown(groups.corrections, currency),
          withdrawals: shown(groups.withdrawals, currency),
          total: shown(all.reduce(added), currency),
        };
      }),
    };
  },
});

/** What was earned in a period, by settlement currency. */
async function incomeOf({ catalogue, pool }: OperatorContext, period: Period) {
  const { feeAccounts, makers } = catalogue();
  const accounts = {
    feeIds: [...feeAccounts.values()],
    makerIds: [...makers.values()].map(({ availableId }) => availableId),
  };
  return incomeTotals(await sumFeeParts(pool, accounts, period));
}

function added(one: Income, other: Income): Income {
  return {
    fees: one.fees + other.fees,
    rewards: one.rewards + other.rewards,
    income: one.income + other.income,
  };
}

function shown({ fees, rewards, income }: Income, currency: Currency): ShapeOf<ReturnType<typeof group>> {
  return { fees: moneyDTO(fees, currency), rewards: moneyDTO(rewards, currency), income: moneyDTO(income, currency) };
}
