import { Type } from 'typebox';
import { confirmPayout as confirmPayoutCommand } from '../../../commands/payout-work.ts';
import { AppError } from '../../../errors.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { DealShape, exampleProvedPayout } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { reachesStore } from '../reach.ts';
import { currentDeal, findPayout, payoutInPath, SeenDeal, seenDeals } from './find-payout.ts';

export const confirmPayout = endpoint({
  method: 'POST',
  path: '/payouts/:id/confirm',
  operationId: 'confirmPayout',
  summary: 'Say that a payout was received',
  description:
    'The maker has shown a proof and is credited now. Without it the maker is credited when the time of `creditAt` has passed, unless somebody disputes the payout before: then no time credits it any more, however the dispute is decided.',
  tag: 'Payouts',
  roles: ['operator', 'merchant'],
  scope: 'money',
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, reason: Reason })),
  response: DealShape,
  refusals: ['deal_settled', 'payout_has_newer_deal', 'proof_missing'],
  takesKey: true,
  example: {
    body: { dealId: exampleProvedPayout.id, reason: 'The receiver has the money' },
    answer: {
      ...exampleProvedPayout,
      status: 'completed',
      isActive: false,
      receivedSum: exampleProvedPayout.sum,
      creditAt: null,
      endedAt: at('13:00:00'),
    },
  },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findPayout(context, actor, params.id);
    if (!reachesStore(context.catalogue(), actor, invoice.storeId)) throw new AppError('not_found');
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = confirmPayoutCommand({ actor, reason: body.reason, invoiceId, seenStoreId, seenDealIds });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});
