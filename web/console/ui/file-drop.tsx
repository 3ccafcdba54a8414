import './file-drop.css';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

interface FileDropProps {
  /** Of the input, for a label outside; or its name, where there is none. */
  readonly input: { readonly id: string } | { readonly 'aria-label': string; readonly accept: string };
  readonly choose: string;
  readonly note: string;
  readonly onFile: (file: File) => void;
  /** Another way to give the same, above the button. */
  readonly children?: ReactNode;
}

/** A place to drop a file, with a button that chooses one. */
export function FileDrop({ input, choose, note, onFile, children }: FileDropProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => files?.[0] !== undefined && onFile(files[0]);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can also be chosen by the button.
    <div
      className={isOver ? 'file-drop is-over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <p>
        <input
          {...input}
          ref={chooser}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          onChange={({ target }) => take(target.files)}
        />
        <button type="button" className="button small" onClick={() => chooser.current?.click()}>
          <Icon name="upload" /> {choose}
        </button>{' '}
        <span className="muted">{note}</span>
      </p>
    </div>
  );
}
