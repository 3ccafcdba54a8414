import type { DealStatus } from '../../domain/deal.ts';
import type { InvoiceStatus } from '../../domain/invoice.ts';
import type { MoneyDTO } from '../../domain/money.ts';
import type { Direction, PaymentOption } from '../../domain/payment.ts';
import type { Instant } from '../../domain/timestamp.ts';

/**
 * All that the payer's page shows of an invoice, as of one instant: what has expired is shown as expired. Nothing of the
 * merchant or the maker is in it that a payer need not see.
 */
export interface PaymentPage {
  readonly invoiceId: string;
  readonly type: Direction;
  readonly status: InvoiceStatus;
  /** The service's clock when this was read: countdowns follow it, not the reader's clock. */
  readonly now: Instant;
  readonly store: PaymentPageStore;
  readonly sum: MoneyDTO;
  /** Whether a dispute ended with another sum than the one first asked for. */
  readonly isSumChanged: boolean;
  readonly createdAt: Instant;
  readonly expireAt: Instant;
  /** When the invoice got its status; for a paid one, when it was paid. */
  readonly updatedAt: Instant;
  /** Where the merchant wants the payer to go at the end; null where no URL was given. http or https. */
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** The way to pay that somebody named, the merchant or the payer; null leaves it open. */
  readonly named: { readonly option: PaymentOption | null; readonly bank: PaymentPageBank | null };
  /** The active, completed or disputed deal. */
  readonly deal: PaymentPageDeal | null;
  /** How many deals were started so far: with some, but none running, the time of the last one has run out. */
  readonly dealsStarted: number;
  /** The ways to pay that are free now, in the catalogue's order; empty when nothing can be started any more. */
  readonly variants: readonly PaymentPageVariant[];
}

export interface PaymentPageStore {
  readonly name: string;
  /** `#rrggbb`, or null for the house's own. */
  readonly colour: string | null;
  /** Origins that may show the page in a frame, as in `https://shop.example`; none when empty. */
  readonly frameOrigins: readonly string[];
}

export interface PaymentPageBank {
  readonly code: string;
  readonly name: string;
}

export interface PaymentPageDeal {
  readonly id: string;
  readonly status: DealStatus;
  readonly option: PaymentOption;
  readonly bank: PaymentPageBank;
  /** Of a payin: where to send the money. Null for a payout, whose requisites are nobody's business here. */
  readonly requisites: { readonly number: string; readonly holder: string } | null;
  readonly deadlineAt: Instant;
  readonly confirmedAt: Instant | null;
  /** How many receipts were uploaded. */
  readonly receipts: number;
}

export interface PaymentPageVariant {
  readonly option: PaymentOption;
  readonly bank: PaymentPageBank;
}
