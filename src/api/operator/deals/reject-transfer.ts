import { rejectTransfer as rejectTransferCommand } from '../../../commands/reject-transfer.ts';
import { json } from '../../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { ReasonBody } from '../fields.ts';
import { actOnDeal, dealInPath } from './act-on-deal.ts';
import { DealShape, exampleDeal } from './deal-shape.ts';

export const rejectTransfer = endpoint({
  method: 'POST',
  path: '/deals/:id/reject-transfer',
  operationId: 'rejectTransfer',
  summary: 'Say that no money came',
  description:
    "For a payin deal that a receipt has confirmed. The deal is canceled and the maker's balance is free again. The invoice stays open for fresh requisites, or expires when its time has passed. Money that comes after all is held as late.",
  tag: 'Deals',
  roles: ['operator'],
  scope: 'money',
  params: { id: dealInPath },
  body: json(ReasonBody),
  response: DealShape,
  refusals: ['arrival_undecided', 'payout_not_allowed', 'transfer_not_confirmed'],
  takesKey: true,
  example: {
    body: { reason: 'Nothing in the bank after a day; the receipt is forged' },
    answer: { ...exampleDeal, status: 'canceled', receivedSum: null },
  },
  async handle(call) {
    const what = { dealId: call.params.id, reason: call.body.reason };
    return await actOnDeal(call, what, rejectTransferCommand);
  },
});
