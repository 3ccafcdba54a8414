import { type ReactNode, useState } from 'react';
import { useAct, useRead } from '../../api/queries.ts';
import { useLeave, useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Facts, Instant, PageHead, Panel } from '../../ui/values.tsx';
import { Enrolment } from './enrolment.tsx';
import { Tokens } from './tokens.tsx';

/** What somebody does about the own access: password, second factor, tokens, sessions. */
export default function Account(): ReactNode {
  const text = useText();
  const me = useMe();
  return (
    <>
      <PageHead title={text.account.title} />
      <div className="columns">
        <Panel title={text.account.you} actions={<ChangePassword />}>
          <Facts
            items={[
              [text.fields.login, me.login],
              [text.fields.name, me.name === '' ? '–' : me.name],
              [text.account.role, text.roles[me.role]],
            ]}
          />
        </Panel>
        <Panel title={text.account.secondFactor}>
          <SecondFactor />
        </Panel>
      </div>
      <Tokens />
      <Sessions />
    </>
  );
}

function ChangePassword(): ReactNode {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text.account.changePassword}</Button>
      {isOpen && (
        <ActDialog
          title={text.account.changePassword}
          operation="changeOwnPassword"
          submit={text.account.changePassword}
          done={text.account.passwordChanged}
          read={(values) => ({
            body: { currentPassword: values.text('currentPassword'), password: values.text('password') },
          })}
          onClose={() => setOpen(false)}
        >
          <TextField
            name="currentPassword"
            label={text.fields.currentPassword}
            type="password"
            autoComplete="current-password"
            required
          />
          <TextField
            name="password"
            label={text.fields.newPassword}
            hint={text.account.passwordHint}
            type="password"
            autoComplete="new-password"
            minLength={12}
            required
          />
        </ActDialog>
      )}
    </>
  );
}

function SecondFactor(): ReactNode {
  const text = useText();
  const { hasSecondFactor } = useMe();
  if (hasSecondFactor) {
    return (
      <>
        <Badge tone="ok">{text.account.isOn}</Badge>
        <p className="muted">{text.account.lostHint}</p>
      </>
    );
  }
  return (
    <>
      <Badge tone="wait">{text.account.isOff}</Badge>
      <p className="muted">{text.account.whySecondFactor}</p>
      <Enrolment />
    </>
  );
}

function Sessions(): ReactNode {
  const text = useText();
  const sessions = useRead('listOwnSessions');
  const leave = useLeave();
  const everywhere = useAct('signOutEverywhere');
  return (
    <Panel
      title={text.account.sessions}
      actions={
        <Button tone="danger" isBusy={everywhere.isPending} onClick={() => everywhere.mutate({}, { onSuccess: leave })}>
          {text.account.signOutEverywhere}
        </Button>
      }
    >
      <Table
        label={text.account.sessions}
        rows={sessions.data?.items}
        error={sessions.error}
        rowKey={(row) => `${row.createdAt} ${row.address} ${row.isCurrent}`}
        empty={text.account.noSessions}
        columns={[
          { id: 'userAgent', title: text.account.program, cell: (row) => programOf(row.userAgent) },
          { id: 'address', title: text.account.address, cell: (row) => <span className="number">{row.address}</span> },
          { id: 'createdAt', title: text.account.since, cell: (row) => <Instant at={row.createdAt} /> },
          { id: 'expiresAt', title: text.account.until, cell: (row) => <Instant at={row.expiresAt} /> },
          {
            id: 'current',
            title: text.account.thisOne,
            cell: (row) => (row.isCurrent ? <Badge tone="info">{text.account.thisOne}</Badge> : null),
          },
        ]}
      />
    </Panel>
  );
}

/** The part of a browser's long name that people know. */
function programOf(userAgent: string): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\/(\d+)/.exec(userAgent);
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1] ?? '';
  return browser === null ? userAgent.slice(0, 60) : `${browser[1]} ${browser[2]} · ${system}`;
}
