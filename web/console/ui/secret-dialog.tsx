import { type ReactNode, useState } from 'react';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { copy } from './values.tsx';

/** Something that is shown once and never again: a stray Esc does not lose it, only somebody who says so. */
export function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
  /** What goes with it, and is no secret. */
  readonly children?: ReactNode;
}): ReactNode {
  const text = useText();
  const [isKept, setKept] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => (isKept ? onClose() : setLeaving(true));
  return (
    <Dialog title={title} onClose={leave}>
      <div className="dialog-body">
        <p>{text.shell.shownOnce}</p>
        {children}
        <code className="secret">{secret}</code>
        {isLeaving && !isKept && (
          <p role="alert" className="hint fault">
            {text.shell.notKept}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        {isLeaving && !isKept && <Button onClick={onClose}>{text.shell.leaveUnkept}</Button>}
        <Button
          onClick={() => {
            save(`${title}.txt`, secret);
            setKept(true);
          }}
        >
          {text.shell.saveFile}
        </Button>
        <Button
          onClick={() => {
            copy(secret, text.shell.copied);
            setKept(true);
          }}
        >
          {text.shell.copy}
        </Button>
        <Button tone="primary" onClick={leave}>
          {text.shell.close}
        </Button>
      </footer>
    </Dialog>
  );
}

function save(name: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${content}\n`], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
