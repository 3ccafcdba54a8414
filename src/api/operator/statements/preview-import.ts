import { Type } from 'typebox';
import { headBytes } from '../../../bank-files/open-bank-file.ts';
import type { FilePreview } from '../../../bank-files/preview.ts';
import { bankFormats, directions } from '../../../domain/statements/told.ts';
import { json } from '../../endpoint.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { endpoint } from '../endpoint.ts';
import { figure, flag, nullable, optional, words } from '../fields.ts';
import { CsvMappingShape, exampleMapping, importInPath, importWithinReach } from './import-shape.ts';

const PreviewShape = Type.Object(
  {
    format: oneOf(bankFormats, 'What the file is, by its content'),
    mapping: nullable(CsvMappingShape, 'Of CSV: the meaning that was tried, or a first guess'),
    rows: Type.Array(Type.Array(Type.String()), { description: 'Of CSV: its first rows as they are' }),
    lines: Type.Array(
      Type.Object({
        where: figure('Line of the file'),
        direction: oneOf(directions, 'Whether it came in or went out'),
        amount: words('Decimal sum'),
        currency: nullable(Type.String(), 'Null where the file does not say'),
        bookedOn: words('Day of booking'),
        reference: nullable(Type.String(), "The bank's own number"),
        party: words('Who sent or got it'),
        purpose: words('What for'),
      }),
      { description: 'The first lines as they would be read' },
    ),
    account: nullable(Type.String(), 'Account that the file names in its beginning'),
    isWhole: flag('The preview has read the whole file'),
    fault: nullable(
      Type.Object({ code: words('Which refusal'), message: words('In words, with the line') }),
      'Why it would be refused, as far as the beginning shows',
    ),
  },
  { $id: 'StatementPreview' },
);

const examplePreview: ShapeOf<typeof PreviewShape> = {
  format: 'csv',
  mapping: exampleMapping,
  rows: [
    ['Дата', 'Сумма', 'Контрагент', 'Назначение', 'Остаток'],
    ['14.11.2026', '1000,00', 'Anna S.', 'Перевод', '5200,00'],
  ],
  lines: [
    {
      where: 2,
      direction: 'in',
      amount: '1000.00',
      currency: null,
      bookedOn: '2026-11-14',
      reference: null,
      party: 'Anna S.',
      purpose: 'Перевод',
    },
  ],
  account: null,
  isWhole: true,
  fault: null,
};

export const previewImport = endpoint({
  method: 'POST',
  path: '/statement-imports/:id/preview',
  operationId: 'previewStatementImport',
  summary: 'See how the file would be read',
  description:
    'Reads the beginning of what has come, and changes nothing. Of CSV, with the meaning of columns that is given.',
  tag: 'Bank statements',
  roles: ['operator', 'maker'],
  scope: 'arrivals',
  params: { id: importInPath },
  body: json(Type.Object({ mapping: optional(CsvMappingShape, 'Of CSV: what its columns mean') })),
  response: PreviewShape,
  refusals: ['bank_file_format', 'bank_file_too_heavy', 'bank_reading_spent', 'overloaded'],
  example: { body: { mapping: exampleMapping }, answer: examplePreview },
  async handle(call) {
    const { context, body } = call;
    const work = await importWithinReach(call, call.params.id);
    const bytes = await context.statementFiles.head(work.id, headBytes);
    const isAll = bytes.byteLength === work.sizeBytes;
    const mapping = body.mapping ?? null;
    return previewDTO(await context.previews.read(call.actor, { bytes, isAll, mapping }));
  },
});

function previewDTO({ mapping, lines, ...preview }: FilePreview): ShapeOf<typeof PreviewShape> {
  return {
    ...preview,
    mapping,
    lines: lines.map(({ where, direction, amount, currency, bookedOn, reference, party, purpose }) => ({
      where,
      direction,
      amount,
      currency,
      bookedOn,
      reference,
      party,
      purpose,
    })),
  };
}
