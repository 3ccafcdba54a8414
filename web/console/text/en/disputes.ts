/** The clocks of disputes, and what a maker answers. */
export const disputes = {
  clocks: {
    open: 'Dispute clocks',
    title: 'Dispute clocks',
    remindMinutes: 'Remind the maker after, minutes',
    answerMinutes: 'Escalate without an answer after, minutes',
    openMax: 'Unanswered disputes that stop a maker',
    payerClaimsMax: 'Open claims of one payer in a store',
    storeClaimsMax: 'Open claims of one store',
    payoutMinutes: 'Pay back what a payout brought after, minutes',
    hint: '0 switches a line off. No store or payer stops a maker alone by the number of claims, and rejected claims weigh less for a month. An unanswered dispute goes to the top of the queue, and its maker gets no new deals until it is answered. Silence decides nothing. What a payout has brought its maker is not paid back before its time, nor while it is disputed; a shorter time needs a second person.',
    saved: 'Saved. It counts for open disputes as well.',
  },
  blocks: {
    unanswered: 'No new deals: a dispute is unanswered',
    too_many: 'No new deals: too many open disputes',
  },
  ownBlocks: {
    unanswered: 'You get no new deals: a dispute waits for your answer past its time. Answer it, and deals come again.',
    too_many: 'You get no new deals: too many of your disputes are open. Deals come again when fewer are.',
  },
  answer: {
    due: 'Answer within',
    overdue: 'Your answer is overdue',
    answered: { agreed: 'You agreed', refused: 'You refused' },
    said: { agreed: 'The maker agrees', refused: 'The maker refuses' },
    none: 'The maker has not answered yet',
    maker: "Maker's answer",
    agree: 'The claim is right',
    agreeTitle: 'Agree with the claim?',
    agreeHint: 'An operator decides with your word. The deal is charged to your balance if the money is found.',
    refuse: 'Refuse the claim',
    refuseTitle: 'Refuse the claim',
    refuseHint:
      'Attach the bank statement of that day. It is not needed where a statement of that day was brought in for the requisite.',
    reason: 'Why',
    reasons: {
      not_received: 'No such money came',
      other_sum: 'Another sum came',
      other_requisites: 'It went to requisites that are not mine',
      sent_back: 'The money was sent back',
      counted_before: 'It has paid another deal',
    },
    words: 'In your own words',
    statement: 'Statement of the day',
    done: 'Answered. An operator decides.',
  },
};
