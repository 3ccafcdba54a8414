import { renewPhoneTicket as renewAct } from '../../../settings/phones.ts';
import { ignored } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { exampleTicket, phoneInPath, TicketShape, ticketDTO } from './phone-shape.ts';

export const renewPhoneTicket = endpoint({
  method: 'POST',
  path: '/phones/:id/ticket',
  operationId: 'renewPhoneTicket',
  summary: 'Show another ticket for a phone',
  description: 'For a phone that was set up anew. Its former token works until the ticket is used.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'settings',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: phoneInPath },
  body: ignored,
  response: TicketShape,
  refusals: ['phone_revoked'],
  example: { answer: exampleTicket },
  async handle(call) {
    const { id } = call.params;
    return await ticketDTO(call, await call.context.settings.run(renewAct, { id }, byOf(call, 'paired anew')));
  },
});
