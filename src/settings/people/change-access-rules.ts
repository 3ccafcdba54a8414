import { type Changes, isLooser, readFigures, settingsChanged } from '../../domain/money/setting-fields.ts';
import { type AccessRules, accessFields } from '../../domain/people/access-rules.ts';
import { accessRules, lockAccessRules } from '../../storage/settings/people/access-rules.ts';
import { changed, settingAct, unchanged } from '../setting-act.ts';

/** How strict the service is with those who sign in. Stricter at once, looser with a second person. */
export const changeAccessRules = settingAct({
  name: 'change-access-rules',
  load: (tx, _input: Changes<AccessRules>) => lockAccessRules(tx),
  danger: (input, before) => (isLooser(accessFields, before, input) ? 'access-rules' : null),
  decide(input, before) {
    const details = settingsChanged(before, readFigures(accessFields, input));
    if (Object.keys(details).length === 0) return unchanged(before);
    return changed({ ...before, ...details }, details, { subjectKind: 'access-rules', subjectId: 1, details });
  },
  store: (tx, changes) => accessRules.patch(tx, { id: true }, changes),
});
