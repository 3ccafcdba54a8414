import { Type } from 'typebox';
import { addEvidence as addEvidenceCommand } from '../../../commands/add-evidence.ts';
import { AppError } from '../../../errors.ts';
import { act } from '../../act.ts';
import { multipart } from '../../endpoint.ts';
import { DealShape, dealOf, exampleDisputedDeal } from '../deals/deal-shape.ts';
import { endpoint, everybody } from '../endpoint.ts';
import { Attachment, text } from '../fields.ts';
import { findInvoiceWithinReach, invoiceInPath } from '../reach.ts';

const EvidenceForm = Type.Object({
  text: text(1000, 'In words; they are kept with the dispute'),
  attachment: Type.Optional(Attachment),
});

export const addEvidence = endpoint({
  method: 'POST',
  path: '/invoices/:id/evidence',
  operationId: 'addEvidence',
  summary: 'Add evidence to a dispute',
  description: 'From either side: words in `text`, and a file as `attachment` where there is one.',
  tag: 'Invoices and disputes',
  roles: everybody,
  scope: 'money',
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
