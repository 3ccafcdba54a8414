import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { CheckField, ReasonField, TextField } from '../../ui/field.tsx';
import { Loading } from '../../ui/states.tsx';

type Rules = Answer<'readAccessRules'>;

/** How strict the service is with those who sign in. */
export function AccessRules({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { data } = useRead('readAccessRules');
  return data === undefined ? <Loading /> : <RulesForm rules={data} onClose={onClose} />;
}

const idleFields = ['operatorIdleMinutes', 'makerIdleMinutes', 'merchantIdleMinutes'] as const;

function RulesForm({ rules, onClose }: { readonly rules: Rules; readonly onClose: () => void }): ReactNode {
  const text = useText();
  const words = text.access.rules;
  return (
    <ActDialog
      title={words.title}
      operation="changeAccessRules"
      submit={text.shell.save}
      done={words.saved}
      read={(values) => ({
        body: {
          makersNeedFactor: values.isChecked('makersNeedFactor'),
          merchantsNeedFactor: values.isChecked('merchantsNeedFactor'),
          operatorIdleMinutes: values.whole('operatorIdleMinutes') ?? rules.operatorIdleMinutes,
          makerIdleMinutes: values.whole('makerIdleMinutes') ?? rules.makerIdleMinutes,
          merchantIdleMinutes: values.whole('merchantIdleMinutes') ?? rules.merchantIdleMinutes,
          reason: values.text('reason'),
        },
      })}
      onClose={onClose}
    >
      <CheckField name="makersNeedFactor" label={words.makersNeedFactor} defaultChecked={rules.makersNeedFactor} />
      <CheckField
        name="merchantsNeedFactor"
        label={words.merchantsNeedFactor}
        defaultChecked={rules.merchantsNeedFactor}
      />
      <p className="hint">{words.factorHint}</p>
      <fieldset>
        <legend>{words.idle}</legend>
        <div className="fields">
          {idleFields.map((name) => (
            <TextField
              key={name}
              name={name}
              label={words[name]}
              inputMode="numeric"
              pattern="[0-9]{1,3}"
              defaultValue={String(rules[name])}
              required
            />
          ))}
        </div>
        <p className="hint">{words.idleHint}</p>
      </fieldset>
      <ReasonField />
    </ActDialog>
  );
}
