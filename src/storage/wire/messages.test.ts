import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Messages } from './messages.ts';

const poolSize = Buffer.poolSize;

describe('a buffer that was given back', () => {
  /** Memory of somebody else, at the beginning of the pool that the next buffers are cut from. */
  let others: Buffer;
  beforeEach(() => {
    // So large that everything here comes out of the pool. The sizes differ from one release of Node to the next.
    Buffer.poolSize = 4 * 1_048_576;
    others = Buffer.allocUnsafe(1_048_576).fill('x');
  });
  afterEach(() => {
    Buffer.poolSize = poolSize;
  });

  const written = (messages: Messages, text: string) => {
    messages.parse('', text);
    return messages.take();
  };

  it('is written to again, and no foreign memory is', () => {
    const messages = new Messages();
    const first = written(messages, 'select 1');
    messages.giveBack(first);
    written(messages, 'select 2');
    const again = written(messages, 'select 3');
    expect(again.toString('latin1')).toContain('select 3');
    expect(first.equals(again)).toBe(true);
    written(messages, 'y'.repeat(100_000));
    expect(others.every((byte) => byte === 'x'.charCodeAt(0))).toBe(true);
  });

  it('is lent to one at a time, also when it is given back twice', () => {
    const messages = new Messages();
    const first = written(messages, 'select 1');
    messages.giveBack(first);
    messages.giveBack(first);
    const taken = ['select 2', 'select 3', 'select 4'].map((text) => written(messages, text));
    expect(taken.map((one) => one.toString('latin1').match(/select \d/)?.[0])).toEqual([
      'select 2',
      'select 3',
      'select 4',
    ]);
  });

  it('is not taken over when it was never lent', () => {
    const messages = new Messages();
    messages.giveBack(others);
    for (const text of ['select 1', 'select 2', 'select 3']) written(messages, text);
    expect(others.every((byte) => byte === 'x'.charCodeAt(0))).toBe(true);
  });
});
