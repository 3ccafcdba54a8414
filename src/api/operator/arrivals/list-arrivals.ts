import { type Arrival, arrivalExceptions, arrivalStatuses } from '../../../domain/arrival.ts';
import { findArrival, listArrivals as listArrivalRows } from '../../../storage/reads/arrival-reads.ts';
import { findMessagesOfArrivals } from '../../../storage/reads/message-reads.ts';
import { authorsShownTo } from '../../authors.ts';
import { choiceQuery, integerQuery, uuidQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { page, pageQuery } from '../paging.ts';
import { requisitesWithinReach } from '../reach.ts';
import { ArrivalShape, arrivalDTO, exampleHeldArrival } from './arrival-shape.ts';

export const listArrivals = endpoint({
  method: 'GET',
  path: '/arrivals',
  operationId: 'listArrivals',
  summary: 'List arrivals',
  description: 'Newest first. `status=held` are the exceptions that wait for a person.',
  tag: 'Arrivals',
  roles: ['operator', 'maker'],
  scope: 'read',
  mayBeBehind: true,
  query: {
    status: choiceQuery(arrivalStatuses),
    exception: choiceQuery(arrivalExceptions),
    requisiteId: integerQuery('Of one requisite'),
    id: uuidQuery('This one alone'),
    ...pageQuery,
  },
  response: page(ArrivalShape),
  refusals: [],
  example: { answer: { items: [exampleHeldArrival], next: null } },
  async handle({ context, query, actor }) {
    const reach = requisitesWithinReach(context.catalogue(), actor);
    const { id, requisiteId, status, exception } = query;
    const shown = async (arrivals: readonly Arrival[]) => {
      const ids = arrivals.map((arrival) => arrival.id);
      const names = arrivals.map(({ enteredBy }) => enteredBy);
      const [messages, authors] = await Promise.all([
        findMessagesOfArrivals(context.pool, ids),
        authorsShownTo(actor.role, context, names),
      ]);
      return arrivals.map((arrival) => {
        const seen = { ...arrival, enteredBy: authors(arrival.enteredBy) };
        return arrivalDTO(context, seen, messages.get(arrival.id));
      });
    };
    if (id !== null) {
      const arrival = await findArrival(context.pool, id);
      const isReached = arrival !== null && (reach === null || reach.includes(arrival.requisiteId));
      return { items: isReached ? await shown([arrival]) : [], next: null };
    }
    const requisiteIds =
      requisiteId === null ? reach : reach === null || reach.includes(requisiteId) ? [requisiteId] : [];
    const found = await listArrivalRows(context.pool, { requisiteIds, status, exception }, query);
    return { items: await shown(found.items), next: found.next };
  },
});
