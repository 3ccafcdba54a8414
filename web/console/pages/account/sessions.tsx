import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useAct, useRead } from '../../api/queries.ts';
import { programOf } from '../../program.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { useSignOut } from '../../ui/sign-out.ts';
import { Table } from '../../ui/table.tsx';
import { useTellFaults } from '../../ui/tell-faults.ts';
import { tell } from '../../ui/toast.tsx';
import { Badge, Instant, Panel } from '../../ui/values.tsx';

type Session = Answer<'listOwnSessions'>['items'][number];

/** Where somebody is signed in, and the way out of there. */
export function Sessions(): ReactNode {
  const { account, access } = useText();
  const sessions = useRead('listOwnSessions');
  const everywhere = useSignOut('signOutEverywhere');
  const others = useAct('endOtherSessions');
  const tellFaults = useTellFaults();
  return (
    <Panel
      title={account.sessions}
      actions={
        <div className="panel-acts">
          <Button
            isBusy={others.isPending}
            onClick={() => others.mutate({}, { onSuccess: () => tell(access.othersEnded), onError: tellFaults })}
          >
            {access.endOthers}
          </Button>
          <Button tone="danger" isBusy={everywhere.isPending} onClick={everywhere.signOut}>
            {account.signOutEverywhere}
          </Button>
        </div>
      }
    >
      <Table
        label={account.sessions}
        name="sessions-"
        rows={sessions.data?.items}
        error={sessions.error}
        rowKey={({ id }) => id}
        empty={account.noSessions}
        columns={[
          { id: 'userAgent', title: account.program, cell: ({ userAgent }) => programOf(userAgent) },
          { id: 'address', title: account.address, cell: ({ address }) => <span className="number">{address}</span> },
          { id: 'createdAt', title: access.signedIn, cell: ({ createdAt }) => <Instant at={createdAt} /> },
          { id: 'lastSeenAt', title: access.lastSeen, cell: ({ lastSeenAt }) => <Instant at={lastSeenAt} /> },
          { id: 'actions', title: '', cell: (session) => <SessionEnd session={session} /> },
        ]}
      />
    </Panel>
  );
}

function SessionEnd({ session: { id, isCurrent } }: { readonly session: Session }): ReactNode {
  const { account, access } = useText();
  const end = useAct('endSession');
  const tellFaults = useTellFaults();
  if (isCurrent) return <Badge tone="info">{account.thisOne}</Badge>;
  return (
    <Button
      className="small"
      isBusy={end.isPending}
      onClick={() => end.mutate({ path: { id } }, { onSuccess: () => tell(access.ended), onError: tellFaults })}
    >
      {access.end}
    </Button>
  );
}
