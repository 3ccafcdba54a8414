/** Refusals about phones of makers and the messages that come to them; a part of the catalogue. */
export const phoneErrors = {
  phone_ticket_ended: { status: 400, message: 'The code was used or has lapsed. Show a new one in the console.' },
  phone_revoked: { status: 400, message: 'The phone was revoked. Pair it again as a new one.' },
  too_many_phones: { status: 400, message: 'A maker has at most {limit} phones.' },
  requisite_of_another_phone: {
    status: 400,
    message: 'Messages of this requisite come to another phone, {phone}. Take it off there first.',
  },
  requisite_twice: { status: 400, message: 'This requisite is named twice.' },
  invalid_digits: { status: 400, message: 'Last digits are three to eight digits, as banks write them.' },
  too_many_messages: { status: 400, message: 'A request has at most {limit} messages.' },
  message_decided: { status: 400, message: 'Somebody has decided about this message already.' },
  message_being_entered: {
    status: 400,
    message:
      'Somebody has begun to enter this message, as {amount} on requisite {requisiteId}. Enter the same to finish it.',
  },
  message_being_read: { status: 400, message: 'The service is reading this message again. Try again in a moment.' },
  message_has_arrival: {
    status: 400,
    message: 'This message has become an arrival. Decide about the arrival instead.',
  },
} as const;
