import type { ByPerson } from '../../commands/audited.ts';
import type { Command, InvoiceState } from '../../commands/command.ts';
import { pathUuid, performAct } from './act.ts';
import { dealOf } from './deal-dto.ts';
import type { OperatorCall } from './endpoint.ts';
import { findInvoiceOfDeal } from './reach.ts';

interface DealAct extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
}

/** Does something to the deal in the path, and answers with what it is then. */
export async function actOnDeal<Hint>(
  call: OperatorCall,
  reason: string,
  commandOf: (act: DealAct) => Command<InvoiceState, Hint>,
): Promise<unknown> {
  const { context, request, actor } = call;
  const dealId = pathUuid(request);
  const invoice = await findInvoiceOfDeal(context, dealId);
  const command = commandOf({ actor, reason, invoiceId: invoice.id, dealId, seenStoreId: invoice.storeId });
  return await performAct(call, { command, render: (state) => dealOf(context, state, dealId) });
}
