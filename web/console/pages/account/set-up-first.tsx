import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sessionKey } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Enrolment } from './enrolment.tsx';
import { AddPasskey } from './passkeys.tsx';

/** Where a second factor is asked of somebody, it is set up before anything else opens: a passkey, or an authenticator app. */
export default function SetUpFirst(): ReactNode {
  const text = useText();
  const client = useQueryClient();
  const enter = () => void client.invalidateQueries({ queryKey: [sessionKey] });
  return (
    <main className="alone">
      <div className="card">
        <h1>{text.account.setUp}</h1>
        <p className="muted">{text.account.setUpFirst}</p>
        <h2>{text.access.passkeys.title}</h2>
        <AddPasskey onDone={enter} />
        <h2>{text.access.app}</h2>
        <Enrolment onDone={enter} />
      </div>
    </main>
  );
}
