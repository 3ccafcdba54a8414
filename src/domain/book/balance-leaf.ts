/**
 * A balance in the tree of balances. Its place is a keyed hash of the account's number, so that nobody can tell whose leaf is beside
 * one's own; its salt is another one, so that nobody can try balances against its hash.
 */
import { createHmac, hash } from 'node:crypto';
import { ByteWriter } from './bytes.ts';
import { type AccountKind, accountKindCodes, type Sums, sumsOf } from './sums.ts';

export interface SealedAccount {
  readonly id: number;
  readonly kind: AccountKind;
  /** The number of the store or the maker; 0 for the service's own. */
  readonly ownerId: number;
  readonly currency: string;
}

export interface SealedBalance extends SealedAccount {
  readonly balance: bigint;
  /** The page that changed it last. */
  readonly page: bigint;
}

/** What a place of the tree holds: a hash, and what all balances below it add up to. */
export interface TreeEntry {
  readonly hash: Buffer;
  readonly sums: Sums;
}

export interface BalanceLeaf extends TreeEntry {
  readonly place: Buffer;
}

export const placeBytes = 16;

/** Where in the tree an account is. The key is secret and stays the same for as long as the book does. */
export function placeOf(key: Buffer, accountId: number): Buffer {
  const message = new ByteWriter().text('place').u32(accountId).done();
  return createHmac('sha256', key).update(message).digest().subarray(0, placeBytes);
}

/** Another one for each page, so that a balance that comes back is not known by its hash. */
export function saltOf(key: Buffer, accountId: number, page: bigint): Buffer {
  const message = new ByteWriter().text('salt').u32(accountId).u64(page).done();
  return createHmac('sha256', key).update(message).digest().subarray(0, placeBytes);
}

const leafTag = 0x02;

function balanceLeaf(
  account: SealedBalance,
  { place, salt }: { readonly place: Buffer; readonly salt: Buffer },
): BalanceLeaf {
  const { id, kind, ownerId, currency, balance, page } = account;
  const bytes = new ByteWriter()
    .u8(leafTag)
    .bytes(place)
    .bytes(salt)
    .u32(id)
    .u8(accountKindCodes[kind])
    .u32(ownerId)
    .text(currency)
    .i64(balance)
    .u64(page)
    .done();
  return { place, hash: hash('sha256', bytes, 'buffer'), sums: sumsOf([{ currency, kind, amount: balance }]) };
}

export function keyedLeaf(key: Buffer, account: SealedBalance): BalanceLeaf {
  return balanceLeaf(account, { place: placeOf(key, account.id), salt: saltOf(key, account.id, account.page) });
}
