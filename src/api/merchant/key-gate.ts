import type { FastifyRequest } from 'fastify';
import {
  hasAllScopes,
  type KeyScope,
  type NeededScope,
  possibleScopes,
  requireKeyAddress,
  requireOneScope,
  scopeOfDirection,
} from '../../domain/merchants/api-key.ts';
import { isUuid } from '../../domain/text/uuid.ts';
import { bareAddress } from '../../http/address-key.ts';
import { callerOf } from '../../http/authentication.ts';
import type { ApiContext } from '../context.ts';
import type { MerchantEndpoint } from './endpoint.ts';

/**
 * What a key may not do, and from where it may not be used, is refused here and nowhere else: after the signature, so that nobody
 * learns it who cannot sign, and before anything else is looked at.
 */
export function admitKey({ scope }: Pick<MerchantEndpoint, 'scope'>, request: FastifyRequest): void {
  const { apiKey } = callerOf(request);
  if (apiKey.addresses.length > 0) requireKeyAddress(apiKey, bareAddress(request.ip));
  requireOneScope(apiKey, possibleScopes(scope));
}

/**
 * Where the invoice decides which of two scopes is needed, and the key has one of them: once the body has been checked. Null, as
 * for most requests, where there is nothing left to look at.
 */
export function admitKeyToInvoice(
  context: ApiContext,
  { scope }: Pick<MerchantEndpoint, 'scope'>,
  request: FastifyRequest,
): Promise<void> | null {
  const { apiKey } = callerOf(request);
  return hasAllScopes(apiKey, possibleScopes(scope)) ? null : requireFittingScope(context, scope, request);
}

async function requireFittingScope(context: ApiContext, scope: NeededScope, request: FastifyRequest): Promise<void> {
  const { apiKey } = callerOf(request);
  const needed = scope === 'type of body' ? scopeOfBody(request) : await scopeOfInvoice(context, request);
  if (needed !== null) requireOneScope(apiKey, [needed]);
}

function scopeOfBody({ body }: FastifyRequest): KeyScope {
  return scopeOfDirection((body as { readonly type: 'in' | 'out' }).type);
}

/** Null where there is no such invoice of the store: that is for the operation to say. */
async function scopeOfInvoice({ reads }: ApiContext, request: FastifyRequest): Promise<KeyScope | null> {
  const { id } = request.params as { readonly id: string };
  const { store } = callerOf(request);
  if (!isUuid(id)) return null;
  // As the operation reads it: another spelling is the same invoice.
  const invoiceId = id.toLowerCase();
  const ofDeal = async () => {
    const found = await reads.invoiceIdOfDeal(invoiceId, [store.id]);
    return found === null ? undefined : await reads.invoice(found, [store.id]);
  };
  const found = (await reads.invoice(invoiceId, [store.id])) ?? (await ofDeal());
  return found === undefined || found.invoice.storeId !== store.id ? null : scopeOfDirection(found.invoice.type);
}
