import { Type } from 'typebox';
import { payoutWasNotPaid } from '../../../commands/payout-work.ts';
import { act } from '../../act.ts';
import { json } from '../../endpoint.ts';
import { agreedLoss, IsBorneByService } from '../agreed-loss.ts';
import { DealShape, examplePayout } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { Reason } from '../fields.ts';
import { currentDeal, findPayout, payoutInPath, SeenDeal, seenDeals } from './find-payout.ts';
import { Next } from './next-step.ts';

export const payoutNotPaid = endpoint({
  method: 'POST',
  path: '/payouts/:id/not-paid',
  operationId: 'payoutNotPaid',
  summary: 'Say that a payout was not paid',
  description:
    'Whatever the proof says, also after the maker was credited. The deal is canceled and what was credited is taken back by new transfers; the payout goes back into the pool at the same terms, or is canceled, as `next` says. The maker cannot take it again.',
  tag: 'Payouts',
  roles: ['operator'],
  scope: 'money',
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, next: Next, isBorneByService: IsBorneByService, reason: Reason })),
  response: DealShape,
  refusals: [
    'decide_dispute',
    'invalid_choice',
    'maker_funds',
    'insufficient_funds',
    'payout_has_newer_deal',
    'second_person_needed',
    'too_many_deals',
    'transfer_not_confirmed',
  ],
  takesKey: true,
  example: {
    body: { dealId: examplePayout.id, next: 'pool', reason: 'The proof is forged' },
    answer: { ...examplePayout, id: '01a1da1f-4b66-7f08-a2c9-5d3e7b104c86', ordinal: 2 },
  },
  async handle(call) {
    const { context, params, actor } = call;
    const { dealId: seen, next, isBorneByService, reason } = call.body;
    const { invoice, deal } = await findPayout(context, actor, params.id);
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, seen);
    const about = { actor, reason, invoiceId, seenStoreId, seenDealIds, next, dealId: context.newId() };
    // What waits for a second person is about the deal of now.
    const request =
      isBorneByService === true && deal !== undefined ? { ...about, seenDealIds: [...seenDealIds, deal.id] } : about;
    const lossMax = isBorneByService === true ? await agreedLoss(call, { decision: 'payout-not-paid', request }) : null;
    return act(payoutWasNotPaid({ ...request, lossMax }), (state) => currentDeal(context, state, actor));
  },
});
