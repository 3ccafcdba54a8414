import { findBank } from '../../../domain/reference-entries.ts';
import { choiceQuery, integerQuery, textQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { numberedDTO, numberedPage, numberedQuery, pageFrom } from '../paging.ts';
import { exampleRequisite, RequisiteShape, requisitesDTO } from './requisite-shape.ts';

export const listRequisites = endpoint({
  method: 'GET',
  path: '/requisites',
  operationId: 'listRequisites',
  summary: 'List requisites',
  description: 'A maker sees only its own.',
  tag: 'Makers and requisites',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: {
    ...numberedQuery,
    makerId: integerQuery('Only of this maker', { minimum: 1 }),
    id: integerQuery('This one alone', { minimum: 1 }),
    bank: textQuery('Only of this bank, by its code or another code that requests may name it by'),
    waiting: choiceQuery(
      { true: 'true', false: 'false' },
      '`true`: only those that have yet to be accepted; `false`: the others',
    ),
    number: textQuery('Only whose number holds these digits'),
  },
  response: numberedPage(RequisiteShape),
  refusals: [],
  example: { answer: { items: [exampleRequisite], next: null } },
  async handle({ context, query, actor }) {
    const digits = query.number?.replace(/[\s()-]/g, '').toUpperCase() ?? '';
    const makerId = actor.role === 'operator' ? query.makerId : actor.makerId;
    const catalogue = context.catalogue();
    const bankOf = (named: string, currency: string) => findBank(catalogue, currency, named)?.code ?? named;
    const seen = [...catalogue.requisiteById.values()].filter(
      (one) =>
        (query.id === null || one.id === query.id) &&
        (makerId === null || one.makerId === makerId) &&
        (query.waiting === null || (one.usableFrom === null) === (query.waiting === 'true')) &&
        (query.bank === null || one.bank === bankOf(query.bank, one.currency)) &&
        one.number.includes(digits),
    );
    const shown = pageFrom(seen, query);
    return numberedDTO(shown, query, await requisitesDTO(context, shown));
  },
});
