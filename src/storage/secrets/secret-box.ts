/**
 * Encryption at rest of merchant secrets and second-factor seeds, so that a stolen database or backup gives nobody the
 * power to sign requests. AES-256-GCM; a sealed secret is these bytes, one after the other:
 *
 *   version (1) · key ID (4) · nonce (12) · ciphertext · tag (16)
 *
 * The key ID says which of several keys opens it, and tells "another MASTER_KEY" from "altered bytes". The caller's context, such as `merchant:1:secret`, is
 * authenticated too, so that a ciphertext copied into another row does not open there.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const version = 1;
const keyBytes = 32;
const keyIdBytes = 4;
const headerBytes = 1 + keyIdBytes;
/** Random nonces of this size are safe for about four thousand million seals with one key (NIST SP 800-38D, 8.3). */
const nonceBytes = 12;
const tagBytes = 16;

export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
}

/**
 * Seals with one master key, the configured one unless told otherwise, and opens what any of the given keys has sealed: so a
 * master key can be changed while the service works.
 */
export class SecretBox {
  readonly #keys: readonly DerivedKeys[];
  #sealing: DerivedKeys;

  constructor(masterKey: Uint8Array, otherKeys: readonly Uint8Array[] = []) {
    const configured = new DerivedKeys(masterKey);
    this.#keys = [configured, ...otherKeys.map((key) => new DerivedKeys(key))];
    this.#sealing = configured;
  }

  /** Of the key that was given as the own one; in hex. */
  get configuredKeyId(): string {
    return this.#keys[0]?.id ?? '';
  }

  /** Of all keys that it opens with; the configured one first. */
  get keyIds(): readonly string[] {
    return [...new Set(this.#keys.map(({ id }) => id))];
  }

  get sealingKeyId(): string {
    return this.#sealing.id;
  }

  /** From now on new boxes are sealed with this one of its keys. */
  sealWith(keyId: string): void {
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key === undefined) throw new SecretBoxError(`There is no master key ${keyId} here to seal with.`);
    this.#sealing = key;
  }

  seal(plain: string, context: string): Buffer {
    const { header, sealingKey } = this.#sealing;
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: tagBytes });
    cipher.setAAD(associatedData(header, context));
    return Buffer.concat([header, nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, context: string): string {
    const { header, sealingKey } = this.#keyOf(sealed, context);
    const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
    const ciphertext = sealed.subarray(headerBytes + nonceBytes, -tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(header, context));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch {
      throw doesNotFit(context, 'its bytes were altered, or moved here from another row');
    }
  }

  /** A key for another use, such as the signatures of receipt links. It tells nothing about any other key. */
  deriveKey(purpose: string): Buffer {
    const [key = this.#sealing.derive(`purpose:${purpose}`)] = this.deriveKeys(purpose);
    return key;
  }

  /** One from each master key: what was signed before a change of keys is believed while the former one is given. */
  deriveKeys(purpose: string): readonly Buffer[] {
    return this.#keys.map((key) => key.derive(`purpose:${purpose}`));
  }

  #keyOf(sealed: Buffer, context: string): DerivedKeys {
    if (sealed.length < headerBytes + nonceBytes + tagBytes) throw doesNotFit(context, 'its bytes were cut short');
    if (sealed[0] !== version) throw doesNotFit(context, `it has the unknown version ${sealed[0]}`);
    const keyId = sealed.toString('hex', 1, headerBytes);
    const key = this.#keys.find(({ id }) => id === keyId);
    if (key !== undefined) return key;
    const ids = `it was sealed with key ${keyId}, this is key ${this.keyIds.join(', ')}`;
    throw doesNotFit(context, `${ids}; start the service with the MASTER_KEY that was used before`);
  }
}

/** What is made from one master key, which itself is never used for encryption. */
class DerivedKeys {
  /** In hex. */
  readonly id: string;
  readonly header: Buffer;
  readonly sealingKey: KeyObject;
  readonly #masterKey: KeyObject;

  constructor(masterKey: Uint8Array) {
    if (masterKey.length !== keyBytes) throw new RangeError(`a master key has ${keyBytes} bytes`);
    this.#masterKey = createSecretKey(masterKey);
    this.sealingKey = createSecretKey(this.derive('seal'));
    const keyId = createHash('sha256').update(masterKey).digest().subarray(0, keyIdBytes);
    this.id = keyId.toString('hex');
    this.header = Buffer.concat([Buffer.from([version]), keyId]);
  }

  derive(info: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#masterKey, '', `quittance:${info}`, keyBytes));
  }
}

function associatedData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}

function doesNotFit(context: string, reason: string): SecretBoxError {
  return new SecretBoxError(`MASTER_KEY does not fit the stored secret ${context}: ${reason}`);
}
