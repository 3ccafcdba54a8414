/** Refusals of payers who play, and of words that payers should not read; part of the one catalogue, `errors-catalogue.ts`. */
export const payerErrors = {
  user_id_needed: {
    status: 400,
    message: 'This store takes no payin without a `userId`: send the ID that the payer has in your system.',
  },
  payer_pending: {
    status: 400,
    message:
      'This payer has {limit} unfinished payins, which is the most that the store allows. The next one is possible when one of them ends{until}.',
  },
  payer_too_often: {
    status: 400,
    message:
      'This payer has begun {limit} payins within {minutes} minutes, which is the most that the store allows. The next one is possible at {until}.',
  },
  payer_blocked: {
    status: 400,
    message:
      'This payer left {count} payins in a row unpaid and is blocked until {until}. An operator can lift the block.',
  },
  payer_not_blocked: { status: 400, message: 'This payer is not blocked, or no longer.' },
  number_in_words: {
    status: 400,
    message: 'Payers read these words: write no card, account or phone number here, and no address of a page.',
  },
} as const;
