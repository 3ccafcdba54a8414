import type { Transfer } from '../ledger/ledger.ts';
import type { Makers } from '../makers/maker.ts';
import type { Requisites, RequisiteUse } from '../makers/requisite.ts';
import type { Stores } from '../merchants/store.ts';
import type { Currencies } from '../money/money.ts';
import type { CurrentRates } from '../rates/rates.ts';
import type { Instant } from '../text/timestamp.ts';
import type { Deal } from './deal.ts';
import type { Invoice } from './invoice.ts';
import type { Notification } from './notification.ts';
/** What the moves of an invoice look up and write; a command's own `Move` has all of it and more. */
export interface InvoiceMove {
  readonly catalogue: Currencies & CurrentRates & Makers & Stores & Pick<Requisites, 'requisiteById'>;
  readonly now: Instant;
  readonly changes: {
    readonly invoices: Invoice[];
    readonly deals: Deal[];
    readonly transfers: Transfer[];
    readonly notifications: Notification[];
    readonly requisiteUses: RequisiteUse[];
    readonly freedPairs: string[];
  };
}
