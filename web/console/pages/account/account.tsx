import { type ReactNode, useState } from 'react';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { CheckField, TextField } from '../../ui/field.tsx';
import { Badge, Facts, PageHead, Panel } from '../../ui/values.tsx';
import { Enrolment } from './enrolment.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { Tokens } from './tokens.tsx';

/** What somebody does about the own access: password, second factor, passkeys, sessions, tokens. */
export default function Account(): ReactNode {
  const text = useText();
  const me = useMe();
  return (
    <>
      <PageHead title={text.account.title}>
        <ButtonLink href="/account/notifications">{text.told.open}</ButtonLink>
      </PageHead>
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
      <Panel title={text.access.passkeys.title}>
        <Passkeys />
      </Panel>
      <Sessions />
      <Tokens />
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
            body: {
              currentPassword: values.text('currentPassword'),
              password: values.text('password'),
              keepsTokens: values.isChecked('keepsTokens'),
            },
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
          <CheckField name="keepsTokens" label={text.account.keepsTokens} />
          <p className="muted">{text.account.keepsTokensHint}</p>
        </ActDialog>
      )}
    </>
  );
}

function SecondFactor(): ReactNode {
  const { account, access } = useText();
  const { hasSecondFactor, hasAuthenticator } = useMe();
  return (
    <div className="stack">
      <p className="muted">{hasSecondFactor ? account.lostHint : account.whySecondFactor}</p>
      <h3>{access.app}</h3>
      <Badge tone={hasAuthenticator ? 'ok' : 'wait'}>{hasAuthenticator ? account.isOn : account.isOff}</Badge>
      {!hasAuthenticator && <Enrolment />}
    </div>
  );
}
