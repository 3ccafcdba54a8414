import type { ReactNode } from 'react';
import { useShortcut } from '../../../shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { useDialog } from '../../../ui/dialog-button.tsx';
import type { ActChoice } from './acts.tsx';

/** The acts on one thing as buttons. With `hasKeys` their keys work too: on a page about this one thing. */
export function ActButtons({
  choices,
  hasKeys = false,
  isSmall = false,
}: {
  readonly choices: readonly ActChoice[];
  readonly hasKeys?: boolean;
  readonly isSmall?: boolean;
}): ReactNode {
  const [dialog, show] = useDialog();
  return (
    <div className="row-actions in-words">
      {choices.map((choice) => (
        <ActButton
          key={choice.key}
          choice={choice}
          hasKey={hasKeys}
          isSmall={isSmall}
          onChoose={() => show(choice.dialog)}
        />
      ))}
      {dialog}
    </div>
  );
}

function ActButton({
  choice,
  hasKey,
  isSmall,
  onChoose,
}: {
  readonly choice: ActChoice;
  readonly hasKey: boolean;
  readonly isSmall: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  useShortcut(choice.key, choice.label, onChoose, hasKey);
  return (
    <Button
      tone={choice.tone ?? 'plain'}
      className={isSmall ? 'small' : ''}
      onClick={onChoose}
      {...(hasKey ? { shortcut: choice.key } : {})}
    >
      {choice.label}
    </Button>
  );
}
