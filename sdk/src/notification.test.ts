import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type Notification,
  type NotificationRequest,
  type VerifyOptions,
  verifyEvent,
  verifyNotification,
} from './notification.ts';
import { createNotificationListener, createNotificationReceiver } from './notification-listener.ts';
import { MemorySeenStore } from './seen-store.ts';
import { makeTestNotification, signTestNotification } from './test-notification.ts';

const secret = 'the merchant’s secret';
const token = 'token-of-the-invoice';
const nowMs = Date.parse('2026-11-14T12:05:00Z');
const paid = makeTestNotification('paid', { internalId: 'order-7' });
const options: VerifyOptions = { secret, token, now: () => nowMs };

function signed(changes: Parameters<typeof signTestNotification>[1] | object = {}): NotificationRequest {
  return signTestNotification(paid, { secret, token, signedAtMs: nowMs, ...changes });
}

async function codeOf(request: NotificationRequest, given: VerifyOptions = options): Promise<string> {
  return await verifyNotification(request, given).then(
    () => 'verified',
    (error: { code: string }) => error.code,
  );
}

describe('a notification', () => {
  it('is believed when token, signature and age are right', async () => {
    const verified = await verifyNotification(signed(), options);
    expect(verified).toMatchObject({ notification: paid, isRepeat: false });
  });

  it('has the signature that Standard Webhooks describes', () => {
    const { headers } = signTestNotification({} as Notification, { secret: 'key', id: 'msg_1', signedAtMs: 1_000 });
    // printf 'msg_1.1.{}' | openssl dgst -sha256 -hmac key -binary | base64
    expect(headers['webhook-signature']).toBe('v1,jKGHVBDuJf5ZbCMVrrutoMHDN1OlFFCE9iogVIO9MLQ=');
  });

  it('may have its headers in any of the usual forms, and its body as bytes', async () => {
    const { headers, body } = signed();
    expect(await codeOf({ headers: new Headers(headers as Record<string, string>), body })).toBe('verified');
    const large = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await codeOf({ headers: large as Record<string, string[]>, body: Buffer.from(body) })).toBe('verified');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-notification-token'])(
    'a notification without %s is refused',
    async (name) => {
      const { headers, body } = signed();
      expect(await codeOf({ headers: { ...headers, [name]: undefined }, body })).toBe('header_missing');
    },
  );

  it.each<[string, (request: NotificationRequest) => NotificationRequest]>([
    ['another body', ({ headers, body }) => ({ headers, body: `${body} ` })],
    ['another ID', (request) => withHeader(request, 'webhook-id', 'msg_other')],
    ['another time', (request) => withHeader(request, 'webhook-timestamp', String(nowMs / 1000 + 1))],
    ['no signature of version 1', (request) => withHeader(request, 'webhook-signature', 'v2,abc v1a,abc')],
    ['another secret', () => signed({ secret: 'other' })],
  ])('a notification with %s is refused', async (_, change) => {
    expect(await codeOf(change(signed()))).toBe('signature_wrong');
  });

  it('is believed with any of several signatures and secrets, while a secret is being replaced', async () => {
    const request = signed();
    const { headers } = request as { headers: Record<string, string> };
    const both = withHeader(request, 'webhook-signature', `v1,AAAA ${headers['webhook-signature']}`);
    expect(await codeOf(both, { ...options, secret: ['new secret', secret] })).toBe('verified');
  });

  it('is refused with another token, wherever the right one is kept', async () => {
    const wrong = signed({ token: 'other' });
    expect(await codeOf(wrong)).toBe('token_wrong');
    const lookUp = async ({ invoice }: Notification) => (invoice.internalId === 'order-7' ? token : '');
    expect(await codeOf(wrong, { ...options, token: lookUp })).toBe('token_wrong');
    expect(await codeOf(signed(), { ...options, token: lookUp })).toBe('verified');
  });

  it('may have a token in any alphabet', async () => {
    const request = signed({ token: 'токен' });
    const { headers, body } = request as { headers: Record<string, string>; body: string };
    expect(await codeOf(request, { ...options, token: 'токен' })).toBe('verified');
    expect(await codeOf({ headers: new Headers(headers), body }, { ...options, token: 'токен' })).toBe('verified');
    expect(await codeOf(request, { ...options, token: 'пароль' })).toBe('token_wrong');
  });

  it.each([
    [-301, 'age_wrong'],
    [-299, 'verified'],
    [299, 'verified'],
    [301, 'age_wrong'],
  ])('signed %s s from now is %s', async (seconds, expected) => {
    expect(await codeOf(signed({ signedAtMs: nowMs + seconds * 1000 }))).toBe(expected);
  });

  it('a notification with a time that is not a number is refused', async () => {
    expect(await codeOf(signed({ signedAtMs: Number.NaN }))).toBe('age_wrong');
  });

  it.each(['', 'no JSON', 'null', '{"invoice":{}}'])(
    'a notification with the body %j is refused, though signed',
    async (body) => {
      const unsigned = signTestNotification(JSON.parse('{}'), { secret, token, signedAtMs: nowMs });
      const { signNotificationBody } = await import('./signature.ts');
      const parts = {
        id: unsigned.headers['webhook-id'] ?? '',
        timestamp: String(nowMs / 1000),
        body: Buffer.from(body),
      };
      const request = {
        headers: { ...unsigned.headers, 'webhook-signature': `v1,${signNotificationBody(secret, parts)}` },
      };
      expect(await codeOf({ ...request, body })).toBe('malformed');
    },
  );

  it('is a repeat once it is remembered, and not before', async () => {
    const seen = new MemorySeenStore();
    const first = await verifyNotification(signed({ id: 'one' }), { ...options, seen });
    expect((await verifyNotification(signed({ id: 'one' }), { ...options, seen })).isRepeat).toBe(false);
    await first.remember();
    expect((await verifyNotification(signed({ id: 'one' }), { ...options, seen })).isRepeat).toBe(true);
    expect((await verifyNotification(signed({ id: 'two' }), { ...options, seen })).isRepeat).toBe(false);
  });
});

describe('a secret or token that is empty', () => {
  // As programs have them whose settings are not there.
  const noSecrets = ['', [], [''], [secret, ''], undefined, [undefined]] as unknown as VerifyOptions['secret'][];

  it.for(noSecrets)('the secret %j is refused before anything is looked at', async (wrong) => {
    const given = { ...options, secret: wrong };
    const forged = signTestNotification(paid, { secret: '', token, signedAtMs: nowMs });
    await expect(verifyNotification(forged, given)).rejects.toThrow(TypeError);
    await expect(verifyEvent(forged, given)).rejects.toThrow(TypeError);
    expect(() => createNotificationReceiver(given, () => undefined)).toThrow(TypeError);
    expect(() => createNotificationListener(given, () => undefined)).toThrow(TypeError);
  });

  it('an empty token is refused, and none at all is not looked at', async () => {
    const given = { ...options, token: '' };
    const bare = signed({ token: '' });
    await expect(verifyNotification(bare, given)).rejects.toThrow(TypeError);
    expect(() => createNotificationReceiver(given, () => undefined)).toThrow(TypeError);
    expect(await codeOf(bare, { ...options, token: undefined })).toBe('verified');
  });

  it('an empty token that was looked up is that of an invoice without one', async () => {
    const given = { ...options, token: () => '' };
    expect(await codeOf(signed({ token: '' }), given)).toBe('verified');
    expect(await codeOf(signed(), given)).toBe('token_wrong');
  });
});

describe('a notification for tests', () => {
  it('has a completed deal, which nobody disputes, once it is paid', () => {
    expect(paid.invoice).toMatchObject({ status: 'paid', deal: { status: 'completed', disputeReason: null } });
  });
});

describe('the memory of repeats', () => {
  it('keeps the newest', () => {
    const seen = new MemorySeenStore({ idsMax: 2 });
    for (const id of ['one', 'two', 'three']) seen.add(id);
    expect(['one', 'two', 'three'].map((id) => seen.has(id))).toEqual([false, true, true]);
  });
});

describe('a receiver', () => {
  it('handles each notification once, also when it comes twice at the same time', async () => {
    const handled: string[] = [];
    const receive = createNotificationReceiver({ ...options, seen: new MemorySeenStore() }, async (_, id) => {
      await new Promise((done) => setTimeout(done, 10));
      handled.push(id);
    });
    const request = signed({ id: 'one' });
    expect(await Promise.all([receive(request), receive(request)])).toEqual([200, 200]);
    expect(await receive(request)).toBe(200);
    expect(handled).toEqual(['one']);
  });

  it('handles a notification once though the store of IDs answers late', async () => {
    const known = new Set<string>();
    const handled: string[] = [];
    let isFirst = true;
    let answerNow = () => {};
    const late = new Promise<void>((done) => {
      answerNow = done;
    });
    const seen = {
      async has(id: string) {
        const isKnown = known.has(id);
        if (isFirst) {
          isFirst = false;
          await late;
        }
        return isKnown;
      },
      add: async (id: string) => void known.add(id),
    };
    const receive = createNotificationReceiver({ ...options, seen }, (_, id) => void handled.push(id));
    const request = signed({ id: 'one' });
    const slow = receive(request);
    // All of its repeat fits between the question and the answer.
    expect(await receive(request)).toBe(200);
    answerNow();
    expect(await slow).toBe(200);
    expect(handled).toEqual(['one']);
  });

  it('asks for a repeat when the handler fails, and then handles it', async () => {
    const failures: unknown[] = [];
    let attempts = 0;
    const given = { ...options, seen: new MemorySeenStore(), failed: (error: unknown) => void failures.push(error) };
    const receive = createNotificationReceiver(given, () => {
      attempts++;
      if (attempts === 1) throw new Error('the database is away');
    });
    const request = signed({ id: 'one' });
    expect([await receive(request), await receive(request)]).toEqual([500, 200]);
    expect(attempts).toBe(2);
    expect(failures).toMatchObject([{ message: 'the database is away' }]);
  });

  it('refuses an invalid notification without saying why', async () => {
    const receive = createNotificationReceiver(options, () => expect.fail('handled'));
    expect(await receive(signed({ secret: 'other' }))).toBe(401);
  });
});

describe('a trial of the address', () => {
  const trial = { notificationType: 'test', notificationDate: '2026-11-14T12:05:00+00:00', sequence: 0, invoice: null };
  const request = signTestNotification(trial as unknown as Notification, { secret, token, signedAtMs: nowMs });

  it('is verified like any other, and handed to nobody', async () => {
    expect(await verifyNotification(request, options)).toMatchObject({ notification: trial });
    expect(await createNotificationReceiver(options, () => expect.fail('handled'))(request)).toBe(200);
    expect(await createNotificationReceiver({ ...options, secret: 'other' }, () => undefined)(request)).toBe(401);
  });

  it('has no invoice to look a token up by', async () => {
    expect(await codeOf(request, { ...options, token: () => expect.fail('asked') })).toBe('verified');
    expect(await codeOf(request, { ...options, token: 'other' })).toBe('token_wrong');
  });
});

describe('a listener', () => {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  async function listen(handled: Notification[]): Promise<string> {
    const server = createServer(createNotificationListener(options, (one) => void handled.push(one)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closers.push(() => server.close().closeAllConnections());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  it('takes what the service posts, and nothing else', async () => {
    const handled: Notification[] = [];
    const url = await listen(handled);
    const { headers, body } = signed() as { headers: Record<string, string>; body: string };
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
    expect(handled).toEqual([paid]);
    expect((await fetch(url)).status).toBe(405);
    expect((await fetch(url, { method: 'POST', headers, body: `${body} ` })).status).toBe(401);
    expect((await fetch(url, { method: 'POST', body: new Uint8Array(1024 * 1024 + 1) })).status).toBe(413);
    expect(handled).toHaveLength(1);
  });
});

function withHeader(request: NotificationRequest, name: string, value: string): NotificationRequest {
  return { ...request, headers: { ...(request.headers as Record<string, string>), [name]: value } };
}
