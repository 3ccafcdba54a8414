import { Type } from 'typebox';
import { requireOwnDeal } from '../../../commands/audited.ts';
import {
  confirmPayout as confirmPayoutCommand,
  payoutWasNotPaid,
  provePayout as provePayoutCommand,
} from '../../../commands/payouts/payout-work.ts';
import type { Invoice } from '../../../domain/invoices/invoice.ts';
import { isLateFor } from '../../../domain/invoices/taking.ts';
import type { Actor } from '../../../domain/people/audit.ts';
import { AppError } from '../../../errors/app-error.ts';
import { findEndedDeals } from '../../../storage/reads/invoices/invoice-reads.ts';
import { act } from '../../act.ts';
import { json, multipart } from '../../endpoint.ts';
import { at } from '../../examples.ts';
import { agreedLoss, IsBorneByService } from '../agreed-loss.ts';
import { DealShape, examplePayout, exampleProvedPayout } from '../deals/deal-shape.ts';
import { actsOf, type OperatorContext } from '../endpoint.ts';
import { Attachment, Reason } from '../fields.ts';
import { reachesStore } from '../reach.ts';
import { currentDeal, findPayout, payoutInPath, SeenDeal, seenDealNote, seenDeals } from './payouts.ts';

const proofs = actsOf({ tag: 'Payouts', roles: ['operator', 'maker'], scope: 'money' });

export const nextNote = 'What becomes of a payout that was not paid: another maker pays it, or it is canceled';
export const Next = Type.Enum(['pool', 'cancel'], { description: nextNote });

const ProofForm = Type.Object({
  dealId: Type.Optional(Type.String({ description: seenDealNote })),
  attachment: Attachment,
});

export const provePayout = proofs({
  path: '/payouts/:id/proof',
  operationId: 'provePayout',
  summary: 'Upload the proof that a payout was paid',
  description:
    'A proof from a maker whose time is over, and who has the payout no more, opens a dispute: an operator looks at it before anybody else pays.',
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

export const confirmPayout = proofs({
  path: '/payouts/:id/confirm',
  operationId: 'confirmPayout',
  summary: 'Say that a payout was received',
  description:
    'The maker has shown a proof and is credited now. Without it the maker is credited when the time of `creditAt` has passed, unless somebody disputes the payout before: then no time credits it any more, however the dispute is decided.',
  roles: ['operator', 'merchant'],
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, reason: Reason })),
  response: DealShape,
  refusals: ['deal_settled', 'payout_has_newer_deal', 'proof_missing'],
  takesKey: true,
  example: {
    body: { dealId: exampleProvedPayout.id, reason: 'The receiver has the money' },
    answer: {
      ...exampleProvedPayout,
      status: 'completed',
      isActive: false,
      receivedSum: exampleProvedPayout.sum,
      creditAt: null,
      endedAt: at('13:00:00'),
    },
  },
  async handle({ context, params, body, actor }) {
    const { invoice } = await findPayout(context, actor, params.id);
    if (!reachesStore(context.catalogue(), actor, invoice.storeId)) throw new AppError('not_found');
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, body.dealId);
    const command = confirmPayoutCommand({ actor, reason: body.reason, invoiceId, seenStoreId, seenDealIds });
    return act(command, (state) => currentDeal(context, state, actor));
  },
});

export const payoutNotPaid = proofs({
  path: '/payouts/:id/not-paid',
  operationId: 'payoutNotPaid',
  summary: 'Say that a payout was not paid',
  description:
    'Whatever the proof says, also after the maker was credited. The deal is canceled and what was credited is taken back by new transfers; the payout goes back into the pool at the same terms, or is canceled, as `next` says. The maker cannot take it again.',
  roles: ['operator'],
  params: { id: payoutInPath },
  body: json(Type.Object({ dealId: SeenDeal, next: Next, isBorneByService: IsBorneByService, reason: Reason })),
  response: DealShape,
  refusals: [
    'decide_dispute',
    'invalid_choice',
    'maker_funds',
    'insufficient_funds',
    'payout_has_newer_deal',
    'second_person_needed',
    'too_many_deals',
    'transfer_not_confirmed',
  ],
  takesKey: true,
  example: {
    body: { dealId: examplePayout.id, next: 'pool', reason: 'The proof is forged' },
    answer: { ...examplePayout, id: '01a1da1f-4b66-7f08-a2c9-5d3e7b104c86', ordinal: 2 },
  },
  async handle(call) {
    const { context, params, actor } = call;
    const { dealId: seen, next, isBorneByService, reason } = call.body;
    const { invoice, deal } = await findPayout(context, actor, params.id);
    const { id: invoiceId, storeId: seenStoreId } = invoice;
    const seenDealIds = seenDeals(params.id, invoice, seen);
    const about = { actor, reason, invoiceId, seenStoreId, seenDealIds, next, dealId: context.newId() };
    // What waits for a second person is about the deal of now.
    const request =
      isBorneByService === true && deal !== undefined ? { ...about, seenDealIds: [...seenDealIds, deal.id] } : about;
    const lossMax = isBorneByService === true ? await agreedLoss(call, { decision: 'payout-not-paid', request }) : null;
    return act(payoutWasNotPaid({ ...request, lossMax }), (state) => currentDeal(context, state, actor));
  },
});
