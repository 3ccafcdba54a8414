import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { offeredOptions, openBanks } from '../../domain/reference-entries.ts';
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
    return ofCurrency(openBanks(callerOf(request).catalogue), request);
  },
};

export const listPaymentMethods: Endpoint = {
  method: 'GET',
  path: '/payment-methods',
  operationId: 'listPaymentMethods',
  summary: 'List payment methods (payment option values)',
  description: 'What the store offers.',
  query: currencyQuery,
  response: Type.Array(ReferenceItem),
  async handle(_context, request) {
    const { catalogue, store } = callerOf(request);
    const offered = offeredOptions(catalogue, store);
    return ofCurrency(
      offered.map(({ option: { code, name }, currency }) => ({ code, name, currency })),
      request,
    );
  },
};

interface Listed {
  readonly code: string;
  readonly name: string;
  readonly currency: string;
}

function ofCurrency(items: readonly Listed[], request: FastifyRequest): readonly Listed[] {
  const { currency: asked } = request.query as { readonly currency?: unknown };
  return items
    .filter(({ currency }) => typeof asked !== 'string' || asked === '' || currency === asked)
    .map(({ code, name, currency }) => ({ code, name, currency }));
}
