import { AppError } from '../errors.ts';
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

/** Gives proofs of balances, within limits: they are made from what is stored, page by page. */
export class Proofs {
  readonly #open: (asked: ProofAsked) => Promise<OpenedProof>;
  readonly #clock: () => number;
  readonly #limit = new TokenBuckets(perMinute, burst, 'proof_limit');
  /** Owners, once for each proof that is being sent. */
  readonly #running: string[] = [];

  constructor(open: (asked: ProofAsked) => Promise<OpenedProof>, clock: () => number) {
    this.#open = open;
    this.#clock = clock;
  }

  async give(owner: string, asked: ProofAsked): Promise<PartsAnswer> {
    const own = this.#running.filter((one) => one === owner).length;
    if (this.#running.length >= atOnceMax || own >= atOnceOfOwnerMax) {
      throw new AppError('proof_limit', { seconds: busySeconds });
    }
    this.#limit.take(owner, this.#clock());
    const { page, parts } = await this.#open(asked);
    return { name: `balance-page-${page}.proof`, parts: this.#counted(owner, parts) };
  }

  async *#counted(owner: string, parts: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    this.#running.push(owner);
    try {
      yield* parts;
    } finally {
      this.#running.splice(this.#running.indexOf(owner), 1);
    }
  }
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
