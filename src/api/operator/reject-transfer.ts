import { type Static, Type } from 'typebox';
import { rejectTransfer as rejectTransferCommand } from '../../commands/reject-transfer.ts';
import { ReasonBody } from './act.ts';
import { actOnDeal } from './act-on-deal.ts';
import type { OperatorEndpoint } from './endpoint.ts';

export const rejectTransfer: OperatorEndpoint = {
  method: 'POST',
  path: '/deals/:id/reject-transfer',
  operationId: 'rejectTransfer',
  summary: 'Say that no money came',
  description:
    "For a payin deal that a receipt has confirmed. The deal is canceled and the maker's balance is free again. The invoice stays open for fresh requisites, or expires when its time has passed. Money that comes after all is held as late.",
  roles: ['operator'],
  scope: 'money',
  body: { kind: 'json', schema: ReasonBody },
  response: Type.Object({}),
  async handle(call) {
    const { reason } = call.request.body as Static<typeof ReasonBody>;
    return await actOnDeal(call, reason, rejectTransferCommand);
  },
};
