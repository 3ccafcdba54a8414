import { Type } from 'typebox';
import { moveFunds } from '../../../commands/ledger/move-funds.ts';
import { askRefund } from '../../../commands/refunds/ask-refund.ts';
import { rejectWithdrawal } from '../../../commands/withdrawals/withdrawal-work.ts';
import { dangers, pendingStatuses } from '../../../domain/authority/second-person.ts';
import { formatTimestamp } from '../../../domain/text/timestamp.ts';
import { approveAct, type Left } from '../../../settings/authority/approve-act.ts';
import { rejectAct } from '../../../settings/authority/reject-act.ts';
import { type ListedPendingAct, listPendingActs } from '../../../storage/reads/people/pending-act-reads.ts';
import { at, exampleIds } from '../../examples.ts';
import { choiceQuery, orElse, uuidInPath } from '../../parameters.ts';
import { oneOf, type ShapeOf } from '../../schemas.ts';
import { commandOf } from '../agreed-loss.ts';
import { type OperatorContext, readsOf } from '../endpoint.ts';
import { Done, nullable, timestampOrNull, words } from '../fields.ts';
import { all } from '../paging.ts';
import { settingsOf } from '../setting-endpoint.ts';

const approvals = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true, needsFreshProof: true });
const read = readsOf({ tag: 'People and access', roles: ['operator'] });

/** An act that waits for a second person, or did. */
const PendingActShape = Type.Object({
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

const requestInPath = uuidInPath('ID of the request, a UUID', exampleIds.request);

function pendingDTO(pending: ListedPendingAct): ShapeOf<typeof PendingActShape> {
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

const examplePending: ShapeOf<typeof PendingActShape> = {
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

export const listApprovals = read({
  path: '/approvals',
  operationId: 'listApprovals',
  summary: 'List what waits for a second person',
  description: 'Newest first, two hundred at most.',
  query: {
    status: orElse(choiceQuery(pendingStatuses, '`waiting` (when absent), `approved` or `rejected`'), 'waiting'),
  },
  response: all(PendingActShape),
  example: { answer: { items: [examplePending] } },
  async handle({ context, query: { status } }) {
    return { items: (await listPendingActs(context.pool, status)).map(pendingDTO) };
  },
});

/** By people only: a script that could approve would be a second person in name alone. */
export const approveRequest = approvals(approveAct, {
  method: 'POST',
  path: '/approvals/:id/approve',
  operationId: 'approveRequest',
  summary: 'Approve a request',
  description:
    'The act is done at once, on things as they are now. Not by who asked for it, nor by who was let in later. The answer is the only place that shows a new secret.',
  params: { id: requestInPath },
  response: Type.Object({ ...Done.properties, secret: nullable(words('Shown here only'), 'Shown here only') }),
  refusals: [
    'approver_too_new',
    'money_out_stopped',
    'movement_id_reused',
    'own_request',
    'payouts_open',
    'maker_funds',
    'refund_not_paid',
    'refund_too_much',
    'insufficient_funds',
    'request_decided',
    'request_expired',
    'request_too_young',
    'withdrawal_not_open',
  ],
  example: { body: { reason: 'Talked it over' }, answer: { status: 'approved', secret: null } },
  input: ({ params }) => ({ id: params.id }),
  answer: async ({ pending, secret, left }, { context }) => {
    if (left !== null) await carryOut(context, left);
    if (pending.subjectKind === 'user') context.announce([`session u${+pending.subjectId}`]);
    return { status: pending.status, secret };
  },
});

async function carryOut({ engine, clock }: OperatorContext, left: Left): Promise<void> {
  const { actor, reason } = left;
  switch (left.act) {
    case 'move-funds':
      await engine.submit(moveFunds({ ...left.movement, actor, reason, kind: left.kind, askedAt: clock() }));
      return;
    case 'reject-withdrawal': {
      const { withdrawalId, ...seen } = left.rejection;
      await engine.submit(rejectWithdrawal({ withdrawalId, seen, actor, reason, isAgreed: true }));
      return;
    }
    case 'ask-refund':
      await engine.submit(askRefund({ ...left.refund, by: { actor, reason } }));
      return;
    case 'bear-loss':
      await engine.submit(commandOf(left.wish));
  }
}

/** By people only, as approving is. */
export const rejectRequest = approvals(rejectAct, {
  method: 'POST',
  path: '/approvals/:id/reject',
  operationId: 'rejectRequest',
  summary: 'Reject a request',
  description: 'Nothing is done. Any operator may, and who asked for it too.',
  params: { id: requestInPath },
  response: Done,
  refusals: ['request_decided', 'request_expired'],
  example: { body: { reason: 'Not needed any more' }, answer: { status: 'rejected' } },
  input: ({ params }) => ({ id: params.id }),
  answer: ({ status }) => ({ status }),
});
