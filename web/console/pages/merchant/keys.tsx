import './merchant.css';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/queries.ts';
import { useText } from '../../text/locale.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { ActDialog } from '../../ui/dialog.tsx';
import { DialogButton } from '../../ui/dialog-button.tsx';
import { ReasonField, SelectField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Loading, Trouble } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Badge, Id, Instant, PageHead, Panel } from '../../ui/values.tsx';
import { type Merchant, type Store, useOwnMerchant, useStoreChoice } from './own-merchant.ts';
import { CodeField, MerchantSecondFactor } from './second-factor.tsx';

/** What the merchant's programs sign with: keys by store, one secret, and the second factor that guards both. */
export default function Keys(): ReactNode {
  const text = useText();
  const { stores, error } = useStoreChoice();
  const merchant = useOwnMerchant();
  return (
    <>
      <PageHead title={text.merchant.keys.title} note={text.merchant.keys.note}>
        <ButtonLink href="/signature">{text.merchant.keys.checkSignature}</ButtonLink>
      </PageHead>
      {stores === undefined && (error === null ? <Loading /> : <Trouble error={error} />)}
      {merchant !== undefined && (
        <>
          {stores?.map((store) => (
            <StoreKeys key={store.id} store={store} merchant={merchant} />
          ))}
          <div className="columns">
            <Secret merchant={merchant} />
            <MerchantSecondFactor merchant={merchant} />
          </div>
        </>
      )}
    </>
  );
}

interface OfMerchant {
  readonly merchant: Merchant;
}

type Key = Answer<'listStoreKeys'>['items'][number];

function StoreKeys({ store, merchant }: OfMerchant & { readonly store: Store }): ReactNode {
  const text = useText();
  const words = text.merchant.keys;
  const keys = useRead('listStoreKeys', { path: { id: store.id } });
  const columns: readonly Column<Key>[] = [
    { id: 'key', title: words.key, cell: ({ key }) => <Id value={key} isWhole /> },
    { id: 'createdAt', title: text.trade.createdAt, cell: ({ createdAt }) => <Instant at={createdAt} /> },
    {
      id: 'status',
      title: text.trade.status,
      cell: ({ revokedAt }) => (
        <Badge tone={revokedAt === null ? 'ok' : 'off'}>{revokedAt === null ? words.valid : words.revoked}</Badge>
      ),
    },
    {
      id: 'actions',
      title: '',
      cell: ({ key, revokedAt }) =>
        revokedAt === null && <RevokeKey merchant={merchant} storeId={store.id} apiKey={key} />,
    },
  ];
  return (
    <Panel
      title={words.ofStore(store.name)}
      actions={<CreateKey merchant={merchant} storeId={store.id} storeName={store.name} />}
    >
      <Table
        label={words.ofStore(store.name)}
        name={`keys${store.id}-`}
        rows={keys.data?.items}
        error={keys.error}
        retry={() => keys.refetch()}
        rowKey={({ key }) => key}
        empty={words.noKeys}
        columns={columns}
      />
    </Panel>
  );
}

/** Asked for where it is needed; who has no second factor is not asked. */
function OwnCode({ merchant }: OfMerchant): ReactNode {
  const text = useText();
  return merchant.hasSecondFactor ? <CodeField hint={text.merchant.secondFactor.codeHint} /> : null;
}

function CreateKey({
  merchant,
  storeId,
  storeName,
}: OfMerchant & { readonly storeId: number; readonly storeName: string }): ReactNode {
  const words = useText().merchant.keys;
  const [made, setMade] = useState<string | null>(null);
  return (
    <>
      <DialogButton label={words.create}>
        {(onClose) => (
          <ActDialog
            title={`${words.create}: ${storeName}`}
            operation="createStoreKey"
            submit={words.create}
            done={words.created}
            read={(values) => ({
              path: { id: storeId },
              body: { reason: values.text('reason'), code: values.optional('code') },
            })}
            onDone={({ key }) => setMade(key)}
            onClose={onClose}
          >
            <ReasonField />
            <OwnCode merchant={merchant} />
          </ActDialog>
        )}
      </DialogButton>
      {made !== null && <SecretDialog title={words.createdTitle} secret={made} onClose={() => setMade(null)} />}
    </>
  );
}

function RevokeKey({
  merchant,
  storeId,
  apiKey,
}: OfMerchant & { readonly storeId: number; readonly apiKey: string }): ReactNode {
  const words = useText().merchant.keys;
  return (
    <div className="row-actions">
      <DialogButton label={words.revoke} tone="danger" isSmall>
        {(onClose) => (
          <ActDialog
            title={words.revokeTitle}
            operation="revokeStoreKey"
            submit={words.revoke}
            tone="danger"
            done={words.revoked}
            read={(values) => ({
              path: { id: storeId, key: apiKey },
              body: { reason: values.text('reason'), code: values.optional('code') },
            })}
            onClose={onClose}
          >
            <p>
              <code>{apiKey}</code>
            </p>
            <p className="muted">{words.revokeHint}</p>
            <ReasonField />
            <OwnCode merchant={merchant} />
          </ActDialog>
        )}
      </DialogButton>
    </div>
  );
}

const overlapHours = { now: 0, hour: 1, day: 24, week: 168 } as const;

function Secret({ merchant }: OfMerchant): ReactNode {
  const words = useText().merchant.keys;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Panel title={words.secret}>
      <p className="muted">{words.secretHint}</p>
      <div className="row-actions">
        <DialogButton label={words.rotate}>
          {(onClose) => (
            <ActDialog
              title={words.rotateTitle}
              operation="rotateSecret"
              submit={words.rotate}
              read={(values) => ({
                path: { id: merchant.id },
                body: {
                  overlapHours: values.whole('overlapHours') ?? 0,
                  reason: values.text('reason'),
                  code: values.optional('code'),
                },
              })}
              onDone={(answer) => setSecret(answer.secret)}
              onClose={onClose}
            >
              <SelectField
                name="overlapHours"
                label={words.overlap}
                hint={words.rotateHint}
                options={(['day', 'week', 'hour', 'now'] as const).map((one) => [
                  String(overlapHours[one]),
                  words.overlaps[one],
                ])}
              />
              <ReasonField />
              <OwnCode merchant={merchant} />
            </ActDialog>
          )}
        </DialogButton>
      </div>
      {secret !== null && <SecretDialog title={words.secretTitle} secret={secret} onClose={() => setSecret(null)} />}
    </Panel>
  );
}
