import { Type } from 'typebox';
import { lowBalanceMax } from '../../../domain/told/told-kinds.ts';
import { setWishes } from '../../../settings/told.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint, everybody } from '../endpoint.ts';
import { Done, integer, optional } from '../fields.ts';
import { ownTellingReason, Wish } from './told-shape.ts';

export const setOwnWishes = endpoint({
  method: 'POST',
  path: '/me/wishes',
  operationId: 'setOwnWishes',
  summary: 'Choose what you are told, and where',
  description: 'All of it at once: what is not named is not told. You hear of what happens from now on.',
  tag: 'People and access',
  roles: everybody,
  scope: 'access',
  isForPeople: true,
  body: json(
    Type.Object({
      wishes: Type.Array(Wish, { maxItems: 20, description: 'What goes where' }),
      lowBalanceBelow: optional(
        integer(1, lowBalanceMax, 'Whole units'),
        'A balance below so many whole units is low; null or absent: not said',
      ),
    }),
  ),
  response: Done,
  refusals: ['invalid_choice', 'told_kind_not_yours', 'channel_not_confirmed'],
  example: { body: { wishes: [{ kind: 'withdrawal', channelIds: [1] }] }, answer: { status: 'set' } },
  async handle(call) {
    const { wishes, lowBalanceBelow = null } = call.body;
    const input = { userId: call.signedIn.user.id, wishes, below: lowBalanceBelow };
    await call.context.settings.run(setWishes, input, byOf(call, ownTellingReason));
    call.context.told.wake();
    return { status: 'set' };
  },
});
