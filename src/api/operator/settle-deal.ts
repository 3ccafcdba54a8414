import { type Static, Type } from 'typebox';
import { settleDeal as settleDealCommand } from '../../commands/settle-deal.ts';
import { OptionalAmount } from './act.ts';
import { actOnDeal } from './act-on-deal.ts';
import type { OperatorEndpoint } from './endpoint.ts';
import { Reason } from './fields.ts';

const SettleDealBody = Type.Object({ amount: OptionalAmount, reason: Reason });

export const settleDeal: OperatorEndpoint = {
  method: 'POST',
  path: '/deals/:id/settle',
  operationId: 'settleDeal',
  summary: 'Settle a deal',
  description:
    "The money is there. For a payin, `amount` says what came when that is not what was asked for; a payout is settled after its proof, by an operator. A maker's word counts for the sum asked for: with another `amount` the deal stays as it is and the sum becomes a held arrival, which an operator decides.",
  roles: ['operator', 'maker'],
  scope: 'money',
  body: { kind: 'json', schema: SettleDealBody },
  response: Type.Object({}),
  async handle(call) {
    const { amount, reason } = call.request.body as Static<typeof SettleDealBody>;
    return await actOnDeal(call, reason, (act) =>
      settleDealCommand({ ...act, amount: amount ?? null, reportId: call.context.newId() }),
    );
  },
};
