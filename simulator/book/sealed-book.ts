import {
  type BalanceLeaf,
  keyedLeaf,
  placeOf,
  type SealedAccount,
  type SealedBalance,
  type TreeEntry,
} from '../../src/domain/book/balance-leaf.ts';
import { balancePath, emptyEntry, plantLeaves, type Tiles } from '../../src/domain/book/balance-tree.ts';
import {
  noHash,
  type PageHeader,
  publicKeyOfSeed,
  type SealedPage,
  sealHeader,
} from '../../src/domain/book/page-header.ts';
import { historyRoot, type PartReader, partsOfPage } from '../../src/domain/book/page-history.ts';
import { type ProvenBalance, type ProvenPage, proofBeginning, proofPage } from '../../src/domain/book/proof-file.ts';
import { changesOf, type SealedTransfer, transferBytes } from '../../src/domain/book/sealed-transfer.ts';
import { leafHash, treeRoot } from '../../src/domain/book/transfer-tree.ts';

/** A page with all that it holds. */
interface KeptPage extends SealedPage {
  readonly transfers: readonly SealedTransfer[];
  readonly leaves: readonly Buffer[];
  readonly parts: readonly Buffer[];
}

interface Sealing {
  readonly transfers: readonly SealedTransfer[];
  /** All that transfers name. */
  readonly accounts: (id: number) => SealedAccount;
  readonly at: number;
  readonly isComplete?: boolean;
  /** Accounts whose balances a mistake does not put into the tree. */
  readonly isLeftOut?: (account: number) => boolean;
  /** What a forger writes instead. */
  readonly change?: (header: PageHeader) => PageHeader;
}

interface ProofOf {
  readonly accounts: readonly SealedAccount[];
  readonly since?: number;
  /** Pages that are shown as well, because somebody has kept them. */
  readonly known?: readonly number[];
  readonly decimals?: number;
}

/** The sealed book in memory, of the same trees, pages and proofs as the one in the database. */
export class SealedBook {
  readonly pages: KeptPage[] = [];
  readonly #placeKey: Buffer;
  readonly #tiles: Tiles = new Map();
  /** Balances at the end of each page that changed them. */
  readonly #balances = new Map<number, SealedBalance[]>();
  readonly #keys = new Map<Buffer, Buffer>();
  #accounts = 0;
  #root: TreeEntry = emptyEntry;
  #seeds: readonly Buffer[];

  constructor(seed = Buffer.alloc(32, 1), placeKey = Buffer.alloc(32, 2)) {
    this.#seeds = [seed];
    this.#placeKey = placeKey;
  }

  /** The next page announces it. */
  changeKey(seed: Buffer): void {
    this.#seeds = [...this.#seeds, seed];
  }

  balanceOf(account: number, page = this.pages.length): SealedBalance | null {
    return this.#balances.get(account)?.findLast((balance) => balance.page <= BigInt(page)) ?? null;
  }

  seal(sealing: Sealing): KeptPage {
    const { transfers, at, isComplete = true, change = (header) => header } = sealing;
    const before = this.pages.at(-1);
    const number = BigInt(this.pages.length) + 1n;
    const tree = this.#plant(sealing, number);
    const leaves = transfers.map((transfer) => leafHash(transferBytes(transfer)));
    const newest = this.#keyOf(this.#seeds.at(-1) as Buffer);
    const header: PageHeader = {
      number,
      previousHash: before?.hash ?? noHash,
      historyRoot: historyRoot(number - 1n, this.#part),
      isComplete,
      at: Math.max(at, before?.header.at ?? 0),
      transfers: transfers.length,
      transfersTotal: (before?.header.transfersTotal ?? 0n) + BigInt(transfers.length),
      transfersRoot: treeRoot(leaves),
      accounts: this.#accounts,
      balancesRoot: tree.hash,
      sums: tree.sums,
      auditSequence: number,
      auditHash: noHash,
      cluster: 1n,
      xidMin: number,
      xidMax: number,
      key: before?.header.nextKey ?? newest,
      nextKey: newest,
    };
    const sealed = this.#sign(change(header));
    const page = { ...sealed, transfers, leaves, parts: partsOfPage(number, sealed.hash, this.#part) };
    this.pages.push(page);
    return page;
  }

  /** With the last page as its head; `pages` are shown, and `balances` proven, as a forger may change them. */
  prove(
    { accounts, since = 0, known = [], decimals = 2 }: ProofOf,
    {
      head = this.pages.at(-1) as SealedPage,
      balances = (proven: ProvenBalance[]): readonly ProvenBalance[] => proven,
      pages = (shown: ProvenPage[]): readonly ProvenPage[] => shown,
    } = {},
  ): Buffer {
    const ids = new Set(accounts.map(({ id }) => id));
    const proven = accounts.map((account) => this.#provenBalance(account, since, decimals));
    const beginning = proofBeginning({
      since: BigInt(since),
      head,
      balances: balances(proven),
      placeKey: this.#placeKey,
    });
    const shown = this.pages.flatMap((page, index) => {
      const own = index + 1 > since ? ownOf(page, ids) : [];
      return this.#shownPage(page, own, [since, ...known].includes(index + 1));
    });
    const written: Buffer[] = [beginning];
    let before = 0n;
    for (const page of pages(shown)) {
      written.push(proofPage(before, page, this.#part));
      before = page.number;
    }
    return Buffer.concat(written);
  }

  #shownPage(page: KeptPage, own: ProvenPage['own'], isKnown: boolean): ProvenPage[] {
    const { header, bytes, signature, leaves } = page;
    const isHead = page === this.pages.at(-1);
    const isNewKey = !header.key.equals(header.nextKey);
    if (!isHead && !isNewKey && !isKnown && own.length === 0) return [];
    return [
      {
        number: header.number,
        header: isHead ? null : bytes,
        signature: isNewKey && !isHead ? signature : null,
        leaves,
        own,
      },
    ];
  }

  #provenBalance(account: SealedAccount, since: number, decimals: number): ProvenBalance {
    const place = placeOf(this.#placeKey, account.id);
    const beside = balancePath(this.#tiles, place)?.beside ?? null;
    const { balance, page } = this.balanceOf(account.id) ?? { balance: 0n, page: 0n };
    const opening = this.balanceOf(account.id, since)?.balance ?? 0n;
    return { ...account, balance, page, place, beside, opening, decimals };
  }

  #plant({ transfers, accounts, isLeftOut = () => false }: Sealing, page: bigint) {
    const leaves: BalanceLeaf[] = [];
    for (const [id, change] of changesOf(transfers)) {
      const balance = { ...accounts(id), balance: (this.balanceOf(id)?.balance ?? 0n) + change, page };
      const before = this.#balances.get(id);
      if (before === undefined) this.#balances.set(id, [balance]);
      else before.push(balance);
      if (!isLeftOut(id)) leaves.push(keyedLeaf(this.#placeKey, balance));
    }
    const { changed, added, root } = plantLeaves(this.#tiles, leaves);
    for (const [prefix, tile] of changed) this.#tiles.set(prefix, tile);
    this.#accounts += added;
    this.#root = leaves.length === 0 ? this.#root : root;
    return this.#root;
  }

  #sign(header: PageHeader): SealedPage {
    const seed = this.#seeds.find((one) => this.#keyOf(one).equals(header.key)) ?? (this.#seeds[0] as Buffer);
    return sealHeader(header, seed);
  }

  #keyOf(seed: Buffer): Buffer {
    const known = this.#keys.get(seed) ?? publicKeyOfSeed(seed);
    this.#keys.set(seed, known);
    return known;
  }

  readonly #part: PartReader = ({ page, level }) => this.pages[Number(page) - 1]?.parts[level] as Buffer;
}

function ownOf({ transfers }: KeptPage, ids: ReadonlySet<number>): ProvenPage['own'] {
  return transfers.flatMap((transfer, index) =>
    ids.has(transfer.debitId) || ids.has(transfer.creditId) ? [{ index, transfer }] : [],
  );
}
