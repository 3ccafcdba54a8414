import { Type } from 'typebox';
import { requireOwnDeal } from '../../../commands/audited.ts';
import { provePayout as provePayoutCommand } from '../../../commands/payout-work.ts';
import type { Actor } from '../../../domain/audit.ts';
import type { Invoice } from '../../../domain/invoice.ts';
import { isLateFor } from '../../../domain/taking.ts';
import { AppError } from '../../../errors.ts';
import { findEndedDeals } from '../../../storage/reads/invoice-reads.ts';
import { act } from '../../act.ts';
import { multipart } from '../../endpoint.ts';
import { DealShape, exampleProvedPayout } from '../deals/deal-shape.ts';
import { endpoint, type OperatorContext } from '../endpoint.ts';
import { Attachment } from '../fields.ts';
import { currentDeal, findPayout, payoutInPath, seenDealNote, seenDeals } from './find-payout.ts';

const ProofForm = Type.Object({
  dealId: Type.Optional(Type.String({ description: seenDealNote })),
  attachment: Attachment,
});

export const provePayout = endpoint({
  method: 'POST',
  path: '/payouts/:id/proof',
  operationId: 'provePayout',
  summary: 'Upload the proof that a payout was paid',
  description:
    'A proof from a maker whose time is over, and who has the payout no more, opens a dispute: an operator looks at it before anybody else pays.',
  tag: 'Payouts',
  roles: ['operator', 'maker'],
  scope: 'money',
  params: { id: payoutInPath },
  body: multipart(ProofForm),
  response: DealShape,
  refusals: [
    'attachment_missing',
    'payout_has_newer_deal',
    'payout_not_open',
    'payout_taken_over',
    'receipts_of_invoice_full',
    'receipts_of_store_full',
    'too_many_attachments',
  ],
  takesKey: true,
  example: { body: { attachment: '@receipt.png' }, answer: exampleProvedPayout },
  async handle({ context, params, body, actor }) {
    const { invoice, deal } = await findPayout(context, actor, params.id);
    if (!(await hadIt(context, actor, invoice))) {
      if (deal === undefined) throw new AppError('payout_not_open', { status: invoice.status });
      requireOwnDeal(actor, deal);
    }
    const { fields, file: attachment } = await body.read();
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const reason = 'proof of payment';
    const limits = context.receiptLimits;
    const seenDealIds = seenDeals(params.id, invoice, fields.dealId);
    const command = provePayoutCommand({ actor, reason, invoiceId, seenStoreId, seenDealIds, attachment, limits });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});

/** A maker from whom time has taken it may still have paid it. Looked at once more under the lock of the payout. */
async function hadIt(context: OperatorContext, { makerId }: Actor, { id }: Invoice): Promise<boolean> {
  if (makerId === null) return false;
  const found = (await context.reads.invoice(id, null))?.deals ?? [];
  const deals = [...found, ...(await findEndedDeals(context.pool, id))];
  return isLateFor(deals, makerId, context.clock());
}
