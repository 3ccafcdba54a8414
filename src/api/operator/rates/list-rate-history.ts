import { Type } from 'typebox';
import { directions } from '../../../domain/payment.ts';
import { formatRate } from '../../../domain/rates.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import { listRateHistory as listPastRates } from '../../../storage/reads/rate-reads.ts';
import { at } from '../../examples.ts';
import { choiceQuery, required, textQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { figure, words } from '../fields.ts';
import { numberedDTO, numberedPage, numberedQuery } from '../paging.ts';

const PastRate = Type.Object({
  id: figure('ID'),
  rate: words('Fiat per unit of settlement currency'),
  setAt: words('Since when'),
  setBy: words('Who set it'),
});

export const listRateHistory = endpoint({
  method: 'GET',
  path: '/rates/history',
  operationId: 'listRateHistory',
  summary: 'List what a rate was',
  description: 'The newest first.',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'read',
  mayBeBehind: true,
  query: {
    ...numberedQuery,
    settlementCurrency: required(textQuery('As in USDT'), 'USDT'),
    fiatCurrency: required(textQuery('As in RUB'), 'RUB'),
    type: required(choiceQuery(directions, '`in` or `out`'), 'in'),
  },
  response: numberedPage(PastRate),
  refusals: [],
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
