/** What the file of a proof is made of, as docs/proof.md lays it out. Pages are read one after the other, by `verify.ts`. */
import { Bytes, hexOf, isSame } from './bytes.ts';
import { sha256 } from './sha256.ts';
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

export interface Beginning {
  readonly since: number;
  readonly head: { readonly bytes: Uint8Array; readonly signature: Uint8Array };
  readonly balances: readonly ShownBalance[];
}

export function isProof(bytes: Uint8Array): boolean {
  return isSame(bytes.subarray(0, magic.length), magic);
}

export function readBeginning(reader: Bytes): Beginning {
  if (!isSame(reader.take(magic.length), magic)) throw new RangeError('these bytes are no proof');
  const since = reader.count();
  const head = { bytes: reader.take(reader.u16()), signature: reader.take(64) };
  const balances = Array.from({ length: reader.u8() }, () => readBalance(reader));
  return { since, head, balances };
}

function readBalance(reader: Bytes): ShownBalance {
  const account = reader.u32();
  const kind = reader.u8();
  const owner = reader.u32();
  const currency = reader.text();
  const decimals = reader.u8();
  const opening = reader.i64();
  const known = { account, kind, owner, currency, decimals, opening };
  if (reader.u8() === 0) return { ...known, leaf: null };
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

export function readTransfer(bytes: Uint8Array): ShownTransfer {
  const reader = new Bytes(bytes);
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
  if (!reader.isAtEnd) throw new RangeError('a transfer goes on after its end');
  return transfer;
}

/** As a UUID is written. */
export function subjectOf({ subject }: ShownTransfer): string {
  const hex = hexOf(subject);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
