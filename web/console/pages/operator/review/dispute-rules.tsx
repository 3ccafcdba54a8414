import type { ReactNode } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useRead } from '../../../api/queries.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { ReasonField, TextField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/states.tsx';

type Rules = Answer<'readDisputeRules'>;

const fields = [
  'remindMinutes',
  'answerMinutes',
  'openMax',
  'payerClaimsMax',
  'storeClaimsMax',
  'payoutMinutes',
] as const;

/** The clocks of disputes: reminder, answer, how many open ones are too many, and when the money of a payout is its maker's for good. */
export function DisputeRules({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data } = useRead('readDisputeRules');
  return data === undefined ? <Loading /> : <RulesForm rules={data} onClose={onClose} />;
}

function RulesForm({ rules, onClose }: { readonly rules: Rules; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { clocks: words } = text.disputes;
  return (
    <ActDialog
      title={words.title}
      operation="changeDisputeRules"
      submit={text.shell.save}
      done={words.saved}
      read={(values) => ({
        body: {
          remindMinutes: values.whole('remindMinutes') ?? 0,
          answerMinutes: values.whole('answerMinutes') ?? 0,
          openMax: values.whole('openMax') ?? 0,
          payerClaimsMax: values.whole('payerClaimsMax') ?? 0,
          storeClaimsMax: values.whole('storeClaimsMax') ?? 0,
          payoutMinutes: values.whole('payoutMinutes') ?? 0,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      {fields.map((name) => (
        <TextField
          key={name}
          name={name}
          label={words[name]}
          inputMode="numeric"
          pattern="[0-9]{1,5}"
          defaultValue={String(rules[name])}
          required
        />
      ))}
      <p className="hint">{words.hint}</p>
      <ReasonField />
    </ActDialog>
  );
}
