import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/client.ts';
import { useText } from '../text/locale.tsx';
import { Button } from './button.tsx';
import { FaultList } from './faults.tsx';

/** What a page shows while there is nothing to show: still loading, nothing there, or something wrong. */
export function Loading(): ReactNode {
  const text = useText();
  return (
    <div className="state" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{text.shell.loading}</span>
    </div>
  );
}

export function EmptyState({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {hint !== undefined && <p className="muted">{hint}</p>}
      {children}
    </div>
  );
}

export function Trouble({ error, retry }: { readonly error: ApiError; readonly retry?: () => void }): ReactNode {
  const text = useText();
  return (
    <div className="state">
      <FaultList error={error} />
      {retry !== undefined && <Button onClick={retry}>{text.shell.tryAgain}</Button>}
    </div>
  );
}

/** In the place of an answer that is on its way, or did not come. */
export function Awaited({
  answer,
}: {
  readonly answer: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>;
}): ReactNode {
  return answer.error === null ? <Loading /> : <Trouble error={answer.error} retry={() => answer.refetch()} />;
}
