import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  actHash,
  challengeHash,
  findSite,
  handleText,
  isChallengeFor,
  judgePasskey,
  type Passkey,
  type PasskeyChallenge,
  passkeySites,
  type ShownPasskey,
} from './passkeys.ts';

const now = 1_000_000;
const passkey: Passkey = {
  id: 4,
  userId: 7,
  name: 'Laptop',
  counter: 10,
  createdAt: 0,
  lastUsedAt: null,
  suspectedAt: null,
};
const challenge: PasskeyChallenge = {
  purpose: 'act',
  rpId: 'pay.example.com',
  sessionHash: 'mine',
  actHash: 'the act',
  expiresAt: now + 1,
};
const shown: ShownPasskey = {
  passkeyId: 4,
  userId: 7,
  challengeHash: 'x',
  rpId: 'pay.example.com',
  counter: 11,
  isUserVerified: false,
};
const asked = { purpose: 'act', sessionHash: 'mine', userId: 7, isAlone: false } as const;

describe('a passkey that is shown', () => {
  const judge = (change: {
    shown?: Partial<ShownPasskey>;
    challenge?: Partial<PasskeyChallenge> | null;
    passkey?: Partial<Passkey> | null;
    asked?: Partial<Parameters<typeof judgePasskey>[2]>;
  }) =>
    judgePasskey(
      { ...shown, ...change.shown },
      {
        challenge: change.challenge === null ? null : { ...challenge, ...change.challenge },
        passkey: change.passkey === null ? null : { ...passkey, ...change.passkey },
      },
      { ...asked, ...change.asked },
      now,
    );

  it('is accepted for what its challenge was made for', () => {
    expect(judge({})).toBe('accepted');
    const signIn = { purpose: 'sign-in', sessionHash: null } as const;
    expect(judge({ challenge: signIn, asked: { ...signIn, userId: null } })).toBe('accepted');
  });

  it.each([
    ['without its challenge, or one that was used', { challenge: null }],
    ['late', { challenge: { expiresAt: now } }],
    ['for another purpose', { challenge: { purpose: 'sign-in' } }],
    ['in another session', { challenge: { sessionHash: 'theirs' } }],
    ['outside of a session', { asked: { sessionHash: null } }],
    ['on another host', { shown: { rpId: 'other.example.com' } }],
    ['of somebody else', { passkey: { userId: 8 } }],
    ['after it was removed', { passkey: null }],
    ['after a copy of it was seen', { passkey: { suspectedAt: 1 } }],
    ['alone, when nobody made sure who holds it', { asked: { isAlone: true } }],
  ] as const)('is refused %s', (_, change) => {
    expect(judge(change)).toBe('refused');
  });

  it('is enough alone when the authenticator has made sure who holds it', () => {
    expect(judge({ shown: { isUserVerified: true }, asked: { isAlone: true } })).toBe('accepted');
  });

  it.each([
    [10, 11, 'accepted'],
    [10, 10, 'copied'],
    [10, 9, 'copied'],
    [10, 0, 'copied'],
    [0, 0, 'accepted'],
    [0, 1, 'accepted'],
  ])('a passkey whose counter was %i and is %i is %s', (stored, counter, verdict) => {
    expect(judge({ passkey: { counter: stored }, shown: { counter } })).toBe(verdict);
  });

  it('is not called a copy when something else is wrong: that would block it by guessing', () => {
    expect(judge({ shown: { counter: 1 }, challenge: null })).toBe('refused');
  });
});

describe('a challenge', () => {
  it('a challenge to add a passkey is for the session and the host it was made in', () => {
    const made: PasskeyChallenge = { ...challenge, purpose: 'add', actHash: null };
    const here = { purpose: 'add', sessionHash: 'mine', rpId: 'pay.example.com' } as const;
    expect(isChallengeFor(made, here, now)).toBe(true);
    expect(isChallengeFor(made, { ...here, sessionHash: 'theirs' }, now)).toBe(false);
    expect(isChallengeFor(made, { ...here, rpId: 'example.com' }, now)).toBe(false);
    expect(isChallengeFor(made, here, now + 1)).toBe(false);
  });

  it('is stored as its hash, and a request as the hash of all that is asked', () => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(challengeHash('abc')).toBe(sha256('abc'));
    const request = { method: 'POST', url: '/api/operator/users', body: Buffer.from('{}') };
    expect(actHash(request)).toBe(sha256('POST /api/operator/users\n{}'));
    const others = [
      { ...request, method: 'PATCH' },
      { ...request, url: '/api/operator/users?x' },
      { ...request, body: Buffer.from('{ }') },
    ];
    expect(new Set([request, ...others].map(actHash)).size).toBe(4);
  });

  it('names its person by bytes that tell nothing', () => {
    expect(handleText('0193f000-0000-7000-8000-000000000001')).toBe('AZPwAAAAcACAAAAAAAAAAQ');
  });
});

describe('the sites where passkeys work', () => {
  it.each([
    ['https://pay.example.com', [{ origin: 'https://pay.example.com', rpId: 'pay.example.com' }]],
    ['https://example.com:8443/pay', [{ origin: 'https://example.com:8443', rpId: 'example.com' }]],
    ['http://localhost:3000', [{ origin: 'http://localhost:3000', rpId: 'localhost' }]],
    ['http://127.0.0.1:3000', [{ origin: 'http://localhost:3000', rpId: 'localhost' }]],
    ['http://[::1]:3000', [{ origin: 'http://localhost:3000', rpId: 'localhost' }]],
    ['http://pay.example.com', []],
    ['https://203.0.113.7', []],
    ['https://[2001:db8::1]', []],
    ['http://192.168.1.5:3000', []],
  ])('%s', (url, sites) => {
    expect(passkeySites([url])).toEqual(sites);
  });

  it('are told apart by the origin of the page, and no other page is one', () => {
    const urls = ['http://old.example.com', 'https://pay.example.com', 'https://pay.example.org'];
    expect(findSite(urls, 'https://pay.example.org')).toEqual({
      origin: 'https://pay.example.org',
      rpId: 'pay.example.org',
    });
    for (const origin of ['https://evil.example', 'http://pay.example.com', 'https://pay.example.com:444', undefined]) {
      expect(findSite(urls, origin)).toBeNull();
    }
  });
});
