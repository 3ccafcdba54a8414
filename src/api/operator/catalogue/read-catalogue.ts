import { endpoint } from '../endpoint.ts';
import { CatalogueShape, catalogueDTO, exampleCatalogue } from './catalogue-shape.ts';

export const readCatalogue = endpoint({
  method: 'GET',
  path: '/catalogue',
  operationId: 'readCatalogue',
  summary: 'Currencies, banks and ways to pay, with their settings',
  tag: 'Catalogue',
  roles: ['operator'],
  scope: 'read',
  response: CatalogueShape,
  refusals: [],
  example: { answer: exampleCatalogue },
  async handle({ context }) {
    return catalogueDTO(context);
  },
});
