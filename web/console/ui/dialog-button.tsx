import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Button, type Tone } from './button.tsx';

type DialogOf = (onClose: () => void) => ReactNode;

const HoldContext = createContext<((dialog: DialogOf) => void) | null>(null);

/**
 * Around a list that renews itself. A dialog that was opened from an entry is held here, as it was opened: when the entry leaves
 * the list, what was typed stays, and the service says what it has against it.
 */
export function DialogHolder({ children }: { readonly children: ReactNode }): ReactNode {
  const [dialog, show] = useOwnDialog();
  return (
    <>
      <HoldContext value={show}>{children}</HoldContext>
      {dialog}
    </>
  );
}

/** A dialog and what opens it: in the holder around, if there is one, else here. */
export function useDialog(): readonly [dialog: ReactNode, show: (dialog: DialogOf) => void] {
  const hold = useContext(HoldContext);
  const [dialog, show] = useOwnDialog();
  return [dialog, hold ?? show];
}

function useOwnDialog(): readonly [dialog: ReactNode, show: (dialog: DialogOf) => void] {
  const [open, setOpen] = useState<{ readonly dialog: DialogOf } | null>(null);
  // The same for good: a list is not drawn anew because a dialog opens.
  const show = useCallback((dialog: DialogOf) => setOpen({ dialog }), []);
  return [open?.dialog(() => setOpen(null)), show];
}

/** A button that opens a dialog, which is there only while it is open. */
export function DialogButton({
  label,
  tone = 'plain',
  isSmall = false,
  children,
}: {
  readonly label: string;
  readonly tone?: Tone;
  readonly isSmall?: boolean;
  readonly children: DialogOf;
}): ReactNode {
  const hold = useContext(HoldContext);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        tone={tone}
        className={isSmall ? 'small' : ''}
        onClick={() => (hold === null ? setOpen(true) : hold(children))}
      >
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
