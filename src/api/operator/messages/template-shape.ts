import { Type } from 'typebox';
import { partNames } from '../../../domain/messages/pattern.ts';
import type { Reading } from '../../../domain/messages/reading.ts';
import {
  type TemplateContent,
  type TemplateRecord,
  type TemplateVersion,
  templateLimits,
} from '../../../domain/messages/template-record.ts';
import { type ExpectedParts, partsText, type TemplateTest } from '../../../domain/messages/template-tests.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ShapeOf } from '../../schemas.ts';
import { figure, nullable, text, words } from '../fields.ts';

const part = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));
const Parts = Type.Object({
  amount: Type.String({ maxLength: 40, description: 'The sum that came, as a decimal' }),
  name: part('Who sent it'),
  digits: part('Last digits of the card or account it came to'),
  balance: part('The balance after it, as a decimal'),
  time: part('`HH:MM`'),
  date: part('`YYYY-MM-DD`'),
});

const message = {
  sender: text(templateLimits.sender, 'The number or name an SMS came from, or the package of an app'),
  title: Type.Optional(Type.String({ maxLength: templateLimits.text, description: 'Of a notification' })),
  text: text(templateLimits.text, 'The message'),
};

const Test = Type.Object({
  ...message,
  expect: nullable(Parts, 'What it has to be read as; null: nobody may take it for a transfer'),
});

/** What people write down of a template. */
export const contentFields = {
  name: text(templateLimits.name, 'For people'),
  bank: text(50, 'Code of the bank'),
  currency: text(10, 'Code of the currency that its sums are in'),
  senders: Type.Array(text(templateLimits.sender, 'A number, a name, or the package of an app'), {
    minItems: 1,
    maxItems: templateLimits.senders,
    description: 'Who sends such messages; from anybody else it reads nothing',
  }),
  pattern: text(
    templateLimits.pattern,
    `The message with its parts named: ${Object.keys(partNames)
      .map((name) => `\`{${name}}\``)
      .join(', ')}. \`[…]\` may be missing, \`(a|b)\` is one of several`,
  ),
  stopWords: Type.Array(text(templateLimits.stopWord, 'A word, several in a row, or the beginning of one with `*`'), {
    maxItems: templateLimits.stopWords,
    description: 'What says that a message of these senders is no transfer that came in',
  }),
  tests: Type.Array(Test, {
    maxItems: templateLimits.tests,
    description: 'Messages, and what they have to be read as',
  }),
};

export const exampleMessage = 'Поступление 4300р Счет*6612 от ЮРИЙ М. Баланс 5120.7р 19:55';
const exampleParts = { amount: '4300.00', name: 'ЮРИЙ М', digits: '6612', balance: '5120.70', time: '19:55' };
export const exampleContent = {
  name: 'ВТБ: поступление',
  bank: 'vtb',
  currency: 'RUB',
  senders: ['VTB', 'ru.vtb24.mobilebanking.android'],
  pattern: 'Поступление {amount}{currency} Счет*{digits} от {name} Баланс {balance}{currency} {time}',
  stopWords: ['возврат*', 'никому не'],
  tests: [
    { sender: 'VTB', title: '', text: exampleMessage, expect: exampleParts },
    { sender: 'VTB', title: '', text: 'Списание 4300р Счет*6612 Баланс 820.7р 19:55', expect: null },
  ],
};

/** As a body gives it. */
export function contentOf(body: ShapeOf<typeof ContentBody>): TemplateContent {
  const { name, bank, currency, senders, pattern, stopWords, tests } = body;
  return { name, bank, currency, senders, pattern, stopWords, tests: tests.map(testOf) };
}

const ContentBody = Type.Object(contentFields);

export function testOf({ sender, title = '', text: body, expect }: ShapeOf<typeof Test>): TemplateTest {
  return { sender, title, text: body, expect: expect as ExpectedParts | null };
}

const versionFields = {
  version: figure('Counted from 1'),
  ...contentFields,
  createdAt: words('When it was written down'),
  createdBy: words('By whom'),
};
const VersionShape = Type.Object(versionFields, { description: 'What it says' });

export const TemplateShape = Type.Object(
  {
    id: figure('Template ID'),
    key: nullable(Type.String(), 'Of one that came with a file'),
    versionOn: nullable(Type.Integer(), 'The version that reads messages now; null: it is off'),
    latest: VersionShape,
  },
  { $id: 'MessageTemplate' },
);

export function templateDTO({ id, key, on, latest }: TemplateRecord): ShapeOf<typeof TemplateShape> {
  return { id, key, versionOn: on?.version ?? null, latest: versionDTO(latest) };
}

export const TemplateVersions = Type.Object({
  ...TemplateShape.properties,
  versions: Type.Array(VersionShape, { description: 'The newest first' }),
});

export function versionDTO(version: TemplateVersion): ShapeOf<typeof VersionShape> {
  const { id: _id, createdAt, tests, ...shown } = version;
  return { ...shown, tests: tests.map((test) => ({ ...test })), createdAt: formatTimestamp(createdAt) };
}

export const exampleVersion = {
  version: 1,
  ...exampleContent,
  createdAt: '2026-11-16T12:00:00.000Z',
  createdBy: 'olga',
};
export const exampleTemplate = { id: 4, key: null, versionOn: 1, latest: exampleVersion };

const readingFields = {
  kind: Type.Unsafe<Reading['kind']>({
    type: 'string',
    enum: ['transfer', 'stopped', 'ambiguous', 'unread'],
    description: '`stopped`: a stop word; `ambiguous`: it can be read in more than one way',
  }),
  templates: Type.Array(Type.Integer(), {
    description: 'The template that reads it, or those that read it differently',
  }),
  word: nullable(Type.String(), 'The stop word'),
  parts: nullable(Parts, 'What it says'),
};

export function readingShape(description: string) {
  return Type.Object(readingFields, { description });
}
const ReadingShape = Type.Object(readingFields);

export function readingDTO(reading: Reading, subunits: (currency: string) => number): ShapeOf<typeof ReadingShape> {
  const isTransfer = reading.kind === 'transfer';
  return {
    kind: reading.kind,
    templates: isTransfer ? [reading.templateId] : reading.kind === 'ambiguous' ? [...reading.templates] : [],
    word: reading.kind === 'stopped' ? reading.word : null,
    parts: isTransfer ? partsText(reading.parts, subunits(reading.parts.currency)) : null,
  };
}

export const exampleReading = { kind: 'transfer', templates: [4], word: null, parts: exampleParts } as const;
export const contentRefusals = [
  'currency_not_allowed',
  'payment_method_not_allowed',
  'template_malformed',
  'too_many_templates',
] as const;
