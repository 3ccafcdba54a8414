/**
 * The head of an age file (c2sp.org/age): a line that names the format, for each recipient the file's key wrapped for it, and a
 * code over all of that. Only X25519 recipients are written and opened; stanzas of other kinds are passed over, as the format asks.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';
import type { Recipient } from '../../domain/text/age-recipient.ts';
import { agree, type Identity, publicBytes } from './age-keys.ts';

const version = 'age-encryption.org/v1';
const wrapLabel = `${version}/X25519`;
/** Each wrapping key is used once. */
const noNonce = Buffer.alloc(12);
const tagBytes = 16;
const fileKeyBytes = 16;
const columnsMax = 64;

export function makeHeader(fileKey: Buffer, recipients: readonly Recipient[]): Buffer {
  const lines = [version, ...recipients.map((recipient) => stanzaFor(fileKey, recipient)), '---'].join('\n');
  return Buffer.from(`${lines} ${base64(headerCode(fileKey, lines))}\n`);
}

function stanzaFor(fileKey: Buffer, recipient: Recipient): string {
  const { privateKey } = generateKeyPairSync('x25519');
  const share = publicBytes(privateKey);
  const secret = agree(privateKey, recipient.bytes);
  if (secret === null) throw new Error(`${recipient.text} is no key that anything can be encrypted for`);
  return `-> X25519 ${base64(share)}\n${base64(seal(wrapKey(secret, share, recipient.bytes), noNonce, fileKey))}`;
}

interface Stanza {
  readonly words: readonly string[];
  readonly body: Buffer;
}

interface Header {
  readonly stanzas: readonly Stanza[];
  /** What the code is over. */
  readonly signed: string;
  readonly code: Buffer;
}

/** The key of the file, for who knows it already or has an identity that it was wrapped for. Throws where the head is not whole. */
export function openHeader(
  header: Header,
  keys: { readonly fileKey: Buffer } | { readonly identities: readonly Identity[] },
) {
  const fileKey = 'fileKey' in keys ? keys.fileKey : unwrap(header.stanzas, keys.identities);
  if (fileKey === null) throw new Error('it is encrypted for another key');
  if (!timingSafeEqual(headerCode(fileKey, header.signed), header.code)) throw new Error('its head was changed');
  return fileKey;
}

function unwrap(stanzas: readonly Stanza[], identities: readonly Identity[]): Buffer | null {
  // A passphrase is never beside other recipients: such a file was put together by somebody else.
  if (stanzas.some(({ words }) => words[0] === 'scrypt')) throw new Error('it is encrypted with a passphrase');
  for (const { words, body } of stanzas.filter(({ words: [kind] }) => kind === 'X25519')) {
    const share = words[1] === undefined || words.length !== 2 ? null : fromBase64(words[1]);
    if (share?.length !== 32 || body.length !== fileKeyBytes + tagBytes) throw new Error('its head is damaged');
    for (const { key, recipient } of identities) {
      const secret = agree(key, share);
      if (secret === null) throw new Error('its head is damaged');
      const fileKey = unseal(wrapKey(secret, share, recipient.bytes), noNonce, body);
      if (fileKey !== null) return fileKey;
    }
  }
  return null;
}

/** Null while the text is not the whole head yet. */
export function parseHeader(bytes: Buffer): { readonly header: Header; readonly length: number } | null {
  const end = endOfHeader(bytes);
  if (end === null) return null;
  const lines = bytes.toString('latin1', 0, end).split('\n');
  const [, code = ''] = /^--- (\S+)$/.exec(lines.at(-2) ?? '') ?? [];
  const codeBytes = fromBase64(code);
  if (lines[0] !== version || codeBytes?.length !== 32) throw new Error('it is no age file, or its head is damaged');
  const stanzas = parseStanzas(lines.slice(1, -2));
  const signed = `${lines.slice(0, -2).join('\n')}\n---`;
  return { header: { stanzas, signed, code: codeBytes }, length: end };
}

/** Longer than any head with as many recipients as somebody lists by hand. */
const headerBytesMax = 64 * 1024;

function endOfHeader(bytes: Buffer): number | null {
  const code = bytes.indexOf('\n---');
  const end = code === -1 ? -1 : bytes.indexOf('\n', code + 1);
  if (end !== -1) return end + 1;
  if (bytes.length > headerBytesMax) throw new Error('it is no age file: its head has no end');
  return null;
}

function parseStanzas(lines: readonly string[]): Stanza[] {
  const stanzas: Stanza[] = [];
  for (let at = 0; at < lines.length; ) {
    const words = /^-> ([\x21-\x7e]+(?: [\x21-\x7e]+)*)$/.exec(lines[at] ?? '')?.[1]?.split(' ');
    const rest = lines.slice(at + 1);
    // Full lines, and then one that is shorter, or empty.
    const last = rest.findIndex((line) => line.length < columnsMax);
    const body = rest.slice(0, last + 1);
    const bytes = body.some((line) => line.length > columnsMax) ? null : fromBase64(body.join(''));
    if (words === undefined || last === -1 || bytes === null) throw new Error('its head is damaged');
    stanzas.push({ words, body: bytes });
    at += last + 2;
  }
  if (stanzas.length === 0) throw new Error('its head is damaged');
  return stanzas;
}

function headerCode(fileKey: Buffer, signed: string): Buffer {
  return createHmac('sha256', derive(fileKey, Buffer.alloc(0), 'header'))
    .update(signed, 'latin1')
    .digest();
}

export function derive(secret: Buffer, salt: Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, label, 32));
}

function wrapKey(secret: Buffer, share: Buffer, recipient: Buffer): Buffer {
  return derive(secret, Buffer.concat([share, recipient]), wrapLabel);
}

/** ChaCha20-Poly1305, with its tag behind. */
export function seal(key: Buffer, nonce: Buffer, text: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes });
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

/** Null when it was changed, or the key is another. */
export function unseal(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null;
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

/** Null for anything but the one spelling of the bytes. */
function fromBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return base64(bytes) === text ? bytes : null;
}
