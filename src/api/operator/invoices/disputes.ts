import { Type } from 'typebox';
import { addEvidence as addEvidenceCommand } from '../../../commands/disputes/add-evidence.ts';
import { answerDispute as answerDisputeCommand } from '../../../commands/disputes/answer-dispute.ts';
import { openDispute } from '../../../commands/disputes/open-dispute.ts';
import { claimsRememberedMs } from '../../../domain/disputes/claimants.ts';
import { disputeAnswers, refusalReasons } from '../../../domain/invoices/deal-dispute.ts';
import { AppError } from '../../../errors/app-error.ts';
import { hasStatementOf } from '../../../storage/reads/statements/bank-statement-reads.ts';
import { act } from '../../act.ts';
import { disputeFields, readClaim } from '../../dispute-form.ts';
import { multipart } from '../../endpoint.ts';
import { disputedInvoice } from '../../examples.ts';
import { invoiceDTO } from '../../invoice-dto.ts';
import { Invoice } from '../../invoice-schemas.ts';
import { oneOf } from '../../schemas.ts';
import { DealShape, dealOf, exampleDisputedDeal } from '../deals/deal-shape.ts';
import { actsOf, everybody } from '../endpoint.ts';
import { Attachment, text } from '../fields.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

const disputes = actsOf({ tag: 'Invoices and disputes', roles: ['operator', 'merchant'], scope: 'money' });

const DisputeForm = Type.Object({
  ...disputeFields,
  reason: text(1000, 'Why; it is kept in the audit log'),
  attachment: Type.Optional(Attachment),
});

export const openDisputeByPerson = disputes({
  path: '/invoices/:id/dispute',
  operationId: 'openDisputeByPerson',
  summary: 'Open a dispute',
  params: { id: invoiceInPath },
  body: multipart(DisputeForm),
  response: Invoice,
  refusals: [
    'claims_of_store_full',
    'blank',
    'too_long',
    'already_disputed',
    'dispute_without_deal',
    'invalid_amount',
    'invalid_choice',
    'invoice_not_active',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
  ],
  takesKey: true,
  example: {
    body: {
      disputeReason: 'invalid_sum',
      'disputeReasonData[amount]': '900.00',
      reason: 'The payer sent less',
      attachment: '@receipt.png',
    },
    answer: disputedInvoice,
  },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findInvoiceWithinReach(context, actor, params.id);
    const { fields, file } = await body.read();
    const command = openDispute({
      invoiceId: invoice.id,
      storeId: invoice.storeId,
      ...readClaim(context, fields, invoice),
      attachment: file,
      limits: context.receiptLimits,
      claimsSince: context.clock() - claimsRememberedMs,
      by: { actor, reason: fields.reason },
    });
    return act(command, (state) => invoiceDTO(context, state));
  },
});

const AnswerForm = Type.Object({
  answer: oneOf(disputeAnswers, '`agreed`: the claim is right. `refused`: it is not'),
  refusal: Type.Optional(oneOf(refusalReasons, 'Why it is refused')),
  text: text(1000, 'In words; they are kept with the dispute'),
  attachment: Type.Optional(Attachment),
});

export const answerDispute = disputes({
  path: '/invoices/:id/dispute/answer',
  operationId: 'answerDispute',
  summary: "Answer a dispute for the maker's side",
  description:
    'By the maker of the deal, or by an operator who writes down what the maker has said. Stops the clock of the dispute and decides nothing. A refusal names its reason (`refusal`) and needs the statement of the day: as `attachment`, or a bank statement of that day brought in for the requisite. A later answer replaces the earlier one.',
  roles: ['operator', 'maker'],
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

const EvidenceForm = Type.Object({
  text: text(1000, 'In words; they are kept with the dispute'),
  attachment: Type.Optional(Attachment),
});

export const addEvidence = disputes({
  path: '/invoices/:id/evidence',
  operationId: 'addEvidence',
  summary: 'Add evidence to a dispute',
  description: 'From either side: words in `text`, and a file as `attachment` where there is one.',
  roles: everybody,
  params: { id: invoiceInPath },
  body: multipart(EvidenceForm),
  response: DealShape,
  refusals: ['blank', 'too_long', 'not_in_dispute', 'receipts_of_invoice_full', 'receipts_of_store_full'],
  takesKey: true,
  example: {
    body: { text: 'Statement of the bank', attachment: '@statement.pdf' },
    answer: exampleDisputedDeal,
  },
  async handle({ context, params, body, actor }) {
    const { invoice, deals } = await findInvoiceWithinReach(context, actor, params.id);
    const dealId = deals.find(({ status }) => status === 'dispute')?.id;
    if (dealId === undefined) throw new AppError('not_in_dispute', { status: invoice.status });
    const { fields, file: attachment } = await body.read();
    const said = fields.text;
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const limits = context.receiptLimits;
    const about = { invoiceId, seenStoreId, text: said, attachment, limits };
    const command = addEvidenceCommand({ actor, reason: said, ...about });
    const sees = actor.role === 'merchant' ? 'payment' : 'maker';
    return act(command, (state) => dealOf(context, state, dealId, sees));
  },
});
