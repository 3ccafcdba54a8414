import type { ReactNode } from 'react';
import { useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, field } from '../../ui/act-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { CheckField } from '../../ui/field.tsx';
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
  const { account } = text;
  return (
    <ActButton
      operation="changeOwnPassword"
      words={account.changePassword}
      fields={{
        currentPassword: field.text(text.fields.currentPassword, {
          type: 'password',
          autoComplete: 'current-password',
        }),
        password: field.text(text.fields.newPassword, {
          hint: account.passwordHint,
          type: 'password',
          autoComplete: 'new-password',
          minLength: 12,
        }),
        keepsTokens: field.own(
          <>
            <CheckField name="keepsTokens" label={account.keepsTokens} />
            <p className="muted">{account.keepsTokensHint}</p>
          </>,
          (values) => values.isChecked('keepsTokens'),
        ),
      }}
    />
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
