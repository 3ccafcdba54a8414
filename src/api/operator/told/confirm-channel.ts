import { Type } from 'typebox';
import { tryChannelCode } from '../../../settings/told.ts';
import { json } from '../../endpoint.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done, text } from '../fields.ts';
import { channelInPath } from './told-shape.ts';

export const confirmChannel = endpoint({
  method: 'POST',
  path: '/me/channels/:id/confirm',
  operationId: 'confirmChannel',
  summary: 'Show that an address is yours',
  description: 'With the code that was sent to it, within an hour and five attempts.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  params: { id: channelInPath },
  body: json(Type.Object({ code: text(20, 'The code that was sent to it') })),
  response: Done,
  refusals: ['channel_code_wrong'],
  example: { body: { code: '492039' }, answer: { status: 'confirmed' } },
  async handle({ context, signedIn, params, body }) {
    const given = { channelId: params.id, userId: signedIn.user.id, code: body.code, codeKey: context.told.codeKey };
    await context.settings.routine(tryChannelCode, given, context.clock());
    return { status: 'confirmed' };
  },
});
