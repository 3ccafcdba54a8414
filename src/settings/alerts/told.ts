import { channelCode, startCode } from '../../domain/alerts/channel-code.ts';
import {
  audienceOf,
  type ChannelKind,
  channelsMax,
  channelsPerDayMax,
  codeLifetimeMs,
  requireWishes,
  type ToldLanguage,
  type ToldWish,
  wrongCodesMax,
} from '../../domain/alerts/told-kinds.ts';
import { hasSecondFactor } from '../../domain/people/people.ts';
import { isSameText } from '../../domain/text/same-text.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  confirmChannel as confirmRow,
  countChannels,
  countWrongCode,
  findConfirmed,
  insertChannel,
  lockChannel,
  removeChannel as removeRow,
  replaceWishes,
  type ToldChannel,
} from '../../storage/settings/alerts/told.ts';
import { lockUser } from '../../storage/settings/people/users.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

const dayMs = 24 * 3_600_000;

interface NewChannel {
  readonly userId: number;
  readonly kind: ChannelKind;
  readonly address: string;
  readonly language: ToldLanguage;
  /** Keys of a browser; a webhook gets a secret of ours. */
  readonly keys: string | null;
}

/** Somewhere to be told. It is sent a code, and nothing else before the code was given back. */
export const addChannel = settingAct({
  name: 'add-channel',
  draw: (chance) => ({ secret: chance.text(32) }),
  load: async (tx, { userId }: NewChannel, { at }) => ({
    newId: await takeId(tx, 'told_channels'),
    count: await countChannels(tx, userId, at - dayMs),
  }),
  decide({ userId, kind, address, language, keys }, { newId, count }, { actor, at, drawn }) {
    if (actor.userId !== userId) throw new AppError('not_found');
    if (count.open >= channelsMax) throw new AppError('too_many_channels', { limit: channelsMax });
    if (count.recent >= channelsPerDayMax) throw new AppError('channels_of_day', { limit: channelsPerDayMax });
    const secret = kind === 'webhook' ? drawn.secret : kind === 'push' ? keys : null;
    const made = { id: newId, userId, kind, address, language, createdAt: at, secret, audience: audienceOf(actor) };
    const facts = { subjectKind: 'channel', subjectId: newId, details: { kind, address: shown({ kind, address }) } };
    return changed({ id: newId, createdAt: at, secret: kind === 'webhook' ? secret : null }, made, facts);
  },
  store: insertChannel,
});

interface GivenCode {
  readonly channelId: number;
  readonly userId: number;
  readonly code: string;
  readonly codeKey: Uint8Array;
}

interface CodeChange {
  readonly channel: ToldChannel;
  readonly isRight: boolean;
  readonly isProven: boolean;
  readonly at: number;
}

/** A wrong code counts, so that nobody can try them all. */
export const tryChannelCode = routineAct({
  load: async (tx, { channelId, userId }: GivenCode) => ({
    channel: await lockChannel(tx, channelId),
    user: await lockUser(tx, userId),
  }),
  decide({ userId, code, codeKey }, { channel, user }, { at }) {
    if (channel === null || channel.userId !== userId || channel.kind === 'telegram') throw new AppError('not_found');
    if (channel.confirmedAt !== null) return unchanged(undefined);
    const isOpen = channel.wrongCodes < wrongCodesMax && at < channel.createdAt + codeLifetimeMs;
    const isRight: boolean = isOpen && isSameText(code.trim(), channelCode(codeKey, channel));
    const change: CodeChange = { channel, isRight, isProven: user !== null && hasSecondFactor(user), at };
    if (!isRight) return { kind: 'refused', error: new AppError('channel_code_wrong', { field: 'code' }), change };
    return { kind: 'changed', result: undefined, change, news: [confirmed(channel)] };
  },
  store: (tx, { channel: { id, address }, isRight, isProven, at }) =>
    isRight ? confirmRow(tx, { id, address, isProven, at }) : countWrongCode(tx, id),
});

/** Somebody has opened the link to the bot: the chat is theirs. */
export const confirmChat = routineAct({
  load: (
    tx,
    {
      channelId,
    }: { readonly channelId: number; readonly start: string; readonly chat: string; readonly codeKey: Uint8Array },
  ) => lockChannel(tx, channelId),
  decide({ start, chat, codeKey }, channel, { at }) {
    const isOpen =
      channel?.kind === 'telegram' && channel.confirmedAt === null && at < channel.createdAt + codeLifetimeMs;
    if (!isOpen || !isSameText(start, startCode(codeKey, channel))) return unchanged(false);
    return {
      kind: 'changed',
      result: true,
      change: { id: channel.id, address: chat, isProven: false, at },
      news: [confirmed(channel)],
    };
  },
  store: confirmRow,
});

function confirmed({ id, kind }: ToldChannel) {
  return { action: 'confirm-channel', subjectKind: 'channel', subjectId: id, details: { kind } };
}

export const removeChannel = settingAct({
  name: 'remove-channel',
  load: (tx, { channelId }: { readonly channelId: number }) => lockChannel(tx, channelId),
  decide(_input, channel, { actor, at }) {
    if (channel === null || channel.userId !== actor.userId) throw new AppError('not_found');
    const { id, kind } = channel;
    return changed(undefined, { id, at }, { subjectKind: 'channel', subjectId: id, details: { kind } });
  },
  store: (tx, { id, at }) => removeRow(tx, id, at),
});

interface OwnWishes {
  readonly userId: number;
  readonly wishes: readonly ToldWish[];
  readonly below: number | null;
}

/** What somebody wants to hear, and where: all of it at once. */
export const setWishes = settingAct({
  name: 'set-wishes',
  load: (tx, { userId }: OwnWishes) => findConfirmed(tx, userId),
  decide({ userId, wishes, below }, confirmedIds, { actor, at }) {
    if (actor.userId !== userId) throw new AppError('not_found');
    requireWishes(actor.role, wishes, confirmedIds);
    const isForBalance = wishes.some(({ kind, channelIds }) => kind === 'balance' && channelIds.length > 0);
    if (isForBalance && below === null) throw new AppError('blank', { field: 'lowBalanceBelow' });
    const kinds = wishes.filter(({ channelIds }) => channelIds.length > 0).map(({ kind }) => kind);
    const facts = { subjectKind: 'user', subjectId: userId, details: { kinds: kinds.join(' ') } };
    return changed(undefined, { userId, wishes, below, at }, facts);
  },
  store: replaceWishes,
});

/** Enough to know it by; the address of a browser is a secret of its own. */
function shown({ kind, address }: { readonly kind: ChannelKind; readonly address: string }): string {
  return kind === 'push' && URL.canParse(address) ? new URL(address).host : address;
}
