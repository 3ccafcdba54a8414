/** Refusals of an operator's answer to a claim; part of the one catalogue, `errors-catalogue.ts`. */
export const disputeErrors = {
  not_in_dispute: { status: 400, message: 'The invoice is {status}, not in dispute.' },
  claim_is_newer: {
    status: 400,
    message: 'Another claim has been made since you looked; nothing was decided. Reload, and look at that one first.',
  },
  claims_of_payer_full: {
    status: 400,
    message:
      'This payer has {limit} claims open, which is the most allowed. The next one is possible when one is decided.',
  },
  claims_of_store_full: {
    status: 400,
    message:
      'The store has {limit} claims open, which is the most allowed. The next one is possible when one is decided.',
  },
  decide_dispute: { status: 400, message: 'The payout is in dispute. Accept or reject the dispute instead.' },
  claim_has_no_sum: {
    status: 400,
    message: 'This decision does not say that it was paid, so it takes no sum. To give one, decide that it was paid.',
  },
  verdict_not_open: {
    status: 400,
    message: 'When this claim is rejected, the verdict about the money can be: {choices}.',
  },
} as const;
