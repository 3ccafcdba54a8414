/** The header of a page, as docs/proof.md has it. */
import type { Bytes } from './bytes.ts';
import type { Fault, Found } from './faults.ts';

export interface Sum {
  readonly currency: string;
  readonly kind: number;
  readonly amount: bigint;
}

/** Hashes and keys are places of the file that the header was read from. */
export interface Header {
  readonly number: number;
  readonly previousHash: number;
  readonly historyRoot: number;
  readonly isComplete: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly transfers: number;
  readonly transfersTotal: number;
  readonly transfersRoot: number;
  readonly accounts: number;
  readonly balancesRoot: number;
  readonly sums: readonly Sum[];
  readonly auditSequence: number;
  readonly key: number;
  readonly nextKey: number;
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
  storeExcess: 7,
  makerDebt: 8,
  storeDebt: 9,
} as const;

/** Reads a header of so many bytes, and stops after them. */
export function readHeader(reader: Bytes, length: number): Header {
  const end = reader.place + length;
  for (const byte of magic) if (reader.u8() !== byte) throw new RangeError('these bytes are no header of a book');
  const number = reader.count();
  const previousHash = reader.skip(32);
  const historyRoot = reader.skip(32);
  const isComplete = reader.u8() === 1;
  const at = reader.milliseconds();
  const transfers = reader.u32();
  const transfersTotal = reader.count();
  const transfersRoot = reader.skip(32);
  const accounts = reader.u32();
  const balancesRoot = reader.skip(32);
  const sums = readSums(reader);
  const auditSequence = reader.count();
  // The hash of the audit log; the cluster and its transactions, which prove nothing here.
  reader.skip(32 + 24);
  const key = reader.skip(32);
  const nextKey = reader.skip(32);
  if (reader.place !== end) throw new RangeError('the header does not end where it is said to');
  return {
    number,
    previousHash,
    historyRoot,
    isComplete,
    at,
    transfers,
    transfersTotal,
    transfersRoot,
    accounts,
    balancesRoot,
    sums,
    auditSequence,
    key,
    nextKey,
  };
}

export function readSums(reader: Bytes): Sum[] {
  const sums: Sum[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) {
    const sum = { currency: reader.text(), kind: reader.u8(), amount: reader.i128() };
    const last = sums[sums.length - 1];
    // In another order, or with a sum of nothing, equal sums would have other bytes.
    if (sum.kind < 1 || sum.kind > 9 || sum.amount === 0n || (last !== undefined && !isBefore(last, sum))) {
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

/** Only what came from outside is counted below nothing, and what is owed to the service never above it. */
export function negativeOf(sums: readonly Sum[]): Sum | null {
  return sums.find(({ kind, amount }) => isWrong(kind, amount)) ?? null;
}

export function isWrong(kind: number, amount: bigint): boolean {
  if (kind === kinds.makerDebt || kind === kinds.storeDebt) return amount > 0n;
  return kind !== kinds.external && amount < 0n;
}

/** The book adds up, and owes nobody less than nothing. */
export function checkSums({ number, sums, isComplete }: Header, found: Found): void {
  // Sums are in the order of currencies.
  let total = 0n;
  for (let at = 0; at < sums.length; at += 1) {
    const { currency, amount } = sums[at] as Sum;
    total += amount;
    if (sums[at + 1]?.currency === currency) continue;
    if (total !== 0n) found('balance', number, { currency, total });
    total = 0n;
  }
  const negative = isComplete ? negativeOf(sums) : null;
  if (negative !== null) found('negative', number, valuesOf(negative));
}

export function valuesOf({ currency, kind, amount }: Sum): Fault['values'] {
  return { currency, kind, amount };
}
