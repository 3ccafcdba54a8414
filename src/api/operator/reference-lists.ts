import { Type } from 'typebox';
import type { OperatorEndpoint } from './endpoint.ts';

const Choice = Type.Object({ currency: Type.String(), code: Type.String(), name: Type.String() });

export const readReference: OperatorEndpoint = {
  method: 'GET',
  path: '/reference',
  operationId: 'readReference',
  summary: 'Currencies, banks and ways to pay, with their names',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  response: Type.Object({
    currencies: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), subunit: Type.Integer() }), {
      description: 'What payers pay in and what is settled in',
    }),
    banks: Type.Array(Choice, { description: 'By currency' }),
    options: Type.Array(Choice, { description: 'Ways to pay, by currency' }),
  }),
  async handle({ context }) {
    const { currencies, banks, options } = context.catalogue();
    return {
      currencies: [...currencies.values()].map(({ code, name, subunit }) => ({ code, name, subunit })),
      banks: banks.map(({ currency, code, name }) => ({ currency, code, name })),
      options: options.map(({ currency, code, name }) => ({ currency, code, name })),
    };
  },
};
