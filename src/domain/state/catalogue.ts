import type { Reference } from '../catalogue/reference-entries.ts';
import type { DisputeRules } from '../disputes/dispute-clock.ts';
import type { Makers } from '../makers/maker.ts';
import type { Requisites } from '../makers/requisite.ts';
import type { ApiKey } from '../merchants/api-key.ts';
import type { Merchants } from '../merchants/merchant.ts';
import type { Stores } from '../merchants/store.ts';
import type { StoreEndpoint } from '../merchants/store-endpoint.ts';
import type { WebhookSecrets } from '../merchants/webhook-secret.ts';
import type { CompiledTemplates } from '../messages/reading.ts';
import type { ServiceAccounts } from '../money/service-accounts.ts';
import type { Traffic } from '../payins/routing.ts';
import type { Phone } from '../phones/phone.ts';
import type { CurrentRates } from '../rates/rates.ts';

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
