/** Refusals about who pays a payout, and about which of its deals; part of the one catalogue, `errors-catalogue.ts`. */
export const payoutErrors = {
  payouts_open: {
    status: 400,
    message:
      'Payouts brought {sum} of this balance that may still go back, until {until}. {free} can be paid back now.',
  },
  payout_failed_before: {
    status: 400,
    message: 'This maker had the payout before and was found not to have paid it. Another maker has to.',
  },
  payout_given_back: {
    status: 400,
    message: 'This maker has given the payout back. Until {until} it is for others.',
  },
  payout_taken_over: {
    status: 400,
    message: 'The time to prove this payout is over, and another maker has it now. Show the proof to an operator.',
  },
  maker_takings_full: {
    status: 400,
    message: 'The maker has {limit} payouts without a proof, which is the most allowed. Prove or give back one first.',
  },
  maker_takings_uncovered: {
    status: 400,
    message: "The maker's balance does not cover this payout with those that have no proof yet.",
  },
  payout_has_newer_deal: {
    status: 400,
    message:
      'This deal of the payout is over, and another one has begun since; nothing was done. Reload, and look at that one first.',
  },
} as const;
