import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionKey } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Enrolment } from './enrolment.tsx';

/** In production an operator sets up the second factor before anything else opens. */
export default function SetUpFirst(): ReactNode {
  const text = useText();
  const client = useQueryClient();
  return (
    <main className="alone">
      <div className="card">
        <h1>{text.account.setUp}</h1>
        <p className="muted">{text.account.setUpFirst}</p>
        <Enrolment onDone={() => client.invalidateQueries({ queryKey: [sessionKey] })} />
      </div>
    </main>
  );
}
