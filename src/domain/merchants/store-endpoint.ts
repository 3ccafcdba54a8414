import { AppError } from '../../errors/app-error.ts';
import type { Instant } from '../text/timestamp.ts';

/**
 * What an endpoint of a store can hear.
 *
 * `invoice`: every change of status, as the invoice's own `notificationUrl` hears it. `dispute`: those into a dispute and out of
 * one; an endpoint with both hears these as `dispute`, once. `withdrawal`: asked for, being sent, sent, rejected. `balance`: the
 * store's accounts, when they have changed; changes gather while the last word is on its way. `book`: each new sealed page.
 * `access`: an operator has changed what the merchant is believed by.
 */
export const endpointKinds = {
  invoice: 'invoice',
  dispute: 'dispute',
  withdrawal: 'withdrawal',
  balance: 'balance',
  book: 'book',
  access: 'access',
} as const;
export type EndpointKind = keyof typeof endpointKinds;
export const allEndpointKinds = Object.values(endpointKinds);

/** A shop needs one; a store that is read by several systems, one for each. */
export const endpointsMax = 10;
export const endpointUrlCharactersMax = 2_000;

export interface StoreEndpoint {
  readonly id: string;
  readonly storeId: number;
  readonly url: string;
  readonly kinds: readonly EndpointKind[];
  readonly secret: string;
  /** Signs as well until then. */
  readonly former: string | null;
  readonly formerUntil: Instant | null;
  readonly createdAt: Instant;
}

/** Each once, in one order; at least one. */
export function readEndpointKinds(kinds: readonly EndpointKind[]): readonly EndpointKind[] {
  if (kinds.length === 0) throw new AppError('blank', { field: 'kinds' });
  return allEndpointKinds.filter((kind) => kinds.includes(kind));
}

/** A web address without credentials; whether it may be called is for the sender to say. */
export function readEndpointUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isWeb = parsed?.protocol === 'https:' || parsed?.protocol === 'http:';
  if (parsed === null || !isWeb || parsed.username !== '' || parsed.password !== '') {
    throw new AppError('invalid_url', { field: 'url' });
  }
  return parsed.href;
}

export function endpointSecrets({ secret, former, formerUntil }: StoreEndpoint, now: Instant): readonly string[] {
  return former !== null && formerUntil !== null && now < formerUntil ? [secret, former] : [secret];
}

/** Whether a place in a feed matters to it. */
export function hearsInvoices(kinds: readonly EndpointKind[]): boolean {
  return kinds.includes('invoice') || kinds.includes('dispute');
}

/** What a change of an invoice's status is to an endpoint; null: nothing. */
export function kindOfChange(
  kinds: readonly EndpointKind[],
  change: { readonly status: string; readonly statusBefore: string | null },
): 'invoice' | 'dispute' | null {
  const isOfDispute = change.status === 'dispute' || change.statusBefore === 'dispute';
  if (isOfDispute && kinds.includes('dispute')) return 'dispute';
  return kinds.includes('invoice') ? 'invoice' : null;
}
