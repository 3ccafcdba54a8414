import { AppError } from '../errors.ts';
import { deleteSessions, lockSessions } from '../storage/settings/sessions.ts';
import { changed, settingAct } from './setting-act.ts';

/** Signs somebody out everywhere, the session that asks included. Answers with how many there were. */
export const closeSessions = settingAct({
  name: 'close-sessions',
  load: (tx, { userId }: { readonly userId: number }) => lockSessions(tx, userId),
  decide({ userId }, sessions, { actor }) {
    if (actor.userId !== userId) throw new AppError('not_found');
    const details = { sessions: sessions.length };
    return changed(sessions.length, { userId }, { subjectKind: 'user', subjectId: userId, details });
  },
  store: (tx, { userId }) => deleteSessions(tx, userId),
});
