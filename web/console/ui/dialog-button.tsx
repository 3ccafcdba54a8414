import { type ReactNode, useState } from 'react';
import { Button, type Tone } from './button.tsx';

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
  readonly children: (onClose: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone={tone} className={isSmall ? 'small' : ''} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  );
}
