import { type Refund, refundState } from '../../domain/refunds/refund.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, doneBefore, moveOn } from '../command.ts';

interface CancelRefund extends ByPerson {
  readonly refundId: string;
  readonly invoiceId: string;
}

/** Takes a promise back while the payer has not yet said where the money goes. After that the payout is what can be canceled. */
export function cancelRefund(request: CancelRefund): Command<Refund> {
  return {
    name: 'cancel-refund',
    saidBy: request.actor,
    plan: () => ({ invoiceIds: [request.invoiceId], refundsOf: [request.invoiceId] }),
    decide(view) {
      const move = moveOn(view);
      const refund = view.refundsOf(request.invoiceId).find(({ id }) => id === request.refundId);
      if (refund === undefined) throw new AppError('not_found');
      if (refund.canceledAt !== null) return doneBefore(refund, move.changes);
      const status = refund.payoutId === null ? refundState(refund, undefined, view.now) : 'paying';
      if (status !== 'waiting') throw new AppError('refund_not_waiting', { status });
      const canceled = { ...refund, canceledAt: view.now };
      move.changes.refunds.push(canceled);
      const details = { refundId: refund.id };
      audit(move, request, { action: 'cancel-refund', subjectKind: 'invoice', subjectId: refund.invoiceId, details });
      return done(canceled, move.changes);
    },
  };
}
