import type { ChainHead } from './hash-chain.ts';
import type { BookHead } from './page-faults.ts';

/** What the book is called where heads of several chains are told to one place. */
const bookChainName = 'book';

export function asChainHead({ number, hash, at }: BookHead): ChainHead {
  return { chain: bookChainName, sequence: number, rowId: number, hash, at };
}

/** The heads of the book among others. */
export function bookHeadsOf(heads: readonly ChainHead[]): BookHead[] {
  return heads
    .filter(({ chain }) => chain === bookChainName)
    .map(({ sequence: number, hash, at }) => ({ number, hash, at }));
}
