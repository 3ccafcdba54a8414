import { rejectAct } from '../../../settings/reject-act.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';
import { requestInPath } from './pending-act-shape.ts';

/** By people only, as approving is. */
export const rejectRequest = endpoint({
  method: 'POST',
  path: '/approvals/:id/reject',
  operationId: 'rejectRequest',
  summary: 'Reject a request',
  description: 'Nothing is done. Any operator may, and who asked for it too.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  params: { id: requestInPath },
  body: json(ReasonBody),
  response: Done,
  refusals: ['request_decided', 'request_expired'],
  example: { body: { reason: 'Not needed any more' }, answer: { status: 'rejected' } },
  async handle(call) {
    const by = byOf(call, call.body.reason);
    const { status } = await call.context.settings.run(rejectAct, { id: call.params.id }, by);
    return { status };
  },
});
