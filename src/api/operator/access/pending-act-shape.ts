import { Type } from 'typebox';
import { dangers, pendingStatuses } from '../../../domain/second-person.ts';
import { formatTimestamp } from '../../../domain/timestamp.ts';
import type { ListedPendingAct } from '../../../storage/reads/pending-act-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { nullable, words } from '../fields.ts';
import { timestampOrNull } from '../timestamps.ts';

/** An act that waits for a second person, or did. */
export const PendingActShape = Type.Object({
  id: words('ID'),
  act: words('As in the audit log'),
  danger: oneOf(dangers, 'Why it needs a second person'),
  subjectKind: words('What it is done to'),
  subjectId: words('ID of that'),
  details: nullable(Type.Unsafe<object>({ type: 'object' }), 'What would change; never a secret'),
  requestedBy: words('Login of who asked for it'),
  requestedAt: words('When it was asked for'),
  reason: words('Why; it is kept in the audit log'),
  approvableAt: words('Until then it stands in plain sight'),
  expiresAt: words('When it ends'),
  status: oneOf(pendingStatuses, 'What was done'),
  decidedBy: nullable(Type.String(), 'Login of who approved or rejected it'),
  decidedAt: nullable(Type.String(), 'When that was'),
});

export const requestInPath = uuidInPath('ID of the request, a UUID', exampleIds.request);

export function pendingDTO(pending: ListedPendingAct): ShapeOf<typeof PendingActShape> {
  const { id, danger, subjectKind, subjectId, details, reason, status } = pending;
  return {
    id,
    act: pending.name,
    danger,
    subjectKind,
    subjectId,
    details,
    requestedBy: pending.requestedByLogin,
    requestedAt: formatTimestamp(pending.requestedAt),
    reason,
    approvableAt: formatTimestamp(pending.approvableAt),
    expiresAt: formatTimestamp(pending.expiresAt),
    status,
    decidedBy: pending.decidedByLogin,
    decidedAt: timestampOrNull(pending.decidedAt),
  };
}

export const examplePending: ShapeOf<typeof PendingActShape> = {
  id: exampleIds.request,
  act: 'allow-top-up',
  danger: 'large-top-up',
  subjectKind: 'store',
  subjectId: '1',
  details: { amount: '250000', currency: 'USDT', movement: exampleIds.movement },
  requestedBy: 'anna',
  requestedAt: at('12:00:00'),
  reason: 'Deposit of November',
  approvableAt: at('13:00:00'),
  expiresAt: '2026-11-21T12:00:00+00:00',
  status: 'waiting',
  decidedBy: null,
  decidedAt: null,
};
