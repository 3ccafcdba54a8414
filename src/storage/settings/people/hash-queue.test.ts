import { describe, expect, it } from 'vitest';
import { AppError } from '../../../errors/app-error.ts';
import { HashQueue, type HashTurn, ownTurn } from './hash-queue.ts';

/** Work that ends when it is told to, and what became of each that asked for it. */
function desk() {
  const queue = new HashQueue();
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const settled: Promise<void>[] = [];
  const ask = (label: string, turn: Partial<HashTurn> = {}) => {
    const work = () =>
      new Promise<void>((end) => {
        begun.push(label);
        ends.push(end);
      });
    const asked = queue.run({ isKnown: false, name: label, isGone: () => false, ...turn }, work);
    settled.push(
      asked.catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError);
        refused.push(label);
      }),
    );
  };
  const endOne = async () => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  const endAll = async () => {
    await new Promise(setImmediate);
    while (ends.length > 0) await endOne();
    await Promise.all(settled);
  };
  return { ask, begun, refused, endOne, endAll };
}

describe('the queue of password hashes', () => {
  it('works on two at once, and on the next when one has ended, also by an error', async () => {
    const { ask, begun, endOne, endAll } = desk();
    for (const label of ['a', 'b', 'c', 'd']) ask(label);
    expect(begun).toEqual(['a', 'b']);
    await endOne();
    expect(begun).toEqual(['a', 'b', 'c']);
    await endAll();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    const queue = new HashQueue();
    for (let turn = 0; turn < 5; turn++) {
      await expect(queue.run(ownTurn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
  });

  it('lets those who are known go ahead of strangers, in the order in which they came', async () => {
    const { ask, begun, endAll } = desk();
    for (const label of ['a', 'b', 'stranger 1', 'stranger 2']) ask(label);
    ask('known 1', { isKnown: true });
    ask('known 2', { isKnown: true, name: null });
    await endAll();
    expect(begun).toEqual(['a', 'b', 'known 1', 'known 2', 'stranger 1', 'stranger 2']);
  });

  it('refuses strangers when there are too many, and never those who are known for their sake', async () => {
    const { ask, begun, refused, endAll } = desk();
    for (let index = 0; index < 200; index++) ask(`stranger ${index}`);
    for (let index = 0; index < 50; index++) ask(`known ${index}`, { isKnown: true });
    await endAll();
    expect(refused).toHaveLength(200 - 26);
    expect(refused.every((label) => label.startsWith('stranger'))).toBe(true);
    expect(begun.slice(2, 52).every((label) => label.startsWith('known'))).toBe(true);
  });

  it('gives a newcomer the room of the address that has most in the queue, and no address more than a few', async () => {
    const { ask, begun, refused, endAll } = desk();
    for (let index = 0; index < 60; index++) ask(`flood ${index}`, { name: `address ${index % 6}` });
    ask('newcomer');
    await endAll();
    expect(begun).toContain('newcomer');
    expect(refused).toHaveLength(60 - 25);
    const one = desk();
    for (let index = 0; index < 20; index++) one.ask(`guess ${index}`, { isKnown: true, name: 'login:anna' });
    await one.endAll();
    expect([one.begun.length, one.refused.length]).toEqual([7, 13]);
  });

  it('hashes nothing for who has hung up, and gives their room to others', async () => {
    const { ask, begun, refused, endAll } = desk();
    let isGone = false;
    for (let index = 0; index < 26; index++) ask(`gone ${index}`, { isGone: () => isGone });
    isGone = true;
    ask('newcomer');
    await endAll();
    expect(begun).toEqual(['gone 0', 'gone 1', 'newcomer']);
    expect(refused).toHaveLength(24);
  });
});
