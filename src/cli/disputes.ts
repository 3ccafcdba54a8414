import { changeDisputeRules } from '../settings/dispute-rules.ts';
import type { CliCommand } from './command-line.ts';
import { byCli, figureOption, openCatalogue, reasonOption, settingsOf, withDatabase } from './session.ts';

const rules: CliCommand = {
  name: 'dispute rules',
  summary: 'Show or change the clocks of disputes',
  notes: 'Without options it only shows them. 0 switches a clock off.',
  options: {
    remind: { value: 'minutes', text: 'after which a maker is reminded of a dispute' },
    answer: { value: 'minutes', text: 'after which an unanswered one is escalated, and its maker gets no new deals' },
    'open-max': { value: 'number', text: "open disputes without an answer that stop a maker's traffic" },
    'payer-claims': {
      value: 'number',
      text: 'claims that a payer may have open in a store; an address five times as many',
    },
    'store-claims': { value: 'number', text: 'claims that a store may have open' },
    'payout-minutes': { value: 'minutes', text: 'after its credit in which what a payout brought is not paid back' },
    ...reasonOption,
  },
  async run(call) {
    const change = {
      remindMinutes: figureOption(call, 'remind'),
      answerMinutes: figureOption(call, 'answer'),
      openMax: figureOption(call, 'open-max'),
      payerClaimsMax: figureOption(call, 'payer-claims'),
      storeClaimsMax: figureOption(call, 'store-claims'),
      payoutMinutes: figureOption(call, 'payout-minutes'),
    };
    const isChange = Object.values(change).some((value) => value !== undefined);
    const shown = await withDatabase(call, async (session) =>
      isChange
        ? await settingsOf(session).run(changeDisputeRules, change, byCli(call))
        : (await openCatalogue(session)).disputeRules,
    );
    const { remindMinutes, answerMinutes, openMax, payerClaimsMax, storeClaimsMax, payoutMinutes } = shown;
    const number = (figure: number, none: string) => (figure === 0 ? none : figure);
    const minutes = (figure: number) => (figure === 0 ? 'never' : `after ${figure} min`);
    const text =
      `Makers are reminded: ${minutes(remindMinutes)}. Escalated without an answer: ${minutes(answerMinutes)}. ` +
      `Open disputes that stop a maker: ${number(openMax, 'no number')}. ` +
      `Claims open at once: ${number(payerClaimsMax, 'any number')} of a payer, ${number(storeClaimsMax, 'any number')} of a store. ` +
      `What a payout brought is paid back: ${payoutMinutes === 0 ? 'at once' : minutes(payoutMinutes)}.\n`;
    return { text, data: shown };
  },
};

export const disputeCommands: readonly CliCommand[] = [rules];
