import { Type } from 'typebox';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { AuditLine } from '../../../storage/reads/audit-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import type { ShapeOf } from '../../schemas.ts';
import { nullable, words } from '../fields.ts';

export const AuditLineShape = Type.Object(
  {
    id: words('Number of the line'),
    at: words('When'),
    userId: nullable(Type.Integer(), 'Who; null for the command line and the service itself'),
    actor: words('Login, or `cli`, or `service`'),
    action: words('What was done'),
    subjectKind: words('What it was done to'),
    subjectId: words('Which one'),
    reason: words('Why'),
    details: nullable(Type.Unsafe<object>({ type: 'object', properties: {} }), 'What changed'),
  },
  { $id: 'AuditLine' },
);

export function auditLineDTO(line: AuditLine): ShapeOf<typeof AuditLineShape> {
  return { ...line, id: String(line.id), at: formatTimestamp(line.at) };
}

export const exampleAuditLine: ShapeOf<typeof AuditLineShape> = {
  id: '204',
  at: at('12:06:30'),
  userId: 1,
  actor: 'anna',
  action: 'settle-deal',
  subjectKind: 'invoice',
  subjectId: exampleIds.invoice,
  reason: 'Seen in the bank',
  details: { dealId: exampleIds.invoice },
};
