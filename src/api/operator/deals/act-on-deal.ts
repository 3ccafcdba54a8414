import type { ByPerson } from '../../../commands/audited.ts';
import type { Command, InvoiceState } from '../../../commands/command.ts';
import { type Act, act } from '../../act.ts';
import { exampleIds } from '../../examples.ts';
import { ofInvoice, uuidInPath } from '../../parameters.ts';
import type { OperatorCall } from '../endpoint.ts';
import { findInvoiceOfDeal } from '../reach.ts';
import { type DealShape, dealOf } from './deal-shape.ts';

export const dealInPath = ofInvoice(uuidInPath('Deal ID, a UUID', exampleIds.invoice));

interface DealAct extends ByPerson {
  readonly invoiceId: string;
  readonly dealId: string;
  readonly seenStoreId: number;
}

/** Does something to a deal, and answers with what it is then. */
export async function actOnDeal<Hint>(
  { context, actor }: OperatorCall,
  { dealId, reason }: { readonly dealId: string; readonly reason: string },
  commandOf: (act: DealAct) => Command<InvoiceState, Hint>,
): Promise<Act<DealShape>> {
  const invoice = await findInvoiceOfDeal(context, actor, dealId);
  const command = commandOf({ actor, reason, invoiceId: invoice.id, dealId, seenStoreId: invoice.storeId });
  return act(command, (state) => dealOf(context, state, dealId));
}
