import { Type } from 'typebox';
import { directions } from '../../../domain/money/payment.ts';
import { formatRate, parseRate, type Rate } from '../../../domain/rates/rates.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { setRate } from '../../../settings/rates/set-rate.ts';
import { listRateHistory as listPastRates } from '../../../storage/reads/rates/rate-reads.ts';
import { at } from '../../examples.ts';
import { choiceQuery, required, textQuery } from '../../parameters.ts';
import { readsOf } from '../endpoint.ts';
import { figure, flag, text, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';
import { byPerson, dangerRefusals } from '../people/authentication.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { AgeMax, examplePair, exampleRatesSet, pairFields, Rates, ratesDTO } from './rate-shape.ts';

const rates = settingsOf({ tag: 'Rates', scope: 'settings' });
const read = readsOf({ tag: 'Rates', roles: ['operator'] });

export const listRates = read({
  path: '/rates',
  operationId: 'listRates',
  summary: 'List the current rates',
  response: Rates,
  example: { answer: exampleRatesSet },
  handle: async ({ context }) => await ratesDTO(context),
});

const rateText = (description: string) =>
  Type.Optional(text(20, description, { pattern: '^\\d{1,10}(\\.\\d{1,8})?$', 'x-error-code': 'invalid_rate' }));

export const setRates = rates(setRate, {
  method: 'POST',
  path: '/rates',
  operationId: 'setRates',
  summary: 'Set the rate of a pair by hand',
  description: 'Fiat for one unit of the settlement currency, for payins, payouts or both. Deals that run keep theirs.',
  body: {
    ...pairFields,
    in: rateText('Rate of payins'),
    out: rateText('Rate of payouts'),
    ageMaxMs: AgeMax,
    isConfirmed: Type.Optional(
      flag('That a rate far from the last one, or on the wrong side of the other one, is meant'),
    ),
  },
  response: Rates,
  refusals: ['currency_not_allowed', 'invalid_rate', 'rate_jump', 'rates_crossed', ...dangerRefusals],
  example: { body: { ...examplePair, in: '95.50', out: '93.50', reason: 'Morning rate' }, answer: exampleRatesSet },
  by: byPerson,
  input: ({ body: { settlementCurrency, fiatCurrency, ageMaxMs = null, isConfirmed = false, ...given } }) => {
    const parsed = { in: readRate(given.in, 'in'), out: readRate(given.out, 'out') };
    return { settlementCurrency, fiatCurrency, ...parsed, ageMaxMs, isConfirmed };
  },
  answer: (_, { context }) => ratesDTO(context),
});

function readRate(given: string | undefined, field: string): Rate | undefined {
  if (given === undefined) return undefined;
  const rate = parseRate(given);
  if (rate === null) throw new AppError('invalid_rate', { field });
  return rate;
}

const PastRate = Type.Object({
  id: figure('ID'),
  rate: words('Fiat per unit of settlement currency'),
  setAt: words('Since when'),
  setBy: words('Who set it'),
});

export const listRateHistory = read({
  path: '/rates/history',
  operationId: 'listRateHistory',
  summary: 'List what a rate was',
  description: 'The newest first.',
  mayBeBehind: true,
  query: {
    ...numberedQuery,
    settlementCurrency: required(textQuery('As in USDT'), 'USDT'),
    fiatCurrency: required(textQuery('As in RUB'), 'RUB'),
    type: required(choiceQuery(directions, '`in` or `out`'), 'in'),
  },
  response: numberedPage(PastRate),
  example: { answer: { items: [{ id: 7, rate: '95.50', setAt: at('09:00:00'), setBy: 'anna' }], next: null } },
  async handle({ context, query }) {
    const { settlementCurrency, fiatCurrency, type } = query;
    const found = await listPastRates(context.pool, { settlementCurrency, fiatCurrency, type }, query);
    return numberedDTO(found, query, ({ id, rate, setAt, setBy }) => ({
      id,
      rate: formatRate(rate),
      setAt: formatTimestamp(setAt),
      setBy,
    }));
  },
});
