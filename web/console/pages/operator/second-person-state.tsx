import type { ReactNode } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';

/** Says plainly where nobody is asked: with one operator there is nobody, and a sandbox needs nobody. */
export function SecondPersonState(): ReactNode {
  const { approvals } = useText().operator;
  const state = useRead('readSystem').data?.secondPerson;
  if (state === undefined || state === 'on') return null;
  return <p className="notice">{approvals.states[state]}</p>;
}
