import { revokePhone as revokePhoneAct } from '../../../settings/phones.ts';
import { ignored } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { examplePhone, PhoneShape, phoneInPath, readPhone } from './phone-shape.ts';

export const revokePhone = endpoint({
  method: 'POST',
  path: '/phones/:id/revoke',
  operationId: 'revokePhone',
  summary: 'Revoke a phone',
  description:
    'Its token opens nothing from now on. Its messages stay, and its requisites are worked by hand again: they get deals, and nobody tells of their money but people.',
  tag: 'Phones',
  roles: ['operator', 'maker'],
  scope: 'settings',
  params: { id: phoneInPath },
  body: ignored,
  response: PhoneShape,
  refusals: [],
  example: { answer: { ...examplePhone, status: 'revoked', requisites: [] } },
  async handle(call) {
    const { id } = call.params;
    await call.context.settings.run(revokePhoneAct, { id }, byOf(call, ''));
    return await readPhone(call, id);
  },
});
