import type { ReactNode } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { ActForm, field, reason } from '../../../ui/act-form.tsx';
import { Loading } from '../../../ui/states.tsx';

type Rules = Answer<'readDisputeRules'>;

/** The clocks of disputes: reminder, answer, how many open ones are too many, and when the money of a payout is its maker's for good. */
export function DisputeRules({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data } = useRead('readDisputeRules');
  return data === undefined ? <Loading /> : <RulesForm rules={data} onClose={onClose} />;
}

function RulesForm({ rules, onClose }: { readonly rules: Rules; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { clocks: words } = text.disputes;
  const figure = (name: keyof Rules) =>
    field.whole(words[name], { pattern: '[0-9]{1,5}', defaultValue: String(rules[name]) });
  return (
    <ActForm
      operation="changeDisputeRules"
      words={{ title: words.title, submit: text.shell.save, done: words.saved }}
      fields={{
        remindMinutes: figure('remindMinutes'),
        answerMinutes: figure('answerMinutes'),
        openMax: figure('openMax'),
        payerClaimsMax: figure('payerClaimsMax'),
        storeClaimsMax: figure('storeClaimsMax'),
        payoutMinutes: figure('payoutMinutes'),
        reason: field.below(<p className="hint">{words.hint}</p>, reason),
      }}
      onClose={onClose}
    />
  );
}
