import { Type } from 'typebox';
import { type PartName, partNames, patternFaultOf } from '../../../domain/messages/pattern.ts';
import { compareReadings } from '../../../domain/messages/preview.ts';
import { compileTemplates, readMessage, withTitle } from '../../../domain/messages/reading.ts';
import { type Marking, patternOf } from '../../../domain/messages/teach.ts';
import { templateLimits } from '../../../domain/messages/template-record.ts';
import { type TestFault, testFault } from '../../../domain/messages/template-tests.ts';
import { currencyOf } from '../../../domain/money/money.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { AppError } from '../../../errors/app-error.ts';
import { readTemplates } from '../../../storage/reads/messages/message-template-reads.ts';
import { type KeptMessage, listKeptMessages } from '../../../storage/reads/notifications/stored-message-reads.ts';
import { json } from '../../endpoint.ts';
import type { ShapeOf } from '../../schemas.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { figure, integer, nullable, optional, rowId, text, words } from '../fields.ts';
import {
  contentFields,
  exampleContent,
  exampleMessage,
  exampleReading,
  readingDTO,
  readingShape,
  testOf,
} from './template-shape.ts';

/** Of the newest messages of all phones, those of the senders: enough to see what a template does, in bounded time. */
const messagesMax = 2000;
const changesMax = 50;

const { currency: _, ...markable } = partNames;
const Mark = Type.Object({
  begin: integer(0, templateLimits.text, 'Where it begins, in characters of UTF-16'),
  end: integer(0, templateLimits.text, 'Where it ends'),
  part: Type.Unsafe<Exclude<PartName, 'currency'>>({
    type: 'string',
    enum: Object.keys(markable),
    'x-error-code': 'invalid_choice',
    description: 'What it is; the currency beside a sum is found by itself',
  }),
});

const Question = Type.Object({
  id: optional(rowId('Template ID'), 'The template that it would be a version of; null or absent: a new one'),
  currency: contentFields.currency,
  bank: contentFields.bank,
  senders: contentFields.senders,
  stopWords: contentFields.stopWords,
  pattern: optional(
    text(templateLimits.pattern, 'The pattern'),
    'Null or absent: it is made of the marks in the example',
  ),
  example: optional(
    Type.Object({
      title: Type.Optional(Type.String({ maxLength: templateLimits.text, description: 'Of a notification' })),
      text: text(templateLimits.text, 'The message'),
      isTitled: Type.Optional(Type.Boolean({ description: 'The marks count from the title: title, ` — `, text' })),
      marks: Type.Array(Mark, { maxItems: 40, description: 'What a person has marked' }),
    }),
    'A message to learn from',
  ),
  tests: Type.Optional(contentFields.tests),
});

const KeptMessageShape = Type.Object(
  {
    id: words('Message ID'),
    sender: words('Who sent it'),
    title: words('Of a notification'),
    text: words('The message'),
    cameAt: words('When it came'),
    outcome: nullable(Type.String(), 'What became of it then; null: nobody has read it yet'),
  },
  { description: 'A stored message' },
);

const exampleKept = {
  id: '8812',
  sender: 'VTB',
  title: '',
  text: exampleMessage,
  cameAt: '2026-11-16T16:55:04.000Z',
  outcome: 'unread',
};

const Change = Type.Object({
  message: KeptMessageShape,
  before: readingShape('What it means now'),
  after: readingShape('What it would mean'),
});

const Answer = Type.Object({
  pattern: words('The pattern, as given or as made of the marks'),
  fault: nullable(Type.String(), 'What is wrong with it, as a code; null: it can be used'),
  example: nullable(readingShape('What it says'), 'What the template alone makes of the example'),
  failedTests: Type.Array(
    Type.Object({
      test: figure('Which, counted from 1'),
      fault: Type.Unsafe<TestFault>({
        type: 'string',
        enum: ['read', 'not-read', 'read-otherwise'],
        description: 'What is wrong',
      }),
    }),
    { description: 'Tests that do not hold, with all templates that are on' },
  ),
  looked: figure('How many stored messages of these senders were looked at, the newest'),
  gained: figure('Not read now, and read then'),
  otherwise: figure('Would mean something else'),
  lost: figure('Read now, and not then'),
  changes: Type.Array(Change, { description: `The first ${changesMax} of them, the newest first` }),
});

export const previewMessageTemplate = endpoint({
  method: 'POST',
  path: '/message-templates/preview',
  operationId: 'previewMessageTemplate',
  summary: 'See what a template would read',
  description:
    'Makes a pattern of the parts that a person has marked in a message, and holds it against stored messages, together with the ' +
    'templates that are on. Nothing is stored, and nothing that was read is read anew.',
  tag: 'Message templates',
  roles: ['operator'],
  scope: 'read',
  body: json(Question),
  response: Answer,
  refusals: ['currency_not_allowed', 'invalid_choice', 'template_malformed'],
  example: {
    body: {
      bank: 'vtb',
      currency: 'RUB',
      senders: exampleContent.senders,
      stopWords: exampleContent.stopWords,
      example: {
        text: exampleMessage,
        marks: [
          { begin: 12, end: 16, part: 'amount' },
          { begin: 23, end: 27, part: 'digits' },
          { begin: 31, end: 38, part: 'name' },
          { begin: 46, end: 52, part: 'balance' },
          { begin: 54, end: 59, part: 'time' },
        ],
      },
    },
    answer: {
      pattern: exampleContent.pattern,
      fault: null,
      example: exampleReading,
      failedTests: [],
      looked: 120,
      gained: 1,
      otherwise: 0,
      lost: 0,
      changes: [
        {
          message: exampleKept,
          before: { kind: 'unread', templates: [], word: null, parts: null },
          after: exampleReading,
        },
      ],
    },
  },
  async handle({ context, body }) {
    if (!context.catalogue().currencies.has(body.currency)) {
      throw new AppError('currency_not_allowed', { field: 'currency' });
    }
    const pattern = body.pattern ?? patternOf(exampleText(body), marksOf(body), body.currency);
    const fault = patternFaultOf(pattern);
    return fault === null ? await preview(context, body, pattern) : { ...nothing, pattern, fault };
  },
});

type Asked = ShapeOf<typeof Question>;

const nothing = { example: null, failedTests: [], looked: 0, gained: 0, otherwise: 0, lost: 0, changes: [] };

function exampleText({ example }: Asked): string {
  if (example === null || example === undefined) throw new AppError('blank', { field: 'example' });
  const { title = '', text: body, isTitled = false } = example;
  return isTitled ? withTitle({ title, text: body }) : body;
}

function marksOf({ example }: Asked): readonly Marking[] {
  return example?.marks ?? [];
}

async function preview(context: OperatorContext, asked: Asked, pattern: string): Promise<ShapeOf<typeof Answer>> {
  const { id = null, bank, currency, senders, stopWords, example = null, tests = [] } = asked;
  const subunits = (code: string) => currencyOf(context.catalogue(), code).subunit;
  const candidate = { id: id ?? 0, version: 0, bank, currency, senders, pattern, stopWords };
  const on = (await readTemplates(context.pool)).flatMap((one) => (one.on === null ? [] : [one.on]));
  const after = compileTemplates([...on.filter((one) => one.id !== id), candidate], subunits);
  const kept = await listKeptMessages(context.pool, { senders, limit: messagesMax });
  const before = context.catalogue().messageTemplates;
  const { looked, counts, changes } = compareReadings({ before, after }, kept, { senders, limit: changesMax });
  const alone = compileTemplates([candidate], subunits);
  const read = example === null ? null : readMessage(alone, { sender: senders[0] ?? '', title: '', ...example });
  return {
    pattern,
    fault: null,
    example: read === null ? null : readingDTO(read, subunits),
    failedTests: tests.map(testOf).flatMap((test, index) => {
      const fault = testFault(readMessage(after, test), test.expect, subunits(currency));
      return fault === null ? [] : [{ test: index + 1, fault }];
    }),
    looked,
    gained: counts.gained,
    otherwise: counts.otherwise,
    lost: counts.lost,
    changes: changes.map(({ message, ...both }) => ({
      message: keptMessageDTO(message),
      before: readingDTO(both.before, subunits),
      after: readingDTO(both.after, subunits),
    })),
  };
}

function keptMessageDTO({ id, sender, title, text: body, cameAt, outcome }: KeptMessage) {
  return { id, sender, title, text: body, cameAt: formatTimestamp(cameAt), outcome };
}
