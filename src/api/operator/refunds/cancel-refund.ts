import { cancelRefund as cancelRefundCommand } from '../../../commands/cancel-refund.ts';
import { AppError } from '../../../errors.ts';
import { findRefund } from '../../../storage/reads/refund-reads.ts';
import { act } from '../../act.ts';
import { authorsShownTo } from '../../authors.ts';
import { json } from '../../endpoint.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { exampleRefund, linkReader, Refund, refundDTO, refundFor } from '../../refund-shape.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { reachesStore } from '../reach.ts';

export const cancelRefund = endpoint({
  method: 'POST',
  path: '/refunds/:id/cancel',
  operationId: 'cancelRefund',
  summary: 'Cancel a refund',
  description: 'While the payer has not yet said where the money goes. The link is of no use from then on.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'merchant'],
  scope: 'money',
  params: { id: uuidInPath('Refund ID, a UUID', exampleIds.refund) },
  body: json(ReasonBody),
  response: Refund,
  refusals: ['refund_not_waiting'],
  takesKey: true,
  example: {
    body: { reason: 'The customer keeps it' },
    answer: { ...exampleRefund, status: 'canceled', refundUrl: null },
  },
  async handle({ context, actor, signedIn, params, body }) {
    const refund = await findRefund(context.pool, params.id);
    if (refund === null || !reachesStore(context.catalogue(), actor, refund.storeId)) throw new AppError('not_found');
    const { id: refundId, invoiceId } = refund;
    const command = cancelRefundCommand({ actor, reason: body.reason, refundId, invoiceId });
    const authors = await authorsShownTo(actor.role, context, [refund.askedBy]);
    return act(command, (canceled) =>
      refundFor(linkReader(signedIn), refundDTO(context, canceled, undefined), authors),
    );
  },
});
