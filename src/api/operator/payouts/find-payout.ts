import type { InvoiceState } from '../../../commands/command.ts';
import type { Actor } from '../../../domain/audit.ts';
import { type Deal, newestDeal } from '../../../domain/deal.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { AppError } from '../../../errors.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { type DealShape, dealOf, seenBy } from '../deals/deal-shape.ts';
import type { OperatorContext } from '../endpoint.ts';
import { storesWithinReach } from '../reach.ts';

export const payoutInPath = uuidInPath('ID of the payout: of its invoice or of any deal it has had', exampleIds.payout);

/** The invoice's ID names a payout, and so does the ID of any deal it has had. */
export async function findPayout(
  context: OperatorContext,
  actor: Actor,
  id: string,
): Promise<{ invoice: Invoice; deal: Deal | undefined }> {
  const stores = storesWithinReach(context.catalogue(), actor);
  const found = (await context.reads.invoice(id, stores)) ?? (await ofDeal(context, id, stores));
  if (found === undefined || found.invoice.type !== 'out') throw new AppError('not_found');
  return { invoice: found.invoice, deal: newestDeal(found.deals) };
}

async function ofDeal({ reads }: OperatorContext, dealId: string, stores: readonly number[] | null) {
  const invoiceId = await reads.invoiceIdOfDeal(dealId, stores);
  return invoiceId === null ? undefined : await reads.invoice(invoiceId, stores);
}

/** The deal a payout has now, as the actor sees it. */
export function currentDeal(context: OperatorContext, state: InvoiceState, actor: Actor): DealShape {
  const deal = newestDeal(state.deals);
  if (deal === undefined) throw new Error(`payout ${state.invoice.id} has no deal`);
  return dealOf(context, state, deal.id, seenBy(actor, deal));
}
