import { Type } from 'typebox';
import { answerDispute as answerDisputeCommand } from '../../../commands/answer-dispute.ts';
import { disputeAnswers, refusalReasons } from '../../../domain/dispute.ts';
import { AppError } from '../../../errors.ts';
import { hasStatementOf } from '../../../storage/reads/bank-statement-reads.ts';
import { act } from '../../act.ts';
import { multipart } from '../../endpoint.ts';
import { oneOf } from '../../schemas.ts';
import { DealShape, dealOf, exampleDisputedDeal } from '../deals/deal-shape.ts';
import { endpoint } from '../endpoint.ts';
import { Attachment, text } from '../fields.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

const AnswerForm = Type.Object({
  answer: oneOf(disputeAnswers, '`agreed`: the claim is right. `refused`: it is not'),
  refusal: Type.Optional(oneOf(refusalReasons, 'Why it is refused')),
  text: text(1000, 'In words; they are kept with the dispute'),
  attachment: Type.Optional(Attachment),
});

export const answerDispute = endpoint({
  method: 'POST',
  path: '/invoices/:id/dispute/answer',
  operationId: 'answerDispute',
  summary: "Answer a dispute for the maker's side",
  description:
    'By the maker of the deal, or by an operator who writes down what the maker has said. Stops the clock of the dispute and decides nothing. A refusal names its reason (`refusal`) and needs the statement of the day: as `attachment`, or a bank statement of that day brought in for the requisite. A later answer replaces the earlier one.',
  tag: 'Invoices and disputes',
  roles: ['operator', 'maker'],
  scope: 'money',
  params: { id: invoiceInPath },
  body: multipart(AnswerForm),
  response: DealShape,
  refusals: [
    'blank',
    'too_long',
    'invalid_choice',
    'not_in_dispute',
    'statement_of_day_needed',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
  ],
  takesKey: true,
  example: {
    body: { answer: 'refused', refusal: 'not_received', text: 'Nothing came that day', attachment: '@statement.pdf' },
    answer: exampleDisputedDeal,
  },
  async handle({ context, params, body, actor }) {
    const { invoice, deals } = await findInvoiceWithinReach(context, actor, params.id);
    const deal = deals.find(({ status }) => status === 'dispute');
    if (deal === undefined) throw new AppError('not_in_dispute', { status: invoice.status });
    const { fields, file: attachment } = await body.read();
    const kind = fields.answer;
    const reason = kind === 'refused' ? (fields.refusal ?? null) : null;
    const day = new Date(deal.confirmedAt ?? deal.startedAt);
    const hasStatement = deal.requisiteId !== null && (await hasStatementOf(context.pool, deal.requisiteId, day));
    const command = answerDisputeCommand({
      actor,
      reason: fields.text,
      invoiceId: invoice.id,
      seenStoreId: invoice.storeId,
      answer: { kind, reason },
      text: fields.text,
      attachment,
      hasStatement,
      limits: context.receiptLimits,
    });
    return act(command, (state) => dealOf(context, state, deal.id, 'maker'));
  },
});
