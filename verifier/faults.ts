/** Everything that can be wrong with a proof. The words are in `words-en.ts` and `words-ru.ts`. */
export const faultCodes = {
  /** The file cannot be read, or goes on after its end. */
  unreadable: 'signed',
  /** The head is a piece of what was too much for one page. */
  incomplete: 'signed',
  signature: 'signed',
  /** A page names another key than the pages before it have announced. */
  key: 'signed',
  /** The proof has no balance. */
  empty: 'inBook',
  /** The leaf of a balance does not lead to the root that the head has. */
  path: 'inBook',
  /** An account is said to be in no page, and transfers of it are shown. */
  hidden: 'inBook',
  /** The sums that follow are not those that the head has. */
  sums: 'sums',
  /** A part of the tree is below nothing. */
  negative: 'sums',
  /** All balances of a currency do not add up to nothing. */
  balance: 'sums',
  /** The own transfers of a page do not lead to the root that its header has. */
  transfers: 'follows',
  /** A transfer that is not of these accounts, not in its order, or of a page that was not asked for. */
  foreign: 'follows',
  /** What was held before and the transfers do not make the balance. */
  follows: 'follows',
  /** The page that changed the balance last is not that of the last transfer shown. */
  last: 'follows',
  /** The balance was below nothing at the end of a page. */
  below: 'follows',
  /** Shown from the first page on, and did not begin with nothing. */
  opening: 'follows',
  /** Pages are not in their order. */
  order: 'unbroken',
  /** The tree over all pages is another one than the header has. */
  history: 'unbroken',
  /** A page that stands right after another names a different one as the page before it. */
  chain: 'unbroken',
  clock: 'unbroken',
  /** Counts of transfers or of the audit log do not grow as they must. */
  count: 'unbroken',
  /** The page that was kept is another one in this book. */
  fork: 'extends',
  /** The book that is shown ends before the page that was kept. */
  old: 'extends',
  /** The page that was kept is not in the proof, so nothing can be said of it. */
  unknown: 'extends',
  /** A balance that was proven before is not the one that follows here. */
  before: 'extends',
  /** An account of a proof that was kept is not in this one, or is said to be in no page, where it was then. */
  missing: 'extends',
} as const;

export type FaultCode = keyof typeof faultCodes;
/** What a proof says, each of which holds or does not. */
export type Point = (typeof faultCodes)[FaultCode];

export const points: readonly Point[] = ['signed', 'unbroken', 'inBook', 'sums', 'follows', 'extends'];

export interface Fault {
  readonly code: FaultCode;
  /** Where there is one. */
  readonly page: number | null;
  /** What the sentence needs: accounts, amounts, other pages. */
  readonly values: Readonly<Record<string, string | number | bigint>>;
}

export type Found = (code: FaultCode, page: number | null, values?: Fault['values']) => void;
