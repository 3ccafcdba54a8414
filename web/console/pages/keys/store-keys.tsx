import './keys.css';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { column } from '../../ui/columns.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { Badge, Id, Instant, Panel } from '../../ui/values.tsx';
import {
  ChangeKey,
  CreateKey,
  isLimited,
  type Key,
  type MadeKey,
  type OfStore,
  ReplaceKey,
  RevokeKey,
} from './key-dialogs.tsx';

interface StoreKeysProps extends OfStore {
  readonly title: string;
  readonly createTitle: string;
  /** Whether a new key usually has a secret of its own. */
  readonly isApart: boolean;
}

/** The keys a store's programs name themselves by: what each may do, from where, and when it was last used. */
export function StoreKeys({ storeId, codeField, title, createTitle, isApart }: StoreKeysProps): ReactNode {
  const text = useText();
  const words = text.keys;
  const keys = useRead('listStoreKeys', { path: { id: storeId } });
  const [made, setMade] = useState<MadeKey | null>(null);
  return (
    <Panel
      title={title}
      actions={
        <CreateKey storeId={storeId} codeField={codeField} isApart={isApart} title={createTitle} onMade={setMade} />
      }
    >
      <Table
        label={title}
        name={`keys${storeId}-`}
        rows={keys.data?.items}
        error={keys.error}
        retry={() => keys.refetch()}
        rowKey={({ key }) => key}
        empty={words.none}
        columns={[
          {
            id: 'key',
            title: words.key,
            cell: ({ key, name }) => (
              <div className="key-cell">
                {name !== '' && <div>{name}</div>}
                <Id value={key} isWhole />
              </div>
            ),
          },
          { id: 'scopes', title: words.scopes, cell: (key) => <Scopes apiKey={key} /> },
          { id: 'addresses', title: words.addresses, cell: ({ addresses }) => addresses.join(', ') || words.anywhere },
          column.at('createdAt', text.trade.createdAt),
          { id: 'lastUsedAt', title: words.lastUsed, cell: (key) => <LastUse apiKey={key} /> },
          { id: 'status', title: text.trade.status, cell: (key) => <Status apiKey={key} /> },
        ]}
        acts={(key) =>
          isWorking(key) && (
            <div className="row-actions">
              <ChangeKey storeId={storeId} codeField={codeField} apiKey={key} />
              <ReplaceKey storeId={storeId} codeField={codeField} apiKey={key} onMade={setMade} />
              <RevokeKey storeId={storeId} codeField={codeField} apiKey={key} />
            </div>
          )
        }
      />
      {made !== null && made.secret !== null && (
        <SecretDialog title={words.createdSecretTitle} secret={made.secret} onClose={() => setMade(null)}>
          <p>
            {words.identity} <Id value={made.key} isWhole />
          </p>
        </SecretDialog>
      )}
    </Panel>
  );
}

function isWorking({ revokedAt, validUntil }: Key): boolean {
  return revokedAt === null && (validUntil === null || Date.parse(validUntil) > Date.now());
}

const scopeCount = 4;

function Scopes({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const words = useText().keys;
  const { scopes, hasOwnSecret } = apiKey;
  return (
    <div>
      {scopes.length === scopeCount ? words.everything : scopes.map((scope) => words.scopeShort[scope]).join(', ')}
      {isLimited(apiKey) && !hasOwnSecret && isWorking(apiKey) && <div className="notice">{words.sharesSecret}</div>}
    </div>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedFrom } }: { readonly apiKey: Key }): ReactNode {
  const words = useText().keys;
  if (lastUsedAt === null) return words.never;
  return (
    <div>
      <Instant at={lastUsedAt} />
      {lastUsedFrom !== null && <div className="muted">{words.from(lastUsedFrom)}</div>}
    </div>
  );
}

function Status({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const words = useText().keys;
  const { revokedAt, validUntil } = apiKey;
  if (revokedAt !== null) return <Badge tone="off">{words.revoked}</Badge>;
  if (validUntil === null) return <Badge tone="ok">{words.valid}</Badge>;
  if (!isWorking(apiKey)) return <Badge tone="off">{words.ended}</Badge>;
  return (
    <>
      <Badge tone="wait">{words.ends}</Badge> <Instant at={validUntil} />
    </>
  );
}
