import './copyable.css';
import type { ReactNode } from 'react';
import { useText } from '../text/locale.tsx';
import { Icon } from './icon.tsx';
import { copy } from './values.tsx';

/** Something that is typed into a banking app next: one touch copies it, as that app takes it. */
export function Copyable({
  value,
  label,
  children,
}: {
  readonly value: string;
  /** What it is, for people who hear the page. */
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  const { shell } = useText();
  return (
    <button type="button" className="copyable" onClick={() => void copy(value, shell)}>
      {children}{' '}
      <span className="visually-hidden">
        {shell.copy}: {label}
      </span>
      <Icon name="copy" />
    </button>
  );
}
