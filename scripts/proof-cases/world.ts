import { SealedBook } from '../../simulator/book/sealed-book.ts';
import type { SealedAccount } from '../../src/domain/book/balance-leaf.ts';
import type { SealedTransfer } from '../../src/domain/book/sealed-transfer.ts';
import type { AccountKind } from '../../src/domain/book/sums.ts';

/** A small book with two stores and a maker, the same each time. */
export const ids = {
  external: 1,
  fees: 2,
  available: 3,
  frozen: 4,
  other: 5,
  makerAvailable: 6,
  makerHeld: 7,
  excess: 8,
  debt: 9,
} as const;

const kinds: Readonly<Record<number, readonly [AccountKind, number]>> = {
  [ids.external]: ['external', 0],
  [ids.fees]: ['fees', 0],
  [ids.available]: ['store_available', 1],
  [ids.frozen]: ['store_frozen', 1],
  [ids.other]: ['store_available', 2],
  [ids.makerAvailable]: ['maker_available', 1],
  [ids.makerHeld]: ['maker_held', 1],
  [ids.excess]: ['store_excess', 1],
  [ids.debt]: ['maker_debt', 1],
};

export function accountOf(id: number): SealedAccount {
  const [kind, ownerId] = kinds[id] ?? ['external', 0];
  return { id, kind, ownerId, currency: 'USDT' };
}

/** The accounts of the store that asks. */
export const own = [accountOf(ids.available), accountOf(ids.frozen)];

type Move = readonly [debit: number, credit: number, amount: bigint, kind: string];

const { external, fees, available, frozen, other, makerAvailable, makerHeld, excess, debt } = ids;

/** Page by page. */
export const moves: readonly (readonly Move[])[] = [
  [[external, makerAvailable, 900_000n, 'top_up']],
  [
    [makerAvailable, makerHeld, 50_000n, 'payin_hold'],
    [external, other, 7_000n, 'top_up'],
  ],
  [
    [makerHeld, available, 49_000n, 'payin_settle'],
    [makerHeld, fees, 1_000n, 'payin_fee'],
  ],
  [
    [external, other, 300n, 'top_up'],
    [makerAvailable, excess, 250n, 'correction_excess'],
    [debt, makerAvailable, 120n, 'maker_loss'],
  ],
  [
    [external, other, 10n, 'top_up'],
    [available, frozen, 20_000n, 'payout_hold'],
    [external, available, 5_000n, 'top_up'],
    [external, other, 11n, 'top_up'],
    [external, available, 6_000n, 'top_up'],
  ],
  [[external, other, 12n, 'top_up']],
  [[frozen, makerAvailable, 19_500n, 'payout_settle']],
  [[frozen, fees, 500n, 'payout_fee']],
  [[external, other, 13n, 'top_up']],
  [[external, available, 1_500n, 'top_up']],
  [[external, other, 14n, 'top_up']],
  [[available, external, 2_500n, 'pay_back']],
  [[external, other, 15n, 'top_up']],
];

/** The page that announces another key, and the one that is only a piece. */
export const keyPage = 6;
export const piecePage = 11;
const beginsAt = Date.UTC(2026, 0, 1);

export class World {
  readonly book: SealedBook;
  #lastId = 0n;

  constructor(seed = Buffer.alloc(32, 1)) {
    this.book = new SealedBook(seed);
  }

  /** Seals the next page, as a forger may change it. */
  seal(page: readonly Move[], change: Parameters<SealedBook['seal']>[0]['change'] = (header) => header): void {
    const number = this.book.pages.length + 1;
    if (number === keyPage) this.book.changeKey(Buffer.alloc(32, 9));
    this.book.seal({
      transfers: page.map((move) => this.#transfer(move)),
      accounts: accountOf,
      at: beginsAt + number * 60_000,
      isComplete: number !== piecePage,
      change,
    });
  }

  #transfer([debitId, creditId, amount, kind]: Move): SealedTransfer {
    this.#lastId += 1n;
    const subjectId = `0193a1b2-c3d4-7e5f-8a9b-${this.#lastId.toString(16).padStart(12, '0')}`;
    const atMicros = BigInt(beginsAt) * 1_000n + this.#lastId;
    return { id: this.#lastId, debitId, creditId, amount, currency: 'USDT', kind, subjectId, atMicros };
  }
}

/** The book with its first pages sealed. */
export function worldOf(pages = moves.length, of: readonly (readonly Move[])[] = moves): World {
  const world = new World();
  for (const page of of.slice(0, pages)) world.seal(page);
  return world;
}
