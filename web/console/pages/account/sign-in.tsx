import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useAct } from '../../api/queries.ts';
import { sessionKey } from '../../session.tsx';
import { chooseLocale, locales, useLocale } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { Icon } from '../../ui/icon.tsx';

/** The one page for who has not signed in. The address stays: after signing in the page asked for is there. */
export default function SignIn(): ReactNode {
  const { text, locale } = useLocale();
  const client = useQueryClient();
  const signIn = useAct('signIn');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const body = { login: values.text('login'), password: values.text('password'), code: values.optional('code') };
    signIn.mutate({ body }, { onSuccess: () => client.resetQueries({ queryKey: [sessionKey] }) });
  };
  return (
    <main className="alone">
      <form className="card" onSubmit={send}>
        <h1 className="brand">
          <Icon name="mark" /> Quittance
        </h1>
        <ActFields act={signIn}>
          <TextField name="login" label={text.fields.login} autoComplete="username" autoCapitalize="none" required />
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
      </form>
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
    </main>
  );
}
