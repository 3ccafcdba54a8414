import type { ReactNode } from 'react';
import { useShortcuts } from '../shortcuts.ts';
import { useText } from '../text/locale.tsx';
import { Dialog } from './dialog.tsx';

/** All keys that work on the page that is open. */
export function HelpSheet({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}): ReactNode {
  const text = useText();
  const shortcuts = useShortcuts();
  if (!isOpen) return null;
  const shown = [...new Map(shortcuts.map((one) => [one.keys, one])).values()];
  const here = shown.filter(({ keys }) => !keys.startsWith('g '));
  const places = shown.filter(({ keys }) => keys.startsWith('g '));
  return (
    <Dialog title={text.shell.shortcuts} onClose={() => onOpenChange(false)}>
      <div className="dialog-body shortcuts">
        {[here, places].map((group, index) => (
          <dl key={index === 0 ? 'here' : 'places'}>
            {group.map(({ keys, label }) => (
              <div key={keys}>
                <dt>
                  {keys.split(' ').map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        ))}
      </div>
    </Dialog>
  );
}
