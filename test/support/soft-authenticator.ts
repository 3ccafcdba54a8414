import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/**
 * An authenticator made of software: what a security key or a phone does, by the standard (WebAuthn, CTAP 2), with ES256 keys and
 * no attestation. It shares no code with the service. Whatever an attacker could change can be changed.
 */
export interface Passkey {
  readonly credentialId: Buffer;
  readonly privateKey: KeyObject;
  readonly rpId: string;
  readonly userHandle: string;
  /** 0: it does not count. */
  counter: number;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId: string;
}

/** What a manufacturer's key would sign. */
interface Made {
  readonly rpIdHash: Buffer;
  readonly clientDataHash: Buffer;
  readonly credentialId: Buffer;
  readonly x: Buffer;
  readonly y: Buffer;
}

/** What the browser and the authenticator say, where it is not as it should be. */
interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isUserVerified?: boolean;
  readonly isUserPresent?: boolean;
  readonly crossOrigin?: boolean;
  readonly userHandle?: string | null;
  /** Instead of `none`: the format and the statement. */
  readonly attestation?: (made: Made) => Buffer;
}

const flag = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 } as const;

export class SoftAuthenticator {
  /** The page that it is used on. */
  readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** A new key for the page, and what the page sends to the service. */
  create(options: CreationOptions, changes: Changes & { readonly counter?: number } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const passkey: Passkey = {
      credentialId: randomBytes(32),
      privateKey,
      rpId: changes.rpId ?? options.rp.id,
      userHandle: options.user.id,
      counter: changes.counter ?? 0,
    };
    const clientData = this.#clientData('webauthn.create', options.challenge, changes);
    const jwk = publicKey.export({ format: 'jwk' });
    const [x, y] = [Buffer.from(jwk.x ?? '', 'base64url'), Buffer.from(jwk.y ?? '', 'base64url')];
    const key = coseKey(x, y);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(passkey.credentialId.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, passkey.credentialId, key]);
    const authData = Buffer.concat([this.#header(passkey, flag.hasKey, changes), credential]);
    const made = {
      rpIdHash: authData.subarray(0, 32),
      clientDataHash: createHash('sha256').update(clientData).digest(),
      credentialId: passkey.credentialId,
      x,
      y,
    };
    const none = () => Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])]);
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      (changes.attestation ?? none)(made),
      text('authData'),
      bytes(authData),
    ]);
    return {
      passkey,
      answer: {
        id: passkey.credentialId.toString('base64url'),
        response: {
          clientDataJSON: clientData.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      },
    };
  }

  /** Signs a challenge, and counts if it is one that counts. */
  get(passkey: Passkey, options: RequestOptions, changes: Changes = {}) {
    if (passkey.counter > 0) passkey.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, changes);
    const authenticatorData = this.#header(passkey, 0, changes);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
    return {
      id: passkey.credentialId.toString('base64url'),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
        userHandle: changes.userHandle === undefined ? passkey.userHandle : changes.userHandle,
      },
    };
  }

  #clientData(type: string, challenge: string, changes: Changes): Buffer {
    const { origin = this.origin, crossOrigin = false } = changes;
    return Buffer.from(
      JSON.stringify({ type: changes.type ?? type, challenge: changes.challenge ?? challenge, origin, crossOrigin }),
    );
  }

  #header(passkey: Passkey, more: number, changes: Changes): Buffer {
    const { isUserPresent = true, isUserVerified = true, rpId = passkey.rpId } = changes;
    const flags = (isUserPresent ? flag.userPresent : 0) | (isUserVerified ? flag.userVerified : 0) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(passkey.counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }
}

/** `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`: an elliptic key on P-256 for ES256 (RFC 9052). */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    bytes(x),
    Buffer.from([0x22]),
    bytes(y),
  ]);
}

/** A byte string of CBOR (RFC 8949). */
export function bytes(content: Buffer): Buffer {
  return Buffer.concat([cborHead(0x40, content.length), content]);
}

/** A text string of CBOR. */
export function text(content: string): Buffer {
  return Buffer.concat([cborHead(0x60, content.length), Buffer.from(content)]);
}

function cborHead(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([kind | length]);
  if (length < 256) return Buffer.from([kind | 24, length]);
  return Buffer.from([kind | 25, length >> 8, length & 0xff]);
}
