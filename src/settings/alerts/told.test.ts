import { describe, expect, it } from 'vitest';
import { actors, decide, noon } from '../../../test/support/situations.ts';
import { channelCode, startCode } from '../../domain/alerts/channel-code.ts';
import type { ToldChannel } from '../../storage/settings/alerts/told.ts';
import { addChannel, confirmChat, removeChannel, setWishes, tryChannelCode } from './told.ts';

const { operator, maker } = actors;
const codeKey = new Uint8Array(32).fill(7);
const hourMs = 3_600_000;

const channel: ToldChannel = {
  id: 4,
  userId: operator.userId,
  kind: 'email',
  address: 'vera@example.com',
  language: 'en',
  createdAt: noon,
  confirmedAt: null,
  wrongCodes: 0,
};
const chat: ToldChannel = { ...channel, kind: 'telegram', address: '' };

describe('adding a channel', () => {
  const input = {
    userId: operator.userId,
    kind: 'email',
    address: 'vera@example.com',
    language: 'en',
    keys: null,
  } as const;
  const rows = { newId: 4, count: { open: 0, recent: 0 } };
  const drawn = { secret: 'drawn' };

  it('keeps it with who the person is, and says so in the log', () => {
    const { outcome, change, audit } = decide(addChannel, { ...input, userId: maker.userId }, rows, {
      actor: maker,
      drawn,
    });
    expect(outcome).toBe('changed');
    expect(change).toMatchObject({ id: 4, userId: maker.userId, createdAt: noon, audience: 'maker 5' });
    const details = { kind: 'email', address: 'vera@example.com' };
    expect(audit).toEqual([{ subjectKind: 'channel', subjectId: 4, details }]);
  });

  it.each([
    ['email', null, null],
    ['telegram', null, null],
    ['webhook', 'drawn', 'drawn'],
    ['push', 'of the browser', null],
  ] as const)('stores one of kind %s with the secret %s and shows %s', (kind, stored, shown) => {
    const { change, result } = decide(addChannel, { ...input, kind, keys: 'of the browser' }, rows, { drawn });
    expect([change?.secret, result?.secret]).toEqual([stored, shown]);
  });

  it('names of a browser no more than its push service in the log', () => {
    const { audit } = decide(addChannel, { ...input, kind: 'push', address: 'https://push.example/a-secret' }, rows, {
      drawn,
    });
    expect(audit[0]?.details).toEqual({ kind: 'push', address: 'push.example' });
  });

  it('is refused for another user, for a ninth, and for an eleventh of the day', () => {
    const add = (open: number, recent: number) =>
      decide(addChannel, input, { newId: 4, count: { open, recent } }, { drawn });
    expect(decide(addChannel, input, rows, { actor: maker, drawn }).outcome).toBe('not_found');
    expect([add(7, 9).outcome, add(8, 9).outcome, add(7, 10).outcome]).toEqual([
      'changed',
      'too_many_channels',
      'channels_of_day',
    ]);
  });
});

describe('giving the code back', () => {
  const code = channelCode(codeKey, channel);
  const give = (change: Partial<ToldChannel>, given = code, at = noon) =>
    decide(
      tryChannelCode,
      { channelId: 4, userId: operator.userId, code: given, codeKey },
      { channel: { ...channel, ...change }, user: null },
      { at },
    );

  it('confirms the channel, blanks around the code or not', () => {
    expect(give({}, ` ${code} `)).toMatchObject({
      outcome: 'changed',
      change: { isRight: true, at: noon },
      audit: [{ action: 'confirm-channel', subjectId: 4, details: { kind: 'email' } }],
    });
  });

  it('counts a wrong one, which confirms nothing', () => {
    const wrong = code === '000000' ? '000001' : '000000';
    expect(give({}, wrong)).toMatchObject({ outcome: 'channel_code_wrong', change: { isRight: false }, audit: [] });
  });

  it('is too late after five wrong ones or after an hour, even with the right code', () => {
    expect([give({ wrongCodes: 4 }).outcome, give({ wrongCodes: 5 }).outcome]).toEqual([
      'changed',
      'channel_code_wrong',
    ]);
    const [justInTime, late] = [give({}, code, noon + hourMs - 1), give({}, code, noon + hourMs)];
    expect([justInTime.outcome, late.outcome]).toEqual(['changed', 'channel_code_wrong']);
  });

  it('changes nothing of one that is confirmed, and finds none of another user, of the bot, or that is gone', () => {
    expect(give({ confirmedAt: noon }, 'anything').outcome).toBe('unchanged');
    expect(give({ userId: maker.userId }).outcome).toBe('not_found');
    expect(give({ kind: 'telegram' }).outcome).toBe('not_found');
    const input = { channelId: 4, userId: operator.userId, code, codeKey };
    expect(decide(tryChannelCode, input, { channel: null, user: null }).outcome).toBe('not_found');
  });
});

describe('opening the link to the bot', () => {
  const start = startCode(codeKey, chat);
  const open = (found: ToldChannel | null, given = start, at = noon) =>
    decide(confirmChat, { channelId: 4, start: given, chat: '42', codeKey }, found, { at });

  it('makes the chat the channel', () => {
    expect(open(chat)).toMatchObject({ outcome: 'changed', result: true, change: { id: 4, address: '42', at: noon } });
  });

  it.each([
    ['another code', chat, startCode(new Uint8Array(32), chat), noon],
    ['an hour later', chat, start, noon + hourMs],
    ['of a chat that is confirmed', { ...chat, confirmedAt: noon }, start, noon],
    ['of a channel that is no chat', channel, start, noon],
    ['of a channel that is gone', null, start, noon],
  ])('does nothing with %s', (_title, found, given, at) => {
    expect(open(found, given, at)).toEqual({ outcome: 'unchanged', result: false, audit: [] });
  });
});

describe('removing a channel', () => {
  it('forgets the own one alone', () => {
    expect(decide(removeChannel, { channelId: 4 }, channel)).toMatchObject({
      outcome: 'changed',
      change: { id: 4, at: noon },
    });
    expect(decide(removeChannel, { channelId: 4 }, channel, { actor: maker }).outcome).toBe('not_found');
    expect(decide(removeChannel, { channelId: 4 }, null).outcome).toBe('not_found');
  });
});

describe('choosing what to be told', () => {
  const wishes = [
    { kind: 'dispute', channelIds: [4, 5] },
    { kind: 'rate', channelIds: [] },
  ] as const;
  const input = { userId: operator.userId, wishes, below: null };
  const confirmed = new Set([4, 5]);

  it('replaces all of it, and the log names the kinds that are told somewhere', () => {
    const { outcome, change, audit } = decide(setWishes, input, confirmed);
    expect([outcome, change]).toEqual(['changed', { ...input, at: noon }]);
    expect(audit).toEqual([{ subjectKind: 'user', subjectId: operator.userId, details: { kinds: 'dispute' } }]);
  });

  it('is refused for another user, for unconfirmed channels, and for kinds that are not for the role', () => {
    expect(decide(setWishes, input, confirmed, { actor: maker }).outcome).toBe('not_found');
    expect(decide(setWishes, input, new Set([4])).outcome).toBe('channel_not_confirmed');
    const deal = [{ kind: 'deal', channelIds: [4] }] as const;
    expect(decide(setWishes, { ...input, wishes: deal }, confirmed).outcome).toBe('told_kind_not_yours');
  });

  it('needs a sum below which a balance is low, where that is told anywhere', () => {
    const low = (channelIds: readonly number[], below: number | null) =>
      decide(setWishes, { ...input, wishes: [{ kind: 'balance', channelIds }], below }, confirmed).outcome;
    expect([low([4], null), low([], null), low([4], 500)]).toEqual(['blank', 'changed', 'changed']);
  });
});
