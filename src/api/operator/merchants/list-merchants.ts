import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { exampleMerchant, MerchantShape, merchantDTO } from './merchant-shape.ts';

export const listMerchants = endpoint({
  method: 'GET',
  path: '/merchants',
  operationId: 'listMerchants',
  summary: 'List merchants',
  description: 'A merchant sees only itself.',
  tag: 'Merchants and stores',
  roles: ['operator', 'merchant'],
  scope: 'read',
  query: numberedQuery,
  response: numberedPage(MerchantShape),
  refusals: [],
  example: { answer: { items: [exampleMerchant], next: null } },
  async handle({ context, query, actor }) {
    const seen = [...context.catalogue().merchants.values()].filter(
      ({ id }) => actor.role === 'operator' || id === actor.merchantId,
    );
    return numberedDTO(pageFrom(seen, query), query, merchantDTO);
  },
});
