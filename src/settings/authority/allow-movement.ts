import { isLargeMovement, isSameMovement, type Movement, movementDayMs } from '../../domain/authority/second-person.ts';
import { parseAmount } from '../../domain/money/money.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  findAllowedMovements,
  findBalance,
  findPostedMovements,
  type PostedMovement,
} from '../../storage/settings/ledger/movements.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** A large top-up is believed when two people say so: what is in the books can be withdrawn. */
export const allowTopUp = permission('allow-top-up', 'top_up');

/** A large pay-back takes a maker's balance out of the books, so two people say that the maker has got it. */
export const allowPayBack = permission('allow-pay-back', 'pay_back');

/**
 * Permission for a movement; the command moves the money once it has it. What one person has entered alone within a day counts
 * together, over all owners, so that splitting does not help. The line in the audit log is the permission and is what the next
 * one counts: it is written here, one act at a time, because the money moves later and fifty at once would all find that nothing
 * came before them.
 */
function permission(name: 'allow-top-up' | 'allow-pay-back', kind: 'top_up' | 'pay_back') {
  return settingAct({
    name,
    load: async (tx, { id, availableId, currency }: Movement, { actor, at }) => ({
      balance: await findBalance(tx, availableId),
      moved: await findPostedMovements(tx, id),
      allowed: await findAllowedMovements(tx, {
        action: name,
        userId: actor.userId,
        currency,
        since: at - movementDayMs,
      }),
    }),
    danger: (movement, { allowed }, { largeTopUpAbove }) =>
      isLargeMovement(movement, allowed, largeTopUpAbove) ? 'large-top-up' : null,
    decide(movement, { balance, moved, allowed }) {
      const { id, owner, amount, currency, subunit } = movement;
      if (moved.length > 0 && !moved.some((one) => isMoved(one, kind, movement))) {
        throw new AppError('movement_id_reused', { field: 'id' });
      }
      // A sum that cannot be read is left to the command, which refuses it.
      const sum = parseAmount(amount, subunit);
      const isDone = moved.length > 0 || allowed.some((one) => isSameMovement(one, movement));
      if (isDone || sum === null) return unchanged(movement);
      // The command looks again. An approval of what cannot be done now would wait for the day on which it can.
      if (kind === 'pay_back' && balance < sum) throw new AppError('insufficient_funds');
      const facts = { subjectKind: owner.kind, subjectId: owner.id, details: { amount, currency, movement: id } };
      return changed(movement, null, facts);
    },
    store: async () => undefined,
  });
}

function isMoved(
  moved: PostedMovement,
  kind: 'top_up' | 'pay_back',
  { availableId, currency, amount, subunit }: Movement,
): boolean {
  const accountId = kind === 'top_up' ? moved.creditId : moved.debitId;
  const isOfOwner = moved.kind === kind && accountId === availableId && moved.currency === currency;
  return isOfOwner && moved.amount === parseAmount(amount, subunit);
}
