/**
 * A script's token is as good as its owner within its scopes, and lies in a file. So it says where it is used from, how much its
 * acts may move a day, and for which requisites they are; a thief is bound by the same.
 */
export interface TokenBounds {
  /** Addresses and ranges it may be used from; none: any. */
  readonly addresses: readonly string[];
  /** Of a day, UTC, in one currency; it moves nothing in another one. Null: no limit. */
  readonly day: { readonly max: bigint; readonly currency: string } | null;
  /** Whose money its files, arrivals and decisions on payins may concern. Null: any. */
  readonly requisiteIds: readonly number[] | null;
}

/** What an act carries along of the token that asks for it. */
export interface BoundToken extends Omit<TokenBounds, 'addresses'> {
  readonly id: number;
}

/** What its acts have moved on the newest day; read under lock. */
export interface TokenDay {
  readonly tokenId: number;
  readonly day: number;
  readonly daySum: bigint;
}
