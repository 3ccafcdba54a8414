/** What the file of a proof is made of, as docs/proof.md lays it out. Pages are read one after the other, by `verify.ts`. */
import { type Bytes, hexOf, isSame } from './bytes.ts';
import { isSigned } from './ed25519.ts';
import { type Header, readHeader } from './header.ts';
import { hashOf, hashWords, sha256 } from './sha256.ts';
import { type Entry, readEntries } from './trees.ts';

const magic = Uint8Array.from('quittance-proof/1', (letter) => letter.charCodeAt(0));

export interface ShownBalance {
  readonly account: number;
  readonly kind: number;
  readonly owner: number;
  readonly currency: string;
  readonly decimals: number;
  /** At the end of the page that transfers are shown after. */
  readonly opening: bigint;
  /** Null: the account is said to be in no page. */
  readonly leaf: {
    readonly balance: bigint;
    /** The page that changed it last. */
    readonly page: number;
    readonly place: Uint8Array;
    readonly beside: readonly Entry[];
    readonly hash: Uint8Array;
  } | null;
}

/** With the place of its bytes, which are hashed and signed. */
export interface ShownHeader {
  readonly header: Header;
  readonly place: number;
  readonly length: number;
  /** Null: it is not shown. */
  readonly signature: Uint8Array | null;
}

export interface Beginning {
  readonly since: number;
  readonly head: ShownHeader;
  readonly balances: readonly ShownBalance[];
}

export function isProof(bytes: Uint8Array): boolean {
  return isSame(bytes.subarray(0, magic.length), magic);
}

export function readBeginning(reader: Bytes): Beginning {
  if (!isSame(reader.take(magic.length), magic)) throw new RangeError('these bytes are no proof');
  const since = reader.count();
  const head = readShownHeader(reader, true);
  const balances = Array.from({ length: reader.u8() }, () => readBalance(reader));
  return { since, head, balances };
}

/** The head always has its signature; other pages say whether they have one. */
export function readShownHeader(reader: Bytes, isHead: boolean): ShownHeader {
  const length = reader.u16();
  const { place } = reader;
  const header = readHeader(reader, length);
  return { header, place, length, signature: isHead || reader.flag() ? reader.take(64) : null };
}

function readBalance(reader: Bytes): ShownBalance {
  const account = reader.u32();
  const kind = reader.u8();
  const owner = reader.u32();
  const currency = reader.text();
  const decimals = reader.u8();
  const opening = reader.i64();
  const known = { account, kind, owner, currency, decimals, opening };
  if (!reader.flag()) return { ...known, leaf: null };
  const balance = reader.i64();
  const page = reader.count();
  const place = reader.take(16);
  const salt = reader.take(16);
  const beside = readEntries(reader);
  const hash = leafHash({ ...known, balance, page }, place, salt);
  return { ...known, leaf: { balance, page, place, beside, hash } };
}

interface LeafContent {
  readonly account: number;
  readonly kind: number;
  readonly owner: number;
  readonly currency: string;
  readonly balance: bigint;
  readonly page: number;
}

function leafHash(content: LeafContent, place: Uint8Array, salt: Uint8Array): Uint8Array {
  const { account, kind, owner, currency, balance, page } = content;
  const bytes = new Uint8Array(32 + 4 + 1 + 4 + 1 + currency.length + 8 + 8);
  const view = new DataView(bytes.buffer);
  bytes.set(place);
  bytes.set(salt, 16);
  view.setUint32(32, account);
  bytes[36] = kind;
  view.setUint32(37, owner);
  bytes[41] = currency.length;
  for (let at = 0; at < currency.length; at += 1) bytes[42 + at] = currency.charCodeAt(at);
  view.setBigInt64(42 + currency.length, balance);
  view.setBigUint64(50 + currency.length, BigInt(page));
  return sha256(0x02, bytes);
}

export function hashOfHeader(reader: Bytes, { place, length }: ShownHeader): Int32Array {
  const hash = new Int32Array(hashWords);
  hashOf(-1, reader.view, place, length, hash, 0);
  return hash;
}

export function isHeaderSigned(reader: Bytes, { header, place, length, signature }: ShownHeader): boolean {
  return signature !== null && isSigned(reader.cut(place, length), signature, reader.cut(header.key, 32));
}

export interface ShownTransfer {
  readonly id: bigint;
  readonly debit: number;
  readonly credit: number;
  readonly amount: bigint;
  readonly atMicros: bigint;
  readonly subject: Uint8Array;
  readonly kind: string;
  readonly currency: string;
}

/** Reads a transfer of so many bytes, and stops after them. */
export function readTransfer(reader: Bytes, length: number): ShownTransfer {
  const end = reader.place + length;
  const transfer = {
    id: reader.u64(),
    debit: reader.u32(),
    credit: reader.u32(),
    amount: reader.u64(),
    atMicros: reader.i64(),
    subject: reader.take(16),
    kind: reader.text(),
    currency: reader.text(),
  };
  if (reader.place !== end) throw new RangeError('a transfer does not end where it is said to');
  return transfer;
}

/** As a UUID is written. */
export function subjectOf({ subject }: ShownTransfer): string {
  const hex = hexOf(subject);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** What the reader has kept from before: the end of a book, and the balances that a proof of then has proven. */
export interface Kept {
  readonly number: number;
  /** In hexadecimal digits. */
  readonly hash: string;
  readonly balances: readonly KeptBalance[];
}

interface KeptBalance {
  readonly account: number;
  readonly balance: bigint;
  /** Whether a page had touched it. */
  readonly isInBook: boolean;
}
