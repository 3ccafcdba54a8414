import { AppError } from '../../errors/app-error.ts';
import { formatAmount } from '../money/money.ts';
import { compileTemplates, type MessageParts, type Reading, readMessage } from './reading.ts';
import type { MessageTemplate, PhoneMessage } from './template.ts';

/** What a message says, as people write it. Absent: it does not say it. */
export interface ExpectedParts {
  readonly amount: string;
  readonly name?: string;
  readonly digits?: string;
  readonly balance?: string;
  readonly time?: string;
  readonly date?: string;
}

/** A message, and what it has to be read as. Null: nobody may take it for a transfer, whatever templates there are. */
export interface TemplateTest extends PhoneMessage {
  readonly expect: ExpectedParts | null;
}

interface TestedTemplate extends MessageTemplate {
  readonly tests: readonly TemplateTest[];
}

export type TestFault = 'read' | 'not-read' | 'read-otherwise';

/** Null: as it should be. */
export function testFault(reading: Reading, expect: ExpectedParts | null, subunit: number): TestFault | null {
  if (reading.kind !== 'transfer') return expect === null ? null : 'not-read';
  if (expect === null) return 'read';
  const told = partsText(reading.parts, subunit);
  const names = new Set([...Object.keys(told), ...Object.keys(expect)]) as Set<keyof ExpectedParts>;
  return [...names].every((name) => told[name] === expect[name]) ? null : 'read-otherwise';
}

export function partsText(parts: MessageParts, subunit: number): ExpectedParts {
  const { amount, senderName: name, lastDigits: digits, balance, time, date } = parts;
  return {
    amount: formatAmount(amount, subunit),
    ...(name === undefined ? {} : { name }),
    ...(digits === undefined ? {} : { digits }),
    ...(balance === undefined ? {} : { balance: formatAmount(balance, subunit) }),
    ...(time === undefined ? {} : { time }),
    ...(date === undefined ? {} : { date }),
  };
}

const faultTexts: Readonly<Record<TestFault, string>> = {
  read: 'it would be taken for a transfer',
  'not-read': 'it would not be read',
  'read-otherwise': 'it would be read as something else',
};

/**
 * Whether these can be switched on: read together with those that are on, every test set among them holds, and no message that
 * anybody knows not to be a transfer would be taken for one, also of templates that are off.
 */
export function requireTestsHold(
  on: readonly TestedTemplate[],
  off: readonly TestedTemplate[],
  subunits: (currency: string) => number,
): void {
  const compiled = compileTemplates(on, subunits);
  const wrong = (template: TestedTemplate, test: TemplateTest): TestFault | null =>
    testFault(readMessage(compiled, test), test.expect, subunits(template.currency));
  for (const template of on) {
    if (!template.tests.some(({ expect }) => expect !== null)) {
      throw new AppError('template_malformed', {
        field: 'tests',
        what: 'has no message in its test set that it reads',
      });
    }
  }
  for (const template of [...on, ...off]) {
    template.tests.forEach((test, index) => {
      if (test.expect !== null && !on.includes(template)) return;
      const fault = wrong(template, test);
      if (fault === null) return;
      throw new AppError('template_test_failed', { test: index + 1, template: template.id, wrong: faultTexts[fault] });
    });
  }
}
