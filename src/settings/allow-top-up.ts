import { parseAmount } from '../domain/money.ts';
import { type Danger, isLargeTopUp } from '../domain/second-person.ts';
import { AppError } from '../errors.ts';
import { findMovements, findTopUps, type Movement } from '../storage/settings/top-ups.ts';
import { changed, settingAct, unchanged } from './setting-act.ts';

/** Money that is said to have come from outside; the command moves it once it is allowed. */
export interface TopUp {
  /** Of the movement: the same ID twice is one movement. */
  readonly id: string;
  readonly owner: { readonly kind: 'store' | 'maker'; readonly id: string };
  readonly availableId: number;
  readonly currency: string;
  readonly subunit: number;
  readonly amount: string;
}

const dayMs = 24 * 3_600_000;

/**
 * A large top-up is believed when two people say so: what is in the books can be withdrawn. The sums of a day count
 * together, so that splitting one does not help. A small one, or one that is done, needs no permission.
 */
export const allowTopUp = settingAct({
  name: 'allow-top-up',
  load: async (tx, { id, owner }: TopUp, { at }) => ({
    moved: await findMovements(tx, id),
    earlier: await findTopUps(tx, owner, at - dayMs),
  }),
  danger: (): Danger => 'large-top-up',
  decide(topUp, { moved, earlier }, { largeTopUpAbove }) {
    const { id, owner, amount, currency, subunit } = topUp;
    if (moved.length > 0 && !moved.some((one) => isSame(one, topUp))) {
      throw new AppError('movement_id_reused', { field: 'id' });
    }
    if (moved.length > 0 || !isLargeTopUp([amount, ...earlier], subunit, largeTopUpAbove)) return unchanged(topUp);
    const facts = { subjectKind: owner.kind, subjectId: owner.id, details: { amount, currency, movement: id } };
    return changed(topUp, null, facts);
  },
  store: async () => undefined,
});

function isSame(moved: Movement, { availableId, currency, amount, subunit }: TopUp): boolean {
  const isOfOwner = moved.kind === 'top_up' && moved.creditId === availableId && moved.currency === currency;
  return isOfOwner && moved.amount === parseAmount(amount, subunit);
}
