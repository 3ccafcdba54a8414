import { requireAnother } from '../domain/people.ts';
import { AppError } from '../errors.ts';
import { deleteSessions } from '../storage/settings/sessions.ts';
import { lockUser, updateUserSeed } from '../storage/settings/users.ts';
import { changed, settingAct } from './setting-act.ts';

/** For a lost phone. Another operator has to do it for an operator. */
export const removeSecondFactor = settingAct({
  name: 'remove-second-factor',
  load: (tx, { userId }: { readonly userId: number }) => lockUser(tx, userId),
  decide({ userId }, before, { actor }) {
    requireAnother(actor, userId);
    if (before === null) throw new AppError('not_found');
    const user = { ...before, hasSecondFactor: false };
    return changed(user, { userId }, { subjectKind: 'user', subjectId: userId, details: null });
  },
  async store(tx, { userId }) {
    await updateUserSeed(tx, userId, null);
    await deleteSessions(tx, userId);
  },
});
