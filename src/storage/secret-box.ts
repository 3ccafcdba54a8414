/**
 * Encryption at rest of merchant secrets and second-factor seeds, so that a stolen database or backup gives nobody the
 * power to sign requests. AES-256-GCM; a sealed secret is these bytes, one after the other:
 *
 *   version (1) · key ID (4) · nonce (12) · ciphertext · tag (16)
 *
 * The key ID tells "another MASTER_KEY" from "altered bytes". The caller's context, such as `merchant:1:secret`, is
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

export class SecretBox {
  readonly #masterKey: KeyObject;
  readonly #sealingKey: KeyObject;
  readonly #header: Buffer;

  constructor(masterKey: Uint8Array) {
    if (masterKey.length !== keyBytes) throw new RangeError(`a master key has ${keyBytes} bytes`);
    this.#masterKey = createSecretKey(masterKey);
    // The master key itself is never used for encryption, only to derive keys, one per use.
    this.#sealingKey = createSecretKey(this.#derive('seal'));
    const keyId = createHash('sha256').update(masterKey).digest().subarray(0, keyIdBytes);
    this.#header = Buffer.concat([Buffer.from([version]), keyId]);
  }

  seal(plain: string, context: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealingKey, nonce, { authTagLength: tagBytes });
    cipher.setAAD(associatedData(this.#header, context));
    return Buffer.concat([this.#header, nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Buffer, context: string): string {
    this.#checkHeader(sealed, context);
    const nonce = sealed.subarray(headerBytes, headerBytes + nonceBytes);
    const ciphertext = sealed.subarray(headerBytes + nonceBytes, -tagBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealingKey, nonce, { authTagLength: tagBytes });
    decipher.setAAD(associatedData(this.#header, context));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    try {
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
    } catch {
      throw doesNotFit(context, 'its bytes were altered, or moved here from another row');
    }
  }

  /** A key for another use, such as the signatures of receipt links. It tells nothing about any other key. */
  deriveKey(purpose: string): Buffer {
    return this.#derive(`purpose:${purpose}`);
  }

  #derive(info: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#masterKey, '', `quittance:${info}`, keyBytes));
  }

  #checkHeader(sealed: Buffer, context: string): void {
    if (sealed.length < headerBytes + nonceBytes + tagBytes) throw doesNotFit(context, 'its bytes were cut short');
    if (sealed[0] !== version) throw doesNotFit(context, `it has the unknown version ${sealed[0]}`);
    const keyId = sealed.subarray(1, headerBytes);
    const ownKeyId = this.#header.subarray(1);
    if (!keyId.equals(ownKeyId)) {
      const ids = `it was sealed with key ${keyId.toString('hex')}, this is key ${ownKeyId.toString('hex')}`;
      throw doesNotFit(context, `${ids}; start the service with the MASTER_KEY that was used before`);
    }
  }
}

function associatedData(header: Buffer, context: string): Buffer {
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}

function doesNotFit(context: string, reason: string): SecretBoxError {
  return new SecretBoxError(`MASTER_KEY does not fit the stored secret ${context}: ${reason}`);
}
