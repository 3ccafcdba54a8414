import { disputeFields } from '../domain/disputes/dispute-clock.ts';
import { changeDisputeRules } from '../settings/disputes/dispute-rules.ts';
import type { CliCommand } from './command-line.ts';
import { byCli, openCatalogue, reasonOption, settingsOf, withDatabase } from './session.ts';
import { readSettingOptions, settingOptions } from './setting-options.ts';

const names = {
  remindMinutes: 'remind',
  answerMinutes: 'answer',
  payerClaimsMax: 'payer-claims',
  storeClaimsMax: 'store-claims',
} as const;

const rules: CliCommand = {
  name: 'dispute rules',
  summary: 'Show or change the clocks of disputes',
  notes: 'Without options it only shows them. 0 switches a clock off.',
  options: { ...settingOptions(disputeFields, names), ...reasonOption },
  async run(call) {
    const change = readSettingOptions(call, disputeFields, names);
    const isChange = Object.keys(change).length > 0;
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
