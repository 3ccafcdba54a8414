import { requireOwnDeal } from '../../commands/audited.ts';
import type { Deal } from '../../domain/invoices/deal.ts';
import type { Invoice } from '../../domain/invoices/invoice.ts';
import type { Actor } from '../../domain/people/audit.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import { AppError } from '../../errors/app-error.ts';
import { exampleIds } from '../examples.ts';
import { ofInvoice, uuidInPath } from '../parameters.ts';
import type { OperatorContext } from './endpoint.ts';

/**
 * What a person reaches. The commands hold the same rules; here they are asked before an upload is read, and for reads. What
 * is not theirs does not exist.
 */
export function storesWithinReach(catalogue: Catalogue, actor: Actor): readonly number[] | null {
  if (actor.role === 'operator') return null;
  return [...catalogue.stores.values()].filter((store) => reachesStore(catalogue, actor, store.id)).map(({ id }) => id);
}

export function reachesStore(catalogue: Catalogue, actor: Actor, storeId: number): boolean {
  const store = catalogue.stores.get(storeId);
  if (store === undefined) return false;
  return actor.role === 'operator' || (actor.role === 'merchant' && store.merchantId === actor.merchantId);
}

/** The requisites a maker holds; null for an operator, who sees all. */
export function requisitesWithinReach(catalogue: Catalogue, actor: Actor): readonly number[] | null {
  if (actor.role === 'operator') return null;
  const own = [...catalogue.requisiteById.values()].filter(({ makerId }) => makerId === actor.makerId);
  return own.map(({ id }) => id);
}

export const invoiceInPath = ofInvoice(uuidInPath('Invoice ID, a UUID', exampleIds.invoice));

interface FoundInvoice {
  readonly invoice: Invoice;
  /** Those that matter now. */
  readonly deals: readonly Deal[];
}

export async function findInvoiceOfDeal(
  context: OperatorContext,
  actor: Actor,
  dealId: string,
  field?: string,
): Promise<Invoice> {
  const stores = storesWithinReach(context.catalogue(), actor);
  const invoiceId = await context.reads.invoiceIdOfDeal(dealId, stores);
  const found = invoiceId === null ? undefined : await context.reads.invoice(invoiceId, stores);
  if (found === undefined) throw new AppError('not_found', field === undefined ? {} : { field });
  return found.invoice;
}

/** An operator's, a merchant's own, or one on which the maker has a deal that matters. */
export async function findInvoiceWithinReach(
  context: OperatorContext,
  actor: Actor,
  invoiceId: string,
): Promise<FoundInvoice> {
  const found = await context.reads.invoice(invoiceId, storesWithinReach(context.catalogue(), actor));
  if (found === undefined) throw new AppError('not_found');
  if (actor.role === 'maker') {
    const [deal] = found.deals;
    if (deal === undefined) throw new AppError('not_found');
    requireOwnDeal(actor, deal);
  } else if (!reachesStore(context.catalogue(), actor, found.invoice.storeId)) throw new AppError('not_found');
  return found;
}

/** The stores a list is about: the one asked for, if it is within reach; else all that are. */
export function storesAsked(catalogue: Catalogue, actor: Actor, storeId: number | null): readonly number[] | null {
  if (storeId === null) return storesWithinReach(catalogue, actor);
  return reachesStore(catalogue, actor, storeId) ? [storeId] : [];
}
