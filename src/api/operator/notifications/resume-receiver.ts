import { AppError } from '../../../errors.ts';
import { listReceivers } from '../../../storage/reads/notification-reads.ts';
import { json } from '../../endpoint.ts';
import { textInPath } from '../../parameters.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { Done, ReasonBody } from '../fields.ts';
import { storesWithinReach } from '../reach.ts';

export const resumeReceiver = endpoint({
  method: 'POST',
  path: '/receivers/:key/resume',
  operationId: 'resumeReceiver',
  summary: 'Resume a paused receiver',
  description: 'What has piled up is sent at once.',
  tag: 'Notifications',
  roles: ['operator', 'merchant'],
  scope: 'settings',
  params: { key: textInPath('The key of the receiver', '7718273645519') },
  body: json(ReasonBody),
  response: Done,
  refusals: [],
  example: { body: { reason: 'The shop says that it is back' }, answer: { status: 'resumed' } },
  async handle(call) {
    const { context, params, body, actor } = call;
    const known = await listReceivers(context.pool, storesWithinReach(context.catalogue(), actor));
    const receiver = known.find((one) => String(one.key) === params.key);
    if (receiver === undefined) throw new AppError('not_found');
    await context.resending.resume(receiver.key, byOf(call, body.reason));
    return { status: 'resumed' };
  },
});
