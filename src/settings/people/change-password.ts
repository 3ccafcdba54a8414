import { tokenHash } from '../../domain/people/people.ts';
import { AppError } from '../../errors/app-error.ts';
import { tellAccess } from '../../storage/settings/alerts/told.ts';
import { deleteSessions } from '../../storage/settings/people/sessions.ts';
import { revokeTokensOf } from '../../storage/settings/people/tokens.ts';
import { lockUser, users } from '../../storage/settings/people/users.ts';
import { changed, settingAct } from '../setting-act.ts';

interface PasswordChange {
  readonly userId: number;
  readonly password: string;
  readonly sessionToken: string;
  /** Tokens of scripts go on with them; a thief may have made some. */
  readonly keepsTokens: boolean;
}

/** One's own. The session that asks stays; all others of the user end, and so do tokens unless the person keeps them. */
export const changePassword = settingAct({
  name: 'change-password',
  draw: async (chance, { password }: PasswordChange) => ({ passwordHash: await chance.hashPassword(password) }),
  load: (tx, { userId }: PasswordChange) => lockUser(tx, userId),
  decide({ userId, sessionToken, keepsTokens }, user, { actor, at, drawn: { passwordHash } }) {
    if (user === null || actor.userId !== userId) throw new AppError('not_found');
    const change = { user, passwordHash, keptSession: tokenHash(sessionToken), keepsTokens, at };
    const details = keepsTokens ? { tokens: 'kept' } : null;
    return changed(undefined, change, { subjectKind: 'user', subjectId: userId, details });
  },
  async store(tx, { user: { id: userId, login: by }, passwordHash, keptSession, keepsTokens, at }) {
    await users.patch(tx, { id: userId }, { passwordHash });
    await deleteSessions(tx, userId, keptSession);
    if (!keepsTokens) await revokeTokensOf(tx, userId, at);
    await tellAccess(tx, { userId, what: 'password', by, at });
  },
});
