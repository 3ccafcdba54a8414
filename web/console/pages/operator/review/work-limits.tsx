import { type ReactNode, useState } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { ReasonField, SelectField, TextField } from '../../../ui/field.tsx';

type Limits = Answer<'listWork'>['limits'];
type Kind = Limits[number]['kind'];

/** When work of a kind is shown as waiting long, and as late. */
export function WorkLimits({ limits, onClose }: { readonly limits: Limits; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const { review, queue } = text.operator;
  const [kind, setKind] = useState<Kind>(limits[0]?.kind ?? 'confirmed');
  const limit = limits.find((one) => one.kind === kind);
  const minutes = (name: 'warnMinutes' | 'lateMinutes') => (
    <TextField
      // Made anew with the kind: its own limits stand there to begin with.
      key={`${kind} ${name}`}
      name={name}
      label={review.limits[name]}
      inputMode="numeric"
      pattern="[0-9]{1,5}"
      defaultValue={String(limit?.[name] ?? '')}
      required
    />
  );
  return (
    <ActDialog
      title={review.limits.title}
      operation="changeWorkLimit"
      submit={text.shell.save}
      done={review.limits.saved}
      read={(values) => ({
        body: {
          kind,
          warnMinutes: values.whole('warnMinutes') ?? 0,
          lateMinutes: values.whole('lateMinutes') ?? 0,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <SelectField
        name="kind"
        label={review.limits.kind}
        options={limits.map((one) => [one.kind, queue.kinds[one.kind]])}
        defaultValue={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      {minutes('warnMinutes')}
      {minutes('lateMinutes')}
      <ReasonField />
    </ActDialog>
  );
}
