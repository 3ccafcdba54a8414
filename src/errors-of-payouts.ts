/** Refusals about who pays a payout, and about which of its deals; part of the one catalogue, `errors-catalogue.ts`. */
export const payoutErrors = {
  payout_failed_before: {
    status: 400,
    message: 'This maker had the payout before and was found not to have paid it. Another maker has to.',
  },
  payout_has_newer_deal: {
    status: 400,
    message:
      'This deal of the payout is over, and another one has begun since; nothing was done. Reload, and look at that one first.',
  },
} as const;
