import type { ReactNode } from 'react';
import { Redirect, useSearch } from 'wouter';
import { offsetText } from '../../calendar.ts';
import { useLocale } from '../../text/locale.tsx';
import { PageHead } from '../../ui/values.tsx';
import { Opening } from './opening.tsx';
import { queuePath } from './paths.ts';

/** Where an operator begins: how the trade goes, or, in a service that is not set up yet, what it still needs. */
export default function Start(): ReactNode {
  const { text, zone } = useLocale();
  const { overview } = text.operator;
  const search = useSearch();
  // The queue was here once, and links to a part of it are kept.
  if (['kind', 'case'].some((name) => new URLSearchParams(search).has(name)))
    return <Redirect to={`${queuePath}?${search}`} replace />;
  return (
    <>
      <PageHead title={overview.title} note={overview.note(offsetText(Date.now(), zone))} />
      <Opening />
    </>
  );
}
