import type { NeededScope } from '../../domain/merchants/api-key.ts';
import type { ErrorCode } from '../../errors/app-error.ts';
import type { Caller } from '../../http/authentication.ts';
import type { ApiContext } from '../context.ts';
import type { Endpoint, EndpointMaker } from '../endpoint.ts';
import { kindRefusals } from '../refusals.ts';

/** Under which the reference lists the operations that shops and payers meet. */
export const merchantTags = {
  'Invoices and deals': 'Ask for money (payin) or pay it out (payout), and follow it until it has arrived.',
  'Accounts and withdrawals': 'What the store is owed, and how it leaves the service.',
  Notifications: 'What the service has told the shop, for when the shop was not listening.',
  Payers: 'The public interface: needs the ID of an invoice and no headers. The payment page uses it.',
  'Reference lists': 'Banks, ways to pay and rates: what the values of other operations may be.',
} as const;
type MerchantTag = keyof typeof merchantTags;

/** What an operation of the merchant interface works with. */
export interface MerchantCall {
  readonly context: ApiContext;
  /** Whose key signed the request. */
  readonly caller: Caller;
}

interface OfMerchants {
  readonly method: 'GET' | 'POST';
  readonly tag: MerchantTag;
  /** What the API key must be allowed to do. */
  readonly scope: NeededScope;
}

export type MerchantEndpoint = Endpoint<MerchantCall> & OfMerchants;

export const endpoint: EndpointMaker<MerchantCall, OfMerchants> = (described) => described;

/** Every code an operation refuses with: its own first, then those of its kind. */
export function merchantRefusals(described: MerchantEndpoint): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...kindRefusals(described),
      'unauthorized',
      'signature_256_needed',
      'timestamp_needed',
      'timestamp_stale',
      'key_address_refused',
      'key_scope_missing',
      'rate_limited',
      'internal',
      'database_unavailable',
    ]),
  ];
}
