import { outcomes } from '../../../domain/phones/judge-message.ts';
import { listMessages as findMessages } from '../../../storage/reads/message-reads.ts';
import { choiceQuery, integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { longPageQuery, page, pageDTO } from '../paging.ts';
import { exampleHeldMessage, MessageShape, messageDTO } from './message-shape.ts';

const places = { open: 'open' } as const;

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages',
  operationId: 'listMessages',
  summary: 'List messages of phones',
  description:
    'Newest first, as they came, with what became of each. `waiting=open` are those that a person has to decide about; what has become an arrival is decided there. A maker sees those of the own phones.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: {
    outcome: choiceQuery(outcomes),
    waiting: choiceQuery(places, '`open`: those that wait for a person'),
    makerId: integerQuery('Of one maker'),
    phoneId: integerQuery('Of one phone'),
    ...longPageQuery,
  },
  response: page(MessageShape),
  refusals: [],
  example: { answer: { items: [exampleHeldMessage], next: null } },
  async handle({ context, actor, query }) {
    const { outcome, waiting, phoneId, limit } = query;
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    const after = query.after === null ? null : BigInt(query.after);
    const filter = { makerId, phoneId, outcome, isOpen: waiting === 'open' };
    return pageDTO(await findMessages(context.pool, filter, { after, limit }), (one) => messageDTO(context, one));
  },
});
