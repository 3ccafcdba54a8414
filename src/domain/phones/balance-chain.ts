import type { Instant } from '../text/timestamp.ts';

/**
 * Balances that a bank tells after each transfer hang together: the last one plus what came is the new one. A message that does
 * not follow was forged, or one before it is missing, or money has gone out: each is worth a look.
 *
 * Messages overtake each other within minutes, so a chain may have several ends for a while. `heads` are balances that no message
 * has gone on from yet; `gaps` are balances that a broken message began with. When the missing message comes, it fits a
 * head, ends in a gap, and the chain is whole again.
 */
export interface BalanceChain {
  readonly heads: readonly Mark[];
  readonly gaps: readonly Mark[];
}

export interface Mark {
  readonly balance: bigint;
  readonly at: Instant;
  /** No message told it: it follows from one that told a sum and no balance. */
  readonly isGuessed?: true;
}

export const links = { first: 'first', kept: 'kept', broken: 'broken' } as const;
export type Link = keyof typeof links;

export const noChain: BalanceChain = { heads: [], gaps: [] };

/** How far messages of one phone overtake each other. An older end is not gone on from: who forges would have a choice of them. */
const overtakeMaxMs = 15 * 60_000;
const marksMax = 8;

/** What a message says to the chain, and the chain after it. */
export function linkBalance(
  chain: BalanceChain,
  { amount, balance, at }: { readonly amount: bigint; readonly balance: bigint; readonly at: Instant },
): { readonly link: Link; readonly chain: BalanceChain } {
  const heads = recentHeads(chain.heads, at);
  const gaps = chain.gaps.filter((gap) => at - gap.at <= overtakeMaxMs);
  const before = balance - amount;
  const followed = heads.findLastIndex((head) => head.balance === before);
  const closed = gaps.findIndex((gap) => gap.balance === balance);
  const link = followed !== -1 ? 'kept' : isChainKnown(chain) ? 'broken' : 'first';
  // Told again, the balance is known: what was guessed from an earlier one is of no more use.
  const headsAfter = heads.filter(
    ({ isGuessed }, index) => index !== followed && (link === 'broken' || isGuessed !== true),
  );
  const gapsAfter = gaps.filter((_, index) => index !== closed);
  if (link === 'broken') gapsAfter.push({ balance: before, at });
  if (closed === -1) headsAfter.push({ balance, at });
  return { link, chain: { heads: headsAfter.slice(-marksMax), gaps: gapsAfter.slice(-marksMax) } };
}

/** Whether the account's bank tells balances at all. */
export function isChainKnown({ heads, gaps }: BalanceChain): boolean {
  return heads.length > 0 || gaps.length > 0;
}

/** Whether a message of this moment comes before something that the chain knows: it says nothing about what follows. */
export function isBehindChain({ heads, gaps }: BalanceChain, at: Instant): boolean {
  return [...heads, ...gaps].some((mark) => mark.at > at);
}

/**
 * The chain after money that came with no word about the balance: the next one follows from it if that money is there, and from
 * the balance before if it is not. A false message gains nothing by it: nobody who forges knows either balance.
 */
export function passBalance(
  { heads, gaps }: BalanceChain,
  { amount, at }: { readonly amount: bigint; readonly at: Instant },
): BalanceChain {
  const told = lastTold(heads);
  const guesses = heads.slice(told).map(({ balance }): Mark => ({ balance: balance + amount, at, isGuessed: true }));
  const all = [...heads.slice(0, told + 1), ...[...heads.slice(told + 1), ...guesses].slice(1 - marksMax)];
  return { heads: all.slice(-marksMax), gaps };
}

function lastTold(heads: readonly Mark[]): number {
  return Math.max(
    heads.findLastIndex(({ isGuessed }) => isGuessed !== true),
    0,
  );
}

/** The newest one that was told, whatever its age, and what was guessed from it: nights are quiet. */
function recentHeads(heads: readonly Mark[], at: Instant): readonly Mark[] {
  const told = lastTold(heads);
  return heads.filter((head, index) => index >= told || at - head.at <= overtakeMaxMs);
}
