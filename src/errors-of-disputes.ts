/** Refusals of an operator's answer to a claim; part of the one catalogue, `errors-catalogue.ts`. */
export const disputeErrors = {
  not_in_dispute: { status: 400, message: 'The invoice is {status}, not in dispute.' },
  claim_is_newer: {
    status: 400,
    message: 'Another claim has been made since you looked; nothing was decided. Reload, and look at that one first.',
  },
  decide_dispute: { status: 400, message: 'The payout is in dispute. Accept or reject the dispute instead.' },
  claim_has_no_sum: {
    status: 400,
    message:
      'By this decision it was not paid, or nothing is said of that, so there is no sum. Decide that it was paid.',
  },
  verdict_not_open: { status: 400, message: 'Who rejects this claim can say of the money: {choices}.' },
} as const;
