import { parseAmount } from '../domain/money.ts';
import { isLargeTopUp, isSameTopUp, type TopUp, topUpDayMs } from '../domain/second-person.ts';
import { AppError } from '../errors.ts';
import { findAllowedTopUps, findMovements, type Movement } from '../storage/settings/top-ups.ts';
import { changed, settingAct, unchanged } from './setting-act.ts';

/**
 * Permission for a top-up; the command moves the money once it has it. A large one is believed when two people say so: what
 * is in the books can be withdrawn. What one person has entered alone within a day counts together, over all owners, so that
 * splitting does not help. The line in the audit log is the permission and is what the next one counts: it is written here,
 * one act at a time, because the money moves later and fifty at once would all find that nothing came before them.
 */
export const allowTopUp = settingAct({
  name: 'allow-top-up',
  load: async (tx, { id, currency }: TopUp, { actor, at }) => ({
    moved: await findMovements(tx, id),
    allowed: await findAllowedTopUps(tx, { userId: actor.userId, currency, since: at - topUpDayMs }),
  }),
  danger: (topUp, { allowed }, { largeTopUpAbove }) =>
    isLargeTopUp(topUp, allowed, largeTopUpAbove) ? 'large-top-up' : null,
  decide(topUp, { moved, allowed }) {
    const { id, owner, amount, currency, subunit } = topUp;
    if (moved.length > 0 && !moved.some((one) => isMoved(one, topUp))) {
      throw new AppError('movement_id_reused', { field: 'id' });
    }
    // A sum that cannot be read is left to the command, which refuses it.
    const isReadable = parseAmount(amount, subunit) !== null;
    const isDone = moved.length > 0 || allowed.some((one) => isSameTopUp(one, topUp));
    if (isDone || !isReadable) return unchanged(topUp);
    const facts = { subjectKind: owner.kind, subjectId: owner.id, details: { amount, currency, movement: id } };
    return changed(topUp, null, facts);
  },
  store: async () => undefined,
});

function isMoved(moved: Movement, { availableId, currency, amount, subunit }: TopUp): boolean {
  const isOfOwner = moved.kind === 'top_up' && moved.creditId === availableId && moved.currency === currency;
  return isOfOwner && moved.amount === parseAmount(amount, subunit);
}
