import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';

export type Tone = 'plain' | 'primary' | 'danger' | 'ghost';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly tone?: Tone;
  readonly isBusy?: boolean;
  /** The key that does the same, shown on the button. */
  readonly shortcut?: string;
}

export function Button({ tone = 'plain', isBusy = false, shortcut, children, ...rest }: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`button ${tone} ${rest.className ?? ''}`}
      disabled={rest.disabled === true || isBusy}
      aria-busy={isBusy}
      {...(shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut })}
    >
      {children}
      {shortcut !== undefined && (
        <span className="key" aria-hidden="true">
          {shortcut}
        </span>
      )}
    </button>
  );
}

export function ButtonLink({
  href,
  tone = 'plain',
  children,
}: {
  readonly href: string;
  readonly tone?: Tone;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Link href={href} className={`button ${tone}`}>
      {children}
    </Link>
  );
}

/** A file of the interface, which the browser saves. */
export function DownloadLink({ href, children }: { readonly href: string; readonly children: ReactNode }): ReactNode {
  return (
    <a href={href} className="button plain" download>
      {children}
    </a>
  );
}
