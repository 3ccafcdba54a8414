import { type AccessRules, isLooser } from '../domain/access-rules.ts';
import { lockAccessRules, updateAccessRules } from '../storage/settings/access-rules.ts';
import { changed, settingAct, unchanged } from './setting-act.ts';

type RulesChange = { readonly [Name in keyof AccessRules]?: AccessRules[Name] | undefined };

/** How strict the service is with those who sign in. Stricter at once, looser with a second person. */
export const changeAccessRules = settingAct({
  name: 'change-access-rules',
  load: (tx, _input: RulesChange) => lockAccessRules(tx),
  danger: (input, before) => (isLooser(before, { ...before, ...given(input) }) ? 'access-rules' : null),
  decide(input, before) {
    const asked = Object.entries(given(input)).filter(([name, value]) => before[name as keyof AccessRules] !== value);
    if (asked.length === 0) return unchanged(before);
    const details = Object.fromEntries(asked) as Partial<AccessRules>;
    const rules = { ...before, ...details };
    return changed(rules, rules, { subjectKind: 'access-rules', subjectId: 1, details });
  },
  store: updateAccessRules,
});

function given(input: RulesChange): Partial<AccessRules> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
