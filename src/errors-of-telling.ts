/** Refusals about who is told what, and where; part of the one catalogue, `errors-catalogue.ts`. */
export const toldErrors = {
  notification_without_url: {
    status: 400,
    message: 'The invoice was created without a notificationUrl: there is nowhere to send to.',
  },
  too_many_endpoints: { status: 400, message: 'A store has at most {limit} endpoints. Remove one first.' },
  address_not_called: { status: 400, message: 'The service does not call this address: {why}.' },
  too_many_channels: { status: 400, message: 'A person has at most {limit} of these. Remove one first.' },
  channels_of_day: { status: 400, message: 'At most {limit} can be added in a day. Try again tomorrow.' },
  channel_not_offered: { status: 400, message: 'This way is not set up here. Ask the operator of the service.' },
  channel_not_confirmed: { status: 400, message: 'Confirm it first: nothing is sent before that.' },
  channel_code_wrong: { status: 400, message: 'The code is wrong or has lapsed. Add it again for a new one.' },
  invalid_email: { status: 400, message: 'This value should be an e-mail address.' },
  invalid_push: { status: 400, message: 'These are no keys of a browser.' },
  told_kind_not_yours: { status: 400, message: 'People of your role are not told of "{kind}".' },
} as const;
