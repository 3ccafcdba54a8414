import { requireWorkLimit, type WorkLimit } from '../../domain/workqueue/work-case.ts';
import { lockWorkLimit, updateWorkLimit } from '../../storage/settings/workqueue/cases.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** When a case of a kind is shown as waiting long, and as late. */
export const changeWorkLimit = settingAct({
  name: 'change-work-limit',
  load: (tx, { kind }: WorkLimit) => lockWorkLimit(tx, kind),
  decide(limit, before) {
    requireWorkLimit(limit);
    const { kind, ...details } = limit;
    if (details.warnMinutes === before.warnMinutes && details.lateMinutes === before.lateMinutes)
      return unchanged(limit);
    return changed(limit, limit, { subjectKind: 'work-limit', subjectId: kind, details });
  },
  store: updateWorkLimit,
});
