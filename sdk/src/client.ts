import { createForm, type FileUpload } from './form.ts';
import type {
  Account,
  CanceledInvoice,
  CreatedInvoice,
  CreatedWithdrawal,
  CreateInvoice,
  CreateRefund,
  CreateWithdrawal,
  CurrentRates,
  DeliveryAttempt,
  DisputeReason,
  Invoice,
  NotificationDetails,
  NotificationLine,
  PaymentVariant,
  ReferenceItem,
  Refund,
  Requisites,
  StartDeal,
  Withdrawal,
} from './merchant-interface.ts';
import type { Notification } from './notification.ts';
import { type ActOptions, type CallOptions, Transport, type TransportOptions } from './transport.ts';

export interface QuittanceOptions extends TransportOptions {
  /** For invoices that name no other. Empty: nothing is sent. */
  readonly notificationUrl?: string | undefined;
  readonly notificationToken?: string | undefined;
}

/** What the client can fill in by itself. */
type Notified = Partial<Pick<CreateInvoice, 'notificationUrl' | 'notificationToken'>>;
type Common = Omit<
  CreateInvoice,
  | 'type'
  | 'notificationUrl'
  | 'notificationToken'
  | 'paymentRequisites'
  | 'paymentOption'
  | 'paymentMethod'
  | 'startDeal'
> &
  Notified;

/** The merchant receives money. */
export interface CreatePayin extends Common, Pick<CreateInvoice, 'paymentOption' | 'paymentMethod' | 'startDeal'> {
  readonly type: 'in';
}

/** The merchant pays money out. Give an `internalId`: it is the safety of your money. */
export interface CreatePayout extends Common {
  readonly type: 'out';
  readonly paymentOption: string;
  readonly paymentMethod: string;
  readonly paymentRequisites: Requisites;
}

export interface OpenDispute {
  readonly reason: DisputeReason;
  /** The sum that came; needed for `invalid_sum`. */
  readonly amount?: string | undefined;
  /** Which deal; the one that matters now when absent. */
  readonly dealId?: string | undefined;
  /** Proof, at most 10 MB. */
  readonly attachment?: FileUpload | undefined;
}

export interface CurrencyFilter extends CallOptions {
  readonly currency?: string | undefined;
}

/** A notification in the store's feed: what is sent, and where it stands. */
export interface FeedNotification extends Notification {
  /** Its place in the feed: the `after` of the next read. */
  readonly feedSequence: number;
  /** The `webhook-id` it is sent with. */
  readonly webhookId: string;
}

export interface FeedPage extends CallOptions {
  /** The `feedSequence` of the last one you have dealt with; from the beginning when absent. */
  readonly after?: number | undefined;
  /** How many at a time: 1 to 200, 100 when absent. */
  readonly limit?: number | undefined;
}

export interface FeedOptions extends FeedPage {
  /** Wait for more at the end, until the signal says otherwise. */
  readonly follow?: boolean | undefined;
  /** How long to wait before looking again; 2 seconds when absent. */
  readonly pollMs?: number | undefined;
}

export interface ProofOptions extends CallOptions {
  /** Transfers of pages after this one are in it; all when absent. */
  readonly page?: number | undefined;
  /** A page that was kept, to be found in it, where it is not the one of `page`. */
  readonly known?: number | undefined;
}

/** A notification with the attempts to deliver it. */
export type DeliveredNotification = Omit<NotificationDetails, 'body'> & { readonly body: Notification };

/** What a receiver said to a trial. */
export type Trial = Pick<DeliveryAttempt, 'outcome' | 'status' | 'durationMs' | 'answer'>;

const pollDefaultMs = 2_000;

/**
 * A store's connection to the service: every operation of the merchant interface. Sums are strings, in and out, because a
 * floating-point number cannot hold money.
 *
 * A refusal throws a `QuittanceError` with the service's code. Requests without an answer, and those answered 429 or 503, or
 * 502 or 504 by a proxy, are repeated with the same idempotency key.
 */
export class Quittance {
  readonly #transport: Transport;
  readonly #notified: Required<Notified>;

  constructor(options: QuittanceOptions) {
    this.#transport = new Transport(options);
    this.#notified = {
      notificationUrl: options.notificationUrl ?? '',
      notificationToken: options.notificationToken ?? '',
    };
  }

  /** Creates a payin or payout invoice. */
  createInvoice(invoice: CreatePayin | CreatePayout, options?: ActOptions): Promise<CreatedInvoice> {
    return this.#transport.send({
      method: 'POST',
      path: `${merchant}/invoices`,
      json: { ...invoice, ...this.#notify(invoice) },
      options,
    });
  }

  /** Gives requisites to pay to. With the same or no variant, the running deal is returned. */
  startDeal(invoiceId: string, variant: StartDeal = {}, options?: ActOptions): Promise<Invoice> {
    return this.#transport.send({
      method: 'POST',
      path: `${invoicePath(invoiceId)}/start-deal`,
      json: variant,
      options,
    });
  }

  /** Ends an invoice and its deal. Refused once a transfer is confirmed. */
  cancelInvoice(invoiceId: string, options?: ActOptions): Promise<CanceledInvoice> {
    return this.#transport.send({ method: 'POST', path: `${invoicePath(invoiceId)}/cancel`, options });
  }

  /** Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. */
  confirmTransfer(invoiceId: string, receipt: FileUpload | Uint8Array | Blob, options?: ActOptions): Promise<Invoice> {
    const upload = receipt instanceof Uint8Array || receipt instanceof Blob ? { content: receipt } : receipt;
    return this.#transport.send({
      method: 'POST',
      path: `${invoicePath(invoiceId)}/confirm-transfer`,
      form: createForm({}, { field: 'attachment', upload }),
      options,
    });
  }

  getInvoice(invoiceId: string, options?: CallOptions): Promise<Invoice> {
    return this.#transport.send({ method: 'GET', path: invoicePath(invoiceId), options });
  }

  /** By your own ID: the invoice that a repeat of its request would get, else the newest with this ID. */
  getInvoiceByInternalId(internalId: string, options?: CallOptions): Promise<Invoice> {
    const path = `${merchant}/invoices/internal-id/${segment(internalId)}`;
    return this.#transport.send({ method: 'GET', path, options });
  }

  /** Ways to pay for which there are requisites. */
  availablePaymentVariants(invoiceId: string, options?: CallOptions): Promise<readonly PaymentVariant[]> {
    const path = `${invoicePath(invoiceId)}/available-payment-variants`;
    return this.#transport.send({ method: 'GET', path, options });
  }

  /**
   * Says that the outcome of a deal is wrong. The ID is the invoice's or one of its deals'. While the deal is in dispute, a further
   * call adds its `attachment` as evidence; reason and sum stay as they were said first.
   */
  openDispute(id: string, dispute: OpenDispute, options?: ActOptions): Promise<Invoice> {
    const { reason, amount, dealId, attachment } = dispute;
    const fields = { dealId, disputeReason: reason, 'disputeReasonData[amount]': amount };
    const file = attachment === undefined ? null : { field: 'attachment', upload: attachment };
    return this.#transport.send({
      method: 'POST',
      path: `${invoicePath(id)}/dispute`,
      form: createForm(fields, file),
      options,
    });
  }

  /** Promises the payer of a paid payin money back. Send them `refundUrl`, where they say where it shall go. */
  createRefund(id: string, refund: CreateRefund = {}, options?: ActOptions): Promise<Refund> {
    return this.#transport.send({ method: 'POST', path: `${invoicePath(id)}/refunds`, json: refund, options });
  }

  getRefund(refundId: string, options?: CallOptions): Promise<Refund> {
    return this.#transport.send({ method: 'GET', path: `${merchant}/refunds/${segment(refundId)}`, options });
  }

  /**
   * The proof of an account's balance, as a file for `quittance-verify`. Keep it; with its page, the next one is short. One from
   * the first page on may be long: give it a longer `timeoutMs`.
   */
  proveAccount(accountId: string, { page, known, ...options }: ProofOptions = {}): Promise<Uint8Array> {
    const query = new URLSearchParams();
    if (page !== undefined) query.set('page', String(page));
    if (known !== undefined) query.set('known', String(known));
    const path = `${merchant}/accounts/${segment(accountId)}/proof${query.size === 0 ? '' : `?${query}`}`;
    return this.#transport.send({ method: 'GET', path, options });
  }

  /** Moves money from a store account to an address. A wrong two-factor code needs a new call with a new code. */
  createWithdrawal(withdrawal: CreateWithdrawal, options?: ActOptions): Promise<CreatedWithdrawal> {
    return this.#transport.send({ method: 'POST', path: `${merchant}/withdrawals`, json: withdrawal, options });
  }

  getWithdrawal(withdrawalId: string, options?: CallOptions): Promise<Withdrawal> {
    const path = `${merchant}/withdrawals/${segment(withdrawalId)}`;
    return this.#transport.send({ method: 'GET', path, options });
  }

  /** What the store is owed. */
  listAccounts(options?: CallOptions): Promise<readonly Account[]> {
    return this.#transport.send({ method: 'GET', path: `${merchant}/accounts`, options });
  }

  /** Banks (sic): the values of `paymentMethod`. */
  listPaymentOptions(filter: CurrencyFilter = {}): Promise<readonly ReferenceItem[]> {
    const path = `${merchant}/payment-options${currencyQuery(filter)}`;
    return this.#transport.send({ method: 'GET', path, options: filter });
  }

  /** Ways to pay (sic): the values of `paymentOption`. */
  listPaymentMethods(filter: CurrencyFilter = {}): Promise<readonly ReferenceItem[]> {
    const path = `${merchant}/payment-methods${currencyQuery(filter)}`;
    return this.#transport.send({ method: 'GET', path, options: filter });
  }

  /** Of the store's main currency, or of another. */
  currentRates(filter: CurrencyFilter = {}): Promise<CurrentRates> {
    const path = `${merchant}/currency-rates/current${currencyQuery(filter)}`;
    return this.#transport.send({ method: 'GET', path, options: filter });
  }

  /**
   * Every change of status of the store's invoices, in order, for shops that ask rather than be told, and to catch up with
   * after an outage. Store `feedSequence` with what follows from a notification, and go on from it.
   */
  async *notifications(options: FeedOptions = {}): AsyncGenerator<FeedNotification, void, undefined> {
    const { follow = false, pollMs = pollDefaultMs, ...page } = options;
    let after = page.after ?? 0;
    for (;;) {
      const found = await this.readNotifications({ ...page, after });
      for (const notification of found) {
        yield notification;
        after = notification.feedSequence;
      }
      if (found.length > 0) continue;
      if (!follow) return;
      await this.#transport.sleep(pollMs, page.signal);
    }
  }

  /** One page of the feed; an empty one means that you have them all. */
  readNotifications({ after = 0, limit, ...options }: FeedPage = {}): Promise<readonly FeedNotification[]> {
    const path = `${merchant}/notifications?after=${after}${limit === undefined ? '' : `&limit=${limit}`}`;
    return this.#transport.send({ method: 'GET', path, options });
  }

  /** A notification with the attempts to deliver it, by its `webhook-id`. */
  getNotification(webhookId: string, options?: CallOptions): Promise<DeliveredNotification> {
    return this.#transport.send({ method: 'GET', path: notificationPath(webhookId), options });
  }

  /** Has a notification sent again, with the same `webhook-id`. */
  resendNotification(webhookId: string, options?: ActOptions): Promise<NotificationLine> {
    return this.#transport.send({ method: 'POST', path: `${notificationPath(webhookId)}/resend`, options });
  }

  /** Has all those sent again that were given up since then: after an outage of your receiver. */
  resendFailedNotifications(since: Date, options?: ActOptions): Promise<{ readonly count: number }> {
    const json = { since: since.toISOString() };
    return this.#transport.send({ method: 'POST', path: `${merchant}/notifications/resend-failed`, json, options });
  }

  /** Has a notification about nothing sent to an address, and tells what the receiver said. */
  tryNotification(receiver: Notified = {}, options?: ActOptions): Promise<Trial> {
    const json = this.#notify(receiver);
    return this.#transport.send({ method: 'POST', path: `${merchant}/notifications/test`, json, options });
  }

  #notify({ notificationUrl, notificationToken }: Notified): Required<Notified> {
    return {
      notificationUrl: notificationUrl ?? this.#notified.notificationUrl,
      notificationToken: notificationToken ?? this.#notified.notificationToken,
    };
  }
}

const merchant = '/api/merchant';

function invoicePath(invoiceId: string): string {
  return `${merchant}/invoices/${segment(invoiceId)}`;
}

function notificationPath(webhookId: string): string {
  return `${merchant}/notifications/${segment(webhookId)}`;
}

/** URLs know no empty segment, and `.` and `..` change the path however they are encoded. */
function segment(id: string): string {
  if (typeof id !== 'string' || id === '' || id === '.' || id === '..') {
    throw new TypeError(`${JSON.stringify(id)} cannot be part of a URL's path.`);
  }
  return encodeURIComponent(id);
}

function currencyQuery({ currency }: CurrencyFilter): string {
  return currency === undefined ? '' : `?currency=${encodeURIComponent(currency)}`;
}
