import { Type } from 'typebox';
import { disputeFields, usualDisputeRules } from '../../../domain/disputes/dispute-clock.ts';
import { changeDisputeRules as changeDisputeRulesAct } from '../../../settings/disputes/dispute-rules.ts';
import { readsOf } from '../endpoint.ts';
import { settingsOf } from '../setting-endpoint.ts';
import { settingAnswers, settingWishes } from '../setting-shapes.ts';

const rules = settingsOf({ tag: 'Invoices and disputes', scope: 'settings' });
const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator', 'maker'] });

const RulesShape = Type.Object(settingAnswers(disputeFields));

export const readDisputeRules = read({
  path: '/dispute-rules',
  operationId: 'readDisputeRules',
  summary: 'Read the clocks of disputes',
  response: RulesShape,
  example: { answer: usualDisputeRules },
  async handle({ context }) {
    return context.catalogue().disputeRules;
  },
});

export const changeDisputeRules = rules(changeDisputeRulesAct, {
  method: 'PATCH',
  path: '/dispute-rules',
  operationId: 'changeDisputeRules',
  summary: 'Change the clocks of disputes',
  description: 'What is absent stays as it is. They count at once, for disputes that are open as well.',
  body: settingWishes(disputeFields),
  response: RulesShape,
  refusals: ['reminder_after_answer', 'second_person_needed'],
  example: { body: { answerMinutes: 90, reason: 'Payers wait' }, answer: { ...usualDisputeRules, answerMinutes: 90 } },
  input: ({ body }) => body,
  answer: (rules) => rules,
});
