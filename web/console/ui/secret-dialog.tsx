import type { ReactNode } from 'react';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { copy } from './values.tsx';

/** Something that is shown once and never again. */
export function SecretDialog({
  title,
  secret,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}): ReactNode {
  const text = useText();
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body">
        <p>{text.shell.shownOnce}</p>
        <code className="secret">{secret}</code>
      </div>
      <footer className="dialog-foot">
        <Button onClick={() => copy(secret, text.shell.copied)}>{text.shell.copy}</Button>
        <Button tone="primary" onClick={onClose}>
          {text.shell.close}
        </Button>
      </footer>
    </Dialog>
  );
}
