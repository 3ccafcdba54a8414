import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { type Answer, type ApiError, call, type Input } from '../../api/client.ts';
import { sessionKey } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { Button } from '../../ui/button.tsx';
import { ActFields } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormValues } from '../../ui/form.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { handedCodeKey } from './enrolment.tsx';

/** Somebody who was invited to a team chooses login and password. The link works once. */
export default function Join({ ticket }: { readonly ticket: string }): ReactNode {
  const words = useText().account.join;
  const invitation = useQuery<Answer<'readInvitation'>, ApiError>({
    queryKey: ['readInvitation', ticket],
    queryFn: () => call('readInvitation', { body: { ticket } }),
    retry: false,
  });
  return (
    <main className="alone">
      {invitation.data !== undefined ? (
        <JoinForm ticket={ticket} invitation={invitation.data} />
      ) : (
        <div className="card">
          <h1 className="brand">
            <Icon name="mark" /> {words.title}
          </h1>
          {invitation.isError ? <Trouble error={invitation.error} /> : <Loading />}
        </div>
      )}
    </main>
  );
}

function JoinForm({
  ticket,
  invitation,
}: {
  readonly ticket: string;
  readonly invitation: Answer<'readInvitation'>;
}): ReactNode {
  const text = useText();
  const words = text.account.join;
  const client = useQueryClient();
  const join = useMutation<Answer<'joinTeam'>, ApiError, NonNullable<Input<'joinTeam'>['body']>>({
    mutationFn: (body) => call('joinTeam', { body }),
    onSuccess: ({ enrolmentCode }) => {
      client.setQueryData([handedCodeKey], enrolmentCode);
      // The ticket is used, and has no business in the history of the browser.
      history.replaceState(null, '', location.pathname.replace(/join$/, ''));
      return client.resetQueries({ queryKey: [sessionKey] });
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormValues(event.currentTarget);
    const [login, name] = [values.text('login').toLowerCase(), values.text('name')];
    join.mutate({ ticket, login, name, password: values.text('password') });
  };
  const rights = invitation.rights.map((right) => text.merchant.team.rightNames[right]).join(', ');
  return (
    <form className="card" onSubmit={send}>
      <h1 className="brand">
        <Icon name="mark" /> {words.title}
      </h1>
      <p>{words.into(invitation.merchantName)}</p>
      <p className="muted">{rights === '' ? text.merchant.team.readOnly : words.rights(rights)}</p>
      <ActFields act={join}>
        <TextField name="name" label={text.fields.name} defaultValue={invitation.name} maxLength={200} required />
        <TextField
          name="login"
          label={text.fields.login}
          hint={words.loginHint}
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <TextField
          name="password"
          label={text.fields.password}
          hint={words.passwordHint}
          type="password"
          autoComplete="new-password"
          minLength={12}
          required
        />
      </ActFields>
      <Button type="submit" tone="primary" isBusy={join.isPending}>
        {words.join}
      </Button>
    </form>
  );
}
