import type { Instant } from '../text/timestamp.ts';
import { type Merchants, validSecrets } from './merchant.ts';
import { type Stores, storeOf } from './store.ts';

export interface WebhookSecrets {
  /** Of stores that have one of their own, by store. */
  readonly webhookSecrets: ReadonlyMap<number, WebhookSecret>;
}

/**
 * What the notifications of a store are signed with. A store begins with the merchant's secret; once it has one of its own, that
 * one signs, and for an overlap the former one beside it: a receiver takes a notification with one good signature.
 */
export interface WebhookSecret {
  readonly secret: string;
  /** Null: before it the merchant's secret signed. */
  readonly former: string | null;
  readonly formerUntil: Instant | null;
}

export function webhookSecretsOf(
  catalogue: Merchants & Stores & WebhookSecrets,
  storeId: number,
  now: Instant,
): readonly string[] {
  const merchant = catalogue.merchants.get(storeOf(catalogue, storeId).merchantId);
  const merchants = merchant === undefined ? [] : validSecrets(merchant, now);
  const own = catalogue.webhookSecrets.get(storeId);
  if (own === undefined) return merchants;
  const isOverlap = own.formerUntil !== null && now < own.formerUntil;
  if (!isOverlap) return [own.secret];
  return [own.secret, ...(own.former === null ? merchants : [own.former])];
}
