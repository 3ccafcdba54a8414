import { listPhones as findPhones } from '../../../storage/reads/phone-reads.ts';
import { integerQuery } from '../../parameters.ts';
import { endpoint } from '../endpoint.ts';
import { all } from '../paging.ts';
import { examplePhone, PhoneShape, phoneDTO } from './phone-shape.ts';

export const listPhones = endpoint({
  method: 'GET',
  path: '/phones',
  operationId: 'listPhones',
  summary: 'List phones',
  description: 'The newest first, those that were revoked last. A maker sees the own ones.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'read',
  query: { makerId: integerQuery('Of one maker') },
  response: all(PhoneShape),
  refusals: [],
  example: { answer: { items: [examplePhone] } },
  async handle({ context, actor, query }) {
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    return { items: (await findPhones(context.pool, { makerId, id: null })).map(phoneDTO) };
  },
});
