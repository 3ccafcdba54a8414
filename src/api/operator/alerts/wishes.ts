import { Type } from 'typebox';
import { channelKinds, kindsOfRole, lowBalanceMax, toldKinds } from '../../../domain/alerts/told-kinds.ts';
import { setWishes } from '../../../settings/alerts/told.ts';
import { listOwnChannels, readOwnWishes as readWishes } from '../../../storage/reads/alerts/told-reads.ts';
import { oneOf } from '../../schemas.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Done, integer, nullable, optional } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { ChannelShape, channelDTO, exampleChannel, ownTellingReason, Wish } from './told-shape.ts';

const wishesOf = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true });

export const readOwnWishes = endpoint({
  method: 'GET',
  path: '/me/wishes',
  operationId: 'readOwnWishes',
  summary: 'Read what you are told, and where',
  description: 'The kinds that fit your role, your addresses, and which kind goes where.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  response: Type.Object({
    kinds: Type.Array(oneOf(toldKinds), { description: 'What you can hear of' }),
    offered: Type.Array(oneOf(channelKinds), { description: 'Ways that are set up here' }),
    pushKey: nullable(Type.String(), 'What a browser subscribes with; null: browsers are not told'),
    channels: Type.Array(ChannelShape, { description: 'Where you can be told' }),
    wishes: Type.Array(Wish, { description: 'What goes where' }),
    lowBalanceBelow: nullable(Type.Integer(), 'A balance below so many whole units is low; null: not said'),
  }),
  refusals: [],
  example: {
    answer: {
      kinds: ['dispute', 'device', 'balance', 'rate', 'audit', 'withdrawal'],
      offered: ['email', 'webhook'],
      pushKey: null,
      channels: [exampleChannel],
      wishes: [{ kind: 'withdrawal', channelIds: [1] }],
      lowBalanceBelow: null,
    },
  },
  async handle({ context, signedIn: { user } }) {
    const { wishes, below } = await readWishes(context.pool, user.id);
    return {
      kinds: kindsOfRole(user.role),
      offered: context.told.offered,
      pushKey: context.told.pushKey,
      channels: (await listOwnChannels(context.pool, user.id)).map(channelDTO),
      wishes,
      lowBalanceBelow: below,
    };
  },
});

export const setOwnWishes = wishesOf(setWishes, {
  method: 'POST',
  path: '/me/wishes',
  operationId: 'setOwnWishes',
  summary: 'Choose what you are told, and where',
  description: 'All of it at once: what is not named is not told. You hear of what happens from now on.',
  needsFreshProof: true,
  body: {
    wishes: Type.Array(Wish, { maxItems: 20, description: 'What goes where' }),
    lowBalanceBelow: optional(
      integer(1, lowBalanceMax, 'Whole units'),
      'A balance below so many whole units is low; null or absent: not said',
    ),
  },
  response: Done,
  refusals: ['invalid_choice', 'told_kind_not_yours', 'channel_not_confirmed'],
  example: { body: { wishes: [{ kind: 'withdrawal', channelIds: [1] }] }, answer: { status: 'set' } },
  reason: ownTellingReason,
  input: ({ signedIn, body }) => ({
    userId: signedIn.user.id,
    wishes: body.wishes,
    below: body.lowBalanceBelow ?? null,
  }),
  answer: (_, { context }) => {
    context.told.wake();
    return { status: 'set' };
  },
});
