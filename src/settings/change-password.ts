import { tokenHash } from '../domain/people.ts';
import { AppError } from '../errors.ts';
import { deleteSessions } from '../storage/settings/sessions.ts';
import { lockUser, updatePassword } from '../storage/settings/users.ts';
import { changed, settingAct } from './setting-act.ts';

interface PasswordChange {
  readonly userId: number;
  readonly password: string;
  readonly sessionToken: string;
}

/** One's own. The session that asks stays; all others of the user end. */
export const changePassword = settingAct({
  name: 'change-password',
  draw: async (chance, { password }: PasswordChange) => ({ passwordHash: await chance.hashPassword(password) }),
  load: (tx, { userId }: PasswordChange) => lockUser(tx, userId),
  decide({ userId, sessionToken }, user, { actor, drawn: { passwordHash } }) {
    if (user === null || actor.userId !== userId) throw new AppError('not_found');
    const change = { userId, passwordHash, keptSession: tokenHash(sessionToken) };
    return changed(undefined, change, { subjectKind: 'user', subjectId: userId, details: null });
  },
  async store(tx, { userId, passwordHash, keptSession }) {
    await updatePassword(tx, userId, passwordHash);
    await deleteSessions(tx, userId, keptSession);
  },
});
