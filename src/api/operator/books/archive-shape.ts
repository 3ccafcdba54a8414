import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import type { ArchiveFigures } from '../../../storage/reads/archive/archive-reads.ts';
import { at } from '../../examples.ts';
import { meaning, type ShapeOf } from '../../schemas.ts';
import { figure, nullable, words } from '../fields.ts';

const Month = Type.Object({
  month: words('As in `2026-05`'),
  invoices: figure('How many invoices are in it; about, while it is here'),
  bytes: figure('Of its tables, with indexes; 0 when it lies in a file'),
  detached: nullable(
    Type.Object({
      at: words('When it left'),
      fileName: words('What the file was called then'),
      sha256: words('What the database knows it by'),
    }),
    'The file that it lies in; null: it is here',
  ),
});

const ArchiveShape = Type.Object(
  {
    afterDays: figure('How long ago something has ended when it moves by itself; 0: nothing does'),
    lookedAt: nullable(Type.String(), 'When everything old enough was last looked at; null before the first time'),
    months: Type.Array(Month, { description: 'From the newest' }),
  },
  { $id: 'Archive' },
);
type ArchiveShape = ShapeOf<typeof ArchiveShape>;

const dayMs = 86_400_000;

export const archiveMeaning = meaning(ArchiveShape, 'What has left the living tables');

export function archiveDTO({ months, roundEndedAt }: ArchiveFigures, afterMs: number | null): ArchiveShape {
  return {
    afterDays: (afterMs ?? 0) / dayMs,
    lookedAt: roundEndedAt === null ? null : formatTimestamp(roundEndedAt),
    months: months.map(({ detached, ...month }) => ({
      ...month,
      detached: detached === null ? null : { ...detached, at: formatTimestamp(detached.at) },
    })),
  };
}

export const exampleArchive: ArchiveShape = {
  afterDays: 90,
  lookedAt: at('12:00:00'),
  months: [
    { month: '2026-07', invoices: 48_210, bytes: 96_468_992, detached: null },
    {
      month: '2026-06',
      invoices: 45_903,
      bytes: 0,
      detached: {
        at: at('04:00:00'),
        fileName: 'quittance-2026-06-3f9c20b17a55.archive.gz',
        sha256: '3f9c20b17a5511f0b3a1c2d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718',
      },
    },
  ],
};
