import { Type } from 'typebox';
import { phoneLimits } from '../../../domain/phones/phone.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  changePhone as changePhoneAct,
  createPhone as createPhoneAct,
  pairPhone as pairPhoneAct,
  renewPhoneTicket as renewAct,
  revokePhone as revokePhoneAct,
} from '../../../settings/phones/phones.ts';
import { listPhones as findPhones } from '../../../storage/reads/phones/phone-reads.ts';
import { json } from '../../endpoint.ts';
import { exampleUrl } from '../../examples.ts';
import { integerQuery } from '../../parameters.ts';
import { openEndpoint, readsOf } from '../endpoint.ts';
import { figure, integer, optionalText, rowId, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';
import {
  examplePhone,
  exampleTicket,
  FieldNames,
  PhoneName,
  PhoneRequisites,
  PhoneShape,
  phoneDTO,
  phoneInPath,
  readPhone,
  TicketShape,
  ticketDTO,
} from './phone-shape.ts';

const phones = settingsOf({ tag: 'Phones', scope: 'settings' });
const read = readsOf({ tag: 'Phones', roles: ['operator', 'maker'] });

export const listPhones = read({
  path: '/phones',
  operationId: 'listPhones',
  summary: 'List phones',
  description: 'The newest first, those that were revoked last. A maker sees the own ones.',
  query: { makerId: integerQuery('Of one maker') },
  response: all(PhoneShape),
  example: { answer: { items: [examplePhone] } },
  async handle({ context, actor, query }) {
    const makerId = actor.role === 'maker' ? actor.makerId : query.makerId;
    return { items: (await findPhones(context.pool, { makerId, id: null })).map(phoneDTO) };
  },
});

export const createPhone = phones(createPhoneAct, {
  method: 'POST',
  path: '/phones',
  operationId: 'createPhone',
  summary: 'Add a phone',
  description:
    'The answer is a link with a ticket, for a QR code: opened on the phone within ten minutes, it gives the phone its token, once. A token posts messages of its maker and reaches nothing else. In production an operator needs a second person, who sees the link; a maker does not.',
  isForPeople: true,
  needsFreshProof: true,
  body: { name: PhoneName, makerId: Type.Optional(rowId("Whose it is; a maker's own are the maker's")) },
  response: TicketShape,
  refusals: ['blank', 'not_found', 'second_person_needed', 'too_many_phones'],
  example: { body: { name: 'Pixel on the shelf' }, answer: exampleTicket },
  reason: ({ body }) => body.name,
  input: ({ actor, body: { name, makerId = actor.makerId } }) => {
    if (makerId === null) throw new AppError('blank', { field: 'makerId' });
    return { makerId, name };
  },
  answer: (made, call) => ticketDTO(call, made),
});

const { shortest, longest } = phoneLimits.silentAfterMs;

export const changePhone = phones(changePhoneAct, {
  method: 'PATCH',
  path: '/phones/:id',
  operationId: 'changePhone',
  summary: 'Change a phone',
  description:
    'What is absent stays as it is; `requisites` and `fields` are replaced as a whole. A requisite belongs to one phone at most.',
  params: { id: phoneInPath },
  body: {
    name: optionalText(100, 'For people'),
    fields: Type.Optional(FieldNames),
    timeZone: optionalText(50, 'Of the times that banks write, as in the IANA database', {
      'x-error-code': 'invalid_time_zone',
    }),
    silentAfterSeconds: Type.Optional(
      integer(shortest / 1000, longest / 1000, 'Silent for longer, its requisites get no new deals'),
    ),
    requisites: Type.Optional(PhoneRequisites),
  },
  response: PhoneShape,
  refusals: ['invalid_digits', 'invalid_time_zone', 'phone_revoked', 'requisite_of_another_phone', 'requisite_twice'],
  example: { body: { requisites: [{ requisiteId: 1, digits: ['4821'] }] }, answer: examplePhone },
  reason: '',
  input: ({ params, body }) => ({ ...body, id: params.id }),
  answer: (_, call) => readPhone(call, call.params.id),
});

export const renewPhoneTicket = phones(renewAct, {
  method: 'POST',
  path: '/phones/:id/ticket',
  operationId: 'renewPhoneTicket',
  summary: 'Show another ticket for a phone',
  description:
    'For a phone that was set up anew. Its former token works until the ticket is used. In production an operator needs a second person, who sees the link; a maker does not.',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: phoneInPath },
  response: TicketShape,
  refusals: ['phone_revoked', 'second_person_needed'],
  example: { answer: exampleTicket },
  reason: 'paired anew',
  input: ({ params }) => ({ id: params.id }),
  answer: (made, call) => ticketDTO(call, made),
});

export const revokePhone = phones(revokePhoneAct, {
  method: 'POST',
  path: '/phones/:id/revoke',
  operationId: 'revokePhone',
  summary: 'Revoke a phone',
  description:
    'Its token opens nothing from now on. Its messages stay, and its requisites are worked by hand again: they get deals, and nobody tells of their money but people.',
  params: { id: phoneInPath },
  response: PhoneShape,
  refusals: [],
  example: { answer: { ...examplePhone, status: 'revoked', requisites: [] } },
  reason: '',
  input: ({ params }) => ({ id: params.id }),
  answer: (_, call) => readPhone(call, call.params.id),
});

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
