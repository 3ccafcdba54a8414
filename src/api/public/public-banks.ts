import { Type } from 'typebox';
import { openBanks } from '../../domain/reference-entries.ts';
import type { PublicEndpoint } from './endpoint.ts';
import { PublicBank } from './shapes.ts';

/** Named like the merchant's list of options, but it holds banks: the interface has the two names crossed. */
export const publicBanks: PublicEndpoint = {
  method: 'GET',
  path: '/payment-methods/:currency',
  operationId: 'publicBanks',
  summary: 'List banks of a currency',
  description: 'Empty for a currency that nobody pays in.',
  response: Type.Array(PublicBank),
  async handle(context, request) {
    const { currency } = request.params as { readonly currency: string };
    return openBanks(context.catalogue())
      .filter((bank) => bank.currency === currency)
      .map(({ code, name }) => ({ code, name }));
  },
};
