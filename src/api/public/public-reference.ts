import { Type } from 'typebox';
import { openBanks } from '../../domain/catalogue/reference-entries.ts';
import { AppError } from '../../errors/app-error.ts';
import { CurrentRates, exampleRates, rateRefusals, ratesNow } from '../current-rates.ts';
import { textInPath, textQuery } from '../parameters.ts';
import { endpoint } from './endpoint.ts';
import { PublicBank } from './shapes.ts';

/** Named like the merchant's list of options, but it holds banks: the interface has the two names crossed. */
export const publicBanks = endpoint({
  method: 'GET',
  path: '/payment-methods/:currency',
  operationId: 'publicBanks',
  summary: 'List banks of a currency',
  description: 'Empty for a currency that nobody pays in.',
  tag: 'Payers',
  params: { currency: textInPath('Currency code', 'RUB') },
  response: Type.Array(PublicBank),
  refusals: [],
  example: { shows: 'Banks', answer: [{ code: 'sberbank', name: 'Sberbank' }] },
  async handle({ context, params }) {
    return openBanks(context.catalogue())
      .filter(({ currency }) => currency === params.currency)
      .map(({ code, name }) => ({ code, name }));
  },
});

export const publicRates = endpoint({
  method: 'GET',
  path: '/currency-rates/current',
  operationId: 'publicRates',
  summary: 'Current currency rates, for everybody',
  description: 'The common rates. Those of a store may lie above or below them.',
  tag: 'Payers',
  query: { currency: textQuery('A fiat currency; the main one of the first store when absent') },
  response: CurrentRates,
  refusals: rateRefusals,
  example: { shows: 'Rubles', answer: exampleRates },
  async handle({ context, query }) {
    const catalogue = context.catalogue();
    // Nobody says for which store; the first one has the currencies that this service is mostly about.
    const [first] = catalogue.stores.values();
    if (first === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
    const common = { ...first, spreadBps: { in: 0, out: 0 } };
    return ratesNow(catalogue, common, query.currency, context.clock());
  },
});
