import { Type } from 'typebox';
import { giveBackPayout as giveBackPayoutCommand } from '../../../commands/payout-work.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { DealShape, examplePayout } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { currentDeal, findPayout, payoutInPath, SeenDeal, seenDeals } from './find-payout.ts';

export const giveBackPayout = endpoint({
  method: 'POST',
  path: '/payouts/:id/give-back',
  operationId: 'giveBackPayout',
  summary: 'Give a payout back',
  description: 'It waits for another maker, or ends if its time has passed.',
  tag: 'Payouts',
  roles: ['operator', 'maker'],
  scope: 'money',
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, reason: Reason })),
  response: DealShape,
  refusals: ['payout_has_newer_deal', 'payout_not_open'],
  takesKey: true,
  example: { body: { reason: 'The bank is down' }, answer: examplePayout },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findPayout(context, actor, params.id);
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = giveBackPayoutCommand({ actor, reason: body.reason, invoiceId, seenStoreId, seenDealIds });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});
