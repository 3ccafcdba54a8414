import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { exampleMaker, MakerShape, makersDTO } from './maker-shape.ts';

export const listMakers = endpoint({
  method: 'GET',
  path: '/makers',
  operationId: 'listMakers',
  summary: 'List makers with their balances',
  description: 'A maker sees only itself.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: numberedQuery,
  response: numberedPage(MakerShape),
  refusals: [],
  example: { answer: { items: [exampleMaker], next: null } },
  async handle({ context, query, actor }) {
    const all = [...context.catalogue().makers.values()];
    const seen = pageFrom(actor.role === 'operator' ? all : all.filter(({ id }) => id === actor.makerId), query);
    return numberedDTO(seen, query, await makersDTO(context, seen));
  },
});
