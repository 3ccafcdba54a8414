import { Type } from 'typebox';
import { pairPhone as pairPhoneAct } from '../../../settings/phones.ts';
import { json } from '../../endpoint.ts';
import { exampleUrl } from '../../examples.ts';
import { openEndpoint } from '../endpoint.ts';
import { figure, words } from '../fields.ts';

export const pairPhone = openEndpoint({
  method: 'POST',
  path: '/phones/pair',
  operationId: 'pairPhone',
  summary: 'Pair a phone by its ticket',
  description:
    'Done by the phone itself. The ticket is thereby used; the answer is the only place that shows the token. A former token of the phone opens nothing any more.',
  tag: 'Phones',
  isOpen: true,
  body: json(
    Type.Object({ ticket: Type.String({ minLength: 10, maxLength: 100, description: 'What the link ends with' }) }),
  ),
  response: Type.Object({
    id: figure('Phone ID'),
    name: words('As the maker calls it'),
    token: words('For the header `Authorization: Bearer`'),
    messagesUrl: words('Where messages are posted'),
    heartbeatUrl: words('Where it says that it is there'),
  }),
  refusals: ['phone_ticket_ended', 'rate_limited'],
  example: {
    body: { ticket: 'the-ticket-of-the-phone' },
    answer: {
      id: 3,
      name: 'Pixel on the shelf',
      token: 'qd_the-token-of-the-phone',
      messagesUrl: `${exampleUrl}/api/devices/messages`,
      heartbeatUrl: `${exampleUrl}/api/devices/heartbeat`,
    },
  },
  async handle({ context, body: { ticket } }) {
    const { id, name, makerId, token } = await context.settings.routine(pairPhoneAct, { ticket }, context.clock());
    context.announce([`settings m${makerId}`]);
    const devices = `${context.publicUrl()}/api/devices`;
    return { id, name, token, messagesUrl: `${devices}/messages`, heartbeatUrl: `${devices}/heartbeat` };
  },
});
