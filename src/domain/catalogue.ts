import type { ApiKey } from './api-key.ts';
import type { DisputeRules } from './dispute-clock.ts';
import type { Makers } from './maker.ts';
import type { Merchants } from './merchant.ts';
import type { CompiledTemplates } from './messages/reading.ts';
import type { Phone } from './phones/phone.ts';
import type { CurrentRates } from './rates.ts';
import type { Reference } from './reference-entries.ts';
import type { Requisites } from './requisite.ts';
import type { Traffic } from './routing.ts';
import type { ServiceAccounts } from './service-accounts.ts';
import type { Stores } from './store.ts';
import type { StoreEndpoint } from './store-endpoint.ts';
import type { WebhookSecrets } from './webhook-secret.ts';

/**
 * The catalogue is everything that changes seldom and is asked for always: currencies, banks, stores and their settings,
 * keys, rates, requisites. Each process holds one immutable snapshot in memory. A version number in the database, read
 * in every batch, tells whether the snapshot is still the truth; a stale one is replaced before anything is decided.
 */
export interface Catalogue
  extends Reference,
    CurrentRates,
    ServiceAccounts,
    Merchants,
    Stores,
    Makers,
    Requisites,
    Traffic,
    WebhookSecrets {
  /** Names exactly this content: whatever the database has now is right, also when that is an earlier one. */
  readonly version: string;
  /** Those that were not revoked, by what they are called with. */
  readonly apiKeys: ReadonlyMap<string, ApiKey>;
  /** Addresses of stores that hear of more than invoices, by ID. */
  readonly endpoints: ReadonlyMap<string, StoreEndpoint>;
  /** Phones of makers that were not revoked. */
  readonly phones: ReadonlyMap<number, Phone>;
  /** What reads banks' messages: the templates that are on. */
  readonly messageTemplates: CompiledTemplates;
  readonly disputeRules: DisputeRules;
  /** A failover has lost commits, and no operator has said yet that it is put right: no money goes out. */
  readonly isMoneyStopped: boolean;
}
