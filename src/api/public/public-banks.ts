import { Type } from 'typebox';
import { openBanks } from '../../domain/reference-entries.ts';
import { textInPath } from '../parameters.ts';
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
