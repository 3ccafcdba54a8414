import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Bank, type OptionInfo, openEntries } from '../../domain/catalogue.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../perform.ts';
import { ReferenceItem } from '../schemas.ts';

const currencyQuery = { currency: 'Only items of this currency' };

/** The interface's own naming: payment-options gives banks, payment-methods gives ways to pay. */
export const listPaymentOptions: Endpoint = {
  method: 'GET',
  path: '/payment-options',
  operationId: 'listPaymentOptions',
  summary: 'List payment options (bank codes)',
  query: currencyQuery,
  response: Type.Array(ReferenceItem),
  async handle(_context, request) {
    return ofCurrency(callerOf(request).catalogue.banks, request);
  },
};

export const listPaymentMethods: Endpoint = {
  method: 'GET',
  path: '/payment-methods',
  operationId: 'listPaymentMethods',
  summary: 'List payment methods (payment option values)',
  query: currencyQuery,
  response: Type.Array(ReferenceItem),
  async handle(_context, request) {
    return ofCurrency(callerOf(request).catalogue.options, request);
  },
};

function ofCurrency(items: readonly (Bank | OptionInfo)[], request: FastifyRequest): readonly object[] {
  const { currency: asked } = request.query as { readonly currency?: unknown };
  const isAsked = (currency: string) => typeof asked !== 'string' || asked === '' || currency === asked;
  return openEntries(callerOf(request).catalogue, items)
    .filter(({ currency }) => isAsked(currency))
    .map(({ code, name, currency }) => ({ code, name, currency }));
}
