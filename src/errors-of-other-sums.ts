/** Refusals about sums other than those asked for, and about disputes with clocks; part of the one catalogue, `errors-catalogue.ts`. */
export const otherSumErrors = {
  statement_of_day_needed: {
    status: 400,
    message: 'A refusal needs the statement of the day: attach it, or bring the bank statement of that day in first.',
  },
  maker_unanswered: {
    status: 400,
    message: 'A dispute waits for your answer past its time. New deals come again when it is answered.',
  },
  maker_too_many_disputes: {
    status: 400,
    message: 'Too many of your disputes are open. New deals come again when fewer are.',
  },
  reminder_after_answer: {
    status: 400,
    message: 'A reminder after the answer is due reminds nobody: it should come within {limit} minutes.',
  },
  refund_not_paid: {
    status: 400,
    message:
      'Only a payin that is paid, or that expired with a part of its sum, can be refunded. This one is {status}.',
  },
  part_paid: {
    status: 400,
    message:
      'A part of the sum has come. The payer may send the rest; what came can be refunded when the time is over.',
  },
  no_excess: { status: 400, message: 'Nothing was sent too much for this invoice, or nothing of it is kept apart.' },
  excess_not_held: {
    status: 400,
    message: 'What was sent too much is {status}: nothing else can be decided about it now.',
  },
  excess_not_paid: {
    status: 400,
    message: 'What was sent too much can be decided about while the invoice is paid. This one is {status}.',
  },
  excess_returned_whole: {
    status: 400,
    message: 'What was sent too much is returned as a whole: {limit}.',
  },
  too_many_parts: { status: 400, message: 'The sum has come in {limit} parts: no further one is counted.' },
  not_a_part: { status: 400, message: 'The whole sum came, or more: there is no rest to send.' },
} as const;
