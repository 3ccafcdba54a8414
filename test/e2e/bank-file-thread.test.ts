import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { writtenText } from '../../bench/statement-files.ts';
import { BankFileThread } from '../../src/bank-files/bank-file-thread.ts';
import { FileReading, type ReadingQuestion } from '../../src/bank-files/file-reading.ts';
import { builtFile } from '../support/program.ts';

/** The thread of the built program, which reads banks' files. */
let reader: BankFileThread;
afterEach(() => reader.close());

const day = '2026-11-16';
const lines = Array.from({ length: 1_200 }, (_, index) => ({
  direction: 'in' as const,
  amount: 10_000n + BigInt(index),
  day,
  reference: `R${index}`,
  party: 'Анна',
  purpose: 'Перевод',
}));
const closing = lines.reduce((sum, { amount }) => sum + amount, 0n);
const ledger = { account: '40817810000000004821', currency: 'RUB', number: '1', from: day, to: day, opening: 0n };
const bytes = Buffer.from(writtenText('camt.053', { ...ledger, closing }, lines));
const account = { id: 1, makerId: 1, currency: 'RUB', number: null, zone: 'Europe/Moscow', requisiteIds: [1] };
const begin = { kind: 'open', mapping: null, account, subunit: 2 } as const;

const questions: readonly ReadingQuestion[] = [
  { kind: 'preview', bytes: bytes.subarray(0, 4_096), isAll: false, mapping: null },
  { ...begin, lines: null },
  { kind: 'part', bytes },
  { kind: 'end' },
  { ...begin, lines: { statements: new Set([0]), done: 100 } },
  { kind: 'part', bytes },
  { kind: 'more' },
  { kind: 'end' },
];

describe('the thread that reads banks’ files', () => {
  it('says what the same code says here, of a preview, a check and the lines, while this thread goes on', async () => {
    reader = new BankFileThread({ threadFile: pathToFileURL(await builtFile('reading-thread.js')) });
    const here = new FileReading();
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    for (const question of questions) {
      const expected = here.answer(question);
      const before = turns;
      expect(await reader.ask(question, expected.kind), question.kind).toEqual(expected);
      if (question.kind === 'part') expect(turns).toBeGreaterThan(before);
    }
    clearInterval(turning);
  });
});
