import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { programOf } from '../../program.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { useSignOut } from '../../ui/sign-out.ts';
import { Table } from '../../ui/table.tsx';
import { Badge, Instant, Panel } from '../../ui/values.tsx';

type Session = Answer<'listOwnSessions'>['items'][number];

/** Where somebody is signed in, and the way out of there. */
export function Sessions(): ReactNode {
  const { account, access } = useText();
  const sessions = useRead('listOwnSessions');
  const everywhere = useSignOut('signOutEverywhere');
  return (
    <Panel
      title={account.sessions}
      actions={
        <div className="panel-acts">
          <DialogButton label={access.endOthers}>
            {(onClose) => (
              <ActDialog
                title={access.endOthers}
                operation="endOtherSessions"
                submit={access.end}
                done={access.othersEnded}
                read={() => ({})}
                onClose={onClose}
              >
                <p>{access.endOthersNote}</p>
              </ActDialog>
            )}
          </DialogButton>
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

function SessionEnd({ session: { id, userAgent, isCurrent } }: { readonly session: Session }): ReactNode {
  const { account, access } = useText();
  if (isCurrent) return <Badge tone="info">{account.thisOne}</Badge>;
  return (
    <DialogButton label={access.end} isSmall>
      {(onClose) => (
        <ActDialog
          title={access.endTitle}
          operation="endSession"
          submit={access.end}
          done={access.ended}
          read={() => ({ path: { id } })}
          onClose={onClose}
        >
          <p>{programOf(userAgent)}</p>
        </ActDialog>
      )}
    </DialogButton>
  );
}
