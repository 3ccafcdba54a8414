import { moveExternally } from '../../domain/ledger/ledger.ts';
import { currencyOf, minorMax, parseAmount, settlement } from '../../domain/money/money.ts';
import { openSince, requireFinal } from '../../domain/payouts/payouts-open.ts';
import type { Catalogue } from '../../domain/state/catalogue.ts';
import type { Instant } from '../../domain/text/timestamp.ts';
import { AppError } from '../../errors/app-error.ts';
import { audit, type ByPerson } from '../audited.ts';
import { type Command, done, doneBefore, moveOn, type View } from '../command.ts';

interface MoveFunds extends ByPerson {
  readonly kind: 'top_up' | 'pay_back';
  /** Chosen by the caller: the same movement twice is one; another one under the same ID is refused. */
  readonly id: string;
  readonly owner: { readonly kind: 'store' | 'maker'; readonly id: string };
  readonly availableId: number;
  readonly currency: string;
  readonly amount: string;
  /** When it is asked for: what payouts brought shortly before that is not paid back. */
  readonly askedAt: Instant;
}

/** Money comes in from outside for a store or a maker, or goes back out to a maker. Answers with the balance after. */
export function moveFunds(request: MoveFunds): Command<bigint> {
  const name = request.kind === 'top_up' ? 'top-up' : 'pay-back';
  return {
    name,
    saidBy: request.actor,
    sendsMoneyOut: request.kind === 'pay_back',
    plan({ catalogue }) {
      const makerId = paidBack(request, catalogue);
      const since = openSince(catalogue.disputeRules, request.askedAt);
      const open = makerId === null ? {} : { openPayoutsOf: { makerId, since } };
      return { accountIds: [request.availableId], subjectIds: [request.id], ...open };
    },
    decide(view) {
      const move = moveOn(view);
      const { currency } = request;
      const { subunit } = currencyOf(view.catalogue, currency);
      const amount = parseAmount(request.amount, subunit);
      if (amount === null || amount > minorMax / 4n) throw new AppError('invalid_amount', { field: 'amount', subunit });
      const before = view.balance(request.availableId);
      if (isRepeat(request, amount, view)) return doneBefore(before, move.changes);
      if (request.kind === 'pay_back' && before < amount) throw new AppError('insufficient_funds');
      const makerId = paidBack(request, view.catalogue);
      if (makerId !== null) {
        const { disputeRules } = view.catalogue;
        requireFinal({ balance: before, amount }, view.openPayouts(makerId), disputeRules, { code: currency, subunit });
      }
      const externalId = view.catalogue.externalAccounts.get(currency);
      if (externalId === undefined) throw new AppError('currency_not_allowed', { field: 'currency' });
      const sum = { amount: settlement(amount), currency };
      const accounts = { availableId: request.availableId, externalId };
      move.changes.transfers.push(moveExternally(request.kind, request.id, sum, accounts));
      audit(move, request, {
        action: name,
        subjectKind: request.owner.kind,
        subjectId: request.owner.id,
        details: { amount: request.amount, currency },
      });
      return done(request.kind === 'top_up' ? before + amount : before - amount, move.changes);
    },
  };
}

/** The maker who gets money back out; null: nobody does. */
function paidBack({ kind, availableId }: MoveFunds, { makers }: Catalogue): number | null {
  if (kind === 'top_up') return null;
  return [...makers.values()].find((maker) => maker.availableId === availableId)?.id ?? null;
}

/** Whether this very movement was made before. An ID that stands for anything else is a mistake that nobody would notice. */
function isRepeat({ id, kind, availableId, currency }: MoveFunds, amount: bigint, view: View): boolean {
  const posted = view.posted(id);
  if (posted.length === 0) return false;
  const isSame = posted.some((one) => {
    const accountId = kind === 'top_up' ? one.creditId : one.debitId;
    return one.kind === kind && accountId === availableId && one.amount === amount && one.currency === currency;
  });
  if (!isSame) throw new AppError('movement_id_reused', { field: 'id' });
  return true;
}
