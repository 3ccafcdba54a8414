import { Type } from 'typebox';
import { AppError } from '../../../errors.ts';
import { createPhone as createPhoneAct } from '../../../settings/phones.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { rowId } from '../fields.ts';
import { exampleTicket, PhoneName, TicketShape, ticketDTO } from './phone-shape.ts';

export const createPhone = endpoint({
  method: 'POST',
  path: '/phones',
  operationId: 'createPhone',
  summary: 'Add a phone',
  description:
    'The answer is a link with a ticket, for a QR code: opened on the phone within ten minutes, it gives the phone its token, once. A token posts messages of its maker and reaches nothing else.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'settings',
  isForPeople: true,
  needsFreshProof: true,
  body: json(
    Type.Object({ name: PhoneName, makerId: Type.Optional(rowId("Whose it is; a maker's own are the maker's")) }),
  ),
  response: TicketShape,
  refusals: ['blank', 'not_found', 'too_many_phones'],
  example: { body: { name: 'Pixel on the shelf' }, answer: exampleTicket },
  async handle(call) {
    const { name, makerId = call.actor.makerId } = call.body;
    if (makerId === null) throw new AppError('blank', { field: 'makerId' });
    return await ticketDTO(call, await call.context.settings.run(createPhoneAct, { makerId, name }, byOf(call, name)));
  },
});
