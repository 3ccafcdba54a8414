import type { ReactNode } from 'react';
import type { Answer } from '../../../api/client.ts';
import { useText } from '../../../text/locale.tsx';
import { ActDialog } from '../../../ui/dialog.tsx';
import { ReasonField } from '../../../ui/field.tsx';

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
  const title = isOn ? words.switchOn : words.switchOff;
  return (
    <ActDialog
      title={title}
      operation="switchMessageTemplates"
      submit={title}
      done={words.switched}
      read={(values) => ({
        body: {
          switches: templates.map(({ id, latest }) => ({ id, version: isOn ? latest.version : null })),
          reason: values.text('reason'),
        },
      })}
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
      <ReasonField {...(isOn ? { usual: words.switchReason } : {})} />
    </ActDialog>
  );
}
