import { Type } from 'typebox';
import { disputeMinutesMax, openDisputesMax, usualDisputeRules } from '../../../domain/dispute-clock.ts';
import { changeDisputeRules as changeDisputeRulesAct } from '../../../settings/dispute-rules.ts';
import { readsOf } from '../endpoint.ts';
import { integer } from '../fields.ts';
import { settingsOf } from '../setting-endpoint.ts';

const rules = settingsOf({ tag: 'Invoices and disputes', scope: 'settings' });
const read = readsOf({ tag: 'Invoices and disputes', roles: ['operator', 'maker'] });

const fields = {
  remindMinutes: integer(
    0,
    disputeMinutesMax,
    'After how many minutes without an answer a maker is reminded; 0: never',
  ),
  answerMinutes: integer(
    0,
    disputeMinutesMax,
    'After how many minutes without an answer a dispute goes to the top of the queue and its maker gets no new deals; 0: never',
  ),
  openMax: integer(
    0,
    openDisputesMax,
    'How many open disputes without an answer stop a maker; a store counts up to half of them, a payer or address up to a fifth, and less after rejected claims; 0: no number does',
  ),
  payerClaimsMax: integer(
    0,
    openDisputesMax,
    'How many claims a payer may have open in a store, and five times as many an address; 0: any number',
  ),
  storeClaimsMax: integer(
    0,
    openDisputesMax,
    'How many a store may have open itself, and its payers together; 0: any number',
  ),
  payoutMinutes: integer(
    0,
    disputeMinutesMax,
    'For how many minutes after its credit a payout may be found not to have been paid: until then its maker is not paid back what it brought; 0: at once. Less than before waits for a second person',
  ),
};
const { remindMinutes, answerMinutes, openMax, payerClaimsMax, storeClaimsMax, payoutMinutes } = fields;
const RulesShape = Type.Object(fields);

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
  body: {
    remindMinutes: Type.Optional(remindMinutes),
    answerMinutes: Type.Optional(answerMinutes),
    openMax: Type.Optional(openMax),
    payerClaimsMax: Type.Optional(payerClaimsMax),
    storeClaimsMax: Type.Optional(storeClaimsMax),
    payoutMinutes: Type.Optional(payoutMinutes),
  },
  response: RulesShape,
  refusals: ['reminder_after_answer', 'second_person_needed'],
  example: { body: { answerMinutes: 90, reason: 'Payers wait' }, answer: { ...usualDisputeRules, answerMinutes: 90 } },
  input: ({ body }) => body,
  answer: (rules) => rules,
});
