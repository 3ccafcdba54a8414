import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { type ApiError, call, type Input } from '../../api/client.ts';
import { passkeyState, showPasskey } from '../../passkeys.ts';
import { sessionKey, wasIdle } from '../../session.tsx';
import { chooseLocale, locales, useLocale } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues, submitUnchecked } from '../../ui/form.ts';
import { Icon } from '../../ui/icon.tsx';

type Given = NonNullable<Input<'signIn'>['body']>;

/** The one page for who has not signed in. The address stays: after signing in the page asked for is there. */
export default function SignIn(): ReactNode {
  const { text } = useLocale();
  const client = useQueryClient();
  const signIn = useMutation<unknown, ApiError, SignInBy>({
    mutationFn: enter,
    onSuccess: () => client.resetQueries({ queryKey: [sessionKey] }),
  });
  const isByPasskey = useRef(false);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const given = { login: values.text('login'), password: values.text('password'), code: values.optional('code') };
    signIn.mutate({ given, isByPasskey: isByPasskey.current });
    isByPasskey.current = false;
  };
  return (
    <main className="alone">
      <form className="card" onSubmit={send}>
        <h1 className="brand">
          <Icon name="mark" /> Quittance
        </h1>
        {wasIdle() && <p className="notice">{text.access.idle}</p>}
        <ActFields act={signIn}>
          <TextField
            name="login"
            label={text.fields.login}
            autoComplete="username webauthn"
            autoCapitalize="none"
            required
          />
          <TextField
            name="password"
            label={text.fields.password}
            type="password"
            autoComplete="current-password"
            required
          />
          <TextField
            name="code"
            label={text.fields.code}
            hint={text.account.codeHint}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
          />
        </ActFields>
        <Button type="submit" tone="primary" isBusy={signIn.isPending}>
          {text.account.signIn}
        </Button>
        <PasskeyButton
          isBusy={signIn.isPending}
          hasFailed={signIn.isError}
          onClick={() => {
            isByPasskey.current = true;
          }}
        />
      </form>
      <Languages />
    </main>
  );
}

/** Where passkeys work: alone, or as the second factor of who has typed login and password. */
function PasskeyButton({
  isBusy,
  hasFailed,
  onClick,
}: {
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  readonly onClick: () => void;
}): ReactNode {
  const words = useLocale().text.access.passkeys;
  // Most people here have none. Who has, and tries without, is told why there is no button for it.
  if (passkeyState() !== 'ready') return hasFailed ? <p className="hint">{words.unavailable}</p> : null;
  return (
    <div className="field">
      <Button isBusy={isBusy} onClick={({ currentTarget }) => submitUnchecked(currentTarget.form, onClick)}>
        {words.signIn}
      </Button>
      <p className="hint">{words.signInHint}</p>
    </div>
  );
}

function Languages(): ReactNode {
  const { locale } = useLocale();
  return (
    <p className="languages">
      {Object.entries(locales).map(([code, name]) => (
        <button
          key={code}
          type="button"
          className="link"
          lang={code}
          aria-pressed={code === locale}
          onClick={() => chooseLocale(code === 'ru' ? 'ru' : 'en')}
        >
          {name}
        </button>
      ))}
    </p>
  );
}

interface SignInBy {
  readonly given: Given;
  readonly isByPasskey: boolean;
}

/** With a passkey and no password, the passkey says who it is; with one, it is the second factor. */
async function enter({ given, isByPasskey }: SignInBy): Promise<unknown> {
  if (!isByPasskey) return await call('signIn', { body: given });
  const withPassword = given.login !== '' && given.password !== '';
  const passkey = await showPasskey(await call('beginPasskeySignIn', { body: { withPassword } }));
  return withPassword
    ? await call('signIn', { body: { ...given, passkey } })
    : await call('signInWithPasskey', { body: { passkey } });
}
