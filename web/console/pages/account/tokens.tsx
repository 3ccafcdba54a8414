import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { type Role, useMe } from '../../session.tsx';
import { useText } from '../../text/locale.tsx';
import { ActButton, reason } from '../../ui/act-form.tsx';
import { column } from '../../ui/columns.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { AreaField, CheckField, ReasonField, SelectField, TextField } from '../../ui/field.tsx';
import type { FormValues } from '../../ui/form.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Panel } from '../../ui/values.tsx';

type Token = Answer<'listTokens'>['items'][number];

const scopesOf = {
  operator: ['read', 'arrivals', 'money', 'settings', 'access'],
  maker: ['read', 'arrivals', 'money', 'settings'],
  merchant: ['read'],
} as const satisfies Record<Role, readonly string[]>;

/** Days. A quarter is usual; more than a year is not given. */
const terms = [30, 90, 180, 365] as const;
const usualTerm = 90;

/** What scripts use instead of a password: what each may do, and until when. */
export function Tokens(): ReactNode {
  const words = useText().account.tokens;
  const tokens = useRead('listTokens', { query: { limit: 200 } });
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel title={words.title} actions={<CreateToken onMade={setSecret} />}>
      <div className="stack">
        <p className="muted">{words.hint}</p>
        {tokens.data?.items.length === 0 ? <p>{words.empty}</p> : <TokenTable tokens={tokens} />}
      </div>
      {secret !== null && <SecretDialog title={words.newToken} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}

function TokenTable({ tokens }: { readonly tokens: ReturnType<typeof useRead<'listTokens'>> }): ReactNode {
  const text = useText();
  const words = text.account.tokens;
  return (
    <Table
      label={words.title}
      name="tokens-"
      rows={tokens.data?.items}
      error={tokens.error}
      rowKey={({ id }) => String(id)}
      empty={words.empty}
      columns={[
        column.text('name', text.fields.name),
        { id: 'scopes', title: words.scopes, cell: ({ scopes }) => scopes.join(', ') },
        { id: 'bounds', title: words.bounds, cell: (token) => <Bounds token={token} /> },
        column.at('createdAt', text.trade.createdAt),
        column.at('expiresAt', words.until),
        { id: 'status', title: text.trade.status, cell: (token) => <TokenStatus token={token} /> },
      ]}
      acts={(token) => token.revokedAt === null && <RevokeToken token={token} />}
    />
  );
}

function Bounds({ token }: { readonly token: Token }): ReactNode {
  const words = useText().account.tokens;
  const { addresses, dayMax, dayCurrency, requisiteIds, isUnbound } = token;
  const said = [
    ...addresses,
    ...(dayMax === null ? [] : [words.aDay(`${dayMax} ${dayCurrency}`)]),
    ...(requisiteIds === null ? [] : [words.ofRequisites(requisiteIds.join(', '))]),
  ];
  return isUnbound ? <Badge tone="wait">{words.unbound}</Badge> : said.join('; ');
}

function TokenStatus({ token }: { readonly token: Token }): ReactNode {
  const words = useText().account.tokens;
  if (token.revokedAt !== null) return <Badge tone="off">{words.revoked}</Badge>;
  if (Date.parse(token.expiresAt) <= Date.now()) return <Badge tone="off">{words.ended}</Badge>;
  return token.endsSoon ? <Badge tone="wait">{words.endsSoon}</Badge> : <Badge tone="ok">{words.valid}</Badge>;
}

function CreateToken({ onMade }: { readonly onMade: (token: string) => void }): ReactNode {
  const text = useText();
  const words = text.account.tokens;
  const { role } = useMe();
  const scopes = scopesOf[role];
  return (
    <DialogButton label={words.create}>
      {(onClose) => (
        <ActDialog
          title={words.create}
          operation="createToken"
          submit={words.create}
          read={(values) => ({
            body: {
              name: values.text('name'),
              scopes: scopes.filter((scope) => values.isChecked(scope)),
              lifetimeDays: values.whole('lifetimeDays'),
              ...(role === 'merchant' ? {} : readBounds(values)),
              reason: values.text('reason'),
            },
          })}
          onDone={({ token }) => onMade(token)}
          onClose={onClose}
        >
          <TextField name="name" label={text.fields.name} maxLength={100} required />
          <fieldset>
            <legend>{words.scopes}</legend>
            {scopes.map((scope) => (
              <CheckField key={scope} name={scope} label={words.scopeNames[scope]} defaultChecked={scope === 'read'} />
            ))}
          </fieldset>
          <BoundFields />
          <SelectField
            name="lifetimeDays"
            label={words.term}
            hint={words.termHint}
            options={terms.map((days) => [String(days), words.days(days)])}
            defaultValue={String(usualTerm)}
          />
          <ReasonField />
        </ActDialog>
      )}
    </DialogButton>
  );
}

/** From where it is used, how much it may move, and for which requisites it is. */
function BoundFields(): ReactNode {
  const words = useText().account.tokens;
  if (useMe().role === 'merchant') return null;
  return (
    <>
      <AreaField name="addresses" label={words.addresses} hint={words.addressesHint} />
      <TextField name="dayMax" label={words.dayMax} hint={words.dayMaxHint} inputMode="decimal" />
      <TextField name="dayCurrency" label={words.dayCurrency} placeholder="USDT" maxLength={20} />
      <TextField name="requisiteIds" label={words.requisites} hint={words.requisitesHint} />
    </>
  );
}

function readBounds(values: FormValues) {
  const ids = wordsOf(values, 'requisiteIds');
  return {
    addresses: wordsOf(values, 'addresses'),
    dayMax: wordsOf(values, 'dayMax')[0] ?? null,
    dayCurrency: wordsOf(values, 'dayCurrency')[0]?.toUpperCase() ?? null,
    requisiteIds: ids.length === 0 ? null : ids.map(Number),
  };
}

const wordsOf = (values: FormValues, name: string) =>
  values
    .text(name)
    .split(/[\s,]+/)
    .filter((word) => word !== '');

function RevokeToken({ token: { id, name } }: { readonly token: Token }): ReactNode {
  const words = useText().account.tokens;
  return (
    <div className="row-actions">
      <ActButton operation="revokeToken" path={{ id }} words={words.revoke} tone="danger" fields={{ reason }} isSmall>
        <p>
          {words.revokeHint} <strong>{name}</strong>
        </p>
      </ActButton>
    </div>
  );
}
