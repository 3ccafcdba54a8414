import type pg from 'pg';
import { chainFaults, openPage, type PageFault, type ReadPage } from '../../domain/book/page-faults.ts';
import { historyRoot, partsBeside, partsOfHistory, partsOfPage } from '../../domain/book/page-history.ts';
import { PageReading } from '../../domain/book/page-reading.ts';
import type { SealedTransfer } from '../../domain/book/sealed-transfer.ts';
import {
  type HeldPage,
  type KeptPart,
  readHeldAfter,
  readHeldPage,
  readPageBefore,
  readParts,
  readTransfersOf,
} from './read-pages.ts';

/** So many balances of a page are compared at once. */
const accountsPerPart = 500;

/**
 * One sealed page that is read again part by part, each part in a snapshot of its own, which may be that of a replica. It is called right
 * only when all of it was read, and what says how it was sealed was the same every time.
 */
export class PageScrub {
  /** The number of the page, and the one it was looked for after: what is between them is missing. */
  readonly number: bigint;
  readonly after: bigint;
  readonly #found: HeldPage;
  readonly #reading: PageReading | null;
  readonly #faults: PageFault[];
  /** Accounts whose balances are to be compared, in their order; null before all transfers were read. */
  #accounts: number[] | null = null;
  #accountsAfter = 0;
  #isFirstPart = true;
  #state: 'reading' | 'done' | 'lost' = 'reading';

  /** Of the first page after a number, with its first transfers to follow; null: there is none. */
  static async begin(client: pg.Client, after: bigint, countMax: number): Promise<PageScrub | null> {
    const found = await readHeldAfter(client, after, { after: 0, count: countMax });
    if (found === null) return null;
    const { page, faults } = openPage(found);
    if (page !== null) faults.push(...(await followFaults(client, page)), ...(await historyFaults(client, page)));
    return new PageScrub(after, { found, page, faults });
  }

  private constructor(
    after: bigint,
    begun: { readonly found: HeldPage; readonly page: ReadPage | null; readonly faults: PageFault[] },
  ) {
    const { found, page, faults } = begun;
    this.number = found.number;
    this.after = after;
    this.#found = found;
    this.#faults = faults;
    // Without a header nothing can be said of what the page holds.
    if (page === null) this.#state = 'done';
    this.#reading = page === null ? null : new PageReading(page, found.keptBytes);
  }

  /** `lost`: it is not there any more, as on a replica that is behind. Nothing is known of it then, and it is to be begun again. */
  get state(): 'reading' | 'done' | 'lost' {
    return this.#state;
  }

  /** Once it is done. */
  get faults(): readonly PageFault[] {
    return this.#faults;
  }

  /** Reads the next part, so many transfers at most; says which. */
  async readOn(client: pg.Client, countMax: number): Promise<readonly SealedTransfer[]> {
    const reading = this.#reading;
    if (reading === null || this.#state !== 'reading') return [];
    const held = await this.#readHeld(client, { after: reading.count, count: countMax });
    if (held === null) return [];
    const transfers = this.#accounts === null ? await this.#readTransfers(client, { reading, held, countMax }) : [];
    if (this.#accounts !== null) await this.#compareBalances(client, reading.changes, this.#accounts);
    return transfers;
  }

  async #readHeld(client: pg.Client, kept: KeptPart): Promise<HeldPage | null> {
    const isFirst = this.#isFirstPart;
    this.#isFirstPart = false;
    if (isFirst) return this.#found;
    const held = await readHeldPage(client, this.number, kept);
    if (held !== null && isSame(held, this.#found)) return held;
    this.#state = held === null ? 'lost' : 'done';
    if (held !== null) {
      const text = `page ${this.number}: it was changed while it was read again`;
      this.#faults.push({ kind: 'header', page: this.number, text });
    }
    return null;
  }

  async #readTransfers(
    client: pg.Client,
    { reading, held, countMax }: { readonly reading: PageReading; readonly held: HeldPage; readonly countMax: number },
  ): Promise<readonly SealedTransfer[]> {
    const transfers = await readTransfersOf(client, held, { after: reading.lastId, countMax });
    reading.add(transfers, held.kept);
    if (transfers.length < countMax) {
      const left = { after: reading.count, count: reading.keptLeft };
      const kept = left.count === 0 ? null : (await readHeldPage(client, this.number, left))?.kept;
      if (kept) reading.addLeft(kept);
      this.#faults.push(...reading.faults());
      this.#accounts = [...reading.changes.keys()].sort((one, other) => one - other);
    }
    return transfers;
  }

  /** What the page says of balances is what the pages before say, and its transfers. */
  async #compareBalances(client: pg.Client, changes: ReadonlyMap<number, bigint>, accounts: number[]): Promise<void> {
    const { number } = this;
    const ids = accounts.splice(0, accountsPerPart);
    const isLast = accounts.length === 0;
    // Up to the last of them, so that one that no transfer explains is found between two.
    const upTo = isLast ? accountsEnd : (ids.at(-1) ?? accountsEnd);
    const { rows } = await client.query(
      `select coalesce(k.id, n.account_id) as id, n.balance as after, coalesce(b.balance, 0) as before
       from unnest($1::int[]) k(id) full join (
         select account_id, balance from book_balances where page = $2 and account_id > $3 and account_id <= $4
       ) n on n.account_id = k.id
       left join lateral (
         select balance from book_balances where account_id = coalesce(k.id, n.account_id) and page < $2 order by page desc limit 1
       ) b on true`,
      [ids, number, this.#accountsAfter, upTo],
    );
    for (const { id, before, after } of rows) {
      const expected = before + (changes.get(id) ?? 0n);
      if (after === expected) continue;
      const text = `page ${number}: the balance of account ${id} follows to be ${expected}, and ${after ?? 'none'} is written down`;
      this.#faults.push({ kind: 'balances', page: number, text });
    }
    this.#accountsAfter = upTo;
    if (isLast) this.#state = 'done';
  }
}

const accountsEnd = 2 ** 31 - 1;

function isSame(one: HeldPage, other: HeldPage): boolean {
  return (
    one.bytes.equals(other.bytes) &&
    one.hash.equals(other.hash) &&
    one.signature.equals(other.signature) &&
    one.ids === other.ids &&
    one.keptBytes === other.keptBytes
  );
}

/** Whether the page follows the one before it that is there. After one that cannot be read nothing can be said of that. */
async function followFaults(client: pg.Client, page: ReadPage): Promise<PageFault[]> {
  const stored = await readPageBefore(client, page.number);
  const previous = stored === null ? null : openPage(stored).page;
  return stored !== null && previous === null ? [] : chainFaults(previous, page);
}

/** The tree over all pages before it, and the parts that are whole with it. */
async function historyFaults(client: pg.Client, { number, hash, header }: ReadPage): Promise<PageFault[]> {
  const fault = (text: string): PageFault => ({ kind: 'chain', page: number, text: `page ${number}: ${text}` });
  const own = Array.from({ length: partsBeside(number).length + 1 }, (_, level) => ({ page: number, level }));
  const parts = await readParts(client, [...partsOfHistory(number - 1n), ...partsBeside(number), ...own]);
  const isKept = partsOfPage(number, hash, parts).every((part, level) => part.equals(parts({ page: number, level })));
  return [
    ...(historyRoot(number - 1n, parts).equals(header.historyRoot)
      ? []
      : [fault('the pages before it are others than those it was sealed after')]),
    ...(isKept ? [] : [fault('what is kept of the tree over all pages is not what follows from them')]),
  ];
}
