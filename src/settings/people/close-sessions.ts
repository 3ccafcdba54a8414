import { AppError } from '../../errors/app-error.ts';
import { deleteSessionsBy, lockSessions } from '../../storage/settings/people/sessions.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

interface Closing {
  readonly userId: number;
  /** Which: all, the session that asks included; all but that one; or one by its ID. */
  readonly which: 'all' | { readonly except: string } | { readonly id: string };
}

/** Signs somebody out elsewhere, or everywhere. Answers with how many sessions ended. */
export const closeSessions = settingAct({
  name: 'close-sessions',
  load: (tx, { userId }: Closing) => lockSessions(tx, userId),
  decide({ userId, which }, sessions, { actor }) {
    if (actor.userId !== userId) throw new AppError('not_found');
    const ended = sessions.filter(({ id, tokenHash }) => {
      if (which === 'all') return true;
      return 'id' in which ? id === which.id : tokenHash !== which.except;
    });
    if (ended.length === 0) {
      if (which !== 'all' && 'id' in which) throw new AppError('not_found');
      return unchanged(0);
    }
    const details = { sessions: ended.length };
    const change = ended.map(({ tokenHash }) => tokenHash);
    return changed(ended.length, change, { subjectKind: 'user', subjectId: userId, details });
  },
  store: deleteSessionsBy,
});
