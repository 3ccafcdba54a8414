import { hasAllScopes } from '../../domain/api-key.ts';
import { AppError } from '../../errors.ts';
import { findRefund } from '../../storage/reads/refund-reads.ts';
import { authorsShownTo } from '../authors.ts';
import { exampleIds } from '../examples.ts';
import { uuidInPath } from '../parameters.ts';
import { exampleRefund, Refund, readRefundDTO, refundFor } from '../refund-shape.ts';
import { endpoint } from './endpoint.ts';

export const getRefund = endpoint({
  method: 'GET',
  path: '/refunds/:id',
  operationId: 'getRefund',
  summary: 'Get refund by ID',
  description:
    'Once the payer has said where the money goes, `payoutId` names the payout, whose `internalId` is `refund:` and this ID.',
  tag: 'Invoices and deals',
  scope: 'read',
  params: { id: uuidInPath('Refund ID', exampleIds.refund) },
  response: Refund,
  refusals: [],
  example: {
    shows: 'Being paid',
    answer: { ...exampleRefund, status: 'paying', refundUrl: null, payoutId: exampleIds.payout },
  },
  async handle({ context, caller, params }) {
    const refund = await findRefund(context.pool, params.id);
    if (refund === null || refund.storeId !== caller.store.id) throw new AppError('not_found');
    const authors = await authorsShownTo('merchant', context, [refund.askedBy]);
    return refundFor(
      { seesLink: hasAllScopes(caller.apiKey, ['payout']) },
      await readRefundDTO(context, refund),
      authors,
    );
  },
});
