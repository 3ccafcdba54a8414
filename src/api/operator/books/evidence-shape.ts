import { Type } from 'typebox';
import { formatTimestamp, type Instant } from '../../../domain/text/timestamp.ts';
import { at } from '../../examples.ts';
import { meaning, type ShapeOf } from '../../schemas.ts';
import { figure, nullable, words } from '../fields.ts';

/** What shows that nothing was rewritten: where the sealed book and the chain of the audit log end, and how far they were checked. */
export interface Evidence {
  /** The last page; null before the first. */
  readonly page: { readonly number: bigint; readonly hash: Uint8Array; readonly sealedAt: Instant } | null;
  /** Up to which page this round has read the book again, and when the last round ended. */
  readonly reread: { readonly page: bigint; readonly endedAt: Instant | null };
  /** The last line of the audit log that is in the chain; null before the first. */
  readonly link: { readonly sequence: bigint; readonly hash: Uint8Array } | null;
  /** Lines that wait for their link. */
  readonly unlinked: number;
  /** What this process has found in its last whole round; null before the first is over. */
  readonly checked: { readonly at: Instant; readonly lines: bigint } | null;
  readonly faults: readonly string[];
}

const Book = Type.Object({
  page: figure('Number of the last sealed page; 0 before the first'),
  hash: nullable(Type.String(), 'Its hash: the head of the book'),
  sealedAt: nullable(Type.String(), 'When it was sealed'),
  rereadPage: figure('Up to which page this round has read the book again'),
  rereadAt: nullable(Type.String(), 'When the whole book was last read again; null before the first time'),
});

const AuditLog = Type.Object({
  lines: figure('Lines in the chain'),
  hash: nullable(Type.String(), 'The hash of the last one: the head of the chain'),
  unlinked: figure('Lines that wait for their link; more than a few for seconds are a fault'),
  checkedAt: nullable(
    Type.String(),
    'When this process last ended a walk along the whole chain; null before the first time',
  ),
  checkedLines: figure('Up to which line that was; 0 before the first time'),
  faults: Type.Array(words('What is not as it was written'), { description: 'The first ones that are known' }),
});

export const EvidenceShape = Type.Object(
  { book: meaning(Book, 'The sealed book'), auditLog: meaning(AuditLog, 'The chain of the audit log') },
  { $id: 'Evidence' },
);
type EvidenceShape = ShapeOf<typeof EvidenceShape>;

const faultsShownMax = 10;

export function evidenceDTO({ page, reread, link, unlinked, checked, faults }: Evidence): EvidenceShape {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return {
    book: {
      page: Number(page?.number ?? 0n),
      hash: page === null ? null : hex(page.hash),
      sealedAt: page === null ? null : formatTimestamp(page.sealedAt),
      rereadPage: Number(reread.page),
      rereadAt: reread.endedAt === null ? null : formatTimestamp(reread.endedAt),
    },
    auditLog: {
      lines: Number(link?.sequence ?? 0n),
      hash: link === null ? null : hex(link.hash),
      unlinked,
      checkedAt: checked === null ? null : formatTimestamp(checked.at),
      checkedLines: Number(checked?.lines ?? 0n),
      faults: faults.slice(0, faultsShownMax),
    },
  };
}

export const exampleEvidence: EvidenceShape = {
  book: {
    page: 41_207,
    hash: '9f2c6b1d0e8a4f7395d1c0b2a6e4f8137c5d9e2b4a6f80c1d3e5f7092b4c6d8e',
    sealedAt: at('12:06:31'),
    rereadPage: 12_880,
    rereadAt: at('04:12:00'),
  },
  auditLog: {
    lines: 1_803,
    hash: '4b7e1f90c2d35a68e0f1b2c3d4a59687786950413f2e1d0c9b8a7f6e5d4c3b2a',
    unlinked: 0,
    checkedAt: at('12:05:00'),
    checkedLines: 1_803,
    faults: [],
  },
};
