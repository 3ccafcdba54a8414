import { type Static, Type } from 'typebox';
import { rejectTransfer as rejectTransferCommand } from '../../commands/reject-transfer.ts';
import { pathUuid, performAct, ReasonBody } from './act.ts';
import { dealOf } from './deal-dto.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { findInvoiceOfDeal } from './reach.ts';

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
    const { context, request, actor } = call;
    const { reason } = request.body as Static<typeof ReasonBody>;
    const dealId = pathUuid(request);
    const invoice = await findInvoiceOfDeal(context, dealId);
    const command = rejectTransferCommand({
      actor,
      reason,
      invoiceId: invoice.id,
      dealId,
      seenStoreId: invoice.storeId,
    });
    return await performAct(call, { command, render: (state) => dealOf(context, state, dealId) });
  },
};
