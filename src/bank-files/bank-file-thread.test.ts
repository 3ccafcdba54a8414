import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { badThreads } from '../../test/support/bad-threads.ts';
import { BankFileThread } from './bank-file-thread.ts';

const readers: BankFileThread[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

function open(options: ConstructorParameters<typeof BankFileThread>[0] = {}): BankFileThread {
  const reader = new BankFileThread(options);
  readers.push(reader);
  return reader;
}

const preview = (text: string) => ({ kind: 'preview', bytes: Buffer.from(text), isAll: true, mapping: null }) as const;
const account = { id: 1, makerId: 1, currency: 'RUB', number: null, zone: 'UTC', requisiteIds: [1] };
const begin = { kind: 'open', mapping: null, account, subunit: 2, lines: null } as const;
const tooHeavy = expect.objectContaining({ code: 'bank_file_too_heavy' });
const small = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 };

describe('the thread that reads banks’ files', () => {
  it('refuses a file that takes too long, while this thread goes on', async () => {
    const reader = open({ threadFile: badThreads.hangs, timeMaxMs: 300 });
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    await expect(reader.ask(preview('a;b'), 'preview')).rejects.toEqual(tooHeavy);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(0);
    expect(reader.takeSpentMs()).toBeGreaterThanOrEqual(300);
    expect(reader.takeSpentMs()).toBe(0);
  });

  it.each(['fillsMemory', 'dies'] as const)(
    'refuses a file in which it %s, and reads the next one anew',
    async (bad) => {
      const reader = open({ threadFile: badThreads[bad], resourceLimits: small });
      for (let count = 0; count < 2; count++) {
        await expect(reader.ask(preview('a;b'), 'preview')).rejects.toEqual(tooHeavy);
      }
    },
  );

  it('refuses nothing for good when it is closed under a question, or ends between two', async () => {
    const closed = open({ threadFile: badThreads.hangs });
    const asked = expect(closed.ask(preview('a;b'), 'preview')).rejects.toMatchObject({ code: 'overloaded' });
    await delay(50);
    await closed.closeWith(asked);
    await asked;

    const ended = open();
    await ended.ask(begin, 'opened');
    await ended.close();
    const lost = ended.ask({ kind: 'part', bytes: Buffer.from('a;b') }, 'lines');
    await expect(lost).rejects.toMatchObject({ code: 'overloaded' });
  });

  it('notices that its thread has ended by itself, and begins another one', async () => {
    const reader = open({ threadFile: badThreads.ends, timeMaxMs: 5_000 });
    await reader.ask(begin, 'opened');
    const again = () => reader.ask(begin, 'opened');
    expect(await vi.waitFor(again, { timeout: 20_000 })).toEqual({ kind: 'opened' });
  });

  it('lets those who share it wait for each other, but not too many of them', async () => {
    const reader = open();
    const order: number[] = [];
    const turns = Array.from({ length: 25 }, (_, index) =>
      reader.inTurn(async () => {
        order.push(index);
        await delay(1);
        order.push(index);
        if (index === 3) throw new Error('one of them fails');
      }),
    );
    const outcomes = await Promise.allSettled(turns);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => [index, index]).flat());
    const refused = outcomes.flatMap((one, index) => (one.status === 'rejected' ? index : []));
    expect(refused).toEqual([3, 20, 21, 22, 23, 24]);
    await expect(reader.inTurn(async () => 'free')).resolves.toBe('free');
  });
});
