import { ECDH } from 'node:crypto';
import { Type } from 'typebox';
import { startCode } from '../../../domain/alerts/channel-code.ts';
import { readEndpointUrl } from '../../../domain/merchants/store-endpoint.ts';
import { AppError } from '../../../errors/app-error.ts';
import {
  addChannel as addChannelAct,
  removeChannel as removeChannelAct,
  tryChannelCode,
} from '../../../settings/alerts/told.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint, everybody, type OperatorCall } from '../endpoint.ts';
import { Done, done, note, nullable, optional, text } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { requireCalled } from '../store-endpoints/endpoint-shape.ts';
import { Channel, channelInPath, Language, ownTellingReason } from './told-shape.ts';

const channels = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

const Keys = Type.Object({
  p256dh: text(200, "The browser's public key, in Base64url"),
  auth: text(100, "The browser's secret, in Base64url"),
});

const NewChannel = Type.Object({
  kind: Channel,
  address: note(2_000, 'A mail address, the address of a web server, or what the browser gave; none for Telegram'),
  keys: optional(Keys, 'Of a browser'),
  language: Language,
});

export const addChannel = endpoint({
  method: 'POST',
  path: '/me/channels',
  operationId: 'addChannel',
  summary: 'Add an address at which you are told',
  description:
    'It is sent a code, and nothing else before you have given the code back with `confirmChannel`. For Telegram the answer has ' +
    'a link to the bot: opening it confirms the chat.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(NewChannel),
  response: Type.Object({
    id: Type.Integer({ description: 'Its number' }),
    secret: nullable(Type.String(), 'What messages to a web server are signed with, shown here only'),
    link: nullable(Type.String(), 'Open it in Telegram'),
  }),
  refusals: [
    'invalid_choice',
    'channel_not_offered',
    'invalid_email',
    'invalid_url',
    'address_not_called',
    'invalid_push',
    'too_many_channels',
    'channels_of_day',
  ],
  example: {
    body: { kind: 'email', address: 'vera@example.com', language: 'en' },
    answer: { id: 1, secret: null, link: null },
  },
  async handle(call) {
    const { context, body } = call;
    const { kind, language } = body;
    if (!context.told.offered.includes(kind)) throw new AppError('channel_not_offered', { field: 'kind' });
    const address = readAddress(call, kind, body.address?.trim() ?? '');
    const keys = kind === 'push' ? readKeys(body.keys ?? null) : null;
    const input = { userId: call.signedIn.user.id, kind, address, language, keys };
    // Before anything is written: without its name there is no link.
    const bot = kind === 'telegram' ? await context.told.botName().catch(() => '') : '';
    if (kind === 'telegram' && bot === '') throw new AppError('channel_not_offered', { field: 'kind' });
    const { id, createdAt, secret } = await context.settings.run(addChannelAct, input, byOf(call, ownTellingReason));
    context.told.wake();
    const start = kind === 'telegram' ? startCode(context.told.codeKey, { id, createdAt }) : null;
    return { id, secret, link: start === null ? null : `https://t.me/${bot}?start=${start}` };
  },
});

function readAddress(call: OperatorCall, kind: 'email' | 'telegram' | 'push' | 'webhook', address: string): string {
  if (kind === 'telegram') return '';
  if (kind === 'email') {
    // One address and nothing around it: a list, a name or a line break would reach somebody else.
    if (!/^[^\s@<>(),;:"\\[\]]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,8}$/i.test(address)) {
      throw new AppError('invalid_email', { field: 'address' });
    }
    return address;
  }
  if (address === '') throw new AppError('blank', { field: 'address' });
  const url = readWebAddress(address);
  requireCalled(call, url, 'address');
  return url;
}

function readWebAddress(address: string): string {
  try {
    return readEndpointUrl(address);
  } catch {
    throw new AppError('invalid_url', { field: 'address' });
  }
}

/** A point of the curve and sixteen bytes: with anything else nothing could be encrypted. */
function readKeys(keys: { readonly p256dh: string; readonly auth: string } | null): string {
  const point = Buffer.from(keys?.p256dh ?? '', 'base64url');
  const auth = Buffer.from(keys?.auth ?? '', 'base64url');
  if (keys === null || !isPoint(point) || auth.length !== 16) {
    throw new AppError('invalid_push', { field: 'keys' });
  }
  return JSON.stringify({ p256dh: keys.p256dh, auth: keys.auth });
}

function isPoint(point: Buffer): boolean {
  try {
    return point.length === 65 && ECDH.convertKey(point, 'prime256v1').length > 0;
  } catch {
    return false;
  }
}

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

export const removeChannel = channels(removeChannelAct, {
  method: 'DELETE',
  path: '/me/channels/:id',
  operationId: 'removeChannel',
  summary: 'Remove an address at which you are told',
  description: 'Nothing more is sent to it, not even what waits.',
  needsFreshProof: true,
  params: { id: channelInPath },
  refusals: [],
  example: { answer: { status: 'removed' } },
  reason: ownTellingReason,
  ...done('removed'),
  input: ({ params }) => ({ channelId: params.id }),
});
