/**
 * What a page says: its number, the hash of the page before it, and the roots of what it seals. The hash of the last header stands for
 * the whole book. Each header is signed with the key that the page before has announced, so keys change in the chain as well.
 */
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readSums, type Sums, writeSums } from './sums.ts';

export interface PageHeader {
  readonly number: bigint;
  /** Of the header before; zeros for the first. */
  readonly previousHash: Buffer;
  /** Root of the tree over all pages before this one: see `page-history.ts`. */
  readonly historyRoot: Buffer;
  /**
   * Whether the balances at its end are those of one moment. A page that is not complete is a piece of what was too much for
   * one: its balances belong to no moment, and nothing is proven with them.
   */
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly transfers: number;
  /** Of this page and all before it. */
  readonly transfersTotal: bigint;
  readonly transfersRoot: Buffer;
  /** Leaves of the tree of balances. */
  readonly accounts: number;
  readonly balancesRoot: Buffer;
  readonly sums: Sums;
  /** The head of the audit log's chain: number and hash of its last link; 0 and zeros when it has none. */
  readonly auditSequence: bigint;
  readonly auditHash: Buffer;
  /** The cluster of the database, and the transactions that it saw as finished: below `xidMin` all, from `xidMax` on none. */
  readonly cluster: bigint;
  readonly xidMin: bigint;
  readonly xidMax: bigint;
  /** Ed25519 public keys: the one that signs this header, and the one that signs the next. */
  readonly key: Buffer;
  readonly nextKey: Buffer;
}

/** A header with its signature, as it is kept and told. */
export interface SealedPage {
  readonly header: PageHeader;
  readonly bytes: Buffer;
  readonly hash: Buffer;
  readonly signature: Buffer;
}

/** Sixteen bytes: what this is, and in which version. */
const magic = Buffer.from('quittance-book/1', 'latin1');
export const noHash = Buffer.alloc(32);

export function headerBytes(header: PageHeader): Buffer {
  const writer = new ByteWriter()
    .bytes(magic)
    .u64(header.number)
    .bytes(header.previousHash)
    .bytes(header.historyRoot)
    .u8(header.isComplete ? 1 : 0)
    .i64(BigInt(header.at))
    .u32(header.transfers)
    .u64(header.transfersTotal)
    .bytes(header.transfersRoot)
    .u32(header.accounts)
    .bytes(header.balancesRoot);
  return writeSums(writer, header.sums)
    .u64(header.auditSequence)
    .bytes(header.auditHash)
    .u64(header.cluster)
    .u64(header.xidMin)
    .u64(header.xidMax)
    .bytes(header.key)
    .bytes(header.nextKey)
    .done();
}

/** Throws a RangeError for bytes that are no header. */
export function readHeader(bytes: Uint8Array): PageHeader {
  const reader = new ByteReader(bytes);
  if (!reader.bytes(magic.length).equals(magic)) throw new RangeError('these bytes are no header of a book');
  const header = {
    number: reader.u64(),
    previousHash: reader.bytes(32),
    historyRoot: reader.bytes(32),
    isComplete: reader.u8() === 1,
    at: Number(reader.i64()),
    transfers: reader.u32(),
    transfersTotal: reader.u64(),
    transfersRoot: reader.bytes(32),
    accounts: reader.u32(),
    balancesRoot: reader.bytes(32),
    sums: readSums(reader),
    auditSequence: reader.u64(),
    auditHash: reader.bytes(32),
    cluster: reader.u64(),
    xidMin: reader.u64(),
    xidMax: reader.u64(),
    key: reader.bytes(32),
    nextKey: reader.bytes(32),
  };
  if (!reader.isAtEnd) throw new RangeError('the header goes on after its end');
  return header;
}

export function headerHash(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

export function sealHeader(header: PageHeader, seed: Buffer): SealedPage {
  const bytes = headerBytes(header);
  return { header, bytes, hash: headerHash(bytes), signature: sign(null, bytes, privateKeyOf(seed)) };
}

export function isSignedBy(bytes: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  return verify(null, bytes, publicKeyOf(key), signature);
}

/** The public key of a seed of 32 random bytes. */
export function publicKeyOfSeed(seed: Buffer): Buffer {
  return createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' }).subarray(spki.length);
}

/** Keys in DER are these bytes and the 32 of the key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const spki = Buffer.from('302a300506032b6570032100', 'hex');

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(key: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.concat([spki, key]), format: 'der', type: 'spki' });
}
