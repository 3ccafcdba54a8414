import type { ErrorCode } from '../errors.ts';

/** What to do about each refusal: for the reference page and docs/errors.md. */
export const errorHints: Readonly<Record<ErrorCode, string>> = {
  blank: 'Send the parameter named in `field`, and let it not be empty.',
  wrong_type:
    'Send the parameter named in `field` with the type named in the message. Amounts are strings, not numbers.',
  too_long: 'Shorten the value.',
  invalid_choice: 'Send one of the listed values, in the same case.',
  invalid_characters: 'Remove the NUL character; it usually comes from a binary value sent as text.',
  invalid_amount:
    'Send a string such as `"1000"` or `"1000.50"`: no sign, exponent, blanks or separators, and no more digits than the currency has.',
  invalid_url: 'Send a full URL with `http://` or `https://`, or an empty string for none.',
  malformed_json: 'Check what was really sent: the body must be UTF-8 JSON, in one piece.',
  json_object_expected: 'Send `{…}`, not an array, a string or a number.',
  content_type:
    'Set the `Content-Type` header to what the message names. A body of another type would not be covered by the signature.',
  malformed_multipart:
    'Let your HTTP client build the form. Send one file at most, named `attachment`, and no part without a name.',
  invalid_idempotency_key: 'Use a UUID or another short key of letters, digits and punctuation.',
  attachment_missing: 'Send the file as the form field `attachment`.',
  attachment_empty: 'The file has no bytes; check that it was read before it was sent.',
  attachment_type: 'Send one of the listed types. The content decides, not the file name.',
  too_many_attachments: 'The deal has enough receipts; nothing more is needed.',
  amount_too_small: 'Ask for at least the sum named in the message; it is a setting of the store.',
  amount_too_big: 'Ask for at most the sum named in the message, or split it. It is a setting of the store.',
  currency_not_allowed: 'Use a currency of the store, or ask the operator to switch this one on.',
  payment_option_not_allowed: 'Use a code of the payment-methods list for the currency of the invoice.',
  payment_method_not_allowed:
    'Use a code of the payment-options list for the currency of the invoice. A payout by `SBP` needs a bank other than `unknown`.',
  rate_unavailable: 'Try again in a minute. If it stays, tell the operator: no rate is set for this pair.',
  internal_id_reused: 'Each payout needs an `internalId` of its own. Read the earlier one before paying again.',
  insufficient_funds: 'Check `sum` of the account; what is frozen cannot be spent. Top up, or ask for less.',
  amount_below_fee: 'Withdraw more than the fee, or leave out `substractFeeFromAmount`.',
  invalid_address: 'Check the address and its network; a typing mistake breaks its checksum.',
  two_factor_disabled: 'Ask the operator to set up a second factor for the merchant.',
  two_factor_wrong:
    'Wait for the next code and send that one, with a new `Idempotency-Key` if you use one. Check the clock of the machine that makes the codes.',
  two_factor_locked: 'Wait until the time in the message. Until then not even a right code works.',
  invoice_not_active: 'Read the invoice. A canceled or expired one needs a new invoice; a paid one needs nothing.',
  transfer_already_confirmed: 'Wait for the outcome, or open a dispute.',
  deal_not_active: 'Start a deal first; the earlier one may have expired.',
  payout_not_allowed: 'A payout has its deal from the start, and its maker confirms it. Read the invoice to follow it.',
  payout_taken: 'Wait for the outcome: a maker is paying.',
  too_many_deals: 'Create a new invoice.',
  dispute_without_deal: 'Nothing was ever to be paid here, so there is nothing to dispute.',
  already_disputed: 'Wait for the outcome of the dispute that is open.',
  deal_settled: 'The deal has come to its end already. Read the invoice; open a dispute if the end is wrong.',
  unauthorized:
    'Check the API key and what was signed: method, full URL and JSON body exactly as sent. In sandbox mode the answer says which string the service expected (`stringToSign`).',
  not_found: 'Check the ID and the path. An object of another store does not exist for this key.',
  pay_in_disabled: 'Payins are switched off for the store; ask the operator.',
  pay_out_disabled: 'Payouts are switched off for the store; ask the operator.',
  idempotency_key_reused: 'Make a new key for each new request; keep it only for repeats of the same one.',
  attachment_too_big: 'Send a smaller file: a photograph of lower resolution, or only the page that matters.',
  body_too_big: 'Send less; no operation needs that much JSON.',
  rate_limited: 'Wait as long as `Retry-After` says, then go on more slowly.',
  internal: 'A fault of ours. Repeat once with the same `Idempotency-Key`; then tell the operator the request ID.',
  overloaded: 'Repeat after `Retry-After`; nothing was done.',
  database_unavailable: 'Repeat after `Retry-After`; nothing was done.',
  outcome_unknown:
    'Repeat the very same request, with the same `internalId` or `Idempotency-Key`: it is done once, whatever happened.',
  storage_unavailable: 'Send the file again after `Retry-After`; nothing was done.',
};
