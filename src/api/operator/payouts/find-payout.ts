import type { InvoiceState } from '../../../commands/command.ts';
import type { Actor } from '../../../domain/audit.ts';
import { type Deal, newestDeal } from '../../../domain/deal.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import { type DealShape, dealOf, seenBy } from '../deals/deal-shape.ts';
import type { OperatorContext } from '../endpoint.ts';
import { note } from '../fields.ts';
import { storesWithinReach } from '../reach.ts';

export const payoutInPath = uuidInPath(
  'ID of the payout: of its invoice, or of the deal it has now. The first deal has the ID of the invoice',
  exampleIds.payout,
);

/** Two people may look at one payout. Who comes second must not decide about a deal that they have not seen. */
export const seenDealNote =
  'The deal that was looked at. Refused when the payout has another one by now; absent: whichever it has';
export const SeenDeal = note(36, seenDealNote);

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

/** The deals that a request means: the one in its body, and one in its path that is no invoice. */
export function seenDeals(pathId: string, { id }: Invoice, named: string | null | undefined): readonly string[] {
  const inPath = pathId === id ? [] : [pathId];
  if (named === null || named === undefined || named === '') return inPath;
  if (!isUuid(named)) throw new AppError('not_found', { field: 'dealId' });
  return [...inPath, named.toLowerCase()];
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
