import { describe, expect, it } from 'vitest';
import {
  type BalanceChain,
  isBehindChain,
  isChainKnown,
  type Link,
  linkBalance,
  noChain,
  passBalance,
} from './balance-chain.ts';

const minute = 60_000;

/** Each told as amount and balance after, a minute apart unless said otherwise. */
function links(told: readonly (readonly [amount: bigint, balance: bigint, at?: number])[]): readonly Link[] {
  let chain: BalanceChain = noChain;
  return told.map(([amount, balance, at], index) => {
    const linked = linkBalance(chain, { amount, balance, at: at ?? index * minute });
    chain = linked.chain;
    return linked.link;
  });
}

describe('a chain of balances', () => {
  it('begins with what is told first, and is kept while each balance follows from the one before', () => {
    expect(
      links([
        [100n, 500n],
        [50n, 550n],
        [7n, 557n],
      ]),
    ).toEqual(['first', 'kept', 'kept']);
  });

  it('breaks where a balance does not follow, and goes on from there', () => {
    expect(
      links([
        [100n, 500n],
        [50n, 9_999n],
        [1n, 10_000n],
      ]),
    ).toEqual(['first', 'broken', 'kept']);
  });

  it('breaks when money has gone out, also when the balance is the same as before', () => {
    expect(
      links([
        [100n, 500n],
        [100n, 500n],
      ]),
    ).toEqual(['first', 'broken']);
  });

  it('is whole again when a message that was overtaken comes after all', () => {
    expect(
      links([
        [100n, 500n],
        [30n, 580n],
        [50n, 550n],
        [20n, 600n],
      ]),
    ).toEqual(['first', 'broken', 'kept', 'kept']);
  });

  it('is gone on from once: the same step told again is a break', () => {
    expect(
      links([
        [100n, 500n],
        [50n, 550n],
        [50n, 550n],
      ]),
    ).toEqual(['first', 'kept', 'broken']);
  });

  it('forgets ends without a following message, but never the newest', () => {
    const hour = 60 * minute;
    expect(
      links([
        [100n, 500n, 0],
        [1n, 9_000n, minute],
        [50n, 550n, hour],
        [5n, 555n, 10 * hour],
      ]),
    ).toEqual(['first', 'broken', 'broken', 'kept']);
  });
});

describe('money that came with no word about the balance', () => {
  const hour = 60 * minute;
  const begun = linkBalance(noChain, { amount: 100n, balance: 500n, at: 0 }).chain;
  const passed = passBalance(passBalance(begun, { amount: 30n, at: minute }), { amount: 7n, at: 2 * minute });
  const linkOf = (chain: BalanceChain, amount: bigint, balance: bigint, at = hour) =>
    linkBalance(chain, { amount, balance, at }).link;

  it('is counted by the next balance, all of it or what of it was true', () => {
    expect(linkOf(passed, 50n, 587n)).toBe('kept');
    expect(linkOf(passed, 50n, 580n)).toBe('kept');
    expect(linkOf(passed, 50n, 557n)).toBe('kept');
    expect(linkOf(passed, 50n, 550n)).toBe('kept');
    expect(linkOf(passed, 50n, 551n)).toBe('broken');
  });

  it('is of no more use once a balance was told', () => {
    const { chain } = linkBalance(passed, { amount: 50n, balance: 587n, at: hour });
    expect(linkOf(chain, 5n, 592n, 2 * hour)).toBe('kept');
    expect(linkOf(chain, 5n, 535n, hour + minute)).toBe('broken');
  });

  it('never makes the told balance forgotten, however often it comes', () => {
    let chain = begun;
    for (let count = 1; count <= 20; count++) chain = passBalance(chain, { amount: BigInt(count), at: count });
    expect(chain.heads.length).toBeLessThanOrEqual(8);
    expect(linkOf(chain, 50n, 550n)).toBe('kept');
  });

  it('changes nothing where no balance is known', () => {
    expect(passBalance(noChain, { amount: 5n, at: 0 })).toEqual(noChain);
    expect([isChainKnown(noChain), isChainKnown(begun)]).toEqual([false, true]);
  });
});

it('a message from before the newest balance says nothing about what follows', () => {
  const { chain } = linkBalance(noChain, { amount: 100n, balance: 500n, at: minute });
  expect([isBehindChain(chain, 0), isBehindChain(chain, minute), isBehindChain(noChain, 0)]).toEqual([
    true,
    false,
    false,
  ]);
});
