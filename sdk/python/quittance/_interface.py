"""The merchant interface. Made by `npm run docs` from its description; do not edit."""

# ruff: noqa: E501

from __future__ import annotations

import datetime
import decimal
from typing import Any, Dict, List, Literal, Mapping, Optional, TypedDict, Union

from ._files import FileContent

#: A sum to send. A float cannot hold money and is refused.
Amount = Union[str, decimal.Decimal]


class Account(TypedDict):
    #: Account ID, a UUID
    id: str
    #: Currency code
    currency: str
    #: What can be spent now
    sum: Money
    #: What is held for payouts and withdrawals
    frozenSum: Money
    #: Fee for each withdrawal
    withdrawalFee: Money


class CanceledInvoice(TypedDict):
    #: Invoice ID, a UUID
    id: str
    #: The merchant's own ID, echoed back
    internalId: Optional[str]
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Bank code; null until chosen
    paymentMethod: Optional[str]
    #: Way to pay; null until chosen
    paymentOption: Optional[str]
    #: Where a payout goes; null for a payin
    paymentRequisites: Optional[Requisites]
    #: The time that other answers call `expireAt`; here it is spelled so
    expiredAt: str
    #: Amount and currency of the invoice
    sum: Money
    #: `canceled` after cancel
    status: Literal["canceled"]
    #: Empty after cancel
    deals: List[Deal]
    #: As given at creation, or the page where the payer pays
    successUrl: str
    #: As given at creation, or the page where the payer pays
    cancelUrl: str
    #: True when a dispute changed the sum
    isSumChanged: bool
    #: Always `DEFAULT`
    flow: Literal["DEFAULT"]
    #: Always null
    flowData: None


class _CreateInvoiceNeeded(TypedDict):
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Decimal amount as a string
    amount: Amount
    #: Currency code
    currency: str


class CreateInvoice(_CreateInvoiceNeeded, total=False):
    #: Where changes of status are sent. May be empty: then nothing is sent
    notificationUrl: str
    #: Sent with each notification, to tell it from others. May be empty
    notificationToken: str
    #: ID in the merchant's system
    internalId: Optional[str]
    #: Client ID in the merchant's system
    userId: Optional[str]
    #: Way to pay, a code of payment-methods; null or absent for any. Mandatory for type `out`
    paymentOption: Optional[str]
    #: Bank, a code of payment-options; null or absent for any. Mandatory for type `out`
    paymentMethod: Optional[str]
    #: Where a payout goes. Mandatory for type `out`
    paymentRequisites: Optional[Requisites]
    #: Only for type `in`: create a deal at once
    startDeal: Optional[bool]
    #: Where the payer is sent after paying
    successUrl: Optional[str]
    #: Where the payer is sent after giving up
    cancelUrl: Optional[str]


class CreateRefund(TypedDict, total=False):
    #: Decimal amount as a string; null or absent for all that was not refunded yet
    amount: Amount
    #: True: return what the payer has sent too much, where the store keeps that apart. Its account pays, and all of
    #: it goes back
    isExcess: Optional[bool]
    #: Why, for your people; the payer does not see it
    reason: Optional[str]


class _CreateWithdrawalNeeded(TypedDict):
    #: Account to withdraw from
    accountId: str
    #: Decimal amount as a string
    amount: Amount
    #: Destination address on the network of the account
    address: str
    #: Current two-factor code
    code2FA: str


class CreateWithdrawal(_CreateWithdrawalNeeded, total=False):
    #: True: the fee is taken from the amount (the name is spelled exactly so)
    substractFeeFromAmount: Optional[bool]


class CreatedDeal(TypedDict):
    #: Deal ID. The first deal carries the invoice's own ID
    id: str
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the deal stands
    status: Literal["new", "transfer_waiting", "transfer_confirmed", "completed", "canceled", "expired", "dispute"]
    #: Name of the bank, for people
    paymentMethodName: str
    #: A bank code of payment-options
    paymentMethod: str
    #: A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR
    paymentOption: str
    #: Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner
    requisites: CreatedDealRequisites
    #: When the deal ends if nothing was paid
    canceledAt: str
    #: Signed link to the proof given with a dispute; it expires. Null without one
    disputeAttachment: Optional[str]
    #: Why the deal is disputed; null when it is not
    disputeReason: Optional[Literal["unknown", "has_payment", "no_payment", "invalid_sum", "invalid_requisites"]]
    #: For `invalid_sum` an object with the `amount` as sent; otherwise an empty array
    disputeReasonData: Union[List[Any], CreatedDealDisputeReasonData]
    #: Filled once a transfer is confirmed
    payment: Optional[Payment]
    #: Fiat per unit of settlement currency, fixed when the deal starts
    rate: str
    #: False once the deal is `completed`, `canceled` or `expired`
    isActive: bool
    #: Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link
    qrCodeLink: str


class CreatedDealRequisites(TypedDict):
    #: Card number, phone or account
    requisites: str
    #: Its owner
    holder: str


class CreatedDealDisputeReasonData(TypedDict):
    #: The sum claimed
    amount: Amount


class CreatedInvoice(TypedDict):
    #: Invoice ID, a UUID
    id: str
    #: The merchant's own ID, echoed back
    internalId: Optional[str]
    #: Client ID in the merchant's system, echoed back
    userId: Optional[str]
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the invoice stands
    status: Literal["new", "paid", "canceled", "expired", "dispute"]
    #: Bank code; null until chosen
    paymentMethod: Optional[str]
    #: Way to pay; null until chosen
    paymentOption: Optional[str]
    #: Where a payout goes; null for a payin
    paymentRequisites: Optional[Requisites]
    #: Amount and currency of the invoice
    sum: Money
    #: Store ID
    storeId: int
    #: Name of the store
    storeName: str
    #: What the payer transferred, in fiat; null until a transfer is confirmed
    receivedSumFromTaker: Optional[Money]
    #: The same in the settlement currency; null until a transfer is confirmed
    receivedSumFromMaker: Optional[Money]
    #: Fee of the service, in the settlement currency; null until a transfer is confirmed
    serviceFeeSum: Optional[Money]
    #: What the merchant is owed, in the settlement currency; null until a transfer is confirmed
    payoutSum: Optional[Money]
    #: When the invoice was created
    createdAt: str
    #: When the invoice expires if no transfer is confirmed
    expireAt: str
    #: When the invoice last changed
    updatedAt: str
    #: Page where the payer pays
    invoiceUrl: str
    #: The deal that matters now: active, completed or disputed. Empty when there is none
    deals: List[CreatedDeal]


class CreatedWithdrawal(TypedDict):
    #: Withdrawal ID, a UUID
    id: str
    #: When the withdrawal was created
    createdAt: str
    #: When the withdrawal last changed
    updatedAt: str
    #: What the address gets
    sum: Money
    #: What the service takes; the account pays `sum` and `fee`
    fee: Money
    #: Destination address
    address: str
    #: Transaction ID on the network; null until sent
    txId: Optional[str]
    #: 2 created, 3 being sent, 4 sent, 5 rejected
    status: int
    #: Account the withdrawal is paid from
    accountId: str


CurrentRates = TypedDict(
    "CurrentRates",
    {
        "in": "CurrentRatesIn",
        "out": "CurrentRatesOut",
    },
)


class CurrentRatesIn(TypedDict):
    #: Settlement currency and fiat currency
    pair: str
    #: Fiat per unit of settlement currency
    rate: str


class CurrentRatesOut(TypedDict):
    #: Settlement currency and fiat currency
    pair: str
    #: Fiat per unit of settlement currency
    rate: str


class Deal(TypedDict):
    #: Deal ID. The first deal carries the invoice's own ID
    id: str
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the deal stands
    status: Literal["new", "transfer_waiting", "transfer_confirmed", "completed", "canceled", "expired", "dispute"]
    #: Name of the bank, for people
    paymentMethodName: str
    #: A bank code of payment-options
    paymentMethod: str
    #: A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR
    paymentOption: str
    #: Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner
    requisites: DealRequisites
    #: When the deal ends if nothing was paid
    canceledAt: str
    #: Signed link to the proof given with a dispute; it expires. Null without one
    disputeAttachment: Optional[str]
    #: Why the deal is disputed; null when it is not
    disputeReason: Optional[Literal["unknown", "has_payment", "no_payment", "invalid_sum", "invalid_requisites"]]
    #: For `invalid_sum` an object with the `amount` as sent; otherwise an empty array
    disputeReasonData: Union[List[Any], DealDisputeReasonData]
    #: Filled once a transfer is confirmed
    payment: Optional[Payment]
    #: Fiat per unit of settlement currency, fixed when the deal starts
    rate: str
    #: False once the deal is `completed`, `canceled` or `expired`
    isActive: bool
    #: Image of a QR code for the payment; of a way to pay with a link of its own (`SBP_QR`) that https link
    qrCodeLink: str
    #: How a dispute ended; null while it is open and when there was none
    disputeResult: Optional[str]
    #: Signed links to the receipts; they expire
    attachments: List[str]


class DealRequisites(TypedDict):
    #: Card number, phone or account
    requisites: str
    #: Its owner
    holder: str


class DealDisputeReasonData(TypedDict):
    #: The sum claimed
    amount: str


class DeliveryAttempt(TypedDict):
    #: Of the notification
    sequence: int
    #: Which attempt it was, from 1
    ordinal: int
    #: When it began
    at: str
    #: How long it took
    durationMs: int
    #: What came of it
    outcome: Literal["delivered", "refused", "gone", "timeout", "unreachable", "forbidden", "unsendable"]
    #: Of HTTP; null when no answer came
    status: Optional[int]
    #: The first 2048 bytes of the answer, or why there was none
    answer: str


class _FaultNeeded(TypedDict):
    #: Which refusal it is; stable, for programs
    code: str
    #: What is wrong, for people
    message: str


class Fault(_FaultNeeded, total=False):
    #: The parameter at fault, where there is one
    field: str


class FeedItem(TypedDict):
    #: Its place in the store's feed: send the last one you have as `after`
    feedSequence: int
    #: The `webhook-id` it is sent with
    webhookId: str
    #: Always `invoice`; a trial says `test`
    notificationType: Literal["invoice"]
    #: When the status changed
    notificationDate: str
    #: Counts the changes of the invoice, from 1
    sequence: int
    #: What the shop asked for; `sum` of the invoice is what came, once that is known
    askedSum: Money
    #: True when the invoice was paid with another sum than was asked for
    isSumChanged: bool
    #: Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended
    #: (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all
    #: requisites were busy with the sum (`nudged`); null otherwise
    reason: Optional[Literal["short", "over", "late", "corrected", "nudged"]]
    #: The invoice as it was then
    invoice: NotifiedInvoice


class Invoice(TypedDict):
    #: Invoice ID, a UUID
    id: str
    #: The merchant's own ID, echoed back
    internalId: Optional[str]
    #: Client ID in the merchant's system, echoed back
    userId: Optional[str]
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the invoice stands
    status: Literal["new", "paid", "canceled", "expired", "dispute"]
    #: Bank code; null until chosen
    paymentMethod: Optional[str]
    #: Way to pay; null until chosen
    paymentOption: Optional[str]
    #: Where a payout goes; null for a payin
    paymentRequisites: Optional[Requisites]
    #: Amount and currency of the invoice
    sum: Money
    #: Store ID
    storeId: int
    #: Name of the store
    storeName: str
    #: What the payer transferred, in fiat; null until a transfer is confirmed
    receivedSumFromTaker: Optional[Money]
    #: The same in the settlement currency; null until a transfer is confirmed
    receivedSumFromMaker: Optional[Money]
    #: Fee of the service, in the settlement currency; null until a transfer is confirmed
    serviceFeeSum: Optional[Money]
    #: What the merchant is owed, in the settlement currency; null until a transfer is confirmed
    payoutSum: Optional[Money]
    #: When the invoice was created
    createdAt: str
    #: When the invoice expires if no transfer is confirmed
    expireAt: str
    #: When the invoice last changed
    updatedAt: str
    #: Page where the payer pays
    invoiceUrl: str
    #: The deal that matters now: active, completed or disputed. Empty when there is none
    deals: List[Deal]


class Money(TypedDict):
    #: Decimal number with exactly `subunit` fraction digits
    amount: str
    #: Currency code
    currency: str
    #: Number of fraction digits of the currency
    subunit: int


class Notification(TypedDict):
    #: Always `invoice`; a trial says `test`
    notificationType: Literal["invoice"]
    #: When the status changed
    notificationDate: str
    #: Counts the changes of the invoice, from 1
    sequence: int
    #: What the shop asked for; `sum` of the invoice is what came, once that is known
    askedSum: Money
    #: True when the invoice was paid with another sum than was asked for
    isSumChanged: bool
    #: Why it was not simply paid as asked: less or more came (`short`, `over`), it came after the deal had ended
    #: (`late`), a dispute changed the sum (`corrected`), the payer was asked for a little less because all
    #: requisites were busy with the sum (`nudged`); null otherwise
    reason: Optional[Literal["short", "over", "late", "corrected", "nudged"]]
    #: The invoice as it was then
    invoice: NotifiedInvoice


class NotificationDetails(TypedDict):
    #: The `webhook-id` it is sent with
    id: str
    #: Its place in the store's feed
    feedSequence: int
    #: Whose status changed
    invoiceId: str
    #: Of the invoice, from 1
    sequence: int
    #: Store of the invoice
    storeId: int
    #: The status the invoice got
    status: str
    #: When the status changed
    createdAt: str
    #: Where it is sent
    notificationUrl: str
    #: Where it stands
    delivery: NotificationDetailsDelivery
    #: What is sent
    body: Notification
    #: Those that are still in the log, oldest first
    attempts: List[DeliveryAttempt]


class NotificationDetailsDelivery(TypedDict):
    #: `unsent` when the invoice has no address to send to
    state: Literal["waiting", "delivered", "failed", "unsent"]
    #: Null when none is due, or when it is under way
    nextAttemptAt: Optional[str]


class NotificationLine(TypedDict):
    #: The `webhook-id` it is sent with
    id: str
    #: Its place in the store's feed
    feedSequence: int
    #: Whose status changed
    invoiceId: str
    #: Of the invoice, from 1
    sequence: int
    #: Store of the invoice
    storeId: int
    #: The status the invoice got
    status: str
    #: When the status changed
    createdAt: str
    #: Where it is sent
    notificationUrl: str
    #: Where it stands
    delivery: NotificationLineDelivery


class NotificationLineDelivery(TypedDict):
    #: `unsent` when the invoice has no address to send to
    state: Literal["waiting", "delivered", "failed", "unsent"]
    #: Null when none is due, or when it is under way
    nextAttemptAt: Optional[str]


class NotifiedDeal(TypedDict):
    #: Deal ID. The first deal carries the invoice's own ID
    id: str
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the deal stands
    status: Literal["new", "transfer_waiting", "transfer_confirmed", "completed", "canceled", "expired", "dispute"]
    #: A bank code of payment-options
    paymentMethod: str
    #: A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR
    paymentOption: str
    #: Where the payer transfers to: `requisites` is a card number, phone or account, `holder` its owner
    requisites: NotifiedDealRequisites
    #: When the deal ends if nothing was paid
    canceledAt: str
    #: Signed link to the proof given with a dispute; it expires. Null without one
    disputeAttachment: Optional[str]
    #: Why the deal is disputed; null when it is not
    disputeReason: Optional[Literal["unknown", "has_payment", "no_payment", "invalid_sum", "invalid_requisites"]]
    #: For `invalid_sum` an object with the `amount` as sent; otherwise an empty array
    disputeReasonData: Union[List[Any], NotifiedDealDisputeReasonData]
    #: Filled once a transfer is confirmed
    payment: Optional[Payment]
    #: Signed links to the receipts; they expire
    attachments: List[str]
    #: How a dispute ended; null while it is open and when there was none
    disputeResult: Optional[str]


class NotifiedDealRequisites(TypedDict):
    #: Card number, phone or account
    requisites: str
    #: Its owner
    holder: str


class NotifiedDealDisputeReasonData(TypedDict):
    #: The sum claimed
    amount: str


class NotifiedInvoice(TypedDict):
    #: Invoice ID, a UUID
    id: str
    #: The merchant's own ID, echoed back
    internalId: Optional[str]
    #: Client ID in the merchant's system, echoed back
    userId: Optional[str]
    #: `in` payin, `out` payout
    type: Literal["in", "out"]
    #: Where the invoice stands
    status: Literal["new", "paid", "canceled", "expired", "dispute"]
    #: Amount and currency of the invoice
    sum: Money
    #: Store ID
    storeId: int
    #: Name of the store
    storeName: str
    #: What the payer transferred, in fiat; null until a transfer is confirmed
    receivedSumFromTaker: Optional[Money]
    #: The same in the settlement currency; null until a transfer is confirmed
    receivedSumFromMaker: Optional[Money]
    #: Fee of the service, in the settlement currency; null until a transfer is confirmed
    serviceFeeSum: Optional[Money]
    #: What the merchant is owed, in the settlement currency; null until a transfer is confirmed
    payoutSum: Optional[Money]
    #: When the invoice was created
    createdAt: str
    #: When the invoice expires if no transfer is confirmed
    expireAt: str
    #: When the invoice last changed
    updatedAt: str
    #: Rate of the deal; null without one
    rate: Optional[str]
    #: The deal that mattered then: active, completed or disputed; null when there was none
    deal: Optional[NotifiedDeal]


class Payment(TypedDict):
    #: The payer's fiat amount
    takerSum: Money
    #: The same in the settlement currency, cut off at its last digit
    makerSum: Money
    #: Fee of the service, rounded up
    feeSum: Money
    #: When the transfer was confirmed
    date: str


class PaymentVariant(TypedDict):
    #: A code of payment-methods, such as SBP, TO_CARD, TO_ACCOUNT, CROSS_BORDER or SBP_QR
    option: str
    #: A bank code of payment-options
    method: str


class ReferenceItem(TypedDict):
    #: Code used in requests and answers
    code: str
    #: Name for people
    name: str
    #: Currency code
    currency: str


class Refund(TypedDict):
    #: Refund ID, a UUID
    id: str
    #: The payin that is refunded
    invoiceId: str
    #: `waiting` for the payer to say where the money goes, `paying`, `paid`, `dispute`; `lapsed`, `canceled` and
    #: `failed` (its payout came to nothing) free the sum for another refund
    status: Literal["waiting", "lapsed", "canceled", "paying", "paid", "dispute", "failed"]
    #: What goes back to the payer
    sum: Money
    #: It returns what the payer had sent too much, from where that is kept, and not from the account of the store
    isExcess: bool
    #: Why
    reason: str
    #: Who asked for it: a login of the merchant, `merchant` for its program, `operator`
    askedBy: str
    #: The page on which the payer says where the money goes: send it to them, and to nobody else. Null once it is of
    #: no use, for operators, and for who may not ask for refunds: who has it says where the money goes
    refundUrl: Optional[str]
    #: The payout that pays it; null until the payer has said where to
    payoutId: Optional[str]
    #: When it was asked for
    createdAt: str
    #: Until when the link works
    expireAt: str


class _RequisitesNeeded(TypedDict):
    #: Card number, phone or account the payout goes to
    requisites: str


class Requisites(_RequisitesNeeded, total=False):
    #: Name of the holder
    holder: Optional[str]


class StartDeal(TypedDict, total=False):
    #: Way to pay; null or absent for any
    paymentOption: Optional[str]
    #: Bank code; null or absent for any
    paymentMethod: Optional[str]


class Withdrawal(TypedDict):
    #: Withdrawal ID, a UUID
    id: str
    #: When the withdrawal was created
    createdAt: str
    #: When the withdrawal last changed
    updatedAt: str
    #: What the address gets
    sum: Money
    #: What the service takes; the account pays `sum` and `fee`
    fee: Money
    #: Destination address
    address: str
    #: Transaction ID on the network; null until sent
    txId: Optional[str]


class ResendFailedNotificationsAnswer(TypedDict):
    #: How many will be sent again
    count: int


class TryNotificationAnswer(TypedDict):
    #: What came of it
    outcome: Literal["delivered", "refused", "gone", "timeout", "unreachable", "forbidden", "unsendable"]
    #: Of HTTP; null when no answer came
    status: Optional[int]
    #: How long it took
    durationMs: int
    #: The first 2048 bytes of the answer, or why there was none
    answer: str


#: What to do about each refusal of the merchant interface, by its code.
WHAT_TO_DO: Mapping[str, str] = {
    "amount_below_fee": "Withdraw more than the fee, or leave out `substractFeeFromAmount`.",
    "amount_too_big": "Ask for at most the sum named in the message, or split it. It is a setting of the store.",
    "amount_too_small": "Ask for at least the sum named in the message; it is a setting of the store.",
    "attachment_empty": "The file has no bytes; check that it was read before it was sent.",
    "attachment_missing": "Send the file as the form field `attachment`.",
    "attachment_too_big": "Send a smaller file: a photograph of lower resolution, or only the page that matters.",
    "attachment_type": "Send one of the listed types. The content decides, not the file name.",
    "blank": "Send the parameter named in `field`, and do not leave it empty.",
    "body_too_big": "Send less; no operation needs that much JSON.",
    "claims_of_store_full": "Ask operators to decide; they can raise the number. Rejected claims lower it for a month.",
    "content_type": "Set the `Content-Type` header to what the message names. A file comes in a form (`multipart/form-data`) alone.",
    "currency_not_allowed": "Use a currency of the store, or ask the operator to add it or to switch it on. `quittance catalogue load` adds the usual ones.",
    "database_unavailable": "Repeat after `Retry-After`; nothing was done.",
    "deal_not_active": "Start a deal first; the earlier one may have expired.",
    "dispute_without_deal": "Nothing was ever to be paid here, so there is nothing to dispute.",
    "excess_not_held": "Read the invoice. A link that still waits for the payer can be canceled; what went back, or was kept, stays as it is.",
    "excess_not_paid": "Wait until its dispute is decided.",
    "excess_returned_whole": "Leave the amount out.",
    "idempotency_key_reused": "Make a new key for each new request; keep it only for repeats of the same one. An earlier request with this key was answered: to learn how, send that one again to the letter, a withdrawal with its old code. Take no new key for the same money before you know.",
    "insufficient_funds": "Check `sum` of the account; what is frozen cannot be spent. Top up, or ask for less.",
    "internal": "A fault of ours. Repeat once with the same `Idempotency-Key`; then tell the operator the request ID.",
    "internal_id_needed": "Send the ID of your order with each payout. Then a repeat can never pay twice.",
    "internal_id_reused": "Each payout needs an `internalId` of its own. Read the earlier one before paying again.",
    "invalid_address": "Check the address and its network; a typing mistake breaks its checksum.",
    "invalid_amount": "Send a string such as `\"1000\"` or `\"1000.50\"`: no sign, exponent, blanks or separators, and no more digits than the currency has.",
    "invalid_characters": "Send whole characters without NUL. They usually come from binary values sent as text, or from text cut in the middle of an emoji.",
    "invalid_choice": "Send one of the listed values, in the same case.",
    "invalid_idempotency_key": "Use a UUID or another short key of letters, digits and punctuation.",
    "invalid_url": "Send a full URL with `http://` or `https://`, or an empty string for none.",
    "invoice_detached": "Ask the operator for the month that the message names: `quittance archive attach FILE` brings it back, and everything is as before.",
    "invoice_not_active": "Read the invoice. A canceled or expired one needs a new invoice; a paid one needs nothing.",
    "json_object_expected": "Send `{…}`, not an array, a string or a number.",
    "key_address_refused": "Call from an address on the list of the key, or add this one to it: in the console under Keys. Behind a proxy of the service, `TRUSTED_PROXIES` has to name it.",
    "key_scope_missing": "Use a key that has the scope, or give it to this one: in the console under Keys, or ask an operator.",
    "malformed_json": "Check what was really sent: the body must be UTF-8 JSON, in one piece.",
    "malformed_multipart": "Let your HTTP client build the form. Send one file at most, named `attachment`, and no part without a name.",
    "money_out_stopped": "Repeat later with the same values; payins go on. Operators see the reason at `/api/operator/audit` and `/api/operator/system`.",
    "no_excess": "Read the invoice: `reason` is `over` and `sum` what was asked for where something is kept apart.",
    "not_found": "Check the ID and the path. An object of another store does not exist for this key.",
    "not_sealed_yet": "Ask again after a minute: what happens is sealed within seconds.",
    "notification_without_url": "Read the change from the feed instead, and give the next invoice a `notificationUrl`.",
    "out_of_range": "Send a whole number within the bounds the message names.",
    "outcome_unknown": "Repeat the very same request, with the same `internalId` or `Idempotency-Key`: it is done once, whatever happened.",
    "overloaded": "Repeat after `Retry-After`; nothing was done.",
    "page_not_sealed": "Ask from a page that is there. If a header of this page was given to you before, the end of the book was lost or cut off: keep the header, and ask the operator.",
    "part_paid": "Wait for the rest, or for the end of the invoice; then refund what came.",
    "pay_in_disabled": "Payins are switched off for the store; ask the operator.",
    "pay_out_disabled": "Payouts are switched off for the store; ask the operator.",
    "payer_blocked": "Ask again at the time in the message, or ask support to lift the block.",
    "payer_pending": "Let the payer finish or cancel an earlier payin: show its `invoiceUrl` again.",
    "payer_too_often": "Ask again at the time in the message.",
    "payment_method_not_allowed": "Use a code of the payment-options list for the currency of the invoice. A payout to a phone number (`SBP`) needs a bank other than `unknown`.",
    "payment_option_not_allowed": "Use a code of the payment-methods list for the currency of the invoice.",
    "payout_not_allowed": "A payout has its deal from the start, and its maker confirms it. Read the invoice to follow it.",
    "payout_taken": "Wait for the outcome, or cancel after that time if there is no proof.",
    "proof_limit": "Wait as long as `Retry-After` says. Keep the proof you got, and ask with `page` only for what came since.",
    "rate_limited": "Wait as long as `Retry-After` says, then go on more slowly.",
    "rate_outdated": "Try again in a minute. If it stays, tell the operator: the rate was not renewed in time.",
    "rate_unavailable": "Try again in a minute. If it stays, tell the operator: no rate is set for this pair.",
    "receipts_of_invoice_full": "Send smaller files, such as a picture of the receipt alone, or take up what is open with support.",
    "receipts_of_store_full": "Try again tomorrow. The person who runs the service can raise RECEIPTS_PER_STORE_DAY_BYTES.",
    "refund_not_paid": "Wait until it is paid, or until its dispute is decided.",
    "refund_too_much": "Ask for less, or cancel a refund of the invoice that still waits for the payer.",
    "refunds_too_many": "Refund the rest by a payout of its own.",
    "signature_256_needed": "Send `X-Signature-256` beside `X-Signature`; the SDK does.",
    "storage_unavailable": "Send the file again after `Retry-After`; nothing was done.",
    "timestamp_needed": "Send `X-Timestamp` and sign it; the SDK does.",
    "timestamp_stale": "Set the clock of your server, and sign each request when it is sent, a repeat too.",
    "too_long": "Shorten the value.",
    "too_many_attachments": "The deal has enough receipts; nothing more is needed.",
    "too_many_deals": "Create a new invoice.",
    "transfer_already_confirmed": "Wait for the outcome, or open a dispute.",
    "two_factor_disabled": "Ask the operator to set up a second factor for the merchant.",
    "two_factor_locked": "Wait until the time in the message. Until then not even a right code works.",
    "two_factor_wrong": "Wait for the next code and send that one, with a new `Idempotency-Key` if you use one. Check the clock of the machine that makes the codes.",
    "unauthorized": "Check the API key and what was signed: method, full URL and JSON body exactly as sent. In sandbox mode the answer says which string the service expected (`stringToSign`).",
    "user_id_needed": "Send `userId`: the ID that the payer has in your system, the same for each of their payins.",
    "wrong_type": "Send the parameter named in `field` with the type named in the message. Amounts are strings, not numbers.",
}

#: A whole notification about a payin that was paid, as the service sends it.
EXAMPLE_NOTIFICATION: Dict[str, Any] = {
    "notificationType": "invoice",
    "notificationDate": "2026-11-14T12:06:30+00:00",
    "sequence": 1,
    "askedSum": {
        "amount": "1000.00",
        "currency": "RUB",
        "subunit": 2,
    },
    "isSumChanged": False,
    "reason": None,
    "invoice": {
        "id": "01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4",
        "internalId": "order-1042",
        "userId": "client-7",
        "type": "in",
        "status": "paid",
        "sum": {
            "amount": "1000.00",
            "currency": "RUB",
            "subunit": 2,
        },
        "storeId": 1,
        "storeName": "Demo Shop",
        "receivedSumFromTaker": {
            "amount": "1000.00",
            "currency": "RUB",
            "subunit": 2,
        },
        "receivedSumFromMaker": {
            "amount": "10.47120418",
            "currency": "USDT",
            "subunit": 8,
        },
        "serviceFeeSum": {
            "amount": "0.26178011",
            "currency": "USDT",
            "subunit": 8,
        },
        "payoutSum": {
            "amount": "10.20942407",
            "currency": "USDT",
            "subunit": 8,
        },
        "rate": "95.50",
        "createdAt": "2026-11-14T12:00:00+00:00",
        "expireAt": "2026-11-14T13:00:00+00:00",
        "updatedAt": "2026-11-14T12:06:30+00:00",
        "deal": {
            "id": "01a1d9ed-c200-7b52-9d0f-3a8e5c71b2d4",
            "type": "in",
            "status": "completed",
            "paymentMethod": "sberbank",
            "paymentOption": "TO_CARD",
            "requisites": {
                "requisites": "2200000000000012",
                "holder": "Anna S.",
            },
            "canceledAt": "2026-11-14T12:15:00+00:00",
            "disputeAttachment": None,
            "disputeReason": None,
            "disputeReasonData": [],
            "payment": {
                "takerSum": {
                    "amount": "1000.00",
                    "currency": "RUB",
                    "subunit": 2,
                },
                "makerSum": {
                    "amount": "10.47120418",
                    "currency": "USDT",
                    "subunit": 8,
                },
                "feeSum": {
                    "amount": "0.26178011",
                    "currency": "USDT",
                    "subunit": 8,
                },
                "date": "2026-11-14T12:04:10+00:00",
            },
            "attachments": ["https://pay.example.com/files/6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b.png?expires=1794661320&signature=Lr3sYcN0kq7m5oT8vXhJ2wZbD1fGpE4uAiK6nQyR9Mc"],
            "disputeResult": None,
        },
    },
}


class Operations:
    """One method for each operation of the merchant interface."""

    def _send(self, method: str, path: str, **given: Any) -> Any:
        raise NotImplementedError

    def _notified(self, body: Mapping[str, Any]) -> Dict[str, Any]:
        raise NotImplementedError

    def create_invoice(
        self,
        invoice: CreateInvoice,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> CreatedInvoice:
        """Create invoice.

        Creates a payin (`in`) or payout (`out`) invoice. With `startDeal` a payin gets requisites at once,
        if any are free. A repeat with the same `internalId` and values gives the same invoice: a payin
        while it is `new`, in `dispute` or `paid` within the last 24 hours, a payout for ever. A payout
        needs `paymentOption`, `paymentMethod` and `paymentRequisites`; its sum and fee are frozen on the
        store account at once. When no requisites are free for a payin, `deals` is empty and the invoice is
        there all the same: start a deal later.
        """
        return self._send(
            "POST",
            "/invoices",
            json=self._notified(invoice),
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def start_deal(
        self,
        invoice_id: str,
        deal: Optional[StartDeal] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Invoice:
        """Create deal.

        Gives requisites for a payin. Naming no variant means any; naming another one than the running deal
        has cancels that deal and starts a new one. `deals` is empty when no requisites are free. Repeating
        the call is safe: with the same or no variant, the running deal is returned.
        """
        return self._send(
            "POST",
            "/invoices/{id}/start-deal",
            segments={"id": invoice_id},
            json=deal or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def cancel_invoice(
        self,
        invoice_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> CanceledInvoice:
        """Cancel invoice.

        Ends a new invoice and its deal. Refused once a transfer is confirmed. What a payout had frozen
        returns to the store account. The answer is shorter than that of the other operations.
        """
        return self._send(
            "POST",
            "/invoices/{id}/cancel",
            segments={"id": invoice_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def confirm_transfer(
        self,
        invoice_id: str,
        attachment: FileContent,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Invoice:
        """Confirm transfer.

        Uploads a receipt: JPEG, PNG, GIF, WebP, HEIC, PDF or plain text, at most 10 MB. The body is not
        signed. A deal holds up to ten receipts; the same file twice counts once. The invoice stays `new`
        until the money has arrived.
        """
        return self._send(
            "POST",
            "/invoices/{id}/confirm-transfer",
            segments={"id": invoice_id},
            form={"attachment": attachment},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def get_invoice(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Invoice:
        """Get invoice by ID.

        The invoice as it is now: what has expired is shown as expired. An invoice of another store does not
        exist.
        """
        return self._send(
            "GET",
            "/invoices/{id}",
            segments={"id": invoice_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def get_invoice_by_internal_id(
        self,
        internal_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Invoice:
        """Get invoice by internal ID.

        The invoice that a repeat of its request would get, else the newest with this ID.
        """
        return self._send(
            "GET",
            "/invoices/internal-id/{internalId}",
            segments={"internalId": internal_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def available_payment_variants(
        self,
        invoice_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> List[PaymentVariant]:
        """Available payment variants of an invoice.

        Options and banks that can be had now for this sum. Empty when nothing is free, or the invoice
        cannot be paid any more.
        """
        return self._send(
            "GET",
            "/invoices/{id}/available-payment-variants",
            segments={"id": invoice_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def create_withdrawal(
        self,
        withdrawal: CreateWithdrawal,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> CreatedWithdrawal:
        """Create withdrawal.

        Freezes funds of a store account for an address. Each two-factor code works once; five wrong ones
        lock for 15 minutes. Without `substractFeeFromAmount` the account pays amount and fee, and the
        address gets the amount; with it the account pays the amount, and the address gets what is left
        after the fee. The request is checked before the code, so that a typing mistake does not use one up.
        """
        return self._send(
            "POST",
            "/withdrawals",
            json=withdrawal,
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def get_withdrawal(
        self,
        withdrawal_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Withdrawal:
        """Get withdrawal by ID.

        `txId` is there once the withdrawal has been sent.
        """
        return self._send(
            "GET",
            "/withdrawals/{id}",
            segments={"id": withdrawal_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def list_accounts(
        self,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> List[Account]:
        """List store accounts.

        `sum` is what can be spent now, `frozenSum` what is held for payouts and withdrawals.
        """
        return self._send(
            "GET",
            "/accounts",
            timeout=timeout,
            retries_max=retries_max,
        )

    def list_payment_options(
        self,
        *,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> List[ReferenceItem]:
        """List payment options (bank codes).

        The codes are the values of `paymentMethod`. The code `unknown` stands for any bank.
        """
        return self._send(
            "GET",
            "/payment-options",
            query={"currency": currency},
            timeout=timeout,
            retries_max=retries_max,
        )

    def list_payment_methods(
        self,
        *,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> List[ReferenceItem]:
        """List payment methods (payment option values).

        What the store offers. The codes are the values of `paymentOption`.
        """
        return self._send(
            "GET",
            "/payment-methods",
            query={"currency": currency},
            timeout=timeout,
            retries_max=retries_max,
        )

    def current_rates(
        self,
        *,
        currency: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> CurrentRates:
        """Current currency rates.

        Fiat per unit of the settlement currency, for payins and payouts.
        """
        return self._send(
            "GET",
            "/currency-rates/current",
            query={"currency": currency},
            timeout=timeout,
            retries_max=retries_max,
        )

    def open_dispute(
        self,
        invoice_id: str,
        reason: Literal["unknown", "has_payment", "no_payment", "invalid_sum", "invalid_requisites", "other"],
        *,
        deal_id: Optional[str] = None,
        amount: Optional[Amount] = None,
        attachment: Optional[FileContent] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Invoice:
        """Open dispute.

        Disputes a deal. The path names the invoice or one of its deals. Nothing moves until an operator has
        decided; then the invoice is `paid`, or back where it came from. While the deal is in dispute,
        another call adds its file as evidence, to the `attachments` of the deal: ten at most, and nine for
        a payout, whose maker may have to prove it. The dispute stays as it was opened, whatever reason and
        sum that call names; without a file, or with one that is there, nothing changes. A form is signed
        without its body. Without a file the body may also be urlencoded, or JSON, which is signed as
        everywhere.
        """
        return self._send(
            "POST",
            "/invoices/{id}/dispute",
            segments={"id": invoice_id},
            form={"disputeReason": reason, "dealId": deal_id, "disputeReasonData[amount]": amount, "attachment": attachment},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def create_refund(
        self,
        invoice_id: str,
        refund: Optional[CreateRefund] = None,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Refund:
        """Refund a payin.

        Promises the payer of a paid payin a part of what came, or all of it. Send the payer `refundUrl`:
        there they say where the money shall go, and a payout is made for it, with the hold, the fee and the
        notifications of any payout. The funds are frozen then, not before. All refunds of an invoice
        together never exceed what came. With `isExcess` it returns what was sent too much, which is no part
        of what the invoice was paid with.
        """
        return self._send(
            "POST",
            "/invoices/{id}/refunds",
            segments={"id": invoice_id},
            json=refund or {},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def get_refund(
        self,
        refund_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> Refund:
        """Get refund by ID.

        Once the payer has said where the money goes, `payoutId` names the payout, whose `internalId` is
        `refund:` and this ID.
        """
        return self._send(
            "GET",
            "/refunds/{id}",
            segments={"id": refund_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def prove_account(
        self,
        account_id: str,
        *,
        page: Optional[int] = None,
        known: Optional[int] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> bytes:
        """Proof of an account’s balance.

        The balances of the account, available and frozen, as the last page of the sealed book has them,
        with their way to its signed root; the own transfers since `page`; and the headers that lead from
        one to the other. The answer is a file of bytes; docs/proof.md has its format. Keep it: with its
        page as `page`, the next one is short, and `quittance-verify` tells whether the book of then is part
        of the book of now.
        """
        return self._send(
            "GET",
            "/accounts/{id}/proof",
            segments={"id": account_id},
            query={"page": page, "known": known},
            timeout=timeout,
            retries_max=retries_max,
        )

    def read_notifications(
        self,
        *,
        after: Optional[int] = None,
        limit: Optional[int] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> List[FeedItem]:
        """Read notifications from the feed.

        All notifications of the store in the order in which they came about, also those that were
        delivered. Each is the body that is sent, with `feedSequence` beside it: send the last one you have
        as `after`. An empty array means you have them all.
        """
        return self._send(
            "GET",
            "/notifications",
            query={"after": after, "limit": limit},
            timeout=timeout,
            retries_max=retries_max,
        )

    def get_notification(
        self,
        notification_id: str,
        *,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> NotificationDetails:
        """Get a notification with its attempts.

        By the `webhook-id` it was sent with.
        """
        return self._send(
            "GET",
            "/notifications/{id}",
            segments={"id": notification_id},
            timeout=timeout,
            retries_max=retries_max,
        )

    def resend_notification(
        self,
        notification_id: str,
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> NotificationLine:
        """Have a notification sent again.

        With the same `webhook-id`, whether it was delivered or not. Later ones of the invoice that still
        wait follow it; compare `sequence`.
        """
        return self._send(
            "POST",
            "/notifications/{id}/resend",
            segments={"id": notification_id},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def resend_failed_notifications(
        self,
        since: Union[str, datetime.datetime],
        *,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> ResendFailedNotificationsAnswer:
        """Have all failed notifications sent again.

        Those of the store that were given up since a time: after an outage of the receiver.
        """
        return self._send(
            "POST",
            "/notifications/resend-failed",
            json={"since": since},
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )

    def try_notification(
        self,
        *,
        notification_url: Optional[str] = None,
        notification_token: Optional[str] = None,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries_max: Optional[int] = None,
    ) -> TryNotificationAnswer:
        """Try an address.

        Sends a notification of type `test`, about no invoice, and answers with what the receiver said. It
        is not repeated.
        """
        return self._send(
            "POST",
            "/notifications/test",
            json=self._notified({"notificationUrl": notification_url, "notificationToken": notification_token}),
            idempotency_key=idempotency_key,
            timeout=timeout,
            retries_max=retries_max,
        )
