import { type Deal, withEvidence } from '../../domain/invoices/deal.ts';
import { type Dossier, putDeal } from '../../domain/invoices/lifecycle.ts';
import type { Attachment } from '../../domain/receipts/attachment.ts';
import type { ReceiptLimits } from '../../domain/receipts/receipt-room.ts';
import type { Move } from '../../domain/state/move.ts';
import type { Needs, View } from '../command.ts';
import { keep } from '../invoices/keep-receipt.ts';

interface Evidence {
  /** The one in dispute. */
  readonly deal: Deal;
  /** Who sends it. */
  readonly actor: string;
  readonly attachment: Omit<Attachment, 'addedAt'> | null;
  readonly limits?: ReceiptLimits;
  readonly needs: Needs;
}

/**
 * One more file for the dispute that is open, from a payer or a merchant's program: it is kept beside the deal's receipts, and the
 * dispute stays as it was opened. A file that is there already changes nothing, so a sender without an answer can repeat.
 */
export function keepEvidence(
  view: View,
  move: Move,
  dossier: Dossier,
  { deal, actor, needs, ...file }: Evidence,
): Dossier {
  if (file.attachment === null) return dossier;
  const attachment = { ...file.attachment, addedAt: move.now };
  const attached = withEvidence(deal, attachment);
  if (attached === deal) return dossier;
  keep(view, move, dossier.invoice, file, needs);
  move.changes.disputeFacts.push({
    dealId: deal.id,
    at: move.now,
    actor,
    kind: 'evidence',
    text: '',
    attachment,
    decisionId: null,
  });
  return putDeal(dossier, attached, move);
}
