/** Refusals about API keys of stores, and about the codes that first second factors need; part of the one catalogue, `errors-catalogue.ts`. */
export const keyErrors = {
  invalid_address_range: { status: 400, message: '"{range}" is no IP address or range such as 203.0.113.0/24.' },
  too_many_keys: { status: 400, message: 'A store has at most {limit} API keys at once. Revoke one first.' },
  token_bounds_needed: {
    status: 400,
    message: 'A token for money names the addresses it is used from and what it may move a day.',
  },
  token_address_refused: { status: 403, message: 'The address {address} is not on the list of this token.' },
  token_requisite_refused: { status: 403, message: 'This token is not for requisite {requisiteId}.' },
  token_day_spent: { status: 403, message: 'This token moves {max} {currency} a day; this would be more.' },
  key_shares_secret: {
    status: 400,
    message:
      "This key signs with the merchant's secret, which signs for other keys too, so limits would not bind it. Create a limited key, switch the shop to it, then revoke this one.",
  },
  enrolment_code_needed: {
    status: 403,
    message: 'Setting up a second factor needs an enrolment code. This one is missing, wrong, used or too old.',
  },
  enrolment_mail_unavailable: { status: 400, message: 'No enrolment code can be sent to you by mail now.' },
} as const;
