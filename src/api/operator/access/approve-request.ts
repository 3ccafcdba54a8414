import { Type } from 'typebox';
import { askRefund } from '../../../commands/ask-refund.ts';
import { moveFunds } from '../../../commands/move-funds.ts';
import { rejectWithdrawal } from '../../../commands/withdrawal-work.ts';
import { approveAct, type Left } from '../../../settings/approve-act.ts';
import { json } from '../../endpoint.ts';
import { commandOf } from '../agreed-loss.ts';
import { byOf, endpoint, type OperatorContext } from '../endpoint.ts';
import { Done, nullable, ReasonBody, words } from '../fields.ts';
import { requestInPath } from './pending-act-shape.ts';

/** By people only: a script that could approve would be a second person in name alone. */
export const approveRequest = endpoint({
  method: 'POST',
  path: '/approvals/:id/approve',
  operationId: 'approveRequest',
  summary: 'Approve a request',
  description:
    'The act is done at once, on things as they are now. Not by who asked for it, nor by who was let in later. The answer is the only place that shows a new secret.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: requestInPath },
  body: json(ReasonBody),
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
  async handle(call) {
    const { context } = call;
    const by = byOf(call, call.body.reason);
    const { pending, secret, left } = await context.settings.run(approveAct, { id: call.params.id }, by);
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
