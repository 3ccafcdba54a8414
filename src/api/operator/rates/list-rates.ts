import { endpoint } from '../endpoint.ts';
import { exampleRatesSet, Rates, ratesDTO } from './rate-shape.ts';

export const listRates = endpoint({
  method: 'GET',
  path: '/rates',
  operationId: 'listRates',
  summary: 'List the current rates',
  tag: 'Rates',
  roles: ['operator'],
  scope: 'read',
  response: Rates,
  refusals: [],
  example: { answer: exampleRatesSet },
  handle: async ({ context }) => await ratesDTO(context),
});
