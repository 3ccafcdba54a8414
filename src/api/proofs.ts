import { AppError } from '../errors/app-error.ts';
import { TokenBuckets } from '../http/token-buckets.ts';
import type { OpenedProof, ProofAsked } from '../storage/book/prove.ts';
import { fileInParts, type PartsAnswer } from './answers.ts';
import { integerQuery } from './parameters.ts';

/** The console asks for a short one when it is opened; a program that keeps what it got asks for one a day. */
const perMinute = 30;
const burst = 60;
/** In this process: one from the first page on reads as much as a statement of the same length. */
const atOnceMax = 4;
const atOnceOfOwnerMax = 2;
/** When the others are done is not known; most proofs take less. */
const busySeconds = 5;

interface ProofOf {
  /** Which store, maker or account of the service: so many a minute of each. */
  readonly subject: string;
  /** Whose room it takes: the stores of a merchant share it, or more stores would be more room. */
  readonly owner: string;
}

/** Gives proofs of balances, within limits: they are made from what is stored, page by page. */
export class Proofs {
  readonly #open: (asked: ProofAsked) => Promise<OpenedProof>;
  readonly #clock: () => number;
  readonly #limit = new TokenBuckets(perMinute, burst, 'proof_limit');
  /** Owners, once for each proof that is being made or sent. */
  readonly #running: string[] = [];

  constructor(open: (asked: ProofAsked) => Promise<OpenedProof>, clock: () => number) {
    this.#open = open;
    this.#clock = clock;
  }

  async give({ subject, owner }: ProofOf, asked: ProofAsked): Promise<PartsAnswer> {
    // Before anything is waited for: many who ask at once would all find room.
    const leave = this.#enter(owner);
    try {
      this.#limit.take(subject, this.#clock());
      const { page, parts } = await this.#open(asked);
      return { name: `balance-page-${page}.proof`, parts: endingWith(parts, leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Takes room, or refuses. What is given back gives the room back, once. */
  #enter(owner: string): () => void {
    const own = this.#running.filter((one) => one === owner).length;
    if (this.#running.length >= atOnceMax || own >= atOnceOfOwnerMax) {
      throw new AppError('proof_limit', { seconds: busySeconds });
    }
    this.#running.push(owner);
    let isOver = false;
    return () => {
      if (!isOver) this.#running.splice(this.#running.indexOf(owner), 1);
      isOver = true;
    };
  }
}

/**
 * The same parts, and `end` is called when they are over: read to the last, failed, or broken off. Not a generator: one that is
 * broken off before its first part, by who is gone already, would never come to its end.
 */
function endingWith(parts: AsyncGenerator<Buffer>, end: () => void): AsyncIterableIterator<Buffer> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const part = await parts.next();
        if (part.done === true) end();
        return part;
      } catch (error) {
        end();
        throw error;
      }
    },
    async return() {
      end();
      return await parts.return(undefined);
    },
  };
}

export const proofFile = fileInParts(
  'application/vnd.quittance.proof',
  'A proof, in the format of docs/proof.md; `quittance-verify` checks it offline',
);

export const proofQuery = {
  page: integerQuery('Transfers of pages after this one are in the proof; all when absent'),
  known: integerQuery('A page that you kept and want to find in the proof, where it is not the one of `page`'),
};

export const proofDescription =
  'The balances of the account, available and frozen, as the last page of the sealed book has them, with their way to its ' +
  'signed root; the own transfers since `page`; and the headers that lead from one to the other. The answer is a file of ' +
  'bytes; docs/proof.md has its format. Keep it: with its page as `page`, the next one is short, and `quittance-verify` ' +
  'tells whether the book of then is part of the book of now.';
