/** Sums of balances, told apart by currency and kind of account. Sums of nothing are left out, so equal sums have equal bytes. */
import type { ByteReader, ByteWriter } from './bytes.ts';

/** The numbers that kinds of accounts have in the bytes. */
export const accountKindCodes = {
  external: 1,
  fees: 2,
  store_available: 3,
  store_frozen: 4,
  maker_available: 5,
  maker_held: 6,
  store_excess: 7,
  maker_debt: 8,
  store_debt: 9,
} as const;
export type AccountKind = keyof typeof accountKindCodes;

interface SumEntry {
  readonly currency: string;
  readonly kind: AccountKind;
  readonly amount: bigint;
}

/** In the order of currency and number of kind. */
export type Sums = readonly SumEntry[];

export const noSums: Sums = [];

export function sumsOf(entries: Iterable<SumEntry>): Sums {
  const totals = new Map<string, SumEntry>();
  for (const { currency, kind, amount } of entries) {
    const key = `${currency} ${accountKindCodes[kind]}`;
    totals.set(key, { currency, kind, amount: (totals.get(key)?.amount ?? 0n) + amount });
  }
  return [...totals.values()].filter(({ amount }) => amount !== 0n).sort(inOrder);
}

function inOrder(one: SumEntry, other: SumEntry): number {
  if (one.currency !== other.currency) return one.currency < other.currency ? -1 : 1;
  return accountKindCodes[one.kind] - accountKindCodes[other.kind];
}

export function addSums(one: Sums, other: Sums): Sums {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  return sumsOf([...one, ...other]);
}

/** What all accounts of these kinds hold together, by currency. */
export function totalOf(sums: Sums, kinds: readonly AccountKind[]): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { currency, kind, amount } of sums) {
    if (kinds.includes(kind)) totals.set(currency, (totals.get(currency) ?? 0n) + amount);
  }
  return totals;
}

/** Only what is outside of the service may be below nothing, as it is owed there; and debts are never above it. */
export function negativeOf(sums: Sums): SumEntry | null {
  return sums.find(({ kind, amount }) => isWrong(kind, amount)) ?? null;
}

function isWrong(kind: AccountKind, amount: bigint): boolean {
  if (kind === 'maker_debt' || kind === 'store_debt') return amount > 0n;
  return kind !== 'external' && amount < 0n;
}

export function writeSums(writer: ByteWriter, sums: Sums): ByteWriter {
  writer.u16(sums.length);
  for (const { currency, kind, amount } of sums) writer.text(currency).u8(accountKindCodes[kind]).i128(amount);
  return writer;
}

export function readSums(reader: ByteReader): Sums {
  return Array.from({ length: reader.u16() }, () => ({
    currency: reader.text(),
    kind: kindOf(reader.u8()),
    amount: reader.i128(),
  }));
}

function kindOf(code: number): AccountKind {
  const found = (Object.keys(accountKindCodes) as AccountKind[]).find((kind) => accountKindCodes[kind] === code);
  if (found === undefined) throw new RangeError(`there is no kind of account with the number ${code}`);
  return found;
}
