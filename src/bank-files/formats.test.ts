import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closingOf,
  type WrittenFormat,
  type WrittenLine,
  type WrittenStatement,
  windowsBytes,
  writers,
  writtenMapping,
  writtenText,
} from '../../bench/statement-files.ts';
import { FileCheck } from '../domain/statements/check-file.ts';
import type { Told, ToldLine, ToldStatement } from '../domain/statements/told.ts';
import { headBytes, openBankFile, sniffBankFile } from './open-bank-file.ts';
import { TextOfBytes } from './text-of-bytes.ts';

const formats = Object.keys(writers) as WrittenFormat[];

/** As the worker reads: bytes in pieces, cut anywhere. */
function readBytes(bytes: Uint8Array, pieceBytes: number): Told[] {
  const { format, encoding } = sniffBankFile(bytes.subarray(0, headBytes));
  const reader = openBankFile(format, format === 'csv' ? writtenMapping : null);
  const text = new TextOfBytes(encoding);
  const told: Told[] = [];
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    told.push(...reader.write(text.write(bytes.subarray(start, start + pieceBytes))));
  }
  told.push(...reader.write(text.end()), ...reader.end());
  return told;
}

const linesIn = (told: readonly Told[]) => told.filter((one): one is ToldLine => one.kind === 'line');
const statementsIn = (told: readonly Told[]) => told.filter((one): one is ToldStatement => one.kind === 'statement');

/** Letters that every format can carry. */
const words = fc
  .array(fc.constantFrom('Анна', 'Олег', 'ООО Ромашка', 'order 17', 'NDS 20%', 'Ёлка', 'x & y', 'за услуги'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(' '));
const lines: fc.Arbitrary<WrittenLine[]> = fc.array(
  fc.record({
    direction: fc.constantFrom('in', 'out'),
    amount: fc.bigInt({ min: 1n, max: 10n ** 13n }),
    day: fc.constantFrom('2026-11-14', '2026-11-15', '2026-11-16'),
    reference: fc.option(fc.stringMatching(/^[A-Z0-9]{4,16}$/), { nil: null }),
    party: words,
    purpose: words,
  }),
  { minLength: 1, maxLength: 30 },
);

function statementOf(opening: bigint, all: readonly WrittenLine[]): WrittenStatement {
  const days = all.map(({ day }) => day).sort();
  return {
    account: '40817810000000004821',
    currency: 'RUB',
    number: '214',
    from: days[0] ?? '',
    to: days.at(-1) ?? '',
    opening,
    closing: closingOf(opening, all),
  };
}

describe.each(formats)('a ledger written as %s', (format) => {
  it('is read back equal, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(
        lines,
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.integer({ min: 1, max: 400 }),
        (made, opening, pieceBytes) => {
          // A bank exports its lines in the order of days; only then do balances beside the lines say which one is the last.
          const all = [...made].sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
          const statement = statementOf(opening, all);
          const text = writtenText(format, statement, all);
          const bytes = format === '1c' ? windowsBytes(text) : new TextEncoder().encode(text);
          const told = readBytes(bytes, pieceBytes);
          expect(linesIn(told).map(readAgain)).toEqual(all.map(asTold(format)));
          const [only] = statementsIn(told);
          expect(statementsIn(told)).toHaveLength(1);
          expect(minor(only?.opening ?? '')).toBe(opening);
          expect(minor(only?.closing ?? '')).toBe(statement.closing);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('leaves out an entry of 0.00, and is taken with the others', () => {
    const all: WrittenLine[] = [10_000n, 0n, 20_000n].map((amount) => ({
      direction: 'in',
      amount,
      day: '2026-11-16',
      reference: `R${amount}`,
      party: 'Анна',
      purpose: 'заказ 17',
    }));
    const told = readBytes(new TextEncoder().encode(writtenText(format, statementOf(0n, all), all)), 100);
    expect(linesIn(told).map(({ amount }) => minor(amount))).toEqual([10_000n, 20_000n]);
    const account = { id: 1, makerId: 1, currency: 'RUB', number: null, zone: 'Europe/Moscow', requisiteIds: [1] };
    const check = new FileCheck(account, 2, format);
    for (const one of told) check.take(one);
    expect(check.finish()).toMatchObject({ lines: 2, statements: [{ opening: 0n, closing: 30_000n }] });
  });

  it('is refused where it was cut off, unless nothing shows that it was', () => {
    const all: WrittenLine[] = [1n, 2n, 3n].map((amount) => ({
      direction: 'in',
      amount: amount * 10_000n,
      day: '2026-11-16',
      reference: `R${amount}`,
      party: 'Анна',
      purpose: '"заказ"; 17',
    }));
    const text = writtenText(format, statementOf(0n, all), all);
    const whole = new TextEncoder().encode(text);
    const cut = whole.subarray(0, whole.byteLength - (format === 'csv' ? 20 : 60));
    // A CSV says nothing of its end: a cell that is open shows the cut, and else the balance of the bank does.
    expect(() => readBytes(cut, 100)).toThrow(expect.objectContaining({ code: 'bank_file_cut' }));
  });
});

function asTold(format: WrittenFormat) {
  return ({ direction, amount, day, reference, party, purpose }: WrittenLine) => ({
    direction,
    amount,
    day,
    // What 1C calls a number is the payer's own: others may have it too.
    reference: format === '1c' ? null : reference,
    party,
    purpose,
  });
}

function readAgain({ direction, amount, bookedOn: day, reference, party, purpose }: ToldLine) {
  return { direction, amount: minor(amount), day, reference, party, purpose };
}

function minor(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(2, '0'));
  return text.startsWith('-') ? -value : value;
}
