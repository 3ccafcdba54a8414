import { type Static, Type } from 'typebox';
import { settleDeal as settleDealCommand } from '../../commands/settle-deal.ts';
import { OptionalAmount, pathUuid, performAct } from './act.ts';
import { dealOf } from './deal-dto.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';
import { findInvoiceOfDeal } from './reach.ts';

const SettleDealBody = Type.Object({ amount: OptionalAmount, reason: Reason });

export const settleDeal: OperatorEndpoint = {
  method: 'POST',
  path: '/deals/:id/settle',
  operationId: 'settleDeal',
  summary: 'Settle a deal',
  description:
    'The money is there. For a payin, `amount` says what came when that is not what was asked for; a payout is settled after its proof.',
  roles: ['operator', 'maker'],
  scope: 'money',
  body: { kind: 'json', schema: SettleDealBody },
  response: Type.Object({}),
  async handle(call) {
    const { context, request, actor } = call;
    const { amount, reason } = request.body as Static<typeof SettleDealBody>;
    const dealId = pathUuid(request);
    const invoice = await findInvoiceOfDeal(context, dealId);
    const command = settleDealCommand({
      actor,
      reason,
      invoiceId: invoice.id,
      dealId,
      seenStoreId: invoice.storeId,
      amount: amount ?? null,
    });
    return await performAct(call, { command, render: (state) => dealOf(context, state, dealId) });
  },
};
