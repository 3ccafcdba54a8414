<?php

// Made by `npm run docs` from the description of the merchant interface; do not edit.

declare(strict_types=1);

namespace Quittance;

/**
 * One method for each operation of the merchant interface.
 *
 * @phpstan-type Account array{id: string, currency: string, sum: Money, frozenSum: Money, withdrawalFee: Money}
 * @phpstan-type CanceledInvoice array{id: string, internalId: string|null, type: 'in'|'out', paymentMethod: string|null, paymentOption: string|null, paymentRequisites: Requisites|null, expiredAt: string, sum: Money, status: 'canceled', deals: list<Deal>, successUrl: string, cancelUrl: string, isSumChanged: bool, flow: 'DEFAULT', flowData: null}
 * @phpstan-type CreateInvoice array{type: 'in'|'out', amount: string, currency: string, notificationUrl?: string, notificationToken?: string, internalId?: string|null, userId?: string|null, paymentOption?: string|null, paymentMethod?: string|null, paymentRequisites?: Requisites|null, startDeal?: bool|null, successUrl?: string|null, cancelUrl?: string|null}
 * @phpstan-type CreateRefund array{amount?: string|null, isExcess?: bool|null, reason?: string|null}
 * @phpstan-type CreateWithdrawal array{accountId: string, amount: string, address: string, code2FA: string, substractFeeFromAmount?: bool|null}
 * @phpstan-type CreatedDeal array{id: string, type: 'in'|'out', status: 'new'|'transfer_waiting'|'transfer_confirmed'|'completed'|'canceled'|'expired'|'dispute', paymentMethodName: string, paymentMethod: string, paymentOption: string, requisites: array{requisites: string, holder: string}, canceledAt: string, disputeAttachment: string|null, disputeReason: 'unknown'|'has_payment'|'no_payment'|'invalid_sum'|'invalid_requisites'|null, disputeReasonData: array{}|array{amount: string}, payment: Payment|null, rate: string, isActive: bool, qrCodeLink: string}
 * @phpstan-type CreatedInvoice array{id: string, internalId: string|null, userId: string|null, type: 'in'|'out', status: 'new'|'paid'|'canceled'|'expired'|'dispute', paymentMethod: string|null, paymentOption: string|null, paymentRequisites: Requisites|null, sum: Money, storeId: int, storeName: string, receivedSumFromTaker: Money|null, receivedSumFromMaker: Money|null, serviceFeeSum: Money|null, payoutSum: Money|null, createdAt: string, expireAt: string, updatedAt: string, invoiceUrl: string, deals: list<CreatedDeal>}
 * @phpstan-type CreatedWithdrawal array{id: string, createdAt: string, updatedAt: string, sum: Money, fee: Money, address: string, txId: string|null, status: int, accountId: string}
 * @phpstan-type CurrentRates array{in: array{pair: string, rate: string}, out: array{pair: string, rate: string}}
 * @phpstan-type Deal array{id: string, type: 'in'|'out', status: 'new'|'transfer_waiting'|'transfer_confirmed'|'completed'|'canceled'|'expired'|'dispute', paymentMethodName: string, paymentMethod: string, paymentOption: string, requisites: array{requisites: string, holder: string}, canceledAt: string, disputeAttachment: string|null, disputeReason: 'unknown'|'has_payment'|'no_payment'|'invalid_sum'|'invalid_requisites'|null, disputeReasonData: array{}|array{amount: string}, payment: Payment|null, rate: string, isActive: bool, qrCodeLink: string, disputeResult: string|null, attachments: list<string>}
 * @phpstan-type DeliveryAttempt array{sequence: int, ordinal: int, at: string, durationMs: int, outcome: 'delivered'|'refused'|'gone'|'timeout'|'unreachable'|'forbidden'|'unsendable', status: int|null, answer: string}
 * @phpstan-type Fault array{code: string, message: string, field?: string}
 * @phpstan-type FeedItem array{feedSequence: int, webhookId: string, notificationType: 'invoice', notificationDate: string, sequence: int, askedSum: Money, isSumChanged: bool, reason: 'short'|'over'|'late'|'corrected'|'nudged'|null, invoice: NotifiedInvoice}
 * @phpstan-type Invoice array{id: string, internalId: string|null, userId: string|null, type: 'in'|'out', status: 'new'|'paid'|'canceled'|'expired'|'dispute', paymentMethod: string|null, paymentOption: string|null, paymentRequisites: Requisites|null, sum: Money, storeId: int, storeName: string, receivedSumFromTaker: Money|null, receivedSumFromMaker: Money|null, serviceFeeSum: Money|null, payoutSum: Money|null, createdAt: string, expireAt: string, updatedAt: string, invoiceUrl: string, deals: list<Deal>}
 * @phpstan-type Money array{amount: string, currency: string, subunit: int}
 * @phpstan-type Notification array{notificationType: 'invoice', notificationDate: string, sequence: int, askedSum: Money, isSumChanged: bool, reason: 'short'|'over'|'late'|'corrected'|'nudged'|null, invoice: NotifiedInvoice}
 * @phpstan-type NotificationDetails array{id: string, feedSequence: int, invoiceId: string, sequence: int, storeId: int, status: string, createdAt: string, notificationUrl: string, delivery: array{state: 'waiting'|'delivered'|'failed'|'unsent', nextAttemptAt: string|null}, body: Notification, attempts: list<DeliveryAttempt>}
 * @phpstan-type NotificationLine array{id: string, feedSequence: int, invoiceId: string, sequence: int, storeId: int, status: string, createdAt: string, notificationUrl: string, delivery: array{state: 'waiting'|'delivered'|'failed'|'unsent', nextAttemptAt: string|null}}
 * @phpstan-type NotifiedDeal array{id: string, type: 'in'|'out', status: 'new'|'transfer_waiting'|'transfer_confirmed'|'completed'|'canceled'|'expired'|'dispute', paymentMethod: string, paymentOption: string, requisites: array{requisites: string, holder: string}, canceledAt: string, disputeAttachment: string|null, disputeReason: 'unknown'|'has_payment'|'no_payment'|'invalid_sum'|'invalid_requisites'|null, disputeReasonData: array{}|array{amount: string}, payment: Payment|null, attachments: list<string>, disputeResult: string|null}
 * @phpstan-type NotifiedInvoice array{id: string, internalId: string|null, userId: string|null, type: 'in'|'out', status: 'new'|'paid'|'canceled'|'expired'|'dispute', sum: Money, storeId: int, storeName: string, receivedSumFromTaker: Money|null, receivedSumFromMaker: Money|null, serviceFeeSum: Money|null, payoutSum: Money|null, createdAt: string, expireAt: string, updatedAt: string, rate: string|null, deal: NotifiedDeal|null}
 * @phpstan-type Payment array{takerSum: Money, makerSum: Money, feeSum: Money, date: string}
 * @phpstan-type PaymentVariant array{option: string, method: string}
 * @phpstan-type ReferenceItem array{code: string, name: string, currency: string}
 * @phpstan-type Refund array{id: string, invoiceId: string, status: 'waiting'|'lapsed'|'canceled'|'paying'|'paid'|'dispute'|'failed', sum: Money, isExcess: bool, reason: string, askedBy: string, refundUrl: string|null, payoutId: string|null, createdAt: string, expireAt: string}
 * @phpstan-type Requisites array{requisites: string, holder?: string|null}
 * @phpstan-type StartDeal array{paymentOption?: string|null, paymentMethod?: string|null}
 * @phpstan-type Withdrawal array{id: string, createdAt: string, updatedAt: string, sum: Money, fee: Money, address: string, txId: string|null}
 * @phpstan-type CallOptions array{timeoutSeconds?: float, retriesMax?: int}
 * @phpstan-type ActOptions array{idempotencyKey?: string, timeoutSeconds?: float, retriesMax?: int}
 */
abstract class Operations
{
    /** @param array<string, mixed> $given */
    abstract protected function send(string $method, string $path, array $given): mixed;

    /**
     * @param array<string, mixed> $body
     * @return array<string, mixed>
     */
    abstract protected function notified(array $body): array;

    /**
     * Create invoice.
     *
     * Creates a payin (`in`) or payout (`out`) invoice. With `startDeal` a payin gets requisites at once, if any are
     * free. A repeat with the same `internalId` and values gives the same invoice: a payin while it is `new`, in
     * `dispute` or `paid` within the last 24 hours, a payout for ever. A payout needs `paymentOption`,
     * `paymentMethod` and `paymentRequisites`; its sum and fee are frozen on the store account at once. When no
     * requisites are free for a payin, `deals` is empty and the invoice is there all the same: start a deal later.
     *
     * @param CreateInvoice $invoice
     * @param ActOptions $options
     * @return CreatedInvoice
     */
    public function createInvoice(array $invoice, array $options = []): array
    {
        return $this->send('POST', '/invoices', [
            'json' => $this->notified($invoice),
            'options' => $options,
        ]);
    }

    /**
     * Create deal.
     *
     * Gives requisites for a payin. Naming no variant means any; naming another one than the running deal has
     * cancels that deal and starts a new one. `deals` is empty when no requisites are free. Repeating the call is
     * safe: with the same or no variant, the running deal is returned.
     *
     * @param string $invoiceId Invoice ID
     * @param StartDeal $deal
     * @param ActOptions $options
     * @return Invoice
     */
    public function startDeal(string $invoiceId, array $deal = [], array $options = []): array
    {
        return $this->send('POST', '/invoices/{id}/start-deal', [
            'segments' => ['id' => $invoiceId],
            'json' => $deal,
            'options' => $options,
        ]);
    }

    /**
     * Cancel invoice.
     *
     * Ends a new invoice and its deal. Refused once a transfer is confirmed. What a payout had frozen returns to the
     * store account. The answer is shorter than that of the other operations.
     *
     * @param string $invoiceId Invoice ID
     * @param ActOptions $options
     * @return CanceledInvoice
     */
    public function cancelInvoice(string $invoiceId, array $options = []): array
    {
        return $this->send('POST', '/invoices/{id}/cancel', [
            'segments' => ['id' => $invoiceId],
            'options' => $options,
        ]);
    }

    /**
     * Confirm transfer.
     *
     * Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. The body is not signed. A
     * deal holds up to ten receipts; the same file twice counts once. The invoice stays `new` until the money has
     * arrived.
     *
     * @param string $invoiceId Invoice ID
     * @param File|string $attachment Receipt or other proof of the transfer, at most 10 MB
     * @param ActOptions $options
     * @return Invoice
     */
    public function confirmTransfer(string $invoiceId, File|string $attachment, array $options = []): array
    {
        return $this->send('POST', '/invoices/{id}/confirm-transfer', [
            'segments' => ['id' => $invoiceId],
            'form' => ['attachment' => $attachment],
            'options' => $options,
        ]);
    }

    /**
     * Get invoice by ID.
     *
     * The invoice as it is now: what has expired is shown as expired. An invoice of another store does not exist.
     *
     * @param string $invoiceId Invoice ID
     * @param CallOptions $options
     * @return Invoice
     */
    public function getInvoice(string $invoiceId, array $options = []): array
    {
        return $this->send('GET', '/invoices/{id}', [
            'segments' => ['id' => $invoiceId],
            'options' => $options,
        ]);
    }

    /**
     * Get invoice by internal ID.
     *
     * The invoice that a repeat of its request would get, else the newest with this ID.
     *
     * @param string $internalId ID in the merchant's system
     * @param CallOptions $options
     * @return Invoice
     */
    public function getInvoiceByInternalId(string $internalId, array $options = []): array
    {
        return $this->send('GET', '/invoices/internal-id/{internalId}', [
            'segments' => ['internalId' => $internalId],
            'options' => $options,
        ]);
    }

    /**
     * Available payment variants of an invoice.
     *
     * Options and banks that can be had now for this sum. Empty when nothing is free, or the invoice cannot be paid
     * any more.
     *
     * @param string $invoiceId Invoice ID
     * @param CallOptions $options
     * @return list<PaymentVariant>
     */
    public function availablePaymentVariants(string $invoiceId, array $options = []): array
    {
        return $this->send('GET', '/invoices/{id}/available-payment-variants', [
            'segments' => ['id' => $invoiceId],
            'options' => $options,
        ]);
    }

    /**
     * Create withdrawal.
     *
     * Freezes funds of a store account for an address. Each two-factor code works once; five wrong ones lock for 15
     * minutes. Without `substractFeeFromAmount` the account pays amount and fee, and the address gets the amount;
     * with it the account pays the amount, and the address gets what is left after the fee. The request is checked
     * before the code, so that a typing mistake does not use one up.
     *
     * @param CreateWithdrawal $withdrawal
     * @param ActOptions $options
     * @return CreatedWithdrawal
     */
    public function createWithdrawal(array $withdrawal, array $options = []): array
    {
        return $this->send('POST', '/withdrawals', [
            'json' => $withdrawal,
            'options' => $options,
        ]);
    }

    /**
     * Get withdrawal by ID.
     *
     * `txId` is there once the withdrawal has been sent.
     *
     * @param string $withdrawalId Withdrawal ID
     * @param CallOptions $options
     * @return Withdrawal
     */
    public function getWithdrawal(string $withdrawalId, array $options = []): array
    {
        return $this->send('GET', '/withdrawals/{id}', [
            'segments' => ['id' => $withdrawalId],
            'options' => $options,
        ]);
    }

    /**
     * List store accounts.
     *
     * `sum` is what can be spent now, `frozenSum` what is held for payouts and withdrawals.
     *
     * @param CallOptions $options
     * @return list<Account>
     */
    public function listAccounts(array $options = []): array
    {
        return $this->send('GET', '/accounts', [
            'options' => $options,
        ]);
    }

    /**
     * List payment options (bank codes).
     *
     * The codes are the values of `paymentMethod`. The code `unknown` stands for any bank.
     *
     * @param string|null $currency Only items of this currency
     * @param CallOptions $options
     * @return list<ReferenceItem>
     */
    public function listPaymentOptions(?string $currency = null, array $options = []): array
    {
        return $this->send('GET', '/payment-options', [
            'query' => ['currency' => $currency],
            'options' => $options,
        ]);
    }

    /**
     * List payment methods (payment option values).
     *
     * What the store offers. The codes are the values of `paymentOption`.
     *
     * @param string|null $currency Only items of this currency
     * @param CallOptions $options
     * @return list<ReferenceItem>
     */
    public function listPaymentMethods(?string $currency = null, array $options = []): array
    {
        return $this->send('GET', '/payment-methods', [
            'query' => ['currency' => $currency],
            'options' => $options,
        ]);
    }

    /**
     * Current currency rates.
     *
     * Fiat per unit of the settlement currency, for payins and payouts.
     *
     * @param string|null $currency A fiat currency; the store's main one when absent
     * @param CallOptions $options
     * @return CurrentRates
     */
    public function currentRates(?string $currency = null, array $options = []): array
    {
        return $this->send('GET', '/currency-rates/current', [
            'query' => ['currency' => $currency],
            'options' => $options,
        ]);
    }

    /**
     * Open dispute.
     *
     * Disputes a deal. The path names the invoice or one of its deals. Nothing moves until an operator has decided;
     * then the invoice is `paid`, or back where it came from. While the deal is in dispute, another call adds its
     * file as evidence, to the `attachments` of the deal: ten at most, and nine for a payout, whose maker may have
     * to prove it. The dispute stays as it was opened, whatever reason and sum that call names; without a file, or
     * with one that is there, nothing changes. A form is signed without its body. Without a file the body may also
     * be urlencoded, or JSON, which is signed as everywhere.
     *
     * @param string $invoiceId ID of the invoice or of one of its deals
     * @param 'unknown'|'has_payment'|'no_payment'|'invalid_sum'|'invalid_requisites'|'other' $reason Why. Over a payin that is not paid each of them says that the payer has paid, `no_payment` too (the payment is not seen). `other` is read as `unknown`
     * @param string|null $dealId Which deal; the one that matters now when absent
     * @param string|null $amount Needed for `invalid_sum`
     * @param File|string|null $attachment Proof, at most 10 MB
     * @param ActOptions $options
     * @return Invoice
     */
    public function openDispute(string $invoiceId, string $reason, ?string $dealId = null, ?string $amount = null, File|string|null $attachment = null, array $options = []): array
    {
        return $this->send('POST', '/invoices/{id}/dispute', [
            'segments' => ['id' => $invoiceId],
            'form' => ['disputeReason' => $reason, 'dealId' => $dealId, 'disputeReasonData[amount]' => $amount, 'attachment' => $attachment],
            'options' => $options,
        ]);
    }

    /**
     * Refund a payin.
     *
     * Promises the payer of a paid payin a part of what came, or all of it. Send the payer `refundUrl`: there they
     * say where the money shall go, and a payout is made for it, with the hold, the fee and the notifications of any
     * payout. The funds are frozen then, not before. All refunds of an invoice together never exceed what came. With
     * `isExcess` it returns what was sent too much, which is no part of what the invoice was paid with.
     *
     * @param string $invoiceId Invoice ID
     * @param CreateRefund $refund
     * @param ActOptions $options
     * @return Refund
     */
    public function createRefund(string $invoiceId, array $refund = [], array $options = []): array
    {
        return $this->send('POST', '/invoices/{id}/refunds', [
            'segments' => ['id' => $invoiceId],
            'json' => $refund,
            'options' => $options,
        ]);
    }

    /**
     * Get refund by ID.
     *
     * Once the payer has said where the money goes, `payoutId` names the payout, whose `internalId` is `refund:` and
     * this ID.
     *
     * @param string $refundId Refund ID
     * @param CallOptions $options
     * @return Refund
     */
    public function getRefund(string $refundId, array $options = []): array
    {
        return $this->send('GET', '/refunds/{id}', [
            'segments' => ['id' => $refundId],
            'options' => $options,
        ]);
    }

    /**
     * Proof of an account’s balance.
     *
     * The balances of the account, available and frozen, as the last page of the sealed book has them, with their
     * way to its signed root; the own transfers since `page`; and the headers that lead from one to the other. The
     * answer is a file of bytes; docs/proof.md has its format. Keep it: with its page as `page`, the next one is
     * short, and `quittance-verify` tells whether the book of then is part of the book of now.
     *
     * @param string $accountId Account ID
     * @param int|null $page Transfers of pages after this one are in the proof; all when absent
     * @param int|null $known A page that you kept and want to find in the proof, where it is not the one of `page`
     * @param CallOptions $options
     * @return string
     */
    public function proveAccount(string $accountId, ?int $page = null, ?int $known = null, array $options = []): string
    {
        return $this->send('GET', '/accounts/{id}/proof', [
            'segments' => ['id' => $accountId],
            'query' => ['page' => $page, 'known' => $known],
            'options' => $options,
        ]);
    }

    /**
     * Read notifications from the feed.
     *
     * All notifications of the store in the order in which they came about, also those that were delivered. Each is
     * the body that is sent, with `feedSequence` beside it: send the last one you have as `after`. An empty array
     * means you have them all.
     *
     * @param int|null $after The `feedSequence` of the last one you have; 0 or absent for the beginning
     * @param int|null $limit How many, 1 to 200; 100 when absent
     * @param CallOptions $options
     * @return list<FeedItem>
     */
    public function readNotifications(?int $after = null, ?int $limit = null, array $options = []): array
    {
        return $this->send('GET', '/notifications', [
            'query' => ['after' => $after, 'limit' => $limit],
            'options' => $options,
        ]);
    }

    /**
     * Get a notification with its attempts.
     *
     * By the `webhook-id` it was sent with.
     *
     * @param string $notificationId The `webhook-id` of the notification
     * @param CallOptions $options
     * @return NotificationDetails
     */
    public function getNotification(string $notificationId, array $options = []): array
    {
        return $this->send('GET', '/notifications/{id}', [
            'segments' => ['id' => $notificationId],
            'options' => $options,
        ]);
    }

    /**
     * Have a notification sent again.
     *
     * With the same `webhook-id`, whether it was delivered or not. Later ones of the invoice that still wait follow
     * it; compare `sequence`.
     *
     * @param string $notificationId The `webhook-id` of the notification
     * @param ActOptions $options
     * @return NotificationLine
     */
    public function resendNotification(string $notificationId, array $options = []): array
    {
        return $this->send('POST', '/notifications/{id}/resend', [
            'segments' => ['id' => $notificationId],
            'options' => $options,
        ]);
    }

    /**
     * Have all failed notifications sent again.
     *
     * Those of the store that were given up since a time: after an outage of the receiver.
     *
     * @param \DateTimeInterface|string $since ISO 8601, with a zone or as UTC
     * @param ActOptions $options
     * @return array{count: int}
     */
    public function resendFailedNotifications(\DateTimeInterface|string $since, array $options = []): array
    {
        return $this->send('POST', '/notifications/resend-failed', [
            'json' => ['since' => $since],
            'options' => $options,
        ]);
    }

    /**
     * Try an address.
     *
     * Sends a notification of type `test`, about no invoice, and answers with what the receiver said. It is not
     * repeated.
     *
     * @param string|null $notificationUrl May be empty: then nothing is sent
     * @param string|null $notificationToken May be empty
     * @param ActOptions $options
     * @return array{outcome: 'delivered'|'refused'|'gone'|'timeout'|'unreachable'|'forbidden'|'unsendable', status: int|null, durationMs: int, answer: string}
     */
    public function tryNotification(?string $notificationUrl = null, ?string $notificationToken = null, array $options = []): array
    {
        return $this->send('POST', '/notifications/test', [
            'json' => $this->notified(['notificationUrl' => $notificationUrl, 'notificationToken' => $notificationToken]),
            'options' => $options,
        ]);
    }
}
