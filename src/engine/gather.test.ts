import { describe, expect, it } from 'vitest';
import { Gather } from './gather.ts';

/** A slow look-up that remembers what it was asked, and answers when it is told to. */
function slowLookUp() {
  const asked: (readonly number[])[] = [];
  const answers: (() => void)[] = [];
  const fetch = (keys: readonly number[]) => {
    asked.push(keys);
    return new Promise<string[]>((resolve) => answers.push(() => resolve(keys.map((key) => `value ${key}`))));
  };
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { asked, answers, fetch, turn };
}

describe('a gather', () => {
  it('asks once for all keys of one turn, and gives each its own answer', async () => {
    const { asked, answers, fetch, turn } = slowLookUp();
    const gather = new Gather(fetch, { inFlightMax: 2, keysMax: 100 });
    const values = Promise.all([3, 1, 2].map((key) => gather.get(key)));
    await turn();
    expect(asked).toEqual([[3, 1, 2]]);
    answers[0]?.();
    expect(await values).toEqual(['value 3', 'value 1', 'value 2']);
  });

  it('never lets a later question join a query that has begun', async () => {
    const { asked, answers, fetch, turn } = slowLookUp();
    const gather = new Gather(fetch, { inFlightMax: 2, keysMax: 100 });
    const first = gather.get(1);
    await turn();
    const second = gather.get(1);
    await turn();
    expect(asked).toEqual([[1], [1]]);
    for (const answer of answers) answer();
    expect(await Promise.all([first, second])).toEqual(['value 1', 'value 1']);
  });

  it('has no more queries under way, and no more keys in one, than it may', async () => {
    const { asked, answers, fetch, turn } = slowLookUp();
    const gather = new Gather(fetch, { inFlightMax: 2, keysMax: 3 });
    const values = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((key) => gather.get(key)));
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(asked).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    answers[0]?.();
    for (let turns = 0; turns < 5; turns++) await turn();
    expect(asked).toHaveLength(3);
    for (const answer of answers) answer();
    expect(await values).toHaveLength(8);
  });

  it('tells everybody of one query that it failed, and goes on with the next', async () => {
    let calls = 0;
    const gather = new Gather<number, string>(
      async (keys) => {
        calls += 1;
        if (calls === 1) throw new Error('away');
        return keys.map(String);
      },
      { inFlightMax: 1, keysMax: 100 },
    );
    const results = await Promise.allSettled([gather.get(1), gather.get(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await gather.get(3)).toBe('3');
  });

  it('gives undefined for what is not there', async () => {
    const gather = new Gather<number, string>(async (keys) => keys.map(() => undefined), {
      inFlightMax: 1,
      keysMax: 1,
    });
    expect(await gather.get(1)).toBeUndefined();
  });
});
