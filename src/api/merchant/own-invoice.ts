import type { FastifyRequest } from 'fastify';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import type { InvoiceWithDeals } from '../../storage/reads/invoice-reads.ts';
import type { HttpContext } from '../context.ts';
import { callerOf } from '../perform.ts';

/** The ID in the path as the database knows it. What is no UUID names nothing. */
export function pathId(request: FastifyRequest): string {
  const { id } = request.params as { readonly id: string };
  if (!isUuid(id)) throw new AppError('not_found');
  return id.toLowerCase();
}

/** The invoice in the path, if it is the caller's. Another store's does not exist. */
export async function ownInvoice(context: HttpContext, request: FastifyRequest): Promise<InvoiceWithDeals> {
  const found = await context.reads.invoice(pathId(request));
  if (found === undefined || found.invoice.storeId !== callerOf(request).store.id) throw new AppError('not_found');
  return found;
}
