import { Type } from 'typebox';
import { settleDeal as settleDealCommand } from '../../../commands/settle-deal.ts';
import { json } from '../../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { OptionalAmount, Reason } from '../fields.ts';
import { settlementRefusals } from '../settlement-refusals.ts';
import { actOnDeal, dealInPath } from './act-on-deal.ts';
import { DealShape, exampleDeal } from './deal-shape.ts';
import { OptionalRate, rateRefusals } from './overdue-shape.ts';

export const settleDeal = endpoint({
  method: 'POST',
  path: '/deals/:id/settle',
  operationId: 'settleDeal',
  summary: 'Settle a deal',
  description:
    'The money is there. For a payin, `amount` says what came when that is not what was asked for; a payout is settled after its ' +
    "proof, by an operator. A maker's word counts for the sum asked for: with another `amount` the deal stays as it is and the " +
    'sum becomes a held arrival, which an operator decides.',
  tag: 'Deals',
  roles: ['operator', 'maker'],
  scope: 'money',
  params: { id: dealInPath },
  body: json(Type.Object({ amount: OptionalAmount, rate: OptionalRate, reason: Reason })),
  response: DealShape,
  refusals: [
    ...settlementRefusals,
    ...rateRefusals,
    'arrival_undecided',
    'deal_settled',
    'own_word',
    'payout_sum_fixed',
    'proof_missing',
    'sum_reported',
  ],
  takesKey: true,
  example: { body: { amount: '1000.00', reason: 'Seen in the bank' }, answer: exampleDeal },
  async handle(call) {
    const { amount = null, rate = null, reason } = call.body;
    const reportId = call.context.newId();
    return await actOnDeal(call, { dealId: call.params.id, reason }, (what) =>
      settleDealCommand({ ...what, amount, rate, reportId }),
    );
  },
});
