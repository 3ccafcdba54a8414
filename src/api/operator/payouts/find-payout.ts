import type { Deal } from '../../../domain/deal.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { AppError } from '../../../errors.ts';
import { exampleIds } from '../../examples.ts';
import { uuidInPath } from '../../parameters.ts';
import type { OperatorContext } from '../endpoint.ts';

export const payoutInPath = uuidInPath('ID of the payout: of its invoice or its deal', exampleIds.payout);

/** A payout has one deal, which carries the invoice's ID: either names it. */
export async function findPayout(
  context: OperatorContext,
  id: string,
): Promise<{ invoice: Invoice; deal: Deal | undefined }> {
  const found = await context.reads.invoice(id);
  if (found === undefined || found.invoice.type !== 'out') throw new AppError('not_found');
  return { invoice: found.invoice, deal: found.deals[0] };
}
