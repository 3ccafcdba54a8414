import { type PendingAct, requireWaiting } from '../../domain/authority/second-person.ts';
import { AppError } from '../../errors/app-error.ts';
import { lockPending, updatePending } from '../../storage/settings/people/pending-acts.ts';
import { changed, settingAct } from '../setting-act.ts';

/** Any operator may, and the author too: nothing is done, and the request is over. */
export const rejectAct = settingAct({
  name: 'reject-act',
  load: (tx, { id }: { readonly id: string }) => lockPending(tx, id),
  decide({ id }, found, { actor, at }) {
    if (found === null) throw new AppError('not_found');
    const { pending } = found;
    requireWaiting(pending, at);
    const decided: PendingAct = { ...pending, status: 'rejected', decidedBy: actor.userId, decidedAt: at };
    const facts = { subjectKind: 'pending-act', subjectId: id, details: { act: pending.name } };
    return changed(decided, decided, facts);
  },
  store: updatePending,
});
