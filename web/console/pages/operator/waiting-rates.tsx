import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ActName, useSubjectName } from '../../ui/values.tsx';

/** Rates and feeds that somebody has asked for, and that another operator has yet to approve. */
export function WaitingRates(): ReactNode {
  const { rates, approvals } = useText().operator;
  const subjectName = useSubjectName();
  const waiting = useRead('listApprovals', {}, { isLive: true }).data?.items.filter(({ danger }) => danger === 'rate');
  if (waiting === undefined || waiting.length === 0) return null;
  return (
    <section className="notice" aria-label={rates.waiting}>
      <p>
        {rates.waiting} <Link href="/approvals">{approvals.title}</Link>
      </p>
      <ul>
        {waiting.map(({ id, act, subjectKind, subjectId, details, requestedBy }) => (
          <li key={id}>
            <ActName action={act} /> {subjectName(subjectKind, subjectId)}: {detailsText(details)} · {requestedBy}
          </li>
        ))}
      </ul>
    </section>
  );
}

function detailsText(details: object | null): string {
  return Object.entries(details ?? {})
    .flatMap(([name, value]) => (value === null ? [] : `${name} ${value}`))
    .join(', ');
}

/** Where there is somebody to ask, people know it before they have filled in the form. */
export function SecondPersonNote({ children }: { readonly children: string }): ReactNode {
  const isOn = useRead('readSystem').data?.secondPerson === 'on';
  return isOn && <p className="hint">{children}</p>;
}
