import { type Static, Type } from 'typebox';
import { moveFunds } from '../../commands/move-funds.ts';
import { dangers, pendingStatuses } from '../../domain/second-person.ts';
import { formatTimestamp } from '../../domain/timestamp.ts';
import { approveAct } from '../../settings/approve-act.ts';
import { rejectAct } from '../../settings/reject-act.ts';
import { type ListedPendingAct, listPendingActs } from '../../storage/reads/pending-act-reads.ts';
import { pathUuid } from './act.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { nullable } from './fields.ts';
import { ListQuery } from './list-query.ts';
import { byOf, WithReasonBody } from './users.ts';

const PendingActShape = Type.Object({
  id: Type.String(),
  act: Type.String({ description: 'As in the audit log' }),
  danger: Type.Enum(Object.keys(dangers), {
    description: 'Why it needs a second person',
  }),
  subjectKind: Type.String({ description: 'What it is done to' }),
  subjectId: Type.String({ description: 'ID of that' }),
  details: {
    ...nullable(Type.Unsafe<object>({ type: 'object' })),
    description: 'What would change; never a secret',
  },
  requestedBy: Type.String({ description: 'Login of who asked for it' }),
  requestedAt: Type.String({ description: 'When it was asked for' }),
  reason: Type.String(),
  approvableAt: Type.String({ description: 'Until then it stands in plain sight' }),
  expiresAt: Type.String(),
  status: Type.Enum(Object.keys(pendingStatuses)),
  decidedBy: { ...nullable(Type.String()), description: 'Login of who approved or rejected it' },
  decidedAt: { ...nullable(Type.String()), description: 'When that was' },
});

const listApprovals: OperatorEndpoint = {
  roles: ['operator'],
  scope: 'read',
  method: 'GET',
  path: '/approvals',
  operationId: 'listApprovals',
  summary: 'List what waits for a second person',
  description: 'Newest first, two hundred at most.',
  query: { status: '`waiting` (when absent), `approved` or `rejected`' },
  response: Type.Object({ items: Type.Array(PendingActShape) }),
  async handle({ context, request }) {
    const status = new ListQuery(request).choice('status', pendingStatuses) ?? 'waiting';
    return { items: (await listPendingActs(context.pool, status)).map(pendingDTO) };
  },
};

/** By people only: a script that could approve would be a second person in name alone. */
const deciding = {
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  method: 'POST',
  body: { kind: 'json', schema: WithReasonBody },
} as const;

const approveRequest: OperatorEndpoint = {
  ...deciding,
  path: '/approvals/:id/approve',
  operationId: 'approveRequest',
  summary: 'Approve a request',
  description:
    'The act is done at once, on things as they are now. Not by who asked for it, nor by who was let in later. The answer is the only place that shows a new secret.',
  response: Type.Object({ status: Type.String(), secret: nullable(Type.String()) }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    const input = { id: pathUuid(call.request) };
    const { pending, secret, topUp } = await call.context.settings.run(approveAct, input, byOf(call, reason));
    if (topUp !== null) await call.context.engine.submit(moveFunds({ ...topUp, kind: 'top_up' }));
    if (pending.subjectKind === 'user') call.context.announce([`session u${+pending.subjectId}`]);
    return { status: pending.status, secret };
  },
};

const rejectRequest: OperatorEndpoint = {
  ...deciding,
  path: '/approvals/:id/reject',
  operationId: 'rejectRequest',
  summary: 'Reject a request',
  description: 'Nothing is done. Any operator may, and who asked for it too.',
  response: Type.Object({ status: Type.String() }),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof WithReasonBody>;
    const input = { id: pathUuid(call.request) };
    const { status } = await call.context.settings.run(rejectAct, input, byOf(call, reason));
    return { status };
  },
};

function pendingDTO(pending: ListedPendingAct): object {
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
    decidedAt: pending.decidedAt === null ? null : formatTimestamp(pending.decidedAt),
  };
}

export const approvalEndpoints: readonly OperatorEndpoint[] = [listApprovals, approveRequest, rejectRequest];
