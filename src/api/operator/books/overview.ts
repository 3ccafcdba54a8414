import { Type } from 'typebox';
import { incomeGroups, incomeTotals } from '../../../domain/ledger/books.ts';
import { currencyOf, moneyDTO } from '../../../domain/money/money.ts';
import {
  alarmKinds,
  alarmsOf,
  linesOf,
  lowBalances,
  missTotals,
  type OverviewLine,
  successBps,
  tradeTotals,
  waitTotals,
} from '../../../domain/overview/overview.ts';
import { rollupStart } from '../../../domain/payins/rollups.ts';
import type { Catalogue } from '../../../domain/state/catalogue.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { findBalances } from '../../../storage/reads/ledger/account-reads.ts';
import { readOpening } from '../../../storage/reads/overview/opening-reads.ts';
import {
  readFeeParts,
  readOverviewLines,
  readPace,
  uncountedMax,
} from '../../../storage/reads/overview/overview-reads.ts';
import { readReceiverHealth } from '../../../storage/reads/queue-health.ts';
import { listFeeds } from '../../../storage/reads/rates/rate-feed-reads.ts';
import { countWork } from '../../../storage/reads/workqueue/work-reads.ts';
import { at, rubles, tethers } from '../../examples.ts';
import { choiceQuery, instantQuery, orElse, zoneQuery } from '../../parameters.ts';
import { DirectionType, money, type ShapeOf } from '../../schemas.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { figure, flag, nullable, words } from '../fields.ts';
import { exampleRatesSet, Rates, ratesDTO } from '../rates/rate-shape.ts';
import { exampleTotals, totalDTO, WorkTotalShape } from '../workqueue/queue.ts';
import { auditDTO, MoneyOutState } from './audit.ts';

const read = readsOf({ tag: 'Books', roles: ['operator'] });

const success = nullable(
  Type.Integer(),
  'How many of those that have come to an end were paid, in basis points; null while none has',
);

const Trade = Type.Object({
  type: DirectionType,
  currency: words('Currency code'),
  created: figure('Invoices created since `from`'),
  paid: figure('Those of them that are paid'),
  paidSum: money('What the paid ones are over'),
  successBps: success,
});

/** The same of a part, which `key` names. */
const Part = Type.Object({
  key: words('Number of the store or maker, code of the bank, hour of the day, or when the step begins'),
  type: DirectionType,
  currency: words('Currency code'),
  created: figure('Invoices created; of makers and banks deals started'),
  paid: figure('Those of them that are paid'),
  paidSum: money('What the paid ones are over'),
  successBps: success,
});
const parts = (description: string) => Type.Array(Part, { description });

const MakersOf = Type.Object({
  currency: words('Settlement currency'),
  free: money('What makers have available: what new payins can start with'),
  held: money('What is held for deals that run'),
  frozen: money('What is frozen of stores: payouts and withdrawals under way'),
  makers: figure('Makers that get deals now, as far as their switches say'),
});

const Wait = Type.Object({
  type: DirectionType,
  count: figure('Transfers with a receipt that were confirmed'),
  halfWithinS: nullable(
    Type.Integer(),
    'Half of them within so many seconds; null: not known, or longer than any class',
  ),
  mostWithinS: nullable(Type.Integer(), 'Nineteen of twenty within so many seconds'),
});

const Low = Type.Object({
  makerId: figure('Maker'),
  name: words('Name of the maker'),
  free: money('What is left'),
  hoursLeft: nullable(Type.Integer(), 'For how long it lasts at the pace of the last day; null when it is empty'),
});

const Income = Type.Object({
  currency: words('Settlement currency'),
  fees: money('What merchants paid'),
  rewards: money('What of it makers got'),
  income: money('What the service keeps'),
});

const BooksState = Type.Object(
  {
    moneyOut: MoneyOutState,
    checkedAt: nullable(Type.String(), 'When the last check of the books ended; null before the first'),
    lawsHeld: figure('Laws that the books keep'),
    lawsBroken: figure('Laws that they break'),
  },
  { description: 'The last check of the books' },
);

const examplePart = { type: 'in', currency: 'RUB', created: 2, paid: 1, paidSum: rubles('1000.00') } as const;
const example = { ...examplePart, successBps: 10_000 };

export const readOverview = read({
  path: '/overview',
  operationId: 'readOverview',
  summary: 'How the trade goes',
  description:
    'Everything that somebody looks at first: trade, conversion and income since `from`, what waits for people, what makers have, ' +
    'rates and alarms. Figures are kept by half hours behind the work: `from` counts to the half hour, and a change of an older ' +
    'invoice shows some seconds later.',
  mayBeBehind: true,
  query: {
    from: instantQuery('Where the period begins, ISO 8601; a day ago when absent'),
    step: orElse(choiceQuery({ hour: true, day: true }, 'Steps of `points`: hour, when absent, or day'), 'hour'),
    zone: { ...zoneQuery, description: 'Where days and hours begin, as in the IANA database; `UTC` when absent' },
  },
  response: Type.Object({
    from: words('Where the period begins'),
    trade: Type.Array(Trade, { description: 'Payins first, then payouts' }),
    points: parts('Step by step, the oldest first; steps without an invoice are left out'),
    byHour: parts('By the hour of the day, 0 to 23'),
    byStore: parts('By store, the busiest first'),
    byMaker: parts('By maker, the busiest first: deals'),
    byBank: parts('By bank, the busiest first: deals'),
    waits: Type.Array(Wait, { description: 'From the receipt to the word that the money is there' }),
    misses: Type.Array(Type.Object({ reason: words('Why there was no requisite'), count: figure('How often') }), {
      description: 'Payers who could not be given requisites, the most frequent reason first',
    }),
    isCut: flag('There are so many invoices that are not counted yet that the oldest of them are left out'),
    income: Type.Array(Income, { description: 'What the service earned, by settlement currency' }),
    makers: Type.Array(MakersOf, { description: 'What makers have and what is held, by settlement currency' }),
    low: Type.Array(Low, { description: 'Makers whose balance does not last for half a day, the most urgent first' }),
    books: BooksState,
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
  example: {
    answer: {
      from: at('00:00:00'),
      trade: [
        example,
        { type: 'out', currency: 'RUB', created: 1, paid: 0, paidSum: rubles('0.00'), successBps: null },
      ],
      points: [{ key: at('12:00:00'), ...example }],
      byHour: [{ key: '12', ...example }],
      byStore: [{ key: '1', ...example }],
      byMaker: [{ key: '1', ...example }],
      byBank: [{ key: 'sberbank', ...example }],
      waits: [
        { type: 'in', count: 1, halfWithinS: 300, mostWithinS: 300 },
        { type: 'out', count: 0, halfWithinS: null, mostWithinS: null },
      ],
      misses: [{ reason: 'amount_busy', count: 1 }],
      isCut: false,
      income: [
        {
          currency: 'USDT',
          fees: tethers('0.26178011'),
          rewards: tethers('0.10471204'),
          income: tethers('0.15706807'),
        },
      ],
      makers: [
        {
          ...{ currency: 'USDT', free: tethers('79989.52879582'), held: tethers('10.47120418') },
          ...{ frozen: tethers('0.00000000'), makers: 8 },
        },
      ],
      low: [{ makerId: 3, name: 'Maker 3', free: tethers('12.50000000'), hoursLeft: 4 }],
      books: { moneyOut: 'open', checkedAt: at('12:00:00'), lawsHeld: 12, lawsBroken: 0 },
      work: exampleTotals,
      rates: exampleRatesSet.items,
      alarms: [{ kind: 'rates_outdated', count: 1 }],
    },
  },
  async handle({ context, query }) {
    const now = context.clock();
    const { step, zone, from } = query;
    const fromMs = from ?? rollupStart(now - dayMs);
    const { pool } = context;
    const catalogue = context.catalogue();
    const [lines, fees, pace, balances, work, { items: rates }, feeds, { paused }, { lastBackupAt }] =
      await Promise.all([
        readOverviewLines(pool, { fromMs, step, zone }),
        readFeeParts(pool, fromMs),
        readPace(pool, now - dayMs),
        readBalances(context),
        countWork(pool, now),
        ratesDTO(context),
        listFeeds(pool, { after: 0, limit: feedsMax }),
        readReceiverHealth(pool),
        readOpening(pool),
      ]);
    const facts = {
      isMoneyOutOpen: context.isMoneyOutOpen(),
      feeds,
      overdue: work.find(({ kind }) => kind === 'overdue')?.count ?? 0,
      receiversPaused: paused,
      makerBalances: balances.makers.filter(({ getsDeals }) => getsDeals).map(({ free }) => free),
      lastBackupAt,
      needsBackups: context.mode === 'production',
    };
    return {
      from: formatTimestamp(fromMs),
      ...tradeDTO(catalogue, lines),
      income: incomeDTO(catalogue, fees),
      ...balancesDTO(catalogue, balances),
      low: lowBalances(balances.makers, pace).map(({ maker: { id, name, free, currency }, hoursLeft }) => ({
        makerId: id,
        name,
        free: moneyDTO(free, currencyOf(catalogue, currency)),
        hoursLeft: hoursLeft === null ? null : Number(hoursLeft),
      })),
      books: booksDTO(context),
      work: work.map(totalDTO),
      rates,
      alarms: alarmsOf(catalogue, facts, now),
    };
  },
});

const dayMs = 86_400_000;
/** Two for each pair of currencies. */
const feedsMax = 1_000;

function tradeDTO(catalogue: Catalogue, lines: readonly OverviewLine[]) {
  const partDTO = (line: OverviewLine): ShapeOf<typeof Part> => ({
    key: line.at === null ? line.key : formatTimestamp(line.at),
    type: line.type,
    currency: line.currency,
    created: line.created,
    paid: line.paid,
    paidSum: moneyDTO(line.paidSum, currencyOf(catalogue, line.currency)),
    successBps: successBps(line),
  });
  const by = (dimension: OverviewLine['dimension']) => linesOf(lines, dimension).map(partDTO);
  const uncounted = lines.find(({ dimension }) => dimension === 'uncounted')?.created ?? 0;
  return {
    trade: tradeTotals(lines).map((total) => ({
      ...total,
      paidSum: moneyDTO(total.paidSum, currencyOf(catalogue, total.currency)),
    })),
    points: by('step').sort((left, right) => (left.key < right.key ? -1 : 1)),
    byHour: by('hour').sort((left, right) => Number(left.key) - Number(right.key)),
    byStore: by('store'),
    byMaker: by('maker'),
    byBank: by('bank'),
    waits: (['in', 'out'] as const).map((type) => ({ type, ...waitTotals(lines, type) })),
    misses: missTotals(lines),
    isCut: uncounted >= uncountedMax,
  };
}

function incomeDTO(catalogue: Catalogue, parts: Awaited<ReturnType<typeof readFeeParts>>) {
  return [...incomeTotals(parts)].map(([code, groups]) => {
    const total = (pick: 'fees' | 'rewards' | 'income') =>
      moneyDTO(
        incomeGroups.reduce((sum, name) => sum + groups[name][pick], 0n),
        currencyOf(catalogue, code),
      );
    return { currency: code, fees: total('fees'), rewards: total('rewards'), income: total('income') };
  });
}

async function readBalances({ catalogue, pool }: OperatorContext) {
  const makers = [...catalogue().makers.values()];
  const accounts = [...catalogue().stores.values()].flatMap((store) => store.accounts);
  const balances = await findBalances(pool, [
    ...makers.flatMap(({ availableId, heldId }) => [availableId, heldId]),
    ...accounts.map(({ frozenId }) => frozenId),
  ]);
  const balance = (id: number) => balances.get(id) ?? 0n;
  return {
    makers: makers.map(({ id, name, settlementCurrency, availableId, heldId, isOn, isStopped }) => ({
      id,
      name,
      currency: settlementCurrency,
      free: balance(availableId),
      held: balance(heldId),
      getsDeals: isOn && !isStopped,
    })),
    frozen: accounts.map(({ currency, frozenId }) => ({ currency, sum: balance(frozenId) })),
  };
}

function balancesDTO(catalogue: Catalogue, { makers, frozen }: Awaited<ReturnType<typeof readBalances>>) {
  const currencies = [...new Set(makers.map(({ currency }) => currency))];
  return {
    makers: currencies.map((code) => {
      const own = makers.filter(({ currency }) => currency === code);
      const sum = (values: readonly bigint[]) =>
        moneyDTO(
          values.reduce((total, value) => total + value, 0n),
          currencyOf(catalogue, code),
        );
      return {
        currency: code,
        free: sum(own.map(({ free }) => free)),
        held: sum(own.map(({ held }) => held)),
        frozen: sum(frozen.filter(({ currency }) => currency === code).map((one) => one.sum)),
        makers: own.filter(({ getsDeals }) => getsDeals).length,
      };
    }),
  };
}

function booksDTO(context: OperatorContext): ShapeOf<typeof BooksState> {
  const { moneyOut, checkedAt, laws } = auditDTO(context, context.selfAudit.last);
  const lawsHeld = laws.filter(({ isHeld }) => isHeld).length;
  return { moneyOut, checkedAt, lawsHeld, lawsBroken: laws.length - lawsHeld };
}
