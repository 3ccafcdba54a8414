<?php

// Made by `npm run docs` from the description of the merchant interface; do not edit.

declare(strict_types=1);

namespace Quittance;

/** Every refusal of the merchant interface, and what to do about it. */
final class ErrorCode
{
    public const AMOUNT_BELOW_FEE = 'amount_below_fee';
    public const AMOUNT_TOO_BIG = 'amount_too_big';
    public const AMOUNT_TOO_SMALL = 'amount_too_small';
    public const ATTACHMENT_EMPTY = 'attachment_empty';
    public const ATTACHMENT_MISSING = 'attachment_missing';
    public const ATTACHMENT_TOO_BIG = 'attachment_too_big';
    public const ATTACHMENT_TYPE = 'attachment_type';
    public const BLANK = 'blank';
    public const BODY_TOO_BIG = 'body_too_big';
    public const CLAIMS_OF_STORE_FULL = 'claims_of_store_full';
    public const CONTENT_TYPE = 'content_type';
    public const CURRENCY_NOT_ALLOWED = 'currency_not_allowed';
    public const DATABASE_UNAVAILABLE = 'database_unavailable';
    public const DEAL_NOT_ACTIVE = 'deal_not_active';
    public const DISPUTE_WITHOUT_DEAL = 'dispute_without_deal';
    public const EXCESS_NOT_HELD = 'excess_not_held';
    public const EXCESS_NOT_PAID = 'excess_not_paid';
    public const EXCESS_RETURNED_WHOLE = 'excess_returned_whole';
    public const IDEMPOTENCY_KEY_REUSED = 'idempotency_key_reused';
    public const INSUFFICIENT_FUNDS = 'insufficient_funds';
    public const INTERNAL = 'internal';
    public const INTERNAL_ID_NEEDED = 'internal_id_needed';
    public const INTERNAL_ID_REUSED = 'internal_id_reused';
    public const INVALID_ADDRESS = 'invalid_address';
    public const INVALID_AMOUNT = 'invalid_amount';
    public const INVALID_CHARACTERS = 'invalid_characters';
    public const INVALID_CHOICE = 'invalid_choice';
    public const INVALID_IDEMPOTENCY_KEY = 'invalid_idempotency_key';
    public const INVALID_URL = 'invalid_url';
    public const INVOICE_DETACHED = 'invoice_detached';
    public const INVOICE_NOT_ACTIVE = 'invoice_not_active';
    public const JSON_OBJECT_EXPECTED = 'json_object_expected';
    public const KEY_ADDRESS_REFUSED = 'key_address_refused';
    public const KEY_SCOPE_MISSING = 'key_scope_missing';
    public const MALFORMED_JSON = 'malformed_json';
    public const MALFORMED_MULTIPART = 'malformed_multipart';
    public const MONEY_OUT_STOPPED = 'money_out_stopped';
    public const NO_EXCESS = 'no_excess';
    public const NOT_FOUND = 'not_found';
    public const NOT_SEALED_YET = 'not_sealed_yet';
    public const NOTIFICATION_WITHOUT_URL = 'notification_without_url';
    public const OUT_OF_RANGE = 'out_of_range';
    public const OUTCOME_UNKNOWN = 'outcome_unknown';
    public const OVERLOADED = 'overloaded';
    public const PAGE_NOT_SEALED = 'page_not_sealed';
    public const PART_PAID = 'part_paid';
    public const PAY_IN_DISABLED = 'pay_in_disabled';
    public const PAY_OUT_DISABLED = 'pay_out_disabled';
    public const PAYER_BLOCKED = 'payer_blocked';
    public const PAYER_PENDING = 'payer_pending';
    public const PAYER_TOO_OFTEN = 'payer_too_often';
    public const PAYMENT_METHOD_NOT_ALLOWED = 'payment_method_not_allowed';
    public const PAYMENT_OPTION_NOT_ALLOWED = 'payment_option_not_allowed';
    public const PAYOUT_NOT_ALLOWED = 'payout_not_allowed';
    public const PAYOUT_TAKEN = 'payout_taken';
    public const PROOF_LIMIT = 'proof_limit';
    public const RATE_LIMITED = 'rate_limited';
    public const RATE_OUTDATED = 'rate_outdated';
    public const RATE_UNAVAILABLE = 'rate_unavailable';
    public const RECEIPTS_OF_INVOICE_FULL = 'receipts_of_invoice_full';
    public const RECEIPTS_OF_STORE_FULL = 'receipts_of_store_full';
    public const REFUND_NOT_PAID = 'refund_not_paid';
    public const REFUND_TOO_MUCH = 'refund_too_much';
    public const REFUNDS_TOO_MANY = 'refunds_too_many';
    public const SIGNATURE_256_NEEDED = 'signature_256_needed';
    public const STORAGE_UNAVAILABLE = 'storage_unavailable';
    public const TIMESTAMP_NEEDED = 'timestamp_needed';
    public const TIMESTAMP_STALE = 'timestamp_stale';
    public const TOO_LONG = 'too_long';
    public const TOO_MANY_ATTACHMENTS = 'too_many_attachments';
    public const TOO_MANY_DEALS = 'too_many_deals';
    public const TRANSFER_ALREADY_CONFIRMED = 'transfer_already_confirmed';
    public const TWO_FACTOR_DISABLED = 'two_factor_disabled';
    public const TWO_FACTOR_LOCKED = 'two_factor_locked';
    public const TWO_FACTOR_WRONG = 'two_factor_wrong';
    public const UNAUTHORIZED = 'unauthorized';
    public const USER_ID_NEEDED = 'user_id_needed';
    public const WRONG_TYPE = 'wrong_type';

    private const WHAT_TO_DO = [
        'amount_below_fee' => 'Withdraw more than the fee, or leave out `substractFeeFromAmount`.',
        'amount_too_big' => 'Ask for at most the sum named in the message, or split it. It is a setting of the store.',
        'amount_too_small' => 'Ask for at least the sum named in the message; it is a setting of the store.',
        'attachment_empty' => 'The file has no bytes; check that it was read before it was sent.',
        'attachment_missing' => 'Send the file as the form field `attachment`.',
        'attachment_too_big' => 'Send a smaller file: a photograph of lower resolution, or only the page that matters.',
        'attachment_type' => 'Send one of the listed types. The content decides, not the file name.',
        'blank' => 'Send the parameter named in `field`, and do not leave it empty.',
        'body_too_big' => 'Send less; no operation needs that much JSON.',
        'claims_of_store_full' => 'Ask operators to decide; they can raise the number. Rejected claims lower it for a month.',
        'content_type' => 'Set the `Content-Type` header to what the message names. A file comes in a form (`multipart/form-data`) alone.',
        'currency_not_allowed' => 'Use a currency of the store, or ask the operator to add it or to switch it on. `quittance catalogue load` adds the usual ones.',
        'database_unavailable' => 'Repeat after `Retry-After`; nothing was done.',
        'deal_not_active' => 'Start a deal first; the earlier one may have expired.',
        'dispute_without_deal' => 'Nothing was ever to be paid here, so there is nothing to dispute.',
        'excess_not_held' => 'Read the invoice. A link that still waits for the payer can be canceled; what went back, or was kept, stays as it is.',
        'excess_not_paid' => 'Wait until its dispute is decided.',
        'excess_returned_whole' => 'Leave the amount out.',
        'idempotency_key_reused' => 'Make a new key for each new request; keep it only for repeats of the same one. An earlier request with this key was answered: to learn how, send that one again to the letter, a withdrawal with its old code. Take no new key for the same money before you know.',
        'insufficient_funds' => 'Check `sum` of the account; what is frozen cannot be spent. Top up, or ask for less.',
        'internal' => 'A fault of ours. Repeat once with the same `Idempotency-Key`; then tell the operator the request ID.',
        'internal_id_needed' => 'Send the ID of your order with each payout. Then a repeat can never pay twice.',
        'internal_id_reused' => 'Each payout needs an `internalId` of its own. Read the earlier one before paying again.',
        'invalid_address' => 'Check the address and its network; a typing mistake breaks its checksum.',
        'invalid_amount' => 'Send a string such as `"1000"` or `"1000.50"`: no sign, exponent, blanks or separators, and no more digits than the currency has.',
        'invalid_characters' => 'Send whole characters without NUL. They usually come from binary values sent as text, or from text cut in the middle of an emoji.',
        'invalid_choice' => 'Send one of the listed values, in the same case.',
        'invalid_idempotency_key' => 'Use a UUID or another short key of letters, digits and punctuation.',
        'invalid_url' => 'Send a full URL with `http://` or `https://`, or an empty string for none.',
        'invoice_detached' => 'Ask the operator for the month that the message names: `quittance archive attach FILE` brings it back, and everything is as before.',
        'invoice_not_active' => 'Read the invoice. A canceled or expired one needs a new invoice; a paid one needs nothing.',
        'json_object_expected' => 'Send `{…}`, not an array, a string or a number.',
        'key_address_refused' => 'Call from an address on the list of the key, or add this one to it: in the console under Keys. Behind a proxy of the service, `TRUSTED_PROXIES` has to name it.',
        'key_scope_missing' => 'Use a key that has the scope, or give it to this one: in the console under Keys, or ask an operator.',
        'malformed_json' => 'Check what was really sent: the body must be UTF-8 JSON, in one piece.',
        'malformed_multipart' => 'Let your HTTP client build the form. Send one file at most, named `attachment`, and no part without a name.',
        'money_out_stopped' => 'Repeat later with the same values; payins go on. Operators see the reason at `/api/operator/audit` and `/api/operator/system`.',
        'no_excess' => 'Read the invoice: `reason` is `over` and `sum` what was asked for where something is kept apart.',
        'not_found' => 'Check the ID and the path. An object of another store does not exist for this key.',
        'not_sealed_yet' => 'Ask again after a minute: what happens is sealed within seconds.',
        'notification_without_url' => 'Read the change from the feed instead, and give the next invoice a `notificationUrl`.',
        'out_of_range' => 'Send a whole number within the bounds the message names.',
        'outcome_unknown' => 'Repeat the very same request, with the same `internalId` or `Idempotency-Key`: it is done once, whatever happened.',
        'overloaded' => 'Repeat after `Retry-After`; nothing was done.',
        'page_not_sealed' => 'Ask from a page that is there. If a header of this page was given to you before, the end of the book was lost or cut off: keep the header, and ask the operator.',
        'part_paid' => 'Wait for the rest, or for the end of the invoice; then refund what came.',
        'pay_in_disabled' => 'Payins are switched off for the store; ask the operator.',
        'pay_out_disabled' => 'Payouts are switched off for the store; ask the operator.',
        'payer_blocked' => 'Ask again at the time in the message, or ask support to lift the block.',
        'payer_pending' => 'Let the payer finish or cancel an earlier payin: show its `invoiceUrl` again.',
        'payer_too_often' => 'Ask again at the time in the message.',
        'payment_method_not_allowed' => 'Use a code of the payment-options list for the currency of the invoice. A payout to a phone number (`SBP`) needs a bank other than `unknown`.',
        'payment_option_not_allowed' => 'Use a code of the payment-methods list for the currency of the invoice.',
        'payout_not_allowed' => 'A payout has its deal from the start, and its maker confirms it. Read the invoice to follow it.',
        'payout_taken' => 'Wait for the outcome, or cancel after that time if there is no proof.',
        'proof_limit' => 'Wait as long as `Retry-After` says. Keep the proof you got, and ask with `page` only for what came since.',
        'rate_limited' => 'Wait as long as `Retry-After` says, then go on more slowly.',
        'rate_outdated' => 'Try again in a minute. If it stays, tell the operator: the rate was not renewed in time.',
        'rate_unavailable' => 'Try again in a minute. If it stays, tell the operator: no rate is set for this pair.',
        'receipts_of_invoice_full' => 'Send smaller files, such as a picture of the receipt alone, or take up what is open with support.',
        'receipts_of_store_full' => 'Try again tomorrow. The person who runs the service can raise RECEIPTS_PER_STORE_DAY_BYTES.',
        'refund_not_paid' => 'Wait until it is paid, or until its dispute is decided.',
        'refund_too_much' => 'Ask for less, or cancel a refund of the invoice that still waits for the payer.',
        'refunds_too_many' => 'Refund the rest by a payout of its own.',
        'signature_256_needed' => 'Send `X-Signature-256` beside `X-Signature`; the SDK does.',
        'storage_unavailable' => 'Send the file again after `Retry-After`; nothing was done.',
        'timestamp_needed' => 'Send `X-Timestamp` and sign it; the SDK does.',
        'timestamp_stale' => 'Set the clock of your server, and sign each request when it is sent, a repeat too.',
        'too_long' => 'Shorten the value.',
        'too_many_attachments' => 'The deal has enough receipts; nothing more is needed.',
        'too_many_deals' => 'Create a new invoice.',
        'transfer_already_confirmed' => 'Wait for the outcome, or open a dispute.',
        'two_factor_disabled' => 'Ask the operator to set up a second factor for the merchant.',
        'two_factor_locked' => 'Wait until the time in the message. Until then not even a right code works.',
        'two_factor_wrong' => 'Wait for the next code and send that one, with a new `Idempotency-Key` if you use one. Check the clock of the machine that makes the codes.',
        'unauthorized' => 'Check the API key and what was signed: method, full URL and JSON body exactly as sent. In sandbox mode the answer says which string the service expected (`stringToSign`).',
        'user_id_needed' => 'Send `userId`: the ID that the payer has in your system, the same for each of their payins.',
        'wrong_type' => 'Send the parameter named in `field` with the type named in the message. Amounts are strings, not numbers.',
    ];

    /** Null for a code that only a newer service knows. */
    public static function whatToDo(string $code): ?string
    {
        return self::WHAT_TO_DO[$code] ?? null;
    }
}
