import { Type } from 'typebox';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';

const entry = {
  code: Type.String(),
  name: Type.String(),
  nameRu: nullable(Type.String({ description: 'In Russian' })),
  isEnabled: Type.Boolean({ description: 'False: nothing new is begun with it' }),
};
const Choice = Type.Object({ currency: Type.String(), ...entry });

export const readReference: OperatorEndpoint = {
  method: 'GET',
  path: '/reference',
  operationId: 'readReference',
  summary: 'Currencies, banks and ways to pay, with their names',
  roles: ['operator', 'maker', 'merchant'],
  scope: 'read',
  response: Type.Object({
    currencies: Type.Array(Type.Object({ ...entry, subunit: Type.Integer() }), {
      description: 'What payers pay in and what is settled in',
    }),
    banks: Type.Array(Choice, { description: 'By currency' }),
    options: Type.Array(Choice, { description: 'Ways to pay, by currency' }),
  }),
  async handle({ context }) {
    const { currencies, banks, options } = context.catalogue();
    return {
      currencies: [...currencies.values()],
      banks: banks.map(({ aliases: _, ...bank }) => bank),
      options,
    };
  },
};
