import { Type } from 'typebox';
import { phoneLimits } from '../../../domain/phones/phone.ts';
import { changePhone as changePhoneAct } from '../../../settings/phones.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { integer, optionalText } from '../fields.ts';
import { examplePhone, FieldNames, PhoneRequisites, PhoneShape, phoneInPath, readPhone } from './phone-shape.ts';

const { shortest, longest } = phoneLimits.silentAfterMs;

const PhoneChange = Type.Object({
  name: optionalText(100, 'For people'),
  fields: Type.Optional(FieldNames),
  timeZone: optionalText(50, 'Of the times that banks write, as in the IANA database', {
    'x-error-code': 'invalid_time_zone',
  }),
  silentAfterSeconds: Type.Optional(
    integer(shortest / 1000, longest / 1000, 'Silent for longer, its requisites get no new deals'),
  ),
  requisites: Type.Optional(PhoneRequisites),
});

export const changePhone = endpoint({
  method: 'PATCH',
  path: '/phones/:id',
  operationId: 'changePhone',
  summary: 'Change a phone',
  description:
    'What is absent stays as it is; `requisites` and `fields` are replaced as a whole. A requisite belongs to one phone at most.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'settings',
  params: { id: phoneInPath },
  body: json(PhoneChange),
  response: PhoneShape,
  refusals: ['invalid_digits', 'invalid_time_zone', 'phone_revoked', 'requisite_of_another_phone', 'requisite_twice'],
  example: { body: { requisites: [{ requisiteId: 1, digits: ['4821'] }] }, answer: examplePhone },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(changePhoneAct, { ...call.body, id }, byOf(call, ''));
    return await readPhone(call, id);
  },
});
