import { type LostCommit, mergeLost } from '../../domain/state/lost-commits.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  insertMoneyStop,
  liftMoneyStop as lift,
  lockMoneyStop,
  updateMoneyStop,
} from '../../storage/settings/ledger/money-stops.ts';
import { takeId } from '../../storage/settings/settings-transaction.ts';
import { changed, routineAct, settingAct, unchanged } from '../setting-act.ts';

/**
 * A lane has found that what it had acknowledged is not in the database. Money going out stops for every process, until an
 * operator lifts it. What other lanes find is added to the same stop.
 */
export const stopMoney = routineAct({
  load: async (tx, _lost: readonly LostCommit[]) => {
    const open = await lockMoneyStop(tx);
    return { open, id: open?.id ?? (await takeId(tx, 'money_stops')) };
  },
  decide(found, { open, id }, { at }) {
    const lost = mergeLost(open?.lost ?? [], found);
    if (open !== null && lost.length === open.lost.length) return unchanged(undefined);
    const stop = { id, stoppedAt: open?.stoppedAt ?? at, lost };
    const details = { lost: lost.length, first: lost[0]?.subjectId ?? null };
    const news = [{ action: 'stop-money', subjectKind: 'money-stop', subjectId: id, details }];
    return { kind: 'changed', result: undefined, change: { stop, isNew: open === null }, news };
  },
  store: (tx, { stop, isNew }) => (isNew ? insertMoneyStop(tx, stop) : updateMoneyStop(tx, stop)),
});

interface Lift {
  readonly id: number;
  /** The number of lost things that the operator has seen. The list only grows, so the same number is the same list. */
  readonly lostCount: number;
}

/** Money may go out again: somebody has put right what was lost, and says why. What was found since then, nobody has. */
export const liftMoneyStop = settingAct({
  name: 'lift-money-stop',
  load: (tx, _input: Lift) => lockMoneyStop(tx),
  danger: () => 'money-stop',
  decide({ id, lostCount }, open, { at }) {
    if (open === null || open.id !== id) throw new AppError('not_found');
    if (open.lost.length !== lostCount) throw new AppError('more_was_lost', { lost: open.lost.length });
    const details = { lost: open.lost.length };
    return changed(open, { id, liftedAt: at }, { subjectKind: 'money-stop', subjectId: id, details });
  },
  store: lift,
});
