import type { Attachment } from '../domain/attachment.ts';
import { makerOf } from '../domain/catalogue.ts';
import { type Deal, withAttachment } from '../domain/deal.ts';
import { confirmTransfer, type Dossier, expireDue, type Move, putDeal } from '../domain/lifecycle.ts';
import { AppError } from '../errors.ts';
import { audit, type ByPerson, requireOwnDeal } from './audited.ts';
import { type Command, done, type InvoiceState, moveOn, type View } from './command.ts';
import { ownInvoice } from './own-invoice.ts';
import { settlementAccountsOf } from './settlement-accounts.ts';

export interface PayoutAct extends ByPerson {
  readonly invoiceId: string;
  readonly seenStoreId: number;
}

/** A maker takes a payout; when two press at once, one wins. */
export function takePayout(request: PayoutAct & { readonly makerId: number }): Command<InvoiceState> {
  return payoutCommand('take-payout', request, (dossier, deal, view, move) => {
    if (deal.status !== 'new') throw new AppError('payout_not_open', { status: deal.status });
    const store = view.catalogue.stores.get(dossier.invoice.storeId);
    // The maker is credited in their own currency; a payout in another one is not theirs to take.
    if (makerOf(view.catalogue, request.makerId).settlementCurrency !== store?.settlementCurrency) {
      throw new AppError('not_found');
    }
    return putDeal(dossier, { ...deal, status: 'transfer_waiting', makerId: request.makerId }, move);
  });
}

/** The maker cannot pay it after all: it waits for another one. */
export function giveBackPayout(request: PayoutAct): Command<InvoiceState> {
  return payoutCommand('give-back-payout', request, (dossier, deal, _view, move) => {
    requireOwnDeal(request.actor, deal);
    if (deal.status !== 'transfer_waiting') throw new AppError('payout_not_open', { status: deal.status });
    return putDeal(dossier, { ...deal, status: 'new', makerId: null }, move);
  });
}

/** The maker has paid and shows the proof. */
export function provePayout(
  request: PayoutAct & { readonly attachment: Omit<Attachment, 'addedAt'> },
): Command<InvoiceState> {
  return payoutCommand('prove-payout', request, (dossier, deal, view, move) => {
    requireOwnDeal(request.actor, deal);
    if (deal.status !== 'transfer_waiting' && deal.status !== 'transfer_confirmed') {
      throw new AppError('payout_not_open', { status: deal.status });
    }
    const proven = withAttachment(deal, { ...request.attachment, addedAt: view.now });
    return deal.status === 'transfer_waiting' ? confirmTransfer(dossier, proven, move) : putDeal(dossier, proven, move);
  });
}

function payoutCommand(
  name: string,
  request: PayoutAct,
  act: (dossier: Dossier, deal: Deal, view: View, move: Move) => Dossier,
): Command<InvoiceState> {
  return {
    name,
    saidBy: request.actor,
    plan: ({ catalogue }) => ({
      invoiceIds: [request.invoiceId],
      accountIds: settlementAccountsOf(catalogue, request.seenStoreId),
    }),
    decide(view) {
      const move = moveOn(view);
      const invoice = ownInvoice(view, request.invoiceId, null);
      if (invoice.type !== 'out') throw new AppError('not_found');
      const dossier = expireDue({ invoice, deals: view.dealsOf(invoice.id) }, move);
      const [deal] = dossier.deals;
      if (deal === undefined) throw new AppError('not_found');
      const after = act(dossier, deal, view, move);
      audit(move, request, { action: name, subjectKind: 'invoice', subjectId: invoice.id, details: null });
      return done(after, move.changes);
    },
  };
}
