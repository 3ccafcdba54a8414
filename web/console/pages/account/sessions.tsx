import type { ReactNode } from 'react';
import type { Answer } from '../../api/client.ts';
import { programOf } from '../../program.ts';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { List } from '../../ui/list.tsx';
import { useSignOut } from '../../ui/sign-out.ts';
import { Badge, Panel } from '../../ui/values.tsx';

type Session = Answer<'listOwnSessions'>['items'][number];

/** Where somebody is signed in, and the way out of there. */
export function Sessions(): ReactNode {
  const { account, access } = useText();
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
      <List
        of="listOwnSessions"
        isWhole
        label={account.sessions}
        name="sessions-"
        empty={account.noSessions}
        columns={[
          column.named('userAgent', account.program, programOf),
          column.named('address', account.address, (address: string) => <span className="number">{address}</span>),
          column.at('createdAt', access.signedIn),
          column.at('lastSeenAt', access.lastSeen),
        ]}
        acts={(session) => <SessionEnd session={session} />}
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
