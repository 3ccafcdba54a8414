import { Type } from 'typebox';
import { incomeGroups } from '../../../domain/books.ts';
import { currencyOf } from '../../../domain/catalogue.ts';
import { moneyDTO } from '../../../domain/money.ts';
import { alarmKinds, alarmsOf, tradeTotals } from '../../../domain/overview.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { findBalances } from '../../../storage/reads/account-reads.ts';
import { readQueueHealth } from '../../../storage/reads/notification-reads.ts';
import { readOpening } from '../../../storage/reads/opening-reads.ts';
import { readTrade } from '../../../storage/reads/overview-reads.ts';
import { listFeeds } from '../../../storage/reads/rate-feed-reads.ts';
import { countWork } from '../../../storage/reads/work-reads.ts';
import { at, rubles, tethers } from '../../examples.ts';
import { instantQuery } from '../../parameters.ts';
import { DirectionType, money } from '../../schemas.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { exampleTotals, totalDTO, WorkTotalShape } from '../invoices/work-total.ts';
import { exampleRatesSet, Rates, ratesDTO } from '../rates/rate-shape.ts';
import { incomeOf } from './read-income.ts';

const Trade = Type.Object({
  type: DirectionType,
  currency: words('Currency code'),
  created: figure('Invoices created since `from`'),
  paid: figure('Those of them that are paid'),
  paidSum: money('What the paid ones are over'),
  successBps: nullable(
    Type.Integer(),
    'How many of those that have come to an end were paid, in basis points; null while none has',
  ),
});

const MakersOf = Type.Object({
  currency: words('Settlement currency'),
  free: money('What makers have available: what new payins can start with'),
  held: money('What is held for deals that run'),
  makers: figure('Makers that get deals now, as far as their switches say'),
});

export const readOverview = endpoint({
  method: 'GET',
  path: '/overview',
  operationId: 'readOverview',
  summary: 'How the day goes',
  description:
    'Everything that somebody looks at first: trade and income since `from`, what waits for people, what makers have, rates and ' +
    'alarms. Whoever asks says where the day begins.',
  tag: 'Books',
  roles: ['operator'],
  scope: 'read',
  query: { from: instantQuery('Where the day begins, ISO 8601; a day ago when absent') },
  response: Type.Object({
    from: words('Where the day begins'),
    trade: Type.Array(Trade, { description: 'Payins first, then payouts' }),
    isCut: flag('There were so many invoices that the oldest of the day are left out'),
    income: Type.Array(money('Fees less rewards'), { description: 'What the service earned, by settlement currency' }),
    makers: Type.Array(MakersOf, { description: 'What makers have, by settlement currency' }),
    work: Type.Array(WorkTotalShape, { description: 'What waits for a person, and for how long' }),
    rates: Rates.properties.items,
    alarms: Type.Array(
      Type.Object({
        kind: Type.Enum([...alarmKinds], { description: 'What is wrong' }),
        count: figure('How many of it'),
      }),
      { description: 'What somebody should look at now, the most urgent first; empty when all is well' },
    ),
  }),
  refusals: [],
  example: {
    answer: {
      from: at('00:00:00'),
      trade: [
        { type: 'in', currency: 'RUB', created: 2, paid: 1, paidSum: rubles('1000.00'), successBps: 10_000 },
        { type: 'out', currency: 'RUB', created: 1, paid: 0, paidSum: rubles('0.00'), successBps: null },
      ],
      isCut: false,
      income: [tethers('0.15706807')],
      makers: [{ currency: 'USDT', free: tethers('79989.52879582'), held: tethers('10.47120418'), makers: 8 }],
      work: exampleTotals,
      rates: exampleRatesSet.items,
      alarms: [{ kind: 'rates_outdated', count: 1 }],
    },
  },
  async handle({ context, query }) {
    const now = context.clock();
    const fromMs = query.from ?? now - dayMs;
    const catalogue = context.catalogue();
    const [{ lines, isCut }, income, balances, work, { items: rates }, feeds, { paused }, { lastBackupAt }] =
      await Promise.all([
        readTrade(context.pool, fromMs),
        incomeOf(context, { fromMs, toMs: now + 1 }),
        makerBalances(context),
        countWork(context.pool, now),
        ratesDTO(context),
        listFeeds(context.pool, { after: 0, limit: feedsMax }),
        readQueueHealth(context.pool),
        readOpening(context.pool),
      ]);
    const inCurrency = (minor: bigint, code: string) => moneyDTO(minor, currencyOf(catalogue, code));
    const facts = {
      isMoneyOutOpen: context.isMoneyOutOpen(),
      feeds,
      overdue: work.find(({ kind }) => kind === 'overdue')?.count ?? 0,
      receiversPaused: paused,
      makerBalances: balances.filter(({ getsDeals }) => getsDeals).map(({ free }) => free),
      lastBackupAt,
      needsBackups: context.mode === 'production',
    };
    return {
      from: formatTimestamp(fromMs),
      trade: tradeTotals(lines).map((total) => ({ ...total, paidSum: inCurrency(total.paidSum, total.currency) })),
      isCut,
      income: [...income].map(([code, groups]) =>
        inCurrency(
          incomeGroups.reduce((sum, name) => sum + groups[name].income, 0n),
          code,
        ),
      ),
      makers: [...new Set(balances.map(({ currency }) => currency))].map((currency) => {
        const own = balances.filter((one) => one.currency === currency);
        return {
          currency,
          free: inCurrency(
            own.reduce((sum, { free }) => sum + free, 0n),
            currency,
          ),
          held: inCurrency(
            own.reduce((sum, { held }) => sum + held, 0n),
            currency,
          ),
          makers: own.filter(({ getsDeals }) => getsDeals).length,
        };
      }),
      work: work.map(totalDTO),
      rates,
      alarms: alarmsOf(catalogue, facts, now),
    };
  },
});

const dayMs = 86_400_000;
/** Two for each pair of currencies. */
const feedsMax = 1_000;

async function makerBalances({ catalogue, pool }: OperatorContext) {
  const makers = [...catalogue().makers.values()];
  const balances = await findBalances(
    pool,
    makers.flatMap(({ availableId, heldId }) => [availableId, heldId]),
  );
  return makers.map(({ settlementCurrency, availableId, heldId, isOn, isStopped }) => ({
    currency: settlementCurrency,
    free: balances.get(availableId) ?? 0n,
    held: balances.get(heldId) ?? 0n,
    getsDeals: isOn && !isStopped,
  }));
}
