import { changeAccessRules as changeAccessRulesAct } from '../../../settings/people/change-access-rules.ts';
import { findAccessRules } from '../../../storage/reads/people/people-reads.ts';
import { readsOf } from '../endpoint.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { exampleRules, RulesChange, RulesShape } from './access-rules-shape.ts';

const accessRules = settingsOf({ tag: 'People and access', scope: 'access', isForPeople: true, needsFreshProof: true });
const read = readsOf({ tag: 'People and access', roles: ['operator'] });

export const readAccessRules = read({
  path: '/access-rules',
  operationId: 'readAccessRules',
  summary: 'Read the rules of access',
  description: 'In production operators need a second factor whatever the rules say.',
  response: RulesShape,
  example: { answer: exampleRules },
  async handle({ context }) {
    return await findAccessRules(context.pool);
  },
});

export const changeAccessRules = accessRules(changeAccessRulesAct, {
  method: 'PATCH',
  path: '/access-rules',
  operationId: 'changeAccessRules',
  summary: 'Change the rules of access',
  description:
    'They count from the next request on, also for tokens and for sessions that are open. Looser ones need a second person.',
  body: RulesChange.properties,
  response: RulesShape,
  refusals: ['second_person_needed'],
  example: { body: { makersNeedFactor: true, reason: 'They move money, too' }, answer: exampleRules },
  input: ({ body }) => body,
  answer: (rules) => rules,
});
