import { hearOfDevices } from '../../../settings/open-session.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done } from '../fields.ts';
import { sessionHashOf } from './session-cookie.ts';

/** For this device alone: a thief who says so on another one hides nothing here. */
export const acknowledgeDevices = endpoint({
  method: 'POST',
  path: '/me/new-devices/seen',
  operationId: 'acknowledgeDevices',
  summary: 'Say that you have seen which devices are new',
  description: 'They are not named any more on this device. Your other devices still name them.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  worksWithoutSecondFactor: true,
  response: Done,
  refusals: [],
  example: { answer: { status: 'seen' } },
  async handle({ context, request }) {
    await context.settings.routine(hearOfDevices, { sessionHash: sessionHashOf(request) }, context.clock());
    return { status: 'seen' };
  },
});
