import { AppError } from '../../errors.ts';
import { ratesNow } from '../current-rates.ts';
import { CurrentRates } from '../schemas.ts';
import type { PublicEndpoint } from './endpoint.ts';

export const publicRates: PublicEndpoint = {
  method: 'GET',
  path: '/currency-rates/current',
  operationId: 'publicRates',
  summary: 'Current currency rates, for everybody',
  description: 'The common rates. Those of a store may lie above or below them.',
  query: { currency: 'A fiat currency; the main one of the first store when absent' },
  response: CurrentRates,
  async handle(context, request) {
    const catalogue = context.catalogue();
    // Nobody says for which store; the first one has the currencies that this service is mostly about.
    const [first] = catalogue.stores.values();
    if (first === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
    const common = { ...first, spreadBps: { in: 0, out: 0 } };
    return ratesNow(catalogue, common, request, context.clock());
  },
};
