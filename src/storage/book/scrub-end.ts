import type pg from 'pg';
import { keyedLeaf, type SealedBalance } from '../../domain/book/balance-leaf.ts';
import { balancePath, brokenTiles, rootOf } from '../../domain/book/balance-tree.ts';
import { openPage, type PageFault } from '../../domain/book/page-faults.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { loadTiles, MissingTile } from './balance-tiles.ts';
import { type BookKeys, readBookKeys } from './book-keys.ts';
import { StrangerWalk } from './find-strangers.ts';
import { readBalancesAfter, readLastPages, type StoredPage } from './read-pages.ts';
import { readHorizon, usableBase } from './read-unsealed.ts';

const namedMax = 10;

/** How much of each is looked at in one part. */
interface WholeParts {
  readonly transfers: number;
  readonly accounts: number;
}

/**
 * What can only be seen of the book as a whole: transfers that no page has, and the tree of balances at its end. It is looked at part by
 * part, each in a snapshot of its own: one by the number of transfers, the other by that of accounts, up to where they ended at first.
 */
export class WholeScrub {
  readonly #secrets: SecretBox;
  readonly #parts: WholeParts;
  readonly #transfers: StrangerWalk;
  readonly #texts = { stranger: new Set<string>(), balances: new Set<string>() };
  #accountsAfter = 0;
  /** How many balances the pages up to one have sealed by its header, and how many of those are written down; null before the first. */
  #counted: { readonly page: bigint; readonly sealed: number; found: number } | null = null;
  #state: 'transfers' | 'accounts' | 'done' = 'transfers';

  constructor(secrets: SecretBox, parts: WholeParts) {
    this.#secrets = secrets;
    this.#parts = parts;
    this.#transfers = new StrangerWalk(parts.transfers);
  }

  get isDone(): boolean {
    return this.#state === 'done';
  }

  /** Of what was looked at so far. */
  get faults(): PageFault[] {
    return (['stranger', 'balances'] as const).flatMap((kind) =>
      [...this.#texts[kind]].slice(0, namedMax).map((text) => ({ kind, page: null, text })),
    );
  }

  async readOn(client: pg.Client): Promise<void> {
    const { last, base } = await readLastPages(client);
    if (last === null || base === null) this.#state = 'done';
    else if (this.#state === 'transfers') await this.#findStrangers(client, base);
    else await this.#compareTree(client, last);
  }

  /** Transfers that the last complete page must have seen, and that no page has. Of another cluster nothing can be said. */
  async #findStrangers(client: pg.Client, base: StoredPage): Promise<void> {
    if (usableBase(base.horizon, await readHorizon(client)) === null) {
      this.#state = 'accounts';
      return;
    }
    for (const id of await this.#transfers.readOn(client, base.horizon.snapshot, namedMax)) {
      const text = `transfer ${id} is in no page, though everything of its time is sealed: it was put in later`;
      this.#texts.stranger.add(text);
    }
    if (this.#transfers.isDone) this.#state = 'accounts';
  }

  /** Every account's leaf is in the tree with the balance that was sealed last, and the tree is the one of the last header. */
  async #compareTree(client: pg.Client, last: StoredPage): Promise<void> {
    const header = openPage(last).page?.header;
    const keys = await readBookKeys(client, this.#secrets);
    if (header === undefined || keys === null) {
      this.#state = 'done';
      return;
    }
    this.#counted ??= { page: header.number, sealed: header.accounts, found: 0 };
    const counted = this.#counted;
    const balances = await readBalancesAfter(client, this.#accountsAfter, this.#parts.accounts);
    for (const text of await partFaults(client, balances, { keys, root: header.balancesRoot })) {
      this.#texts.balances.add(text);
    }
    // Accounts that pages have sealed since it began are for the next time.
    counted.found += balances.filter(({ firstPage }) => firstPage <= counted.page).length;
    this.#accountsAfter = balances.at(-1)?.id ?? this.#accountsAfter;
    if (balances.length < this.#parts.accounts || this.#texts.balances.size > namedMax) this.#end(counted);
  }

  #end({ page, sealed, found }: { readonly page: bigint; readonly sealed: number; readonly found: number }): void {
    this.#state = 'done';
    if (this.#texts.balances.size > 0 || found === sealed) return;
    this.#texts.balances.add(`page ${page} has sealed ${sealed} balances, and ${found} are written down`);
  }
}

/** All of it. */
export async function scrubWhole(client: pg.Client, secrets: SecretBox): Promise<PageFault[]> {
  const whole = new WholeScrub(secrets, { transfers: 100_000, accounts: 2_000 });
  while (!whole.isDone) await whole.readOn(client);
  return whole.faults;
}

async function partFaults(
  client: pg.Client,
  balances: readonly SealedBalance[],
  { keys, root }: { readonly keys: BookKeys; readonly root: Buffer },
): Promise<string[]> {
  const leaves = balances.map((balance) => ({ id: balance.id, leaf: keyedLeaf(keys.placeKey, balance) }));
  try {
    const tiles = await loadTiles(
      client,
      leaves.map(({ leaf }) => leaf.place),
    );
    return [
      ...(rootOf(tiles).hash.equals(root) ? [] : ['the tree of balances is another one than the last page has sealed']),
      ...brokenTiles(tiles).map((prefix) => `the tree of balances is broken below ${prefix}`),
      ...leaves.flatMap(({ id, leaf }) => {
        const kept = balancePath(tiles, leaf.place);
        if (kept === null) return [`the balance of account ${id} is not in the tree of balances: it was hidden`];
        return kept.leaf.hash.equals(leaf.hash) ? [] : [`the tree has another balance of account ${id}`];
      }),
    ];
  } catch (error) {
    if (error instanceof MissingTile) return [`the tree of balances has a hole: ${error.message}`];
    throw error;
  }
}
