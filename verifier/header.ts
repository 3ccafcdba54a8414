/** The header of a page, as docs/proof.md has it. */
import { Bytes, isSame } from './bytes.ts';

export interface Sum {
  readonly currency: string;
  readonly kind: number;
  readonly amount: bigint;
}

export interface Header {
  readonly number: number;
  readonly previousHash: Uint8Array;
  readonly historyRoot: Uint8Array;
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly transfers: number;
  readonly transfersTotal: number;
  readonly transfersRoot: Uint8Array;
  readonly accounts: number;
  readonly balancesRoot: Uint8Array;
  readonly sums: readonly Sum[];
  readonly auditSequence: number;
  readonly auditHash: Uint8Array;
  readonly transactions: Uint8Array;
  readonly key: Uint8Array;
  readonly nextKey: Uint8Array;
}

const magic = Uint8Array.from('quittance-book/1', (letter) => letter.charCodeAt(0));

/** Kinds of accounts by their numbers. */
export const kinds = {
  external: 1,
  fees: 2,
  storeAvailable: 3,
  storeFrozen: 4,
  makerAvailable: 5,
  makerHeld: 6,
} as const;

export function readHeader(bytes: Uint8Array): Header {
  const reader = new Bytes(bytes);
  if (!isSame(reader.take(magic.length), magic)) throw new RangeError('these bytes are no header of a book');
  const header: Header = {
    number: reader.count(),
    previousHash: reader.take(32),
    historyRoot: reader.take(32),
    isComplete: reader.u8() === 1,
    at: Number(reader.i64()),
    transfers: reader.u32(),
    transfersTotal: reader.count(),
    transfersRoot: reader.take(32),
    accounts: reader.u32(),
    balancesRoot: reader.take(32),
    sums: readSums(reader),
    auditSequence: reader.count(),
    auditHash: reader.take(32),
    /** The cluster and its transactions, which prove nothing here. */
    transactions: reader.take(24),
    key: reader.take(32),
    nextKey: reader.take(32),
  };
  if (!reader.isAtEnd) throw new RangeError('the header goes on after its end');
  return header;
}

export function readSums(reader: Bytes): Sum[] {
  const sums: Sum[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const sum = { currency: reader.text(), kind: reader.u8(), amount: reader.i128() };
    const last = sums.at(-1);
    // In another order, or with a sum of nothing, equal sums would have other bytes.
    if (sum.kind < 1 || sum.kind > 6 || sum.amount === 0n || (last !== undefined && !isBefore(last, sum))) {
      throw new RangeError('sums are not in their order');
    }
    sums.push(sum);
  }
  return sums;
}

function isBefore(one: Sum, other: Sum): boolean {
  return one.currency === other.currency ? one.kind < other.kind : one.currency < other.currency;
}

export function addSums(one: readonly Sum[], other: readonly Sum[]): Sum[] {
  const totals = new Map<string, Sum>();
  for (const sum of [...one, ...other]) {
    const key = `${sum.currency} ${sum.kind}`;
    totals.set(key, { ...sum, amount: (totals.get(key)?.amount ?? 0n) + sum.amount });
  }
  return [...totals.values()].filter(({ amount }) => amount !== 0n).sort((a, b) => (isBefore(a, b) ? -1 : 1));
}

/** By currency, of these kinds. */
export function totalOf(sums: readonly Sum[], of: readonly number[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { currency, kind, amount } of sums) {
    if (of.includes(kind)) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  }
  return totals;
}

/** Only what came from outside is counted below nothing. */
export function negativeOf(sums: readonly Sum[]): Sum | null {
  return sums.find(({ kind, amount }) => kind !== kinds.external && amount < 0n) ?? null;
}
