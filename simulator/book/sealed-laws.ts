import type { SealedAccount } from '../../src/domain/book/balance-leaf.ts';
import { chainFaults, openPage, type ReadPage } from '../../src/domain/book/page-faults.ts';
import type { SealedPage } from '../../src/domain/book/page-header.ts';
import type { SealedTransfer } from '../../src/domain/book/sealed-transfer.ts';
import type { Kept } from '../../verifier/proof-file.ts';
import { keptOfProof, verifyProof } from '../../verifier/verify.ts';
import { mustHold } from '../laws/law-broken.ts';
import type { Random } from '../random.ts';
import type { SealedBook } from './sealed-book.ts';

const sealedLaws = {
  once: 'what is sealed is stored, and is sealed once',
  follows: 'each page follows the one before it, and adds up',
  balances: 'a page ends with the balances of the books',
  proof: 'a store proves what it has, and the book goes on from what it kept',
} as const;

interface LawWorld {
  readonly balance: (accountId: number) => bigint;
  readonly random: Random;
}

/** What must hold of the sealed book: the scrubber's own checks, and the verifier's, which shares no code with it. */
export class SealedLaws {
  readonly #book: SealedBook;
  readonly #world: LawWorld;
  readonly #stored = new Set<bigint>();
  readonly #touched = new Set<number>();
  /** What each store has kept, by the first of its accounts. */
  readonly #kept = new Map<number, Kept>();
  #last: ReadPage | null = null;

  constructor(book: SealedBook, world: LawWorld) {
    this.#book = book;
    this.#world = world;
  }

  /** Each may be sealed once from now on. */
  stored(transfers: readonly SealedTransfer[]): void {
    for (const { id } of transfers) this.#stored.add(id);
  }

  sealed({ header, bytes, hash, signature }: SealedPage, transfers: readonly SealedTransfer[]): void {
    for (const { id, kind, debitId, creditId } of transfers) {
      mustHold(this.#stored.delete(id), sealedLaws.once, `transfer ${id}`, () => `${kind} on page ${header.number}`);
      this.#touched.add(debitId).add(creditId);
    }
    const { page, faults } = openPage({ number: header.number, bytes, hash, signature });
    const opened = page as ReadPage;
    const wrong = [...faults, ...chainFaults(this.#last, opened)];
    mustHold(wrong.length === 0, sealedLaws.follows, `page ${header.number}`, () =>
      wrong.map(({ text }) => text).join(),
    );
    this.#last = opened;
    if (!header.isComplete) return;
    for (const id of this.#touched) {
      const [sealed, held] = [this.#book.balanceOf(id)?.balance, this.#world.balance(id)];
      mustHold(sealed === held, sealedLaws.balances, `account ${id}`, () => `sealed ${sealed}, held ${held}`);
    }
    this.#touched.clear();
  }

  /** From the page that was kept on, or now and then from the first. */
  prove(accounts: readonly SealedAccount[]): void {
    const [first] = accounts;
    if (first === undefined || this.#book.pages.at(-1)?.header.isComplete !== true) return;
    const kept = this.#kept.get(first.id);
    const number = kept?.number ?? 0;
    const isWhole = this.#world.random.chance(200);
    const proof = this.#book.prove({ accounts, ...(isWhole ? { known: [number] } : { since: number }) });
    const { isProven, faults } = verifyProof(proof, { kept: kept === undefined ? [] : [kept] });
    mustHold(isProven, sealedLaws.proof, `store ${first.ownerId}`, () =>
      faults.map(({ code, page }) => `${code} ${page ?? ''}`).join(),
    );
    this.#kept.set(first.id, keptOfProof(proof));
  }
}
