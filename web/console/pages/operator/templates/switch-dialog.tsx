import type { ReactNode } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useText } from '../../../text/locale.tsx';
import { ActForm, field, usualReason } from '../../../ui/act-form.tsx';

export type Template = Answer<'listMessageTemplates'>['items'][number];

/** Switches the newest version of each on, or all of them off. */
export function SwitchDialog({
  templates,
  isOn,
  onClose,
}: {
  readonly templates: readonly Template[];
  readonly isOn: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { templates: words } = useText();
  const switches = templates.map(({ id, latest }) => ({ id, version: isOn ? latest.version : null }));
  return (
    <ActForm
      operation="switchMessageTemplates"
      words={{ submit: isOn ? words.switchOn : words.switchOff, done: words.switched }}
      fields={{ switches: field.fixed(switches), reason: usualReason(isOn ? words.switchReason : '') }}
      onClose={onClose}
    >
      <ul className="switched">
        {templates.map(({ id, latest }) => (
          <li key={id}>
            {latest.name}
            {isOn && ` · ${words.version} ${latest.version}`}
          </li>
        ))}
      </ul>
      <p className="muted">{isOn ? words.switchOnHint : words.switchOffHint}</p>
    </ActForm>
  );
}
