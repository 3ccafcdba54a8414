/** Why an invoice is where it is, in one look: what happened, and what to do next. */
interface OutcomeFacts {
  readonly sum: string;
  readonly received: string;
  /** A moment, or empty. */
  readonly until: string;
  readonly reason: string;
}

interface OutcomeWords {
  readonly what: (facts: OutcomeFacts) => string;
  readonly next: (facts: OutcomeFacts) => string;
}

const by = (until: string) => (until === '' ? '' : ` until ${until}`);

const payins = {
  payinOpen: {
    what: () => 'Nobody has begun to pay yet.',
    next: ({ until }: OutcomeFacts) => `Send the payer to the payment page. It is open${by(until)}.`,
  },
  payinAwaited: {
    what: ({ sum }: OutcomeFacts) => `The payer has requisites to transfer ${sum} to.`,
    next: ({ until }: OutcomeFacts) => `Nothing to do: the transfer is awaited${by(until)}.`,
  },
  payinLapsed: {
    what: () => 'The payer had requisites, but transferred nothing in time.',
    next: ({ until }: OutcomeFacts) =>
      `The payer can get new requisites on the payment page${by(until)}. If they have paid, let them upload the receipt there.`,
  },
  payinPart: {
    what: ({ sum, received }: OutcomeFacts) =>
      `A part has come: ${received} of ${sum}. It is on the account of the store.`,
    next: ({ until }: OutcomeFacts) => `The payer can send the rest on the payment page${by(until)}. Do not ship yet.`,
  },
  payinExpiredPart: {
    what: ({ sum, received }: OutcomeFacts) =>
      `Only a part came: ${received} of ${sum}. The rest did not come in time.`,
    next: () =>
      'What came is on the account of the store. Refund it, or open a dispute to have the invoice paid with it.',
  },
  payinChecked: {
    what: () => 'A receipt was uploaded. We are checking whether the money has arrived.',
    next: () => 'Nothing to do. Ship when the invoice is paid, not before: a receipt is not money.',
  },
  payinOverdue: {
    what: () => 'A receipt was uploaded, but the money has not been confirmed for longer than usual.',
    next: () => 'Ask the payer whether the transfer left their account; add what they say as evidence, or ask support.',
  },
  payinRefused: {
    what: () => 'A receipt was uploaded, but the money did not come. The transfer was rejected.',
    next: ({ until }: OutcomeFacts) =>
      `The payer can try again${by(until)}. If they insist, open a dispute with a statement of their bank.`,
  },
  payinTakenBack: {
    what: () => 'A payment was counted, but its money was not found, and it was taken back.',
    next: ({ until }: OutcomeFacts) =>
      `Do not ship. The payer can still pay${by(until)}. If they have paid, open a dispute with a statement of their bank.`,
  },
  payinPaid: {
    what: ({ sum }: OutcomeFacts) => `Paid: ${sum} arrived in full.`,
    next: () => 'Nothing to do: the money is on the account of the store.',
  },
  payinPaidOtherSum: {
    what: ({ sum, received }: OutcomeFacts) => `Paid with another sum: ${received} arrived instead of ${sum}.`,
    next: () => 'Decide whether that is enough for the order. What arrived is on the account of the store.',
  },
  payinPaidOver: {
    what: ({ sum, received }: OutcomeFacts) => `Paid with ${sum}; the payer sent ${received}.`,
    next: () => 'What was sent too much is kept apart: return it to the payer.',
  },
  payinPaidByClaim: {
    what: () => 'Paid after all: the claim was checked, and the money was found.',
    next: () => 'Nothing to do: the money is on the account of the store.',
  },
  payinExpiredUnbegun: {
    what: () =>
      'The payer never got requisites: they left before choosing how to pay, or none were free for this sum and bank.',
    next: () => 'If the order still stands, create a new invoice. Leave the bank open to reach more requisites.',
  },
  payinExpiredUnpaid: {
    what: () => 'The payer had requisites, but no transfer was made in time.',
    next: () =>
      'If the order still stands, create a new invoice. If the payer has paid, let them upload the receipt on the payment page, or open a dispute.',
  },
  payinEndedRefused: {
    what: () => 'A receipt was uploaded, but the money did not come.',
    next: () => 'If the payer has proof from their bank, open a dispute with it. Otherwise create a new invoice.',
  },
  payinEndedTakenBack: {
    what: () => 'A payment was counted, but its money was not found, and it was taken back.',
    next: () =>
      'Do not ship. If the payer has proof from their bank, open a dispute with it. Otherwise create a new invoice.',
  },
  payinEndedClaimRejected: {
    what: () => 'The payer claimed to have paid. It was checked, and the money was not found.',
    next: () => 'Do not ship. With new proof from the bank, open another dispute.',
  },
  payinCanceled: {
    what: () => 'The invoice was canceled, by the payer or by your shop, before any transfer.',
    next: () => 'If the order still stands, create a new invoice.',
  },
} satisfies Readonly<Record<string, OutcomeWords>>;

const payouts = {
  payoutOpen: {
    what: ({ sum }: OutcomeFacts) => `${sum} and the fee are frozen; nobody has taken the payout yet.`,
    next: ({ until }: OutcomeFacts) =>
      `Nothing to do: it is on offer${by(until)}. You can cancel it until it is taken.`,
  },
  payoutTaken: {
    what: () => 'A maker has taken the payout and is transferring the money.',
    next: ({ until }: OutcomeFacts) => `Nothing to do: a receipt is due${by(until)}.`,
  },
  payoutSent: {
    what: () => 'The money was sent; the receipt is on this page.',
    next: ({ until }: OutcomeFacts) =>
      `Ask the receiver and confirm. If nobody objects, it counts as paid${until === '' ? '' : ` at ${until}`}. If the money did not come, open a dispute.`,
  },
  payoutObjected: {
    what: () => 'Somebody objected to the proof, and it is not decided yet whether the money was sent.',
    next: () =>
      'It does not count as paid by time any more. Confirm it if the receiver has the money; if not, open a dispute with better papers. Otherwise an operator decides.',
  },
  payoutPaid: {
    what: ({ sum }: OutcomeFacts) => `Paid out: ${sum}.`,
    next: () => 'Nothing to do. If the receiver has nothing, open a dispute.',
  },
  payoutCanceled: {
    what: () => 'The payout was canceled; sum and fee are back on the account.',
    next: () => 'To pay it after all, create a payout with another internal ID.',
  },
  payoutExpired: {
    what: () => 'Nobody paid it in time; sum and fee are back on the account.',
    next: () => 'Create it again with another internal ID, perhaps for another bank or in smaller parts.',
  },
} satisfies Readonly<Record<string, OutcomeWords>>;

export const outcome = {
  title: 'In short',
  next: 'What to do',
  kinds: {
    ...payins,
    ...payouts,
    disputeOpen: {
      what: ({ reason }: OutcomeFacts) => `Under dispute: ${reason}.`,
      next: ({ until }: OutcomeFacts) =>
        `Add what you know as evidence. A decision is due${until === '' ? '' : ` by ${until}`}.`,
    },
  },
  untold: (answer: string) =>
    `Your server has not taken the last notification (${answer}): your shop may not know this.`,
};
