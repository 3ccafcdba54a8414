import { changeAccessRules as changeAccessRulesAct } from '../../../settings/change-access-rules.ts';
import { json } from '../../endpoint.ts';
import { byOf, endpoint } from '../endpoint.ts';
import { exampleRules, RulesChange, RulesShape } from './access-rules-shape.ts';

export const changeAccessRules = endpoint({
  method: 'PATCH',
  path: '/access-rules',
  operationId: 'changeAccessRules',
  summary: 'Change the rules of access',
  description:
    'They count from the next request on, also for tokens and for sessions that are open. Looser ones need a second person.',
  tag: 'People and access',
  roles: ['operator'],
  scope: 'access',
  isForPeople: true,
  needsFreshProof: true,
  body: json(RulesChange),
  response: RulesShape,
  refusals: ['second_person_needed'],
  example: { body: { makersNeedFactor: true, reason: 'They move money, too' }, answer: exampleRules },
  async handle(call) {
    const { reason, ...change } = call.body;
    return await call.context.settings.run(changeAccessRulesAct, change, byOf(call, reason));
  },
});
