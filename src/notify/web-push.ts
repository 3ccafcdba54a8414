import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { Instant } from '../domain/text/timestamp.ts';
import type { Post } from './sender.ts';

/**
 * A message to a browser, by way of the push service of its maker: encrypted for that browser (RFC 8291, 8188), and signed so that
 * the push service knows who sends (VAPID, RFC 8292). A hundred lines on Node's own ciphers, where the usual library brings five
 * packages.
 */
export interface PushKeys {
  /** Of the browser, in Base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

interface PushContext {
  /** 32 bytes: the scalar of the P-256 key that browsers are subscribed with. */
  readonly key: Buffer;
  /** Whom the push service may write to; the service's own address. */
  readonly subject: string;
  readonly now: Instant;
}

interface PushMessage {
  readonly address: string;
  readonly keys: PushKeys;
  readonly text: string;
  /** A later one of the same name takes the place of one that waits. */
  readonly topic: string;
}

const lifetimeSeconds = 12 * 3_600;
const recordBytes = 4_096;

export function pushPost({ key, subject, now }: PushContext, message: PushMessage): Post {
  const { origin } = new URL(message.address);
  const expires = Math.floor(now / 1000) + lifetimeSeconds;
  const token = signedToken(key, { aud: origin, exp: expires, sub: subject });
  return {
    url: message.address,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: '3600',
      urgency: 'high',
      topic: message.topic,
      authorization: `vapid t=${token}, k=${publicKeyOf(key)}`,
    },
    body: encrypt(message.keys, Buffer.from(message.text, 'utf8')),
  };
}

/** What a browser needs to subscribe, in Base64url. */
export function publicKeyOf(key: Buffer): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(key);
  return pair.getPublicKey().toString('base64url');
}

function signedToken(key: Buffer, claims: object): string {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const point = Buffer.from(publicKeyOf(key), 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: key.toString('base64url'),
  };
  const signer = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), { key: signer, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

function encrypt({ p256dh, auth }: PushKeys, plain: Buffer): Buffer {
  const browser = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  const ownPublic = own.generateKeys();
  const shared = own.computeSecret(browser);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, ownPublic]);
  const input = derived(shared, Buffer.from(auth, 'base64url'), info, 32);
  const salt = randomBytes(16);
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 ends the last record, and there is one.
  const sealed = Buffer.concat([
    cipher.update(plain),
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordBytes);
  return Buffer.concat([salt, size, Buffer.from([ownPublic.length]), ownPublic, sealed]);
}

function derived(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
