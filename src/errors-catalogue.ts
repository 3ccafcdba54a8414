import { bankStatementErrors } from './errors-of-bank-statements.ts';
import { disputeErrors } from './errors-of-disputes.ts';
import { keyErrors } from './errors-of-keys.ts';
import { otherSumErrors } from './errors-of-other-sums.ts';
import { payerErrors } from './errors-of-payers.ts';
import { payoutErrors } from './errors-of-payouts.ts';
import { phoneErrors } from './errors-of-phones.ts';
import { toldErrors } from './errors-of-telling.ts';
import { archiveErrors } from './errors-of-the-archive.ts';
import { bookErrors } from './errors-of-the-book.ts';

/**
 * Every refusal the service can give, once. The HTTP status, the stable code and the English sentence live here and nowhere
 * else (advice is in `src/reference/error-hints.ts`, Russian in the console's texts); docs/errors.md is compared with this table by a test.
 *
 * Braces in a message are filled from the details of the refusal: `new AppError('amount_too_small', { limit: '100.00' })`.
 * Integrations match on some messages to the letter (marked "kept"): changing one of those breaks merchants.
 */
export const errorCatalogue = {
  // 400: the request itself
  blank: { status: 400, message: 'This value should not be blank.' }, // kept
  wrong_type: { status: 400, message: 'This value should be of type {type}' }, // kept for boolean
  too_long: { status: 400, message: 'This value is too long. It should have {limit} characters or less.' },
  invalid_choice: { status: 400, message: 'This value should be one of: {choices}.' },
  invalid_characters: {
    status: 400,
    message:
      'This value has characters that cannot be kept: NUL, halves of characters (lone surrogates) or, in a token, control characters.',
  },
  invalid_amount: {
    status: 400,
    message:
      'This value should be a positive decimal string such as "1000.50": no sign, exponent or blanks, at most 20 digits before the point, and no more fraction digits than the currency has.',
  },
  invalid_url: { status: 400, message: 'This value should be an http or https URL of at most 2048 characters.' },
  malformed_json: { status: 400, message: 'The body is not valid JSON: {reason}.' },
  json_object_expected: { status: 400, message: 'The body should be a JSON object.' },
  content_type: { status: 400, message: 'Send the body as {expected}.' },
  malformed_multipart: { status: 400, message: 'The multipart body cannot be read: {reason}.' },
  invalid_idempotency_key: {
    status: 400,
    message: 'Idempotency-Key should have 1 to 255 printable ASCII characters.',
  },

  malformed_request: { status: 400, message: 'What was sent is not a valid HTTP request.' },

  // 400: attachments
  attachment_missing: { status: 400, message: 'This value should not be blank.' }, // kept
  attachment_empty: { status: 400, message: 'The file is empty.' },
  attachment_type: { status: 400, message: 'The file should be a JPEG, PNG, GIF, WebP, HEIC, PDF or plain text.' },
  receipts_of_invoice_full: {
    status: 400,
    message:
      'The receipts of an invoice have at most {limit} bytes in all, and there is not enough room left for this one.',
  },
  receipts_of_store_full: {
    status: 400,
    message:
      'The receipts that came for this store today have reached {limit} bytes. Try again tomorrow, or ask support.',
  },
  too_many_attachments: { status: 400, message: 'A deal holds at most {limit} attachments.' },

  // 400: refused by a rule
  amount_too_small: { status: 400, message: 'Invoice amount should be not less than {limit}' }, // kept
  amount_too_big: { status: 400, message: 'Invoice amount should be not greater than {limit}' }, // kept
  currency_not_allowed: { status: 400, message: 'Currency not allowed' },
  payment_option_not_allowed: { status: 400, message: 'Payment option not allowed' }, // kept
  payment_method_not_allowed: { status: 400, message: 'Payment method not allowed' }, // kept
  rate_unavailable: { status: 400, message: 'There is no current rate for {pair}. Try again later.' },
  rate_moved: {
    status: 400,
    message:
      'The transfer was confirmed long ago, and the rate has moved from {dealRate} to {rate} since. An operator settles it with the new rate, or rejects it.',
  },
  rate_fixed: {
    status: 400,
    message: 'The deal is settled at {rate}: its transfer is not overdue, or the rate has not moved far enough.',
  },
  rate_outdated: {
    status: 400,
    message: 'The rate for {pair} is too old to start anything with. Try again later.',
  },
  internal_id_needed: { status: 400, message: 'This store demands an internalId for every payout.' },
  internal_id_reused: {
    status: 400,
    message: 'A payout with this internalId exists with other values. Use a new internalId for a new payout.',
  },
  movement_id_reused: {
    status: 400,
    message: 'This ID stands for another movement of money. Use a new ID for a new movement.',
  },
  insufficient_funds: { status: 400, message: 'Insufficient funds' }, // kept
  amount_below_fee: { status: 400, message: 'The amount should be greater than the withdrawal fee of {fee}.' },
  ...keyErrors,
  invalid_transaction: { status: 400, message: 'This value is no transaction of the network: 64 hexadecimal digits.' },
  invalid_address: { status: 400, message: 'This value is not a well-formed {network} address.' },
  two_factor_disabled: { status: 400, message: '2FA should be enabled for this operation' }, // kept
  two_factor_wrong: { status: 400, message: 'The two-factor code is wrong or was used before. Wait for the next one.' },
  two_factor_locked: {
    status: 400,
    message: 'Too many wrong two-factor codes. Withdrawals, keys and the secret are locked until {until}.',
  },

  // 400: wrong state for the act
  invoice_not_active: { status: 400, message: 'The invoice is {status}; only a new invoice allows this.' },
  transfer_already_confirmed: {
    status: 400,
    message: 'The transfer is confirmed and the money is on its way. Open a dispute if it is not.',
  },
  transfer_not_confirmed: {
    status: 400,
    message: 'The deal is {status}; only a transfer that a receipt has confirmed can be rejected.',
  },
  deal_taken_back: {
    status: 400,
    message: 'The deal was settled before and found not to be paid. Open a dispute that the money came, and accept it.',
  },
  arrival_undecided: {
    status: 400,
    message: 'Money that may be for this deal has arrived and is held: {arrivalId}. Match or return it first.',
  },
  deal_not_active: { status: 400, message: 'The invoice has no active deal. Start one first.' },
  payout_not_allowed: { status: 400, message: 'This is only possible for a payin invoice.' },
  payout_taken: {
    status: 400,
    message:
      'The payout is being paid and cannot be canceled{until}. Once the maker has shown a proof, it cannot at all.',
  },
  too_many_deals: { status: 400, message: 'An invoice has at most {limit} deals. Create a new invoice.' },
  dispute_without_deal: { status: 400, message: 'The invoice has no deal to dispute.' },
  claim_decided: {
    status: 400,
    message: 'An operator has looked into this receipt and decided. Ask the store if that cannot be right.',
  },
  already_disputed: { status: 400, message: 'The invoice is in dispute already.' },
  maker_funds: { status: 400, message: "The maker's balance does not cover this sum. Top it up first." },
  payout_sum_fixed: { status: 400, message: 'A payout is paid with the sum agreed, while its funds are frozen.' },
  same_invoice_open: {
    status: 400,
    message:
      'Another invoice with the same internalId and sum is open: {invoiceId}. This one can be open again after it.',
  },
  ...disputeErrors,
  payout_not_open: { status: 400, message: 'The payout is {status}; it cannot be taken or given back.' },
  ...payoutErrors,
  case_claimed: { status: 400, message: '{login} works on it. Say that you take it over to have it.' },
  work_limit_order: {
    status: 400,
    message: 'Something is late after it has waited long, not before: at least {minutes} minutes.',
  },
  arrival_matched: {
    status: 400,
    message: 'Money is matched to this deal: {arrivalId}. Reject the claim, or say that this money is somebody else’s.',
  },
  payout_reward_above_fee: {
    status: 400,
    message: "The maker's reward for this payout would be above its fee. An operator has to change one of the two.",
  },
  maker_stopped: { status: 400, message: 'An operator has stopped new deals for this maker. Ask them.' },
  maker_off: { status: 400, message: 'The maker is switched off. Switch it on to get new deals.' },
  store_not_served: { status: 400, message: 'The maker does not serve this store.' },
  maker_balance_low: { status: 400, message: "The maker's balance is below its minimum. Top it up to get new deals." },
  paused_by_operator: {
    status: 400,
    message: 'An operator has paused this requisite, and only an operator resumes it.',
  },
  proof_missing: { status: 400, message: 'Upload the proof of payment first.' },
  ...bankStatementErrors,
  ...archiveErrors,
  ...bookErrors,
  ...otherSumErrors,
  ...payerErrors,
  ...phoneErrors,
  ...toldErrors,
  sum_reported: {
    status: 400,
    message: 'You have reported {amount} for this deal already. An operator decides about it; tell them what is wrong.',
  },
  invitation_ended: { status: 400, message: 'The invitation was used, taken back or has lapsed. Ask for a new one.' },
  right_not_yours: { status: 400, message: 'You cannot give or take rights that you do not have: {rights}.' },
  owner_is_fixed: { status: 400, message: 'An owner can do everything, and is changed by operators alone.' },
  team_full: { status: 400, message: 'A team has at most {limit} of these.' },
  refund_too_much: { status: 400, message: 'At most {limit} of this invoice can still be refunded.' },
  refunds_too_many: { status: 400, message: 'An invoice has at most {limit} refunds.' },
  refund_link_used: { status: 400, message: 'It was already said where this refund shall go.' },
  refund_link_lapsed: { status: 400, message: 'The link has lapsed. Ask the shop for a new one.' },
  refund_canceled: { status: 400, message: 'The refund was canceled.' },
  refund_not_waiting: { status: 400, message: 'The refund is {status}; only one that waits can be canceled.' },
  refunded_above: {
    status: 400,
    message: '{refunded} of this invoice is refunded or promised; less cannot have come.',
  },
  part_refunded: {
    status: 400,
    message: 'A part of this invoice is on its way back to the payer, or was given back: {refundId}.',
  },
  withdrawal_not_open: { status: 400, message: 'The withdrawal is {status}.' },
  withdrawal_being_sent: {
    status: 400,
    message:
      'The withdrawal is being sent by now and may be on the network. Reject it again: that needs a second person.',
  },
  transaction_used: {
    status: 400,
    message:
      'This transaction has sent another withdrawal: {withdrawalId}. Each withdrawal has a transaction of its own.',
  },
  already_approved: { status: 400, message: 'You have approved this already; another person has to.' },
  approvals_missing: { status: 400, message: 'The withdrawal has {given} of {needed} approvals.' },
  approver_too_new: {
    status: 400,
    message: 'You were let in after this was asked for. Somebody who was there before has to approve it.',
  },
  let_in_by_author: { status: 400, message: 'Who added it has also let you in. Another operator has to accept it.' },
  own_request: { status: 400, message: 'You asked for this yourself; another operator has to approve it.' },
  request_too_young: { status: 400, message: 'This can be approved from {until} on, so that others can see it first.' },
  request_decided: { status: 400, message: 'The request is {status} already.' },
  request_expired: {
    status: 400,
    message: 'The request is too old, or its author is disabled. It has to be made anew.',
  },
  withdrawals_wait: {
    status: 400,
    message:
      "An operator has changed the merchant's secret, second factor, keys or users: its withdrawals wait until {until}.",
  },
  out_of_range: { status: 400, message: 'This value should be between {minimum} and {maximum}.' },
  invalid_login: {
    status: 400,
    message: 'A login has 2 to 100 small letters, digits or . _ @ + - and begins with a letter or digit.',
  },
  password_too_short: { status: 400, message: 'The password should have at least 12 characters.' },
  password_wrong: { status: 400, message: 'The current password is wrong.' },
  user_owner: { status: 400, message: 'A maker has a makerId, a merchant a merchantId, an operator neither.' },
  second_factor_present: { status: 400, message: 'There is an authenticator app already. An operator can remove it.' },
  last_second_factor: { status: 400, message: 'This is your last second factor, and you need one. Add another first.' },
  passkey_known: { status: 400, message: 'This passkey has been added already.' },
  passkey_refused: {
    status: 400,
    message: 'The passkey is not yours, too late, used before, or may have been copied.',
  },
  passkeys_unavailable: {
    status: 400,
    message: 'Passkeys work only with https or on localhost. Here that is: {sites}.',
  },
  too_many_passkeys: { status: 400, message: 'A person has at most {limit} passkeys.' },
  too_many_views: { status: 400, message: 'A person has at most {limit} saved views.' },
  enrolment_failed: {
    status: 400,
    message:
      'The code is wrong, or the set-up took more than 15 minutes. Try the next code; if that fails too, begin again.',
  },
  not_on_oneself: { status: 400, message: 'You cannot do this to yourself; ask another operator.' },
  invalid_colour: { status: 400, message: 'This value should be a colour such as "#0a7cff".' },
  invalid_language: { status: 400, message: 'This value should be a language tag such as "en" or "pt-BR".' },
  invalid_support_url: {
    status: 400,
    message: 'This value should be a link with https, mailto or tel.',
  },
  invalid_logo: {
    status: 400,
    message: 'This value should be a PNG, JPEG or WebP picture of at most {limit} bytes, as base64.',
  },
  invalid_origin: { status: 400, message: 'This value should be an origin such as "https://shop.example".' },
  limit_twice: { status: 400, message: 'The limits of {currency} {type} are given twice.' },
  limit_order: { status: 400, message: 'The largest sum should not be less than the smallest, {limit}.' },
  too_many_rewards: { status: 400, message: 'A maker has at most {limit} rewards.' },
  reward_range: { status: 400, message: 'The range of sums should end above where it begins.' },
  reward_range_currency: { status: 400, message: 'A range of sums needs the currency of the sums.' },
  reward_overlap: {
    status: 400,
    message: 'Rewards {first} and {second} are for the same deals: their ranges overlap.',
  },
  reward_above_fee: {
    status: 400,
    message:
      'A reward of {reward} bps is above the fee of store {store}, {feeBps} bps: the reward is a part of the fee.',
  },
  fee_below_reward: {
    status: 400,
    message: 'Maker {maker} has a reward of {reward} bps at this store, above the new fee. Lower the reward first.',
  },
  store_of_other_currency: { status: 400, message: 'Store {store} is not there, or settles in another currency.' },
  invalid_hours: {
    status: 400,
    message: 'Hours are times such as "09:00" and "18:30", or in a table "mon-fri 09:00-18:00, sat 10:00-14:00 UTC".',
  },
  invalid_time_zone: { status: 400, message: 'This value should be a time zone such as "Europe/Moscow" or "UTC".' },
  invalid_requisite: { status: 400, message: 'This is no number for {option} in {currency}: check every digit.' },
  requisite_taken: { status: 400, message: 'There is a requisite with this number already.' },
  csv_malformed: { status: 400, message: 'The file is no CSV: a quotation mark is out of place.' },
  csv_columns: { status: 400, message: 'The first line of the file should name these columns too: {missing}.' },
  csv_too_long: { status: 400, message: 'The file should have at most {limit} lines.' },
  invalid_rate: {
    status: 400,
    message: 'This value should be a positive decimal string such as "95.50", with at most 8 fraction digits.',
  },
  rate_jump: {
    status: 409,
    message:
      'The rate goes from {before} to {after}: by {change}, more than {limit}. {sum} come to {was} so far, and to {will} then. Confirm it if it is meant.',
  },
  rates_crossed: {
    status: 409,
    message:
      'The payout rate {out} is above the payin rate {in}: paying in and out again would gain. Confirm it if it is meant.',
  },
  invalid_feed_url: { status: 400, message: 'This value should be an https URL without a user and password.' },
  book_places: { status: 400, message: 'The first place of an order book should not come after the last.' },
  feed_taken: { status: 400, message: 'This rate comes from another feed already. Change that one.' },
  invalid_code: {
    status: 400,
    message: 'This is not a code: write a currency as RUB, a bank as ros_bank, a way to pay as TO_CARD.',
  },
  code_taken: { status: 400, message: '{code} is there already, or is another name of a bank that is.' },
  option_link: {
    status: 400,
    message: 'A way to pay with a link of its own takes links as numbers, and nothing else.',
  },
  entry_in_use: { status: 400, message: '{entry} is in use: {use}. It cannot be removed; it can be switched off.' },
  catalogue_malformed: { status: 400, message: 'The catalogue cannot be read: {place} {what}.' },
  template_malformed: { status: 400, message: 'The template cannot be used: it {what}.' },
  too_many_templates: { status: 400, message: 'There are 500 templates of messages at most.' },
  template_test_failed: {
    status: 400,
    message: 'Message {test} of the test set of template {template} would be read wrongly: {wrong}.',
  },
  login_reserved: { status: 400, message: 'This login is reserved: the audit log calls somebody else so.' },
  login_taken: { status: 400, message: 'There is a user with this login already.' },
  export_too_large: { status: 400, message: 'The period has {rows} lines; an export has {limit} at most.' },
  other_deal_undecided: {
    status: 400,
    message: 'Another deal of the invoice, {dealId}, is {status}: decide that one first.',
  },
  other_deal_paid: { status: 400, message: 'Another deal of the invoice, {dealId}, has paid it already.' },
  deal_settled: { status: 400, message: 'The deal is {status} and cannot be settled.' },

  // the other statuses of the contract
  unauthorized: { status: 401, message: 'Unauthorized' }, // kept
  session_idle: { status: 401, message: 'The session has ended: nothing was done in it for {minutes} minutes.' },
  token_ended: { status: 401, message: 'This token has ended, on {at}.' },
  signature_256_needed: {
    status: 401,
    message: 'This store demands X-Signature-256, an HMAC-SHA256 of the same string.',
  },
  timestamp_needed: {
    status: 401,
    message: 'This store demands X-Timestamp, seconds since 1970, signed after the body.',
  },
  timestamp_stale: {
    status: 401,
    message: 'X-Timestamp should be within {seconds} s of the clock of the service, which says {now}.',
  },
  sign_in_failed: {
    status: 401,
    message: 'Login, password, two-factor code or passkey is wrong, or there were too many wrong attempts.',
  },
  sign_in_locked: { status: 401, message: 'Too many wrong attempts. Try again in 15 minutes.' },
  right_missing: { status: 403, message: 'You do not have the right to do this in your team. Ask its owner.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  own_word: {
    status: 403,
    message: 'Nobody decides about money to their own gain. Whose word counts here: {who}.',
  },
  key_scope_missing: { status: 403, message: 'This API key may not do this: it needs the scope {scope}.' },
  key_address_refused: { status: 403, message: 'The address {address} is not on the list of this API key.' },
  people_only: { status: 403, message: 'This is for people who have signed in, not for tokens.' },
  fresh_code_needed: {
    status: 403,
    message: 'Show again that it is you, with a two-factor code, a passkey or your password; nothing was done.',
  },
  second_factor_required: { status: 403, message: 'Set up a second factor first.' },
  csrf_token_wrong: { status: 403, message: 'Send the X-CSRF-Token that signing in gave.' },
  not_found: { status: 404, message: 'Not found' },
  pay_in_disabled: { status: 404, message: 'Pay in disabled' }, // kept
  pay_out_disabled: { status: 404, message: 'Pay out disabled' }, // kept
  request_too_slow: { status: 408, message: 'The request did not arrive in time. Send it whole, without long pauses.' },
  second_person_needed: {
    status: 409,
    message: 'This needs a second person. It waits as a request that another operator can approve from {from} on.',
  },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
  },
  attachment_too_big: { status: 413, message: 'The file is larger than 10 MB.' },
  body_too_big: { status: 413, message: 'The body is larger than {limit} bytes.' },
  rate_limited: { status: 429, message: 'Too many requests. Try again after {seconds} s.' },
  headers_too_big: { status: 431, message: 'The headers are larger than {limit} bytes.' },
  internal: { status: 500, message: 'Internal error. The request ID is {requestId}.' },
  overloaded: { status: 503, message: 'The service is busy; nothing was done. Try again.' },
  database_unavailable: { status: 503, message: 'The database is away; nothing was done. Try again.' },
  outcome_unknown: {
    status: 503,
    message:
      'The database went away while the act was being stored. Repeat the same request: a repeat is safe with internalId or Idempotency-Key.',
  },
  money_out_stopped: {
    status: 503,
    message: 'Money going out is stopped until the books have been checked; nothing was done. Try again later.',
  },
  storage_unavailable: { status: 503, message: 'The receipt storage is away; nothing was done. Try again.' },
} as const satisfies Record<string, { status: number; message: string }>;
