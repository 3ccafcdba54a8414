import { Type } from 'typebox';
import { moveFunds } from '../../../commands/move-funds.ts';
import { approveAct } from '../../../settings/approve-act.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
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
  params: { id: requestInPath },
  body: json(ReasonBody),
  response: Type.Object({ ...Done.properties, secret: nullable(words('Shown here only'), 'Shown here only') }),
  refusals: ['approver_too_new', 'own_request', 'request_decided', 'request_expired', 'request_too_young'],
  example: { body: { reason: 'Talked it over' }, answer: { status: 'approved', secret: null } },
  async handle(call) {
    const { context } = call;
    const by = byOf(call, call.body.reason);
    const { pending, secret, topUp } = await context.settings.run(approveAct, { id: call.params.id }, by);
    if (topUp !== null) await context.engine.submit(moveFunds({ ...topUp, kind: 'top_up' }));
    if (pending.subjectKind === 'user') context.announce([`session u${+pending.subjectId}`]);
    return { status: pending.status, secret };
  },
});
