import type { InvoiceState } from '../../../commands/command.ts';
import type { Actor } from '../../../domain/audit.ts';
import { type Deal, newestDeal } from '../../../domain/deal.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { AppError } from '../../../errors.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { type DealShape, dealOf, seenBy } from '../deals/deal-shape.ts';
import type { OperatorContext } from '../endpoint.ts';

export const payoutInPath = uuidInPath('ID of the payout: of its invoice or of any deal it has had', exampleIds.payout);

/** The invoice's ID names a payout, and so does the ID of any deal it has had. */
export async function findPayout(
  context: OperatorContext,
  id: string,
): Promise<{ invoice: Invoice; deal: Deal | undefined }> {
  const found = (await context.reads.invoice(id)) ?? (await context.reads.invoice(await invoiceIdOf(context, id)));
  if (found === undefined || found.invoice.type !== 'out') throw new AppError('not_found');
  return { invoice: found.invoice, deal: newestDeal(found.deals) };
}

async function invoiceIdOf(context: OperatorContext, dealId: string): Promise<string> {
  const invoiceId = await context.reads.invoiceIdOfDeal(dealId);
  if (invoiceId === null) throw new AppError('not_found');
  return invoiceId;
}

/** The deal a payout has now, as the actor sees it. */
export function currentDeal(context: OperatorContext, state: InvoiceState, actor: Actor): DealShape {
  const deal = newestDeal(state.deals);
  if (deal === undefined) throw new Error(`payout ${state.invoice.id} has no deal`);
  return dealOf(context, state, deal.id, seenBy(actor, deal));
}
