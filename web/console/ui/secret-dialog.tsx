import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { tell } from './toast.tsx';
import { isCopied } from './values.tsx';

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
  const { shell } = useText();
  const [state, setState] = useState<'shown' | 'not-copied' | 'leaving' | 'kept'>('shown');
  // Somebody who copies and closes in one go is not asked, only because the browser takes a moment.
  const copying = useRef<Promise<boolean>>(undefined);
  const leave = async () => {
    if (state === 'kept' || (await copying.current)) onClose();
    else setState('leaving');
  };
  const warning = state === 'leaving' ? shell.notKept : state === 'not-copied' ? shell.notCopied : null;
  const copy = async () => {
    copying.current = isCopied(secret);
    const isDone = await copying.current;
    if (isDone) tell(shell.copied);
    // What is kept once stays kept, whatever fails after it.
    setState((now) => (isDone || now === 'kept' ? 'kept' : 'not-copied'));
  };
  // By hand: nothing but the whole of it counts.
  const onCopy = () => {
    if (getSelection()?.toString().trim() === secret) setState('kept');
  };
  return (
    <Dialog title={title} onClose={() => void leave()}>
      <div className="dialog-body">
        <p>{shell.shownOnce}</p>
        {children}
        <code className="secret" onCopy={onCopy}>
          {secret}
        </code>
        {warning !== null && (
          <p role="alert" className="hint fault">
            {warning}
          </p>
        )}
      </div>
      <footer className="dialog-foot">
        {state === 'leaving' && <Button onClick={onClose}>{shell.leaveUnkept}</Button>}
        <Button
          onClick={() => {
            save(`${title}.txt`, secret);
            setState('kept');
          }}
        >
          {shell.saveFile}
        </Button>
        <Button onClick={() => void copy()}>{shell.copy}</Button>
        <Button tone="primary" onClick={() => void leave()}>
          {shell.close}
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
