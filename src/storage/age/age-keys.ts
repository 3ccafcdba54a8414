import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { type Recipient, recipientOf } from '../../domain/text/age-recipient.ts';
import { decodeBech32, encodeBech32 } from '../../domain/text/bech32.ts';

/** The private key that opens them: `AGE-SECRET-KEY-1…`. It has no business on the server. */
export interface Identity {
  readonly recipient: Recipient;
  readonly key: KeyObject;
}

const identityPrefix = 'AGE-SECRET-KEY-';
/** What stands before the 32 bytes of a key in the forms that Node reads. */
const spki = Buffer.from('302a300506032b656e032100', 'hex');
const pkcs8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** Null for a text that is none. */
export function parseIdentity(text: string): Identity | null {
  const bytes = decodeBech32(identityPrefix, text);
  if (bytes?.length !== 32 || text !== text.toUpperCase()) return null;
  return identityOf(createPrivateKey({ key: Buffer.concat([pkcs8, bytes]), format: 'der', type: 'pkcs8' }));
}

export function newIdentity(): { readonly identity: Identity; readonly secretText: string } {
  const { privateKey } = generateKeyPairSync('x25519');
  const bytes = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(pkcs8.length);
  return {
    identity: identityOf(privateKey),
    secretText: encodeBech32(identityPrefix.toLowerCase(), bytes).toUpperCase(),
  };
}

/** The lines of a file as age-keygen writes it: keys, comments, nothing. Throws for any other line. */
export function parseIdentityFile(text: string): Identity[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const identity = parseIdentity(line);
    // The line is not quoted: it is nearly a key.
    if (identity === null) throw new Error(`line ${index + 1} is no key of the form AGE-SECRET-KEY-1…`);
    return [identity];
  });
}

/** Null for a share that leads nowhere: no key of anybody's agrees with it in secret. */
export function agree(privateKey: KeyObject, share: Buffer): Buffer | null {
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([spki, share]), format: 'der', type: 'spki' });
    const secret = diffieHellman({ privateKey, publicKey });
    return secret.every((byte) => byte === 0) ? null : secret;
  } catch {
    return null;
  }
}

export function publicBytes(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(spki.length);
}

function identityOf(key: KeyObject): Identity {
  return { key, recipient: recipientOf(publicBytes(key)) };
}
