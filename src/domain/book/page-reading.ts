import type { PageFault } from './page-faults.ts';
import type { PageHeader } from './page-header.ts';
import { addChanges, type SealedTransfer, transferBytes } from './sealed-transfer.ts';
import { GrowingTree, leafText } from './transfer-tree.ts';

const hashBytes = 32;

interface SealedTransfers {
  readonly number: bigint;
  readonly header: Pick<PageHeader, 'transfers' | 'transfersRoot'>;
}

/**
 * The transfers of a page as they are now, read part by part in the order of their numbers, with the hashes that are kept of them.
 * Nothing is said before all of them were read.
 */
export class PageReading {
  readonly #page: SealedTransfers;
  /** How many bytes are kept for proofs; null: none are, and they are made from the transfers. */
  readonly #keptBytes: number | null;
  readonly #tree = new GrowingTree();
  /** The tree over the hashes that are kept; null while they are those of the transfers. */
  #keptTree: GrowingTree | null = null;
  readonly #changes = new Map<number, bigint>();
  #count = 0;
  #firstId: bigint | null = null;
  #lastId = 0n;
  /** The first transfer whose hash is another one than is kept. */
  #otherId: bigint | null = null;

  constructor(page: SealedTransfers, keptBytes: number | null) {
    this.#page = page;
    this.#keptBytes = keptBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** The next part begins after it. */
  get lastId(): bigint {
    return this.#lastId;
  }

  /** What the transfers so far change on each account. */
  get changes(): ReadonlyMap<number, bigint> {
    return this.#changes;
  }

  /** How many hashes are kept that no transfer stands beside. */
  get keptLeft(): number {
    return this.#keptBytes === null ? 0 : Math.max(0, ((this.#keptBytes + hashBytes - 1) >> 5) - this.#count);
  }

  /** The next transfers, and what is kept from the same place on. */
  add(transfers: readonly SealedTransfer[], kept: Buffer | null): void {
    transfers.forEach((transfer, at) => {
      const leaf = leafText(transferBytes(transfer));
      if (kept !== null) this.#addKept(leaf, textAt(kept, at), transfer.id);
      this.#tree.add(leaf);
    });
    addChanges(this.#changes, transfers);
    this.#count += transfers.length;
    this.#firstId ??= transfers[0]?.id ?? null;
    this.#lastId = transfers.at(-1)?.id ?? this.#lastId;
  }

  /** Where transfers were removed: the hashes that are left. */
  addLeft(kept: Buffer): void {
    this.#keptTree ??= this.#tree.copy();
    for (let at = 0; at < kept.length / hashBytes; at += 1) this.#keptTree.add(textAt(kept, at));
  }

  #addKept(leaf: string, kept: string, id: bigint): void {
    if (this.#keptTree === null) {
      if (leaf === kept) return;
      // Up to here both are one tree.
      this.#keptTree = this.#tree.copy();
      this.#otherId = id;
    }
    if (kept.length === hashBytes) this.#keptTree.add(kept);
  }

  /** After the last part. */
  faults(): PageFault[] {
    const { number } = this.#page;
    const fault = (text: string): PageFault => ({ kind: 'transfers', page: number, text: `page ${number}: ${text}` });
    return [...this.#transferFaults(), ...this.#keptFaults()].map(fault);
  }

  #transferFaults(): string[] {
    const { transfers, transfersRoot } = this.#page.header;
    if (this.#count !== transfers) {
      return [`${transfers} transfers were sealed, and ${this.#count} of them are there: some were removed`];
    }
    if (this.#tree.root().equals(transfersRoot)) return [];
    const place = `it is one of ${this.#count}, with numbers ${this.#firstId} to ${this.#lastId}`;
    const isKnown = this.#otherId !== null && this.#isKeptRight();
    const first = isKnown ? `; by the hashes that are kept, number ${this.#otherId} is the first` : '';
    return [`a transfer was changed or exchanged; ${place}${first}`];
  }

  #keptFaults(): string[] {
    if (this.#keptBytes === null || this.#isKeptRight()) return [];
    return ['the hashes that are kept of its transfers are not those that were sealed: no proof of it would hold'];
  }

  #isKeptRight(): boolean {
    const { transfers, transfersRoot } = this.#page.header;
    return this.#keptBytes === hashBytes * transfers && (this.#keptTree ?? this.#tree).root().equals(transfersRoot);
  }
}

function textAt(hashes: Buffer, at: number): string {
  return hashes.toString('latin1', hashBytes * at, hashBytes * (at + 1));
}
